import FrameEngine
import FrameImage
import FrameInterpreter
import FrameLayers
import FrameScene
import FrameText

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
