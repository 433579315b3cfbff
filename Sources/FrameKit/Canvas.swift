import FrameEngine
import FrameImage
import FrameInterpreter
import FrameLayers
import FrameScene
import FrameText

/// Results of canvases whose images may be files, with their colors and metadata. `options` has the formats, limits and other
/// settings of the drawing.
extension Canvas {
  /// Plans the drawing from the headers of the images. No pixel is decoded, unless a layer has `ColorEdit.autoLevels`.
  ///
  /// - Throws: `EditError`
  public func plan(
    as format: String? = nil, options: EditOptions = EditOptions()
  ) throws(EditError) -> EditPlan {
    try Edit(self, options).plan(for: [], as: format)
  }

  /// Draws the canvas. The result is in memory.
  ///
  /// - Throws: `EditError`
  public func render(options: EditOptions = EditOptions()) throws(EditError) -> RenderedImage {
    try Edit(self, options).render([])
  }

  /// Draws the canvas and encodes it.
  ///
  /// - Parameters:
  ///   - format: The name or a file extension of the format: "jpeg", "png".
  ///   - quality: The quality of a lossy format, 1 to 100; nil for the format's default.
  /// - Throws: `EditError`
  public func encode(
    as format: String, quality: Int? = nil, options: EditOptions = EditOptions()
  ) throws(EditError) -> [UInt8] {
    try Edit(self, options).encode([], as: format, quality: quality)
  }

  /// Draws the canvas and writes it to a file, which appears under its name when it is complete.
  ///
  /// - Parameters:
  ///   - path: The path of the file. Its extension chooses the format.
  ///   - quality: The quality of a lossy format, 1 to 100; nil for the format's default.
  /// - Throws: `EditError`
  public func write(
    to path: String, quality: Int? = nil, options: EditOptions = EditOptions()
  ) throws(EditError) {
    try Edit(self, options).write([], to: path, quality: quality)
  }

  /// Performs the gestures without drawing anything.
  ///
  /// - Returns: The layers after the last gesture, and what the recognizers saw.
  /// - Throws: `EditError`
  public func replay(options: EditOptions = EditOptions()) throws(EditError) -> Replay {
    try Edit(self, options).replay([])
  }
}

/// The scene of a canvas.
struct CanvasScene: SceneSource {
  private let canvas: Canvas
  private let detail: RunRecord.Detail

  init(_ canvas: Canvas, detail: RunRecord.Detail = []) { (self.canvas, self.detail) = (canvas, detail) }

  var name: String { "the canvas" }

  func run(
    images: any ImageLibrary, typesetter: any Typesetter, limits: Limits, effects: [String: PluginEffect],
    frameRate: FrameRate?
  ) throws -> Interpreter.Result {
    let run = SceneRun(
      limits: limits, images: images, typesetter: typesetter, frameRate: frameRate, detail: detail)
    var end = try canvas.perform(in: run, images: images, effects: effects)
    return Interpreter.Result(
      end: try end.end(), failedExpectations: [], inputsUsed: canvas.imageSources.count)
  }
}
