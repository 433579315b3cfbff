import FrameGeometry
import FrameImage

/// The limits of a run, and what the run has used of them. Everything that performs commands shares it.
package final class RunAccount {
  package let limits: Limits
  /// What the commands have made.
  package private(set) var memory: MemoryAccount
  /// The bytes of texts and failed expectations.
  private var reportBytes = 0

  /// The program itself holds far more, so that a small limit is effectively one of pixels.
  private static let freeBytes = 1 << 16

  package init(limits: Limits, memory: Int) {
    self.limits = limits
    self.memory = MemoryAccount(limit: min(limits.memory, memory), free: Self.freeBytes)
  }

  /// What was used so far, to return to.
  struct Checkpoint {
    fileprivate let memory: MemoryAccount
    fileprivate let reportBytes: Int
  }

  var checkpoint: Checkpoint {
    get { Checkpoint(memory: memory, reportBytes: reportBytes) }
    set { (memory, reportBytes) = (newValue.memory, newValue.reportBytes) }
  }

  /// Counts bytes that are held from now on; negative numbers are returned.
  package func hold(_ bytes: Int, at origin: Origin) throws(SceneError) {
    try limited(memory.add(bytes), at: origin)
  }

  /// Counts the bytes of reports.
  package func hold(reported bytes: Int, at origin: Origin) throws(SceneError) {
    reportBytes = reportBytes.adding(bytes)
    try check(.reportBytes, reportBytes, limits.reportBytes, at: origin)
    try hold(bytes, at: origin)
  }

  /// - Throws: `SceneError` if more is needed than allowed.
  package func check(
    _ kind: LimitExceeded.Kind, _ needed: Int, _ allowed: Int, at origin: Origin
  ) throws(SceneError) {
    guard needed <= allowed else {
      throw SceneError(.limit(LimitExceeded(kind, needed: needed, allowed: allowed)), at: origin)
    }
  }

  /// - Throws: `SceneError` once the caller has ended the run.
  package func checkCancellation(at origin: Origin) throws(SceneError) {
    try limited(limits.checkCancellation(), at: origin)
  }
}

/// Returns the result of `body`, or throws an exceeded limit as the error of a command.
func limited<Result>(
  _ body: @autoclosure () throws(LimitExceeded) -> Result, at origin: Origin
) throws(SceneError) -> Result {
  try converting(body()) { (error: LimitExceeded) in SceneError(.limit(error), at: origin) }
}
