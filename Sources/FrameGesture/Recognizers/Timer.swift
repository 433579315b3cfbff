/// A deadline that something has, in virtual time.
struct Timer: Equatable, Sendable {
  var deadline: Double
  /// True where what happens at the deadline itself is still in time.
  var isStrict = false

  /// Times nearer than this are one: `0.1 + 0.35` and `0.45` are not the same number, but a gap of
  /// exactly 350 ms is one however its ends were written.
  static let sameInstant = 1e-9

  /// Whether it has run out when time comes to this.
  func isDue(at time: Double) -> Bool {
    isStrict ? deadline < time - Self.sameInstant : deadline <= time + Self.sameInstant
  }

  /// Of two that are due: what is still in time at the deadline comes after what is not.
  static func < (a: Timer, b: Timer) -> Bool {
    a.deadline != b.deadline ? a.deadline < b.deadline : !a.isStrict && b.isStrict
  }
}
