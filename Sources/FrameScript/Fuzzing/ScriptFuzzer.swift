import FrameGeometry
import FrameGesture
import FrameScene

/// Tries random fingers on the layers of a script, and finds the fewest touches with which something is wrong.
package struct ScriptFuzzer {
  /// The result of all runs.
  package struct Result: Sendable {
    package let runs: Int
    package let touches: Int
    package let coverage: GestureCoverage
    /// The number of expectations that are checked only before the fingers come.
    package let uncheckedExpectations: Int
    /// nil if nothing is wrong.
    package let finding: Finding?
  }

  package struct Finding: Equatable, Sendable {
    package let flaw: Flaw
    /// The fewest touches with which it happens. Times count from the last gesture of the script by name, or from its
    /// start.
    package let frames: [TouchFrame]
    /// The number of touches before the fewest were found.
    package let touches: Int
  }

  private let test: FingerTest
  /// Returns an interpreter that has not run the test's script yet, and records a trace.
  private let interpreter: () -> Interpreter

  package init(_ test: FingerTest, _ interpreter: @escaping () -> Interpreter) {
    (self.test, self.interpreter) = (test, interpreter)
  }

  /// Tries random fingers until something is wrong.
  ///
  /// - Throws: an error of the script before the fingers come, or an exceeded limit.
  package func run(
    _ runs: Int, seed: UInt64, acts: [RandomFingers.Act] = RandomFingers.Act.allCases
  ) throws(ScriptError) -> Result {
    var seeds = SplitMix64(seed: seed)
    var coverage = GestureCoverage()
    var touches = 0
    let trials = try Trials(test, interpreter)
    for run in 1...runs {
      var trial = try trials.next()
      try trial.run(.random(seed: seeds.next(), acts: acts))
      coverage.add(trial.coverage)
      touches += trial.frames.touches
      guard trial.flaw == nil else {
        let finding = try fewest(trial.frames, trials)
        return Result(
          runs: run, touches: touches, coverage: coverage,
          uncheckedExpectations: test.uncheckedExpectations, finding: finding)
      }
    }
    return Result(
      runs: runs, touches: touches, coverage: coverage,
      uncheckedExpectations: test.uncheckedExpectations, finding: nil)
  }

  /// Finds the fewest touches with which the same is wrong.
  ///
  /// - Returns: nil if nothing is wrong with these touches.
  package func fewest(_ frames: [TouchFrame]) throws(ScriptError) -> Finding? {
    try fewest(frames, Trials(test, interpreter))
  }

  private func fewest(_ frames: [TouchFrame], _ trials: Trials) throws(ScriptError) -> Finding? {
    /// The flaw, and the numbers of frames before it and of fingers that are then down.
    func flaw(_ frames: [TouchFrame]) throws(ScriptError) -> (Flaw, frames: Int, down: Int)? {
      var trial = try trials.next()
      try trial.run(.given(frames))
      return trial.flaw.map { ($0, trial.frames.count, trial.fingersDown.count) }
    }
    guard let (original, _, down) = try flaw(frames) else { return nil }
    // Without touches, an expectation about their result fails, too.
    let isTrivial = try flaw([])?.0.isSame(as: original) ?? false
    // An expectation about lifted fingers tells nothing about fingers that are down.
    let mustLift = down == 0 && test.expectations.contains { $0.moment == .atEnd }
    var shrinker = TouchShrinker(from: trials.start) { frames throws(ScriptError) -> Int? in
      guard let (found, count, down) = try flaw(frames), down == 0 || !mustLift else { return nil }
      return (isTrivial ? found == original : found.isSame(as: original)) ? count : nil
    }
    let fewest = try shrinker.shrink(frames)
    return Finding(flaw: try flaw(fewest)?.0 ?? original, frames: fewest, touches: frames.touches)
  }
}

/// Trials that begin alike: the script runs once for all of them, if it can.
private struct Trials {
  private let test: FingerTest
  private let interpreter: () -> Interpreter
  private let first: FingerTrial
  private let checkpoint: RunCheckpoint?

  init(_ test: FingerTest, _ interpreter: @escaping () -> Interpreter) throws(ScriptError) {
    (self.test, self.interpreter) = (test, interpreter)
    first = try FingerTrial(test, interpreter())
    checkpoint = first.checkpoint
  }

  var start: TouchStart { TouchStart(time: first.time, down: first.fingersDown) }

  func next() throws(ScriptError) -> FingerTrial {
    guard let checkpoint else { return try FingerTrial(test, interpreter()) }
    return first.beginning(at: checkpoint)
  }
}
