/// Why a recognizer failed. Lengths are in pixels of the canvas, times in seconds, angles in radians.
package enum FailureReason: Equatable, Sendable {
  /// More fingers came down than the gesture takes.
  case touches(Int, most: Int)
  /// Fingers went up before enough of them had come down.
  case fewTouches(Int, least: Int)
  /// A finger moved too far for a tap or a press.
  case moved(Double, most: Double)
  /// Fingers went up before they had moved, scaled or turned enough.
  case unmoved(Double, least: Double)
  case unscaled(Double, least: Double)
  case unturned(Double, least: Double)
  /// Fingers moved in another direction than the swipe's.
  case drifted(Double, SwipeDirection, most: Double)
  /// Fingers had not moved far enough in time.
  case slow(Double, least: Double, within: Double)
  /// A tap was too long.
  case held(most: Double)
  /// The press was too short.
  case lifted(after: Double, least: Double)
  /// No further tap came in time.
  case paused(most: Double)
  /// The next tap came too soon, or too far away.
  case hurried(Double, least: Double)
  case apart(Double, most: Double)
  /// Another recognizer began or was recognized. By its number: a name would make every copy of an event slower.
  case prevented(by: Int)
  /// A touch was canceled.
  case canceled
  case disabled
}
