import FrameGeometry
import FrameScene

// The origin of a script's command is a position in the script's text.

extension Origin {
  package init(_ position: ScriptPosition) {
    self.init(position.file << 32 | (position.line - 1), position.column - 1)
  }
}

extension ScriptPosition {
  package init(_ origin: Origin) {
    self.init(file: origin.major >> 32, line: (origin.major & 0xffff_ffff) + 1, column: origin.minor + 1)
  }
}

extension ScriptError {
  /// Creates the error of a script whose command cannot be performed.
  package init(_ error: SceneError) {
    self.init(.scene(error.problem), at: ScriptPosition(error.origin))
  }

  /// Returns the result of `body`, or throws its error with the position in the script.
  static func translating<R>(_ body: @autoclosure () throws(SceneError) -> R) throws(ScriptError) -> R {
    try converting(body()) { (error: SceneError) in ScriptError(error) }
  }
}

extension ScriptPosition: ErrorPlace {
  package func error(_ problem: SceneProblem) -> ScriptError { ScriptError(problem, at: self) }
}

extension SceneEditor {
  func start(at position: ScriptPosition) throws(ScriptError) {
    guard !hasStarted else { return }
    try ScriptError.translating(start(at: Origin(position)))
  }
}
