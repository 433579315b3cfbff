import FrameImage
import FrameScript

/// The limits of a run, and what the run has used of them. Everything that runs a script shares it.
final class RunAccount {
  let limits: Limits
  /// What the script has made.
  private(set) var memory: MemoryAccount
  /// The bytes of texts and failed expectations.
  private var reportBytes = 0
  private var statements = 0

  /// The program itself holds far more, so that a small limit is effectively one of pixels.
  private static let freeBytes = 1 << 16

  init(limits: Limits, memory: Int) {
    self.limits = limits
    self.memory = MemoryAccount(limit: min(limits.memory, memory), free: Self.freeBytes)
  }

  /// Counts bytes that are held from now on; negative numbers are returned.
  func hold(_ bytes: Int, at position: ScriptPosition) throws(ScriptError) {
    do throws(LimitExceeded) { try memory.add(bytes) } catch {
      throw ScriptError(.limit(error), at: position)
    }
  }

  /// Counts the bytes of reports.
  func hold(reported bytes: Int, at position: ScriptPosition) throws(ScriptError) {
    reportBytes = reportBytes.adding(bytes)
    try check(.reportBytes, reportBytes, limits.reportBytes, at: position)
    try hold(bytes, at: position)
  }

  func countStatement(at position: ScriptPosition) throws(ScriptError) {
    try checkCancellation(at: position)
    statements += 1
    try check(.statements, statements, limits.statements, at: position)
  }

  /// - Throws: `ScriptError` if more is needed than allowed.
  func check(
    _ kind: LimitExceeded.Kind, _ needed: Int, _ allowed: Int, at position: ScriptPosition
  ) throws(ScriptError) {
    guard needed <= allowed else {
      throw ScriptError(.limit(LimitExceeded(kind, needed: needed, allowed: allowed)), at: position)
    }
  }

  /// - Throws: `ScriptError` once the caller has ended the run.
  func checkCancellation(at position: ScriptPosition) throws(ScriptError) {
    do throws(LimitExceeded) { try limits.checkCancellation() } catch {
      throw ScriptError(.limit(error), at: position)
    }
  }
}
