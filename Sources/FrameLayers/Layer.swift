import FrameGeometry
import FrameImage
import FrameText

/// A layer of a canvas: an image, a shape, a text, or a group of layers, with a transform.
///
///     var layer = Layer.image(.bitmap(photo))
///     layer.transform = layer.transform.rotated(by: .degrees(30)).scaledBy(x: 1.5, y: 1.5)
///     layer.transform = .identity
///
/// Lengths are pixels of the parent, with y pointing down. The transform acts about the layer's anchor.
public struct Layer: Sendable {
  /// What a layer shows.
  public enum Content: Sendable {
    case image(ImageSource)
    case shape(Shape)
    case text(Text)
    /// Layers from back to front. Their parent is the group, which is as large as its own parent.
    case group([Layer])
  }

  /// The name for gestures and results. Names must be unique in a canvas; nil for a layer that is not named.
  public var name: String?
  /// The image, shape, text or group that the layer shows.
  public var content: Content
  /// The position of the top left corner in the parent, before the transform. If nil, images and groups are at the top
  /// left corner of the parent, and shapes and texts are where their paths are.
  public var origin: Point?
  /// The size of an image or a group, before the transform. If nil, an image with an `origin` has its own size, and
  /// others are as large as the parent.
  public var size: Size?
  /// The placement of an image in the layer.
  public var contentMode = ContentMode.scaleAspectFit
  /// What happens to the part of an image outside the layer's bounds. By default, `scaleAspectFill` hides it, except on a layer
  /// without a position and a size, which fills the canvas.
  public var overflow: Overflow?
  /// The point about which the transform acts, from 0 to 1 in each direction.
  public var anchor = Point(x: 0.5, y: 0.5)
  /// The transform about the anchor. `.identity` restores the layer.
  public var transform = AffineTransform.identity
  /// Where the corners of what the layer shows are in its parent, before the transform: a picture in perspective. nil for no
  /// perspective. Corners that do not form a convex quadrilateral are an error of the call that draws the canvas.
  ///
  ///     screen.corners = Quad(Point(x: 212, y: 96), Point(x: 518, y: 60), Point(x: 560, y: 690), Point(x: 240, y: 764))
  public var corners: Quad?
  /// From 0 to 1.
  public var opacity = 1.0
  /// The way the layer's colors mix with those below it.
  public var blendMode = BlendMode.normal
  /// Changes of the layer's pixels, in their order.
  public var effects: [Effect] = []
  /// The visible part; nil for all of it.
  public var clip: Clip?
  /// The mask, which scales the alpha of each pixel; nil for no mask.
  public var mask: Mask?
  /// The shadow below the layer; nil for none.
  public var shadow: Shadow?
  /// True if neither the layer nor what it contains is drawn.
  public var isHidden = false

  public init(_ content: Content, name: String? = nil) {
    (self.content, self.name) = (content, name)
  }

  /// Returns a layer that shows an image.
  public static func image(_ image: ImageSource, name: String? = nil) -> Layer {
    Layer(.image(image), name: name)
  }

  /// Returns a layer that shows a shape.
  public static func shape(_ shape: Shape, name: String? = nil) -> Layer { Layer(.shape(shape), name: name) }

  /// Returns a layer that shows a text.
  public static func text(_ text: Text, name: String? = nil) -> Layer { Layer(.text(text), name: name) }

  /// Returns a layer that shows a text in the built-in font.
  public static func text(_ string: String, at position: Point, name: String? = nil) -> Layer {
    Layer(.text(Text(string, at: position)), name: name)
  }

  /// Returns a group of layers, from back to front.
  public static func group(_ layers: [Layer], name: String? = nil) -> Layer {
    Layer(.group(layers), name: name)
  }

  /// A change of a layer's pixels.
  ///
  ///     photo.effects = [.color(.exposure(stops: 0.3)), .blur(radius: 20, in: .ellipse(sign)), .sharpenOutput]
  ///
  /// The effects of a layer apply in their order, after everything inside the layer is drawn, and before its clip, its mask,
  /// its shadow, its opacity and its blend mode. They are those of the statements of scripts.
  ///
  /// Lengths are pixels of the layer's parent, 0 or more. A number outside of the range that an effect says, and a length of
  /// more than 2,048 pixels of the result, is an error of the call that draws the canvas.
  public enum Effect: Hashable, Sendable {
    /// Changes colors, pixel by pixel.
    case color(ColorEdit)
    /// Replaces pixels by a mean of those around them, weighted by a Gaussian with this standard deviation, as CSS's `blur()`.
    case blur(radius: Double, in: Area? = nil)
    /// Adds to each sample a multiple of its difference from a blurred copy: an unsharp mask.
    ///
    /// - Parameters:
    ///   - amount: The factor of the difference, from 0 to 100.
    ///   - radius: The standard deviation of the blur.
    ///   - threshold: The difference, from 0 to 1, below which samples stay.
    case sharpen(amount: Double, radius: Double, threshold: Double = 0, in: Area? = nil)
    /// Sharpens an image that is drawn smaller than it is; other images stay. A layer that shows no image is an error.
    case sharpenOutput
    /// Gives squares with sides of this length their mean color. They begin in the upper left corner of the area, or of the layer.
    case pixelate(size: Double, in: Area? = nil)
    /// Applies the effect of a plugin, by its name. `Canvas.options` must contain the plugin: see `Formats`.
    ///
    /// - Parameter values: The values of the effect's parameters, by their names. Others have their defaults. An unknown name is an
    ///   error of the call that draws the canvas.
    case plugin(String, values: [String: Double] = [:], in: Area? = nil)
  }

