import FrameGeometry
import FrameGesture
import FrameImage
import FrameScene

/// Plays sources of actions by the standard, of one request or of several, one after another: the first items of all sources are a tick, then the second ones, and a
/// tick lasts as long as its longest item.
///
/// A finger can have only one touch at an instant. If a tick would begin with a second one, as when a move ends the
/// previous tick and `pointerUp` begins this one, the tick and all later ones start a microsecond later.
struct ActionTicks {
  private struct Finger {
    var point = Point.zero
    var isDown = false
    /// The time of its last touch.
    var last: Int?
  }

  /// Times are integers in units of a third of a microsecond, in which both a millisecond and a sixtieth of a second
  /// are whole, so sums are never rounded.
  private enum Time {
    static let second = 3_000_000
    static let frame = second / 60
    static let millisecond = second / 1000
    static let microsecond = 3
    static let latest = Int(StreamTouch.Range.seconds.upperBound) * second
  }

  /// By the number of their touches. A finger keeps its position and its touch from one request to the next.
  private var fingers: [Int: Finger] = [:]
  private var clock = 0
  private var touches: [StreamTouch] = []
  private let limits: Limits
  private let held: Int

  /// - Parameter held: the bytes of the text, if it is held.
  init(_ limits: Limits, beside held: Int = 0) { (self.limits, self.held) = (limits, held) }

  /// The touches in order of time, those at one instant in the order of sources.
  var sorted: [StreamTouch] { touches.sorted { ($0.time, $0.id) < ($1.time, $1.id) } }

  /// Plays the sources of a request.
  mutating func play(_ sources: [ActionSource]) throws(ScriptError) {
    var playing = Array(sources.indices)
    var tick = 0
    while true {
      playing.removeAll { sources[$0].items.count <= tick }
      if playing.isEmpty { return }
      try play(playing.map { (finger: sources[$0].touch ?? 0, item: sources[$0].items[tick]) })
      tick += 1
    }
  }

  /// Lifts all fingers, and forgets their positions.
  mutating func release(at offset: Int) throws(ScriptError) {
    let down = fingers.filter(\.value.isDown).keys.sorted()
    startAfter(down.compactMap { fingers[$0]?.last })
    for finger in down {
      let item = ActionItem(kind: .touch(.up), offset: offset)
      try touch(.up, item, finger: finger, at: fingers[finger]!.point, clock)
    }
    for finger in fingers.keys { fingers[finger] = Finger(last: fingers[finger]!.last) }
  }

  /// Starts a tick after touches at these times.
  private mutating func startAfter(_ times: [Int]) {
    if let last = times.max(), last >= clock { clock = last + Time.microsecond }
  }

  private mutating func play(_ items: [(finger: Int, item: ActionItem)]) throws(ScriptError) {
    let duration = items.map { $0.item.duration ?? 0 }.max() ?? 0
    startAfter(
      items.compactMap { finger, item in
        let finger = fingers[finger] ?? Finger()
        return touchesAtStart(item, finger, duration) ? finger.last : nil
      })
    let end = clock + duration * Time.millisecond
    for (finger, item) in items {
      try ScriptPosition(offset: item.offset).require(
        end <= Time.latest || item.duration != duration, "the time", Double(end) / Double(Time.second),
        wanted: "at most \(StreamTouch.Range.seconds.upperBound.scriptText) seconds")
      try play(item, finger: finger, duration)
    }
    clock = end
  }

  /// Returns whether the item touches at the start of the tick.
  ///
  /// - Parameter duration: the tick's duration in milliseconds.
  private func touchesAtStart(_ item: ActionItem, _ finger: Finger, _ duration: Int) -> Bool {
    switch item.kind {
    case .pause: false
    case .move: finger.isDown && (item.duration ?? duration) == 0
    case .touch(let phase): finger.isDown != (phase == .down)
    case .drag: true
    }
  }

  /// A finger that is down does not go down again, and one that is up does not go up: the standard ignores both.
  private mutating func play(
    _ item: ActionItem, finger: Int, _ duration: Int
  ) throws(ScriptError) {
    let isDown = fingers[finger]?.isDown ?? false
    let start = fingers[finger]?.point ?? .zero
    switch item.kind {
    case .pause: break
    case .move(let point, let isRelative):
      let target = isRelative ? Point(x: start.x + point.x, y: start.y + point.y) : point
      if isDown { try move(item, finger: finger, from: start, to: target, item.duration ?? duration) }
      fingers[finger, default: Finger()].point = target
    case .touch(let phase):
      guard isDown != (phase == .down) else { return }
      fingers[finger, default: Finger()].isDown = phase == .down
      try touch(phase, item, finger: finger, at: start, clock)
    case .drag(let from, let offset):
      let target = Point(x: from.x + offset.x, y: from.y + offset.y)
      try touch(.down, item, finger: finger, at: from, clock)
      try move(item, finger: finger, from: from, to: target, item.duration ?? duration)
      try touch(.up, item, finger: finger, at: target, fingers[finger]!.last! + Time.microsecond)
    }
  }

  /// Every sixtieth of a second during the movement, and exactly at its end.
  private mutating func move(
    _ item: ActionItem, finger: Int, from start: Point, to target: Point, _ duration: Int
  ) throws(ScriptError) {
    let length = duration * Time.millisecond
    let steps = max(0, length - 1) / Time.frame
    try checkLimit(adding: steps + 1, at: item.offset)
    for step in 0..<steps {
      let passed = (step + 1) * Time.frame
      let part = Double(passed) / Double(length)
      let point = Point(
        x: start.x + (target.x - start.x) * part, y: start.y + (target.y - start.y) * part)
      try touch(.move, item, finger: finger, at: point, clock + passed)
    }
    try touch(.move, item, finger: finger, at: target, clock + length)
  }

  private mutating func touch(
    _ phase: TouchPhase, _ item: ActionItem, finger: Int, at point: Point, _ time: Int
  ) throws(ScriptError) {
    try checkLimit(adding: 1, at: item.offset)
    fingers[finger, default: Finger()].last = time
    touches.append(
      StreamTouch(
        time: Double(time) / Double(Time.second), id: finger, phase: phase, point: point, offset: item.offset)
    )
  }

  private func checkLimit(adding count: Int, at offset: Int) throws(ScriptError) {
    let place = ScriptPosition(offset: offset)
    try limited(limits.check(recordedTouches: touches.count + count, beside: held), at: place)
  }
}
