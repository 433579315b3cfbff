import FrameImage
import FrameScene
import FrameScript
import FrameText

/// What builds the scene of an edit: a script, or the layers of a canvas.
package protocol SceneSource {
  /// The name in messages about work that takes too long.
  var name: String { get }
  /// The files of the script; none for a canvas.
  var files: [ScriptFile] { get }

  /// Builds the scene.
  ///
  /// - Parameters:
  ///   - effects: Returns the effects of plugins, by their names.
  ///   - frameRate: The frame rate of the recorded timeline; nil if only the end is needed.
  /// - Throws: `ScriptError` or `SceneError`
  func run(
    images: any ImageLibrary, typesetter: any Typesetter, limits: Limits,
    effects: @escaping @Sendable () -> [String: PluginEffect], frameRate: FrameRate?
  ) throws -> Interpreter.Result
}

/// The scene of a script.
package struct ScriptScene: SceneSource {
  let script: Script
  var context: RunContext

  package init(_ script: Script, _ context: RunContext = RunContext()) {
    self.script = script
    self.context = context
  }

  package var name: String { script.name }
  package var files: [ScriptFile] { script.files }

  package func run(
    images: any ImageLibrary, typesetter: any Typesetter, limits: Limits,
    effects: @escaping @Sendable () -> [String: PluginEffect], frameRate: FrameRate?
  ) throws -> Interpreter.Result {
    var context = context
    (context.effects, context.frameRate) = (effects, frameRate)
    var interpreter = Interpreter(
      script, limits: limits, images: images, typesetter: typesetter, context: context)
    return try interpreter.run()
  }
}
