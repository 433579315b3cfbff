import FrameGeometry

/// One finger at one instant.
package struct Touch: Equatable, Sendable {
  /// The finger's number. A finger that has gone up can go down again with the same number.
  package var id: Int
  package var phase: TouchPhase
  /// On the canvas. For a finger that goes up or is canceled, its last location.
  package var location: Point

  package init(id: Int, _ phase: TouchPhase, at location: Point) {
    self.id = id
    self.phase = phase
    self.location = location
  }
}

/// All fingers at one instant.
package struct TouchFrame: Equatable, Sendable {
  /// In seconds of virtual time.
  package var time: Double
  package var touches: [Touch]

  package init(time: Double, touches: [Touch]) {
    self.time = time
    self.touches = touches
  }
}

/// An error in a sequence of touches.
package enum TouchProblem: Equatable, Sendable {
  /// A finger moves, goes up or is canceled without being down.
  case notDown(Int)
  /// A finger goes down that is already down.
  case alreadyDown(Int)
  /// A finger has two touches in one frame.
  case twice(Int)
  /// In seconds.
  case timeGoesBack(from: Double, to: Double)
  case notFinite

  /// The finger with the error.
  package var touch: Int? {
    switch self {
    case .notDown(let id), .alreadyDown(let id), .twice(let id): id
    case .timeGoesBack, .notFinite: nil
    }
  }
}

/// A named gesture with its numbers: what fingers do, not yet how. Lengths and positions are the canvas's, times are
/// in seconds.
package struct FingerMotion: Equatable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The three gestures that end exactly at their value.
    case pan(Vector)
    case pinch(Double)
    /// In radians, clockwise.
    case twist(Double)
    /// Several of these, by the same two fingers.
    case together(FingerChange)

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

  package var kind: Kind
  /// The position where the finger goes down, or the midpoint of two.
  package var place: Point
  /// The time from the first finger down to the last finger up; nil for the default.
  package var duration: Double?
  /// The number of moves; nil for sixty per second.
  package var steps: Int?

  package init(_ kind: Kind, at place: Point, over duration: Double? = nil, steps: Int? = nil) {
    self.kind = kind
    self.place = place
    self.duration = duration
    self.steps = steps
  }
}

/// What two fingers do at the same time; nil for what they do not do.
package struct FingerChange: Hashable, Sendable {
  package var pan: Vector?
  package var pinch: Double?
  /// In radians, clockwise.
  package var twist: Double?

  package init(pan: Vector? = nil, pinch: Double? = nil, twist: Double? = nil) {
    (self.pan, self.pinch, self.twist) = (pan, pinch, twist)
  }
}

/// The change of a finger at one instant.
package enum TouchPhase: String, Hashable, Sendable, CaseIterable {
  case down, move, up, cancel
}
