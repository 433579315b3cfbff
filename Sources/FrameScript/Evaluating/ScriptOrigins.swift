import FrameGeometry
import FrameImage
import FramePlan
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

  /// Runs `body`, and translates its error to one of the script.
  static func translating<R>(_ body: () throws(SceneError) -> R) throws(ScriptError) -> R {
    return try converting(body()) { (error: SceneError) in ScriptError(error) }
  }
}

extension SceneEditor {
  func start(at position: ScriptPosition) throws(ScriptError) {
    guard !hasStarted else { return }
    try ScriptError.translating { () throws(SceneError) in try start(at: Origin(position)) }
  }
}

extension ImageFacts {
  func contents(
    of image: SourceImage, in part: Rect, within border: ImageBorder, at position: ScriptPosition
  ) throws(ScriptError) -> Rect {
    try ScriptError.translating { () throws(SceneError) in
      try contents(of: image, in: part, within: border, at: Origin(position))
    }
  }
}

extension Limits {
  func checkCanvas(_ size: Size, at position: ScriptPosition) throws(ScriptError) -> PixelSize {
    try ScriptError.translating { () throws(SceneError) in try checkCanvas(size, at: Origin(position)) }
  }
}

extension RunAccount {
  func hold(_ bytes: Int, at position: ScriptPosition) throws(ScriptError) {
    try ScriptError.translating { () throws(SceneError) in try hold(bytes, at: Origin(position)) }
  }

  func hold(reported bytes: Int, at position: ScriptPosition) throws(ScriptError) {
    try ScriptError.translating { () throws(SceneError) in try hold(reported: bytes, at: Origin(position)) }
  }

  func check(
    _ kind: LimitExceeded.Kind, _ needed: Int, _ allowed: Int, at position: ScriptPosition
  ) throws(ScriptError) {
    try ScriptError.translating { () throws(SceneError) in
      try check(kind, needed, allowed, at: Origin(position))
    }
  }

  func checkCancellation(at position: ScriptPosition) throws(ScriptError) {
    try ScriptError.translating { () throws(SceneError) in try checkCancellation(at: Origin(position)) }
  }
}
