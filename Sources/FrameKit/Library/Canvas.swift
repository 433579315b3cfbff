import FrameGeometry
import FrameImage

/// A canvas with layers, which is drawn without a script.
///
///     var layer = ImageLayer(.file("photo.jpg"))
///     layer.transform = layer.transform.rotated(by: .degrees(30))
///     let image = try Canvas(width: 1080, height: 1080, background: .white, layers: [layer]).render()
public struct Canvas: Sendable {
  /// In pixels.
  public var width: Int
  /// In pixels.
  public var height: Int
  /// The color or gradient below all layers. A gradient has the canvas's coordinates.
  public var background: Paint
  /// From back to front.
  public var layers: [Layer]
  /// The radius of the canvas's corners, outside of which it is transparent.
  public var cornerRadius = 0.0
  /// The filter that resamples images.
  public var filter = Filter.cubic
  /// The encoding in which pixels are resampled and blended. By default, it is linear light with an image, and encoded
  /// sRGB for text and shapes alone, as in browsers.
  public var blendingSpace: BlendingSpace?
  /// Gestures, which are performed in order before the canvas is drawn.
  public var gestures: [Gesture] = []
  /// The formats, limits and other settings of the drawing.
  public var options = EditOptions()

  public init(width: Int, height: Int, background: Paint = .color(.clear), layers: [Layer] = []) {
    (self.width, self.height, self.background, self.layers) = (width, height, background, layers)
  }

  /// Creates a canvas with a background of one color.
  public init(width: Int, height: Int, background: Color, layers: [Layer] = []) {
    self.init(width: width, height: height, background: .color(background), layers: layers)
  }

  /// Plans the drawing from the headers of the images. No pixel is decoded, unless a layer has `ColorEdit.autoLevels`.
  ///
  /// - Throws: `EditError`
  public func plan(as format: String? = nil) throws(EditError) -> EditPlan {
    try edit().plan(for: [], as: format)
  }

  /// Draws the canvas. The result is in memory.
  ///
  /// - Throws: `EditError`
  public func render() throws(EditError) -> RenderedImage { try edit().render([]) }

  /// Draws the canvas and encodes it.
  ///
  /// - Parameters:
  ///   - format: The name or a file extension of the format: "jpeg", "png".
  ///   - quality: The quality of a lossy format, 1 to 100; nil for the format's default.
  /// - Throws: `EditError`
  public func encode(as format: String, quality: Int? = nil) throws(EditError) -> [UInt8] {
    try edit().encode([], as: format, quality: quality)
  }

  /// Draws the canvas and writes it to a file, which appears under its name when it is complete.
  ///
  /// - Parameters:
  ///   - path: The path of the file. Its extension chooses the format.
  ///   - quality: The quality of a lossy format, 1 to 100; nil for the format's default.
  /// - Throws: `EditError`
  public func write(to path: String, quality: Int? = nil) throws(EditError) {
    try edit().write([], to: path, quality: quality)
  }

  /// Performs the gestures without drawing anything.
  ///
  /// - Returns: The layers after the last gesture, and what the recognizers saw.
  /// - Throws: `EditError`
  public func replay() throws(EditError) -> Replay { try edit().replay([]) }

  /// Returns the canvas as an edit that needs no more images.
  ///
  /// - Throws: `EditError` for a value that no script can contain, such as a number that is not finite.
  func edit() throws(EditError) -> Edit {
    var builder = CanvasScript()
    builder.add(self)
    if let problem = builder.problem { throw EditError(.plan, .edit, .unsupported(problem)) }
    return Edit(builder.script, images: builder.images, fonts: builder.fonts, options: options)
  }
}
