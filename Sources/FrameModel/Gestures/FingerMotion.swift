/// A gesture by name, with its numbers: what fingers are to do, not yet how. Lengths and places are the
/// canvas's, times in seconds.
public struct FingerMotion: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// The three that end exactly at their value.
    case pan(Vector)
    case pinch(Double)
    /// In radians, clockwise.
    case twist(Double)

    /// The literal ones.
    case taps(Int)
    /// nil: a little longer than it has to be.
    case longPress(duration: Double?)
    case swipe(SwipeDirection)
    /// Through these points, at one speed, from the motion's place on.
    case drag([Point])
    /// The second finger's start, and where both end.
    case twoFinger(Point, to: Point, Point)
  }

  public var kind: Kind
  /// Where the finger comes down, or the middle between two.
  public var place: Point
  /// From the first finger's coming down to the last one's going up; nil: as long as such a gesture takes.
  public var duration: Double?
  /// How many moves there are; nil: sixty a second.
  public var steps: Int?

  public init(_ kind: Kind, at place: Point, over duration: Double? = nil, steps: Int? = nil) {
    self.kind = kind
    self.place = place
    self.duration = duration
    self.steps = steps
  }
}
