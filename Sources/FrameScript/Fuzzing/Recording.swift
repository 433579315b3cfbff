import FrameGesture
import FrameScene

/// The touches of a script, apart from what comes before them and what must be true after them.
package struct Recording {
  package let test: FingerTest
  /// Times count from the last gesture by name before the touches, or from the start of the script.
  package let frames: [TouchFrame]
  /// The position in the script's own text where the touches begin.
  package let start: ScriptPosition

  /// Finds the touches of a script with which it fails.
  ///
  /// - Parameter interpreter: returns an interpreter of a script, which records touches.
  /// - Returns: nil if the script does not fail.
  /// - Throws: an error if no `touch` statements are outside of blocks, or other statements than `wait` and `expect` are
  ///   between them.
  package init?(failing script: Script, _ interpreter: (Script) -> Interpreter) throws(ScriptError) {
    let statements = script.statements
    guard let place = Self.failure(of: interpreter(script)) else { return nil }
    guard let first = statements.firstIndex(where: \.isTouch) else {
      throw ScriptError(.noTouches, at: place)
    }
    let failing = statements[first...].firstIndex { $0.isExpectation && $0.position == place }
    let end = statements[..<(failing ?? statements.count)].lastIndex(where: \.isTouch)! + 1
    let between = statements[first..<end]
    if let other = between.first(where: { !$0.isTouch && $0.word != "wait" && !$0.isExpectation }) {
      throw ScriptError(.betweenTouches(other.word), at: other.position)
    }
    func part(_ statements: some Sequence<Statement>) -> Script {
      Script(
        files: script.files, statements: Array(statements), takesAllInputs: script.inputs.takesAll)
    }
    var recorder = interpreter(part(statements[..<first] + between.filter { !$0.isExpectation }))
    // The error that is looked for may end it.
    do throws(ScriptError) {
      try recorder.runStatements()
      try recorder.perform(Command(.endTouches, at: Origin()))
    } catch {}
    frames = recorder.frames(from: Set(between.map { Origin($0.position) }))
    let last = failing.map { failing in
      FingerTest.Expectation(
        statements: statements[end..<failing].filter { !$0.isExpectation } + [statements[failing]],
        moment: .atEnd)
    }
    test = FingerTest(part(statements[..<first]), last.map { [$0] } ?? [])
    start = script.outermost(statements[first].position)
  }

  /// Runs a script.
  ///
  /// - Returns: the place of the first expectation that fails, or of the error that ends it; nil without either.
  private static func failure(of interpreter: Interpreter) -> ScriptPosition? {
    var interpreter = interpreter
    do throws(ScriptError) {
      return try interpreter.run().failedExpectations.first?.position
    } catch {
      return interpreter.failedExpectations.first?.position ?? error.position
    }
  }
}

extension Interpreter {
  /// Returns the recorded touches of some statements.
  fileprivate func frames(from origins: Set<Origin>) -> [TouchFrame] {
    let start = sceneRun.now - sceneRun.timeSinceGesture
    var frames: [TouchFrame] = []
    for recorded in record.touches where origins.contains(recorded.origin) {
      let time = recorded.time - start
      if frames.last?.time == time {
        frames[frames.count - 1].touches.append(recorded.touch)
      } else {
        frames.append(TouchFrame(time: time, touches: [recorded.touch]))
      }
    }
    return frames
  }
}

extension Script {
  /// Returns the position in the script's own text that stands for a position in an included one.
  fileprivate func outermost(_ position: ScriptPosition) -> ScriptPosition {
    var position = position
    while position.file != 0, let includer = files[position.file].includedAt { position = includer }
    return position
  }
}
