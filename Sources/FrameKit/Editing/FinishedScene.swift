import FrameCodec
import FrameModel
import FrameScene
import FrameText

/// A scene that a script has made, for those who write it as it is. It can be drawn: no layer of it is singular, and
/// its canvas is one. No pixel is decoded.
public struct FinishedScene {
  public let tree: SceneTree
  /// Those that were asked for; a `Image.id` of the tree is a place in here, or below 0 where a card stands for it.
  public let images: [OpenImage]
  /// Claims of the script that do not hold; nothing may be written then.
  public let failedExpectations: [ScriptError]
  public let record: RunRecord
  /// How many inputs the script asks for, whether they were there or not.
  public let inputsUsed: Int

  /// What its user should know of.
  public var notices: [EditNotice] {
    let left = record.fingersLeftDown
    return (left.isEmpty ? [] : [.fingersLeftDown(left)]) + record.shortfalls.map(EditNotice.text)
  }
}

extension Editor {
  /// Runs the script; where the host has no inputs, cards stand for those that image layers ask for.
  ///
  /// - Parameter size: of those cards, upright; nil for cards as large as the canvas, and for no card where the script
  ///   declares no image layer.
  /// - Throws: `EditError`
  public func finish(
    _ script: Script, images host: any ImageHost, standIns size: PixelSize? = nil, context: RunContext
  ) throws(EditError) -> FinishedScene {
    let store = ImageStore(host: host, codecs: codecs, limits: limits)
    var context = context
    context.usesPlaceholders = host.inputCount == 0 && (size != nil || script.statements.declareImageLayer)
    let library: any ImageLibrary = size.map { PlaceholderInputs(size: $0, store: store) } ?? store
    do throws(ScriptError) {
      var interpreter = Interpreter(
        limits: limits, images: library, typesetter: HarfBuzzTypesetter(files: store, limits: limits),
        touchscreen: GesturePlayer(limits: limits), context: context)
      let run = try interpreter.run(script)
      let planner = Planner(
        limits: limits, output: OutputCapabilities(alpha: true, deepest: .sixteen, maximumSide: limits.side),
        account: run.account)
      // What cannot be planned cannot be drawn by others, either.
      _ = try planner.plan(run.scene)
      return FinishedScene(
        tree: try planner.tree(of: run.scene), images: store.images,
        failedExpectations: run.failedExpectations,
        record: run.record, inputsUsed: run.inputsUsed)
    } catch {
      throw store.explained(error)
    }
  }
}

/// Cards of one size in the place of inputs; images that the script names are there.
private struct PlaceholderInputs: ImageLibrary {
  let size: PixelSize
  let store: ImageStore

  let inputCount = 0

  func input(_ number: Int) -> SourceImage? {
    SourceImage(id: -number, name: "placeholder", size: size, pixels: .rgb8)
  }

  func file(_ path: String) throws(ImageUnavailable) -> SourceImage { try store.file(path) }

  func folder(_ path: String) throws(ImageUnavailable) -> [String] { try store.folder(path) }
}
