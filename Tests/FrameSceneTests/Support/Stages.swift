import FrameGeometry
import FrameImage

@testable import FrameScene

extension SceneEditor {
  /// An editor without a script.
  static func forTests(keepsFrames: Bool = false) -> SceneEditor {
    let account = RunAccount(limits: Limits(), memory: .max)
    let log = RunLog(detail: [.trace], account: account)
    return SceneEditor(
      account: account, log: log, typesetter: SquareLetters(),
      imageFacts: ImageFacts(StubLibrary(), account: account, log: log), keepsFrames: keepsFrames)
  }

  /// An editor with a canvas of 300 by 200 and an image that fills it.
  static func withPhoto(keepsFrames: Bool = false) throws -> SceneEditor {
    let editor = SceneEditor.forTests(keepsFrames: keepsFrames)
    editor.modify { $0.canvas.size = Size(width: 300, height: 200) }
    editor.photo = .image(image())
    try editor.start(at: Origin())
    return editor
  }

  func declare(_ name: String, _ content: SceneLayer.Content, _ options: NewLayer.Option...) throws {
    try declare(
      NewLayer(name: name, content: .layer(content), options: options.map { ($0, Origin()) }), isBound: false,
      at: Origin())
  }

  func edit(_ layer: Int, _ edit: LayerEdit) throws { try self.edit(layer, edit, at: Origin()) }

  var transform: AffineTransform { scene.layers[0].state.transform }
}
