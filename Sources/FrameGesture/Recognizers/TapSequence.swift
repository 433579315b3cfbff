import FrameModel

/// Taps, one after the other, by a number of fingers each. Every function is false where the touch
/// breaks the sequence.
struct TapSequence: Sendable {
  /// How many fingers a tap takes.
  let touches: Int
  private(set) var count = 0
  /// The middle of the first tap.
  private(set) var first: Point?

  /// The tap now being made: how many fingers have come down for it, where in sum, and since when.
  private var pressed = 0
  private var places = Vector.zero
  private(set) var pressedAt = 0.0
  /// The last tap's middle and end.
  private var last: Point?
  private var releasedAt = 0.0

  init(touches: Int) {
    self.touches = touches
  }

  /// All fingers of a tap have come down.
  var isPressed: Bool { pressed == touches }

  mutating func down(_ finger: Finger, at moment: Instant) -> Bool {
    if pressed == 0 {
      pressedAt = moment.time
      places = .zero
      let gap = moment.time - releasedAt
      if count > 0, gap < moment.settings.tapMinGap - Timer.sameInstant { return false }
    }
    pressed += 1
    places = places + (finger.location - .zero)
    guard pressed >= touches else { return true }
    guard pressed == touches else { return false }
    let middle = Point(x: places.dx / Double(touches), y: places.dy / Double(touches))
    if let last, (middle - last).length >= moment.settings.tapMaxSeparation { return false }
    if first == nil { first = middle }
    last = middle
    return true
  }

  func move(_ fingers: [Finger], at moment: Instant) -> Bool {
    fingers.allSatisfy { $0.way < moment.settings.tapMaxDistance }
  }

  mutating func up(_ fingers: [Finger], at moment: Instant) -> Bool {
    guard isPressed else { return false }
    guard fingers.isEmpty else { return true }
    count += 1
    pressed = 0
    releasedAt = moment.time
    return true
  }

  /// A tap's last moment, or that of the next one's beginning.
  func timer(_ settings: GestureSettings) -> Timer? {
    if pressed > 0 {
      let deadline = pressedAt + settings.tapMaxDuration
      return deadline.isFinite ? Timer(deadline: deadline) : nil
    }
    return count > 0 ? Timer(deadline: releasedAt + settings.tapMaxGap, isStrict: true) : nil
  }
}
