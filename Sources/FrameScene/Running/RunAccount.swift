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

  func checkpoint() -> RunCheckpoint.Part { RunCheckpoint.part(of: self, \.memory, \.reportBytes) }

  /// Counts bytes that are held from now on; negative numbers are returned.
  package func hold<Place: ErrorPlace>(_ bytes: Int, at place: Place) throws(Place.Failure) {
    try limited(memory.add(bytes), at: place)
  }

  /// Counts the bytes of reports.
  package func hold<Place: ErrorPlace>(reported bytes: Int, at place: Place) throws(Place.Failure) {
    reportBytes = reportBytes.adding(bytes)
    try place.check(.reportBytes, reportBytes, atMost: limits.reportBytes)
    try hold(bytes, at: place)
  }

  /// Throws an error once the caller has ended the run.
  package func checkCancellation<Place: ErrorPlace>(at place: Place) throws(Place.Failure) {
    try limited(limits.checkCancellation(), at: place)
  }

  /// Checks the number of statements, and that the caller has not ended the run.
  package func check(statements count: Int) throws(LimitExceeded) {
    try limits.checkCancellation()
    guard count <= limits.statements else {
      throw LimitExceeded(.statements, needed: count, allowed: limits.statements)
    }
  }
}
