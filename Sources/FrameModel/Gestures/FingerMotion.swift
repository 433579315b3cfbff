/// A named gesture with its numbers: what fingers do, not yet how. Lengths and positions are the canvas's, times are
/// in seconds.
public struct FingerMotion: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// The three gestures that end exactly at their value.
    case pan(Vector)
    case pinch(Double)
    /// In radians, clockwise.
    case twist(Double)

    /// The literal gestures.
    case taps(Int)
    /// nil: slightly longer than necessary.
    case longPress(duration: Double?)
    case swipe(SwipeDirection)
    /// Through these points at constant speed, starting at the motion's position.
    case drag([Point])
    /// The second finger's start, and the ends of both.
    case twoFinger(Point, to: Point, Point)
  }

  public var kind: Kind
  /// The position where the finger goes down, or the midpoint of two.
  public var place: Point
  /// The time from the first finger down to the last finger up; nil for the default.
  public var duration: Double?
  /// The number of moves; nil for sixty per second.
  public var steps: Int?

  public init(_ kind: Kind, at place: Point, over duration: Double? = nil, steps: Int? = nil) {
    self.kind = kind
    self.place = place
    self.duration = duration
    self.steps = steps
  }
}