  /// The part of a layer in which an effect acts, in the layer's own coordinates. Pixels outside of it stay, but count as
  /// neighbors of those inside.
  public enum Area: Hashable, Sendable {
    case rect(Rect)
    /// The ellipse inside a rectangle.
    case ellipse(Rect)
    /// The part inside a path.
    case path(Path, FillRule = .nonZero)
  }

  /// A picture whose alpha, or luminance times alpha, scales the alpha of each pixel of a layer. An inverted mask scales it by 1
  /// minus that.
  public enum Mask: Sendable {
    /// Another layer of the canvas, by its name. It is drawn where it lies on the canvas, whether or not it is hidden, and does
    /// not move with the masked layer. An unknown name, and layers that mask each other, are an error of the call that
    /// draws the canvas.
    case layer(String, by: MaskChannel = .alpha, isInverted: Bool = false)
    /// An image, which is stretched to the layer's box and moves with it. A channel of nil is alpha for an image with alpha,
    /// and luminance for others. An image with another aspect ratio than the box is an error of the call that draws the
    /// canvas.
    case image(ImageSource, by: MaskChannel? = nil, isInverted: Bool = false)
    /// A gradient in the layer's coordinates, or a color.
    case paint(Paint, by: MaskChannel = .alpha, isInverted: Bool = false)
  }

  /// The visible part of a layer.
  public enum Clip: Hashable, Sendable {
    /// The part inside the bounds of an image or a group. For shapes and texts, it is an error.
    case bounds
    /// The ellipse inside the bounds.
    case ellipse
    /// The bounds of a group, or what they show of an image, with round corners. For shapes and texts, it is an error.
    case rounded(radius: Double)
    /// The part inside a path, in the layer's own coordinates.
    case path(Path, FillRule = .nonZero)
  }

  /// A shadow below the layer. It does not turn with the layer, because light does not.
  public struct Shadow: Hashable, Sendable {
    /// The distance from the layer to its shadow, in the parent.
    public var offset: Vector
    /// Two standard deviations of the blur, as in CSS.
    public var blur: Double
    /// The color and the opacity of the shadow.
    public var color: Color

    public init(offset: Vector, blur: Double, color: Color) {
      (self.offset, self.blur, self.color) = (offset, blur, color)
    }
  }
}

/// A path with a fill, a stroke, or both.
public struct Shape: Hashable, Sendable {
  /// The path, in the layer's own coordinates.
  public var path: Path
  /// The paint of the area; nil for none.
  public var fill: Paint?
  /// The rule that decides what is inside a path that crosses itself.
  public var fillRule = FillRule.nonZero
  /// The paint of the outline; nil for none.
  public var stroke: Paint?
  /// The width, the joins, the caps and the dashes of the outline.
  public var strokeStyle: StrokeStyle

  /// - Parameters:
  ///   - path: The path, in the layer's own coordinates.
  ///   - fill: The paint of the area. Without a fill and a stroke, the area is black.
  ///   - stroke: The paint of the outline.
  ///   - strokeStyle: The width, the joins, the caps and the dashes of the outline.
  public init(
    _ path: Path, fill: Paint? = nil, stroke: Paint? = nil, strokeStyle: StrokeStyle = StrokeStyle(width: 1)
  ) {
    (self.path, self.fill, self.stroke, self.strokeStyle) = (path, fill, stroke, strokeStyle)
  }
}

/// The paint of an area, a stroke or a background, in the coordinates of its layer or canvas.
public enum Paint: Hashable, Sendable {
  case color(Color)
  case linearGradient(from: Point, to: Point, stops: [Stop])
  case radialGradient(center: Point, radius: Double, stops: [Stop])

  /// A color of a gradient.
  public struct Stop: Hashable, Sendable {
    /// The color at this place.
    public var color: Color
    /// From 0 at the start to 1 at the end.
    public var place: Double

    public init(_ color: Color, at place: Double) { (self.color, self.place) = (color, place) }
  }
}

/// The source of a TrueType or OpenType font.
public enum FontSource: Hashable, Sendable {
  /// Inter.
  case builtIn
  /// A file, by its path. `FrameKit` opens it; `FrameLayers` alone opens no files.
  case file(String)
  /// The bytes of a file.
  case bytes([UInt8])
}

/// A text, which is drawn as the outlines of its glyphs.
public struct Text: Hashable, Sendable {
  /// The text. Line breaks start new lines.
  public var string: String
  /// The position of the text's box: its top left corner, or the point to which lines are aligned.
  public var position: Point
  /// The font.
  public var font = FontSource.builtIn
  /// The size of the em square.
  public var size = 16.0
  /// From 1 to 1000; 400 is regular and 700 bold. If nil, the font's own weight is used.
  public var weight: Double?
  /// The side at which lines begin.
  public var alignment = TextAlignment.leading
  /// The width at which lines wrap; nil for lines that end only at line breaks.
  public var width: Double?
  /// The distance of baselines as a multiple of the font size; nil for the font's own.
  public var lineHeight: Double?
  /// The paint of the glyphs.
  public var fill = Paint.color(.black)

  public init(_ string: String, at position: Point) { (self.string, self.position) = (string, position) }
}
