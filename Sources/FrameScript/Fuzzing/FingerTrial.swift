import FrameGeometry
import FrameGesture
import FrameScene

/// A run of a script on which fingers then act.
struct FingerTrial {
  /// The fingers that act.
  enum Fingers {
    case random(seed: UInt64, acts: [RandomFingers.Act])
    case given([TouchFrame])
  }

  private let test: FingerTest
  private var interpreter: Interpreter
  /// The layers with recognizers.
  private let targets: [Int]
  private var rules = StateRules()
  /// The number of entries of the trace that are checked.
  private var checked = 0
  /// The touches that were played. Times count from the last gesture of the script by name, or from its start.
  private(set) var frames: [TouchFrame] = []
  /// nil if nothing is wrong.
  private(set) var flaw: Flaw?

  /// - Parameter interpreter: one that has not run the test's script yet, and records a trace.
  /// - Throws: an error of the script before the fingers come.
  init(_ test: FingerTest, _ interpreter: Interpreter) throws(ScriptError) {
    var interpreter = interpreter
    try interpreter.runStatements()
    try interpreter.perform(Command(.endTouches, at: Origin()))
    try interpreter.sceneRun.editor.start(at: ScriptPosition())
    targets = try ScriptError.translating(interpreter.sceneRun.prepareForFingers())
    (self.test, self.interpreter) = (test, interpreter)
    // A block may have run already.
    flaw = self.interpreter.failedExpectations.first.map(Flaw.expectation)
    try checkExpectations(.always)
    if fingersDown.isEmpty { try checkExpectations(.atRest) }
  }

  /// The state before the fingers come, from which more than one trial can begin. nil if the script leaves fingers down.
  var checkpoint: RunCheckpoint? { RunCheckpoint(interpreter.sceneRun) }

  /// Returns the trial before the fingers come.
  func beginning(at checkpoint: RunCheckpoint) -> FingerTrial {
    var trial = self
    trial.interpreter.sceneRun = checkpoint.resume()
    return trial
  }

  /// The fingers that are down, with their places.
  var fingersDown: [Int: Point] { interpreter.sceneRun.fingersDown }
  /// The time in seconds from which the touches can follow.
  var time: Double { interpreter.sceneRun.timeSinceGesture }

  var coverage: GestureCoverage { interpreter.coverage }

  /// Lets fingers act until something is wrong.
  ///
  /// - Throws: an exceeded limit.
  mutating func run(_ fingers: Fingers) throws(ScriptError) {
    do throws(ScriptError) {
      switch fingers {
      case .given(let frames): for frame in frames where flaw == nil { try play(frame) }
      case .random(let seed, let acts):
        let canvas = interpreter.sceneRun.editor.scene.canvas.size
        var fingers = RandomFingers(
          seed: seed, reach: max(canvas.width, canvas.height), from: time, acts: acts, down: fingersDown)
        while flaw == nil, let frame = fingers.next({ place(&$0) }) { try play(frame) }
      }
      if flaw == nil { try checkExpectations(.atEnd) }
    } catch {
      try end(with: .error(error), error)
    }
  }

  /// Ends the trial with an error, unless the caller has ended it.
  private mutating func end(with flaw: Flaw, _ error: ScriptError) throws(ScriptError) {
    if error.problem == .scene(.limit(.cancelled)) { throw error }
    self.flaw = flaw
  }

  private mutating func play(_ frame: TouchFrame) throws(ScriptError) {
    frames.append(frame)
    for touch in frame.touches {
      let touch = NewTouch(
        id: touch.id, phase: touch.phase, location: touch.location, delay: .sinceGesture(frame.time),
        path: nil)
      try interpreter.perform(Command(.touch(touch), at: Origin()))
    }
    try interpreter.perform(Command(.endTouches, at: Origin()))
    if frame.touches.isEmpty {
      let rest = max(0, frame.time - time)
      try interpreter.perform(Command(.wait(rest), at: Origin()))
    }
    checkRules()
    try checkExpectations(.always)
    if fingersDown.isEmpty { try checkExpectations(.atRest) }
  }

  private mutating func checkRules() {
    for case .gesture(let event, _) in interpreter.record.trace.dropFirst(checked) where flaw == nil {
      flaw = rules.check(event).map(Flaw.rule)
    }
    checked = interpreter.record.trace.count
    guard flaw == nil else { return }
    flaw =
      interpreter.sceneRun.violation(of: rules).map(Flaw.rule)
      // That of an `on` block.
      ?? interpreter.failedExpectations.first.map(Flaw.expectation)
  }

  private mutating func checkExpectations(_ moment: FingerTest.Moment) throws(ScriptError) {
    for expectation in test.expectations where flaw == nil && expectation.moment == moment {
      do throws(ScriptError) {
        try interpreter.run(expectation.statements)
        flaw = interpreter.failedExpectations.first.map { .claim($0, expectation.range) }
      } catch {
        // Before the fingers come, this is an error of the script.
        if frames.isEmpty { throw error }
        try end(with: .claim(error, expectation.range), error)
      }
    }
  }

  /// Returns a place on the canvas, mostly on a layer with recognizers.
  private func place(_ random: inout SplitMix64) -> Point {
    let scene = interpreter.sceneRun.editor.scene
    let canvas = Rect(origin: .zero, size: scene.canvas.size)
    func point(in rect: Rect) -> Point {
      Point(x: rect.minX + random.share() * rect.size.width, y: rect.minY + random.share() * rect.size.height)
    }
    guard !targets.isEmpty, random.below(8) > 0 else { return point(in: canvas) }
    let layer = targets[random.below(targets.count)]
    // A layer may be larger than the canvas.
    for _ in 0..<8 {
      let inside = point(in: scene.layers[layer].bounds).applying(scene.toCanvas(layer))
      if let inside, canvas.contains(inside) { return inside }
    }
    return point(in: canvas)
  }
}
