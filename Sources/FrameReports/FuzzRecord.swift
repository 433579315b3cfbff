import FrameScript

/// The report of `fuzz`, besides that of its coverage.
package struct FuzzRecord: Encodable, Sendable {
  package var runs: Int
  package var touches: Int
  package var seed: UInt64
  /// What is wrong; nil if nothing is.
  package var failure: String?
  /// A script of the fewest touches with which it is wrong.
  package var script: String?

  package init(_ result: ScriptFuzzer.Result, seed: UInt64, script: String?) {
    (runs, touches, self.seed, self.script) = (result.runs, result.touches, seed, script)
    failure = result.finding?.flaw.message.line
  }
}
