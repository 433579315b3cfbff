import FrameGeometry
import FrameImage
import FramePlan

/// A scene at the end of a run, a canvas and layers in groups, to show or export it.
///
/// Unlike in a `RenderPlan`, nothing is decided or omitted: coordinates are the layers' own, groups are groups, and
/// hidden layers are included.
package struct SceneTree: Hashable, Sendable {
  /// The finished canvas.
  package var canvas: PixelSize
  /// The part of the canvas that is written, with the pad around it.
  package var window: PixelRect
  /// The part of the window inside the pad; nil without one.
  package var unpadded: PixelRect?
  /// From the coordinates of layers outside groups to the output's pixels.
  package var toOutput = AffineTransform.identity
  package var style = CanvasStyle()
  package var filter = Filter.cubic
  package var lights = Lights()
  /// From back to front, as all layers.
  package var layers: [Layer] = []
  /// The layers that are masks of others, each once. They are masks at their own place, whether or not they are hidden.
  package var masks: [Layer] = []

  package struct Layer: Hashable, Sendable {
    package var name: String
    package var content: Content
    /// In the layer's own coordinates.
    package var bounds: Rect
    /// What the layer draws, in its own coordinates: the rectangle of its image, or its bounds. A perspective moves
    /// its corners.
    package var drawn: Rect
    package var hasOwnPerspective = false
    /// The result of the edits, about the anchor.
    package var transform = AffineTransform.identity
    /// The place of the anchor in the parent.
    package var position = Point.zero
    /// From the layer's own coordinates to its parent's, and to the scene's.
    package var toParent = PlaneMap.identity
    package var toScene = PlaneMap.identity
    package var opacity = 1.0
    package var blend = BlendMode.normal
    /// All that cuts the layer, from the inside out.
    package var clips: [Clip] = []
    package var mask: Mask?
    package var shadow: Shadow?
    package var effects: [LayerEffect] = []
    /// The part of the image that is shown; nil without a focus.
    package var view: View?
    package var status = Status()
  }

  /// What is true of a layer beside its look.
  package struct Status: Hashable, Sendable {
    package var isHidden = false
    package var isTouchable = true
    package var isMarked = false
    package var isCurrent = false
  }

  /// The part of a layer that is drawn and can be hit.
  package enum Clip: Hashable, Sendable {
    /// The part inside its bounds.
    case bounds
    /// The part inside a path, in the layer's own coordinates.
    case path(Path, FillRule)
  }

  /// A picture that scales the alpha of each pixel of a layer.
  package struct Mask: Hashable, Sendable {
    package var content: MaskContent
    package var channel: MaskChannel
    package var isInverted: Bool
  }

  package enum MaskContent: Hashable, Sendable {
    /// With the map from upright pixels to the layer's coordinates.
    case image(SourceImage, placement: AffineTransform)
    /// A gray card, as large as the layer.
    case placeholder
    /// One of the scene's masks, by its name.
    case layer(String)
    /// In the layer's coordinates.
    case paint(RenderPlan.Paint)
  }

  /// The part of an image that a layer with a focus shows.
  package struct View: Hashable, Sendable {
    /// In pixels of the upright image.
    package var window: Rect
    /// What is kept in view.
    package var target: LayerFocus.Target
    /// For a file of boxes.
    package var boxes: LayerFocus.BoxCount?
  }

  /// The drop shadow of a layer, in its parent's coordinates: light does not turn with the layer.
  package struct Shadow: Hashable, Sendable {
    package var offset: Vector
    /// Two standard deviations of the Gaussian, as in CSS.
    package var blur: Double
    package var color: Color

    package init(offset: Vector, blur: Double, color: Color) {
      self.offset = offset
      self.blur = blur
      self.color = color
    }

    /// The largest distance from the layer at which the shadow ends.
    var reach: Double {
      CellGaussian.deviations / 2 * blur + max(abs(offset.dx), abs(offset.dy))
    }
  }

  package enum Content: Hashable, Sendable {
    /// With the map from upright pixels to the layer's coordinates.
    case image(SourceImage, placement: AffineTransform, style: ImageStyle = ImageStyle())
    /// A gray card in place of an image, as large as the layer.
    case placeholder
    case shape(Shape)
    case group([Layer])
  }

  /// A path and its style.
  package struct Shape: Hashable, Sendable {
    package var form: ShapeKind
    /// In the layer's own coordinates.
    package var path: Path
    package var trim: RenderPlan.Trim
    package var fill: RenderPlan.Fill?
    package var stroke: RenderPlan.Stroke?
    /// The text, if the path was made from one.
    package var text: String?
  }
}

extension SceneTree {
  /// The color of placeholder cards: a mid gray, 18% of white's light.
  package static let placeholderColor = Color(red: 119.0 / 255, green: 119.0 / 255, blue: 119.0 / 255)
}

extension SceneTree.Layer {
  /// The bounding box of the bounds in the parent, as UIView's `frame`. In perspective, the bounding
  /// box of `drawn`.
  package var frame: Rect { framed.applying(toParent) }

  private var framed: Rect { hasOwnPerspective ? drawn : bounds }

  /// The same on the canvas, before `crop` and `canvas fit`.
  package var box: Rect { framed.applying(toScene) }

  package var children: [SceneTree.Layer] {
    if case .group(let layers) = content { layers } else { [] }
  }
}

extension [SceneTree.Layer] {
  /// These layers and the layers in them; a group comes before its layers.
  package var all: [SceneTree.Layer] { flatMap { [$0] + $0.children.all } }
}

extension SceneTree {
  /// The visible layers outside groups, and the masks of visible layers.
  package var visibleLayers: [Layer] { layers.filter(\.isVisible) + visibleMasks }

  /// The masks that visible layers have, also those of other masks.
  package var visibleMasks: [Layer] {
    let byName = Dictionary(masks.map { ($0.name, $0) }) { first, _ in first }
    var names: Set<String> = []
    var found: [Layer] = []
    func note(_ layers: [Layer]) {
      for layer in layers where layer.isVisible {
        if case .layer(let name)? = layer.mask?.content, names.insert(name).inserted, let mask = byName[name]
        {
          found.append(mask)
        }
        note(layer.children)
      }
    }
    note(layers)
    var next = 0
    while next < found.count {
      note([found[next]])
      next += 1
    }
    return found
  }
}

extension SceneTree.Layer {
  package var isVisible: Bool { !status.isHidden && opacity > 0 }
}
