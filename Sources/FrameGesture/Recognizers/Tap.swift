import FrameModel

/// So many taps by so many fingers, recognized when the last finger goes up.
struct Tap: Recognizer {
  var stage = Stage.undecided
  private let count: Int
  private var taps: TapSequence
  private var location = Point.zero

  init(count: Int, touches: Int) {
    self.count = count
    taps = TapSequence(touches: touches)
  }

  var isOver: Bool { false }

  var value: GestureValue {
    var value = GestureValue(location: taps.first ?? location)
    value.touches = taps.touches
    return value
  }

  mutating func down(_ fingers: [Finger], at moment: Instant) -> Bool {
    guard stage == .undecided, let finger = fingers.last else { return false }
    location = finger.location
    if !taps.down(finger, at: moment) { stage = .failed }
    return true
  }

  mutating func move(_ fingers: [Finger], at moment: Instant) -> Bool {
    if stage == .undecided, !taps.move(fingers, at: moment) { stage = .failed }
    return false
  }

  mutating func up(_ fingers: [Finger], at moment: Instant) {
    guard stage == .undecided else { return }
    if !taps.up(fingers, at: moment) {
      stage = .failed
    } else if taps.count == count {
      stage = .ready
    }
  }

  func timer(_ settings: GestureSettings) -> Timer? {
    stage == .undecided ? taps.timer(settings) : nil
  }

  mutating func timeIsUp() { stage = .failed }
}
