import FrameGeometry
import FrameGesture
import FrameImage

/// Plays sources of actions by the standard: the first items of all sources are a tick, then the second ones, and a
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

  private var fingers: [Finger]
  private var clock = 0
  private var touches: [StreamTouch] = []
  private let limit: Int

  /// - Parameter limit: the maximum number of touches.
  /// - Returns: touches in order of time, those at one instant in the order of sources.
  static func touches(
    of sources: [ActionSource], limit: Int
  ) throws(ScriptError) -> [StreamTouch] {
    var ticks = ActionTicks(fingers: sources.count, limit: limit)
    var playing = Array(sources.indices)
    var tick = 0
    while true {
      playing.removeAll { sources[$0].items.count <= tick }
      if playing.isEmpty { break }
      try ticks.play(playing.map { (finger: $0, id: sources[$0].touch ?? 0, item: sources[$0].items[tick]) })
      tick += 1
    }
    return ticks.touches.sorted { ($0.time, $0.id) < ($1.time, $1.id) }
  }

  private init(fingers: Int, limit: Int) {
    self.fingers = Array(repeating: Finger(), count: fingers)
    self.limit = limit
  }

  private mutating func play(
    _ items: [(finger: Int, id: Int, item: ActionItem)]
  ) throws(ScriptError) {
    let duration = items.map { $0.item.duration ?? 0 }.max() ?? 0
    if items.contains(where: { isSecondTouch($0.item, of: fingers[$0.finger], duration) }) {
      clock += Time.microsecond
    }
    let end = clock + duration * Time.millisecond
    for (finger, id, item) in items {
      guard end <= Time.latest || item.duration != duration else {
        let seconds = Double(end) / Double(Time.second)
        let range = StreamTouch.Range.seconds
        throw ScriptError(
          .outOfRange(
            "the time", value: seconds, wanted: "at most \(range.upperBound.scriptText) seconds"),
          at: item.offset)
      }
      try play(item, finger: finger, id: id, duration)
    }
    clock = end
  }

  /// Returns whether the item would touch at the tick's start, and the finger already has a touch then.
  ///
  /// - Parameter duration: the tick's duration in milliseconds.
  private func isSecondTouch(_ item: ActionItem, of finger: Finger, _ duration: Int) -> Bool {
    guard finger.last == clock else { return false }
    switch item.kind {
    case .pause: return false
    case .move: return finger.isDown && (item.duration ?? duration) == 0
    case .touch(let phase): return finger.isDown != (phase == .down)
    }
  }

  /// A finger that is down does not go down again, and one that is up does not go up: the standard ignores both.
  private mutating func play(
    _ item: ActionItem, finger: Int, id: Int, _ duration: Int
  ) throws(ScriptError) {
    let isDown = fingers[finger].isDown
    switch item.kind {
    case .pause: break
    case .move(let point, let isRelative):
      let start = fingers[finger].point
      let target = isRelative ? Point(x: start.x + point.x, y: start.y + point.y) : point
      if isDown { try move(item, finger: finger, id: id, from: start, to: target, item.duration ?? duration) }
      fingers[finger].point = target
    case .touch(let phase):
      guard isDown != (phase == .down) else { return }
      fingers[finger].isDown = phase == .down
      try touch(phase, item, finger: finger, id: id, at: fingers[finger].point, clock)
    }
  }

  /// Every sixtieth of a second during the movement, and exactly at its end.
  private mutating func move(
    _ item: ActionItem, finger: Int, id: Int, from start: Point, to target: Point, _ duration: Int
  ) throws(ScriptError) {
    let length = duration * Time.millisecond
    let steps = max(0, length - 1) / Time.frame
    try checkLimit(adding: steps + 1, at: item.offset)
    for step in 0..<steps {
      let passed = (step + 1) * Time.frame
      let part = Double(passed) / Double(length)
      let point = Point(
        x: start.x + (target.x - start.x) * part, y: start.y + (target.y - start.y) * part)
      try touch(.move, item, finger: finger, id: id, at: point, clock + passed)
    }
    try touch(.move, item, finger: finger, id: id, at: target, clock + length)
  }

  private mutating func touch(
    _ phase: TouchPhase, _ item: ActionItem, finger: Int, id: Int, at point: Point, _ time: Int
  ) throws(ScriptError) {
    try checkLimit(adding: 1, at: item.offset)
    fingers[finger].last = time
    touches.append(
      StreamTouch(
        time: Double(time) / Double(Time.second), id: id, phase: phase, point: point, offset: item.offset))
  }

  private func checkLimit(adding count: Int, at offset: Int) throws(ScriptError) {
    let needed = touches.count + count
    guard needed <= limit else {
      throw ScriptError(
        LimitExceeded(.touches, needed: needed, allowed: limit), at: offset)
    }
  }
}
