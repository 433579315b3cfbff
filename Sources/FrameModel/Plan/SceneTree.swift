/// A scene as a script left it, a canvas and layers in groups, to show or export it.
///
/// Unlike in a `RenderPlan`, nothing is decided or omitted: coordinates are the layers' own, groups are groups, and
/// hidden layers are included.
public struct SceneTree: Hashable, Sendable {
  /// The finished canvas.
  public var canvas: PixelSize
  /// The part of the canvas that is written.
  public var window: PixelRect
  /// From the coordinates of layers outside groups to the output's pixels.
  public var toOutput: AffineTransform
  public var background: Color
  public var border: RenderPlan.Border?
  /// In pixels of the canvas.
  public var cornerRadius: Double
  public var filter: Filter
  public var light: BlendingSpace
  /// From back to front, as all layers.
  public var layers: [Layer]

  public init(
    canvas: PixelSize, window: PixelRect? = nil, toOutput: AffineTransform = .identity,
    background: Color = .clear, border: RenderPlan.Border? = nil, cornerRadius: Double = 0,
    filter: Filter = .cubic, light: BlendingSpace = .linear, layers: [Layer] = []
  ) {
    self.canvas = canvas
    self.window = window ?? PixelRect(x: 0, y: 0, size: canvas)
    self.toOutput = toOutput
    self.background = background
    self.border = border
    self.cornerRadius = cornerRadius
    self.filter = filter
    self.light = light
    self.layers = layers
  }

  public struct Layer: Hashable, Sendable {
    public var name: String
    public var content: Content
    /// In the layer's own coordinates.
    public var bounds: Rect
    /// The result of the edits, about the anchor.
    public var transform: AffineTransform
    /// From the layer's own coordinates to its parent's, and to the scene's.
    public var toParent: AffineTransform
    public var toScene: AffineTransform
    public var opacity = 1.0
    public var blend = BlendMode.normal
    public var clip: Clip?
    public var shadow: Shadow?
    public var isHidden = false
    public var isTouchable = true
    public var isMarked = false
    public var isCurrent = false

    public init(
      name: String, content: Content, bounds: Rect, transform: AffineTransform = .identity,
      toParent: AffineTransform = .identity, toScene: AffineTransform = .identity
    ) {
      self.name = name
      self.content = content
      self.bounds = bounds
      self.transform = transform
      self.toParent = toParent
      self.toScene = toScene
    }
  }

  /// The part of a layer that is drawn and can be hit.
  public enum Clip: Hashable, Sendable {
    /// The part inside its bounds.
    case bounds
    /// The part inside a path, in the layer's own coordinates.
    case path(Path, FillRule)
  }

  /// The drop shadow of a layer, in its parent's coordinates: light does not turn with the layer.
  public struct Shadow: Hashable, Sendable {
    public var offset: Vector
    /// Two standard deviations of the Gaussian, as in CSS.
    public var blur: Double
    public var color: Color

    public init(offset: Vector, blur: Double, color: Color) {
      self.offset = offset
      self.blur = blur
      self.color = color
    }
  }

  public enum Content: Hashable, Sendable {
    /// With the map from upright pixels to the layer's coordinates.
    case image(SourceImage, placement: AffineTransform)
    /// A gray card in place of an image, as large as the layer.
    case placeholder
    case shape(Shape)
    case group([Layer])
  }

  /// A path and its style.
  public struct Shape: Hashable, Sendable {
    public var form: ShapeKind
    /// In the layer's own coordinates.
    public var path: Path
    public var trim: RenderPlan.Trim
    public var fill: RenderPlan.Fill?
    public var stroke: RenderPlan.Stroke?
    /// The text, if the path was made from one.
    public var text: String?

    public init(
      _ path: Path, _ form: ShapeKind = .path, trim: RenderPlan.Trim = .all, fill: RenderPlan.Fill? = nil,
      stroke: RenderPlan.Stroke? = nil, text: String? = nil
    ) {
      self.form = form
      self.path = path
      self.trim = trim
      self.fill = fill
      self.stroke = stroke
      self.text = text
    }
  }
}

extension SceneTree {
  /// The color of placeholder cards: a mid gray, 18% of white's light.
  public static let placeholderColor = Color(red: 119.0 / 255, green: 119.0 / 255, blue: 119.0 / 255)
}

extension SceneTree.Layer {
  /// The bounding box of the bounds in the parent, as UIView's `frame`.
  public var frame: Rect { bounds.applying(toParent) }

  /// The same on the canvas, before `crop` and `canvas fit`.
  public var box: Rect { bounds.applying(toScene) }

  public var children: [SceneTree.Layer] {
    if case .group(let layers) = content { layers } else { [] }
  }
}
