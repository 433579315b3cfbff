/// A scene as a script left it: a canvas, and layers in groups. A value, for those who show or write a scene as
/// it is, and not its pixels.
///
/// Unlike in a `RenderPlan` nothing is decided and nothing left out: coordinates are the layers' own, a group is a
/// group, and what is hidden is there.
public struct SceneTree: Hashable, Sendable {
  /// The finished canvas.
  public var canvas: PixelSize
  /// What of the canvas is put out.
  public var window: PixelRect
  /// From the coordinates of the layers that lie in no group to the output's pixels.
  public var toOutput: AffineTransform
  public var background: Color
  public var border: RenderPlan.Border?
  /// In pixels of the canvas.
  public var cornerRadius: Double
  public var filter: Filter
  public var light: BlendingSpace
  /// From the back, as all layers are.
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
    /// What edits made of it, about its anchor.
    public var transform: AffineTransform
    /// The layer's own coordinates to those that it lies in, and to the scene's.
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

  /// What of a layer is shown, and can be hit.
  public enum Clip: Hashable, Sendable {
    /// What lies within its bounds.
    case bounds
    /// What lies within a path, in the layer's own coordinates.
    case path(Path, FillRule)
  }

  /// What falls below a layer, in the coordinates of its parent: light does not turn with it.
  public struct Shadow: Hashable, Sendable {
    public var offset: Vector
    /// Two standard deviations of the Gaussian, as CSS has it.
    public var blur: Double
    public var color: Color

    public init(offset: Vector, blur: Double, color: Color) {
      self.offset = offset
      self.blur = blur
      self.color = color
    }
  }

  public enum Content: Hashable, Sendable {
    /// With the map from its upright pixels to the layer's coordinates.
    case image(SourceImage, placement: AffineTransform)
    /// A card that stands for an image, as large as the layer.
    case placeholder
    case shape(Shape)
    case group([Layer])
  }

  /// A path, and how it is drawn.
  public struct Shape: Hashable, Sendable {
    public var form: ShapeKind
    /// In the layer's own coordinates.
    public var path: Path
    public var trim: RenderPlan.Trim
    public var fill: RenderPlan.Fill?
    public var stroke: RenderPlan.Stroke?
    /// The words that the path was made of, if it is a text's.
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
  /// In this the card of a placeholder is drawn: a mid gray, 18% of white's light.
  public static let placeholderColor = Color(red: 119.0 / 255, green: 119.0 / 255, blue: 119.0 / 255)
}

extension SceneTree.Layer {
  /// The box of the bounds where the layer lies, as UIView's `frame`.
  public var frame: Rect { bounds.applying(toParent) }

  /// The same on the canvas, before that is cut or moved.
  public var box: Rect { bounds.applying(toScene) }

  public var children: [SceneTree.Layer] {
    if case .group(let layers) = content { layers } else { [] }
  }
}
