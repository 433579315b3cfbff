import FrameGeometry

/// Touches of synthesized fingers. It records movements and makes touch frames from them on demand.
struct Fingers: Sendable {
  /// One step of the recording.
  private enum Part: Sendable {
    case frame(time: Double, TouchPhase, [Point])
    case moves(from: Double, over: Double, EvenSteps, at: @Sendable (Double) -> [Point])
  }

  private var parts: [Part] = []
  /// The locations of the fingers that are down.
  private(set) var locations: [Point] = []
  private var time: Double
  private let start: Double
  private let firstTouch: Int

  init(time: Double, firstTouch: Int) {
    self.time = time
    start = time
    self.firstTouch = firstTouch
  }

  var frames: TouchFrames {
    TouchFrames { [parts, firstTouch] in
      func frame(_ time: Double, _ phase: TouchPhase, _ locations: [Point]) -> TouchFrame {
        TouchFrame(
          time: time, touches: locations.enumerated().map { Touch(id: firstTouch + $0, phase, at: $1) })
      }
      var rest = parts.makeIterator()
      var moves: (() -> TouchFrame?)?
      return AnyIterator {
        while true {
          if let next = moves?() { return next }
          moves = nil
          switch rest.next() {
          case nil: return nil
          case .frame(let time, let phase, let locations): return frame(time, phase, locations)
          case .moves(let from, let duration, let shares, let at):
            var shares = shares
            moves = { shares.next().map { frame(from + duration * $0, .move, at($0)) } }
          }
        }
      }
    }
  }

  mutating func touchDown(at locations: [Point]) {
    self.locations = locations
    parts.append(.frame(time: time, .down, locations))
  }

  mutating func wait(_ duration: Double) { time += duration }

  /// Keeps the fingers where they are.
  ///
  /// - Parameter duration: The time since the first frame, in seconds.
  mutating func hold(until duration: Double) { time = max(time, start + duration) }

  mutating func move(to locations: [Point], after duration: Double) {
    time += duration
    self.locations = locations
    parts.append(.frame(time: time, .move, locations))
  }

  /// Moves the fingers in even steps.
  ///
  /// - Parameter at: Returns the locations at a share of the movement, from 0 to 1. At 1, it must return the
  ///   exact end.
  mutating func move(over duration: Double, steps: Int, at: @escaping @Sendable (Double) -> [Point]) {
    move(over: duration, EvenSteps(steps: steps), at: at)
  }

  /// Moves one finger along straight lines at constant speed. Every corner gets a frame.
  mutating func move(through points: [Point], over duration: Double, steps: Int) {
    let lengths = zip(points, points.dropFirst()).map { Trigonometry.hypot($1.x - $0.x, $1.y - $0.y) }
    let total = lengths.reduce(0, +)
    var corners: [Double] = []
    var covered = 0.0
    for length in lengths.dropLast() {
      covered += length
      if covered > 0, covered < total { corners.append(covered / total) }
    }
    move(over: duration, EvenSteps(steps: steps, extra: corners)) { [corners] share in
      if let corner = corners.firstIndex(of: share) { return [points[corner + 1]] }
      guard share < 1 else { return [points[points.count - 1]] }
      var rest = total * share
      for (i, length) in lengths.enumerated() {
        if rest < length { return [points[i].interpolated(to: points[i + 1], rest / length)] }
        rest -= length
      }
      return [points[points.count - 1]]
    }
  }

  private mutating func move(
    over duration: Double, _ shares: EvenSteps, at: @escaping @Sendable (Double) -> [Point]
  ) {
    parts.append(.moves(from: time, over: duration, shares, at: at))
    // The last share is always 1.
    time += duration
    locations = at(1)
  }

  /// Lifts all fingers, shortly after the last move: two frames at the same time would be one frame.
  mutating func lift(after duration: Double = 1 / 60) {
    time += duration
    parts.append(.frame(time: time, .up, locations))
    locations = []
  }
}

/// Ascending shares of a movement in (0, 1]: even steps and extra shares between them, each once.
private struct EvenSteps: IteratorProtocol, Sendable {
  private let steps: Int
  private let extra: [Double]
  private var step = 1
  private var extraIndex = 0

  /// - Parameter extra: Shares between 0 and 1, in any order.
  init(steps: Int, extra: [Double] = []) {
    self.steps = max(1, steps)
    self.extra = extra.sorted()
  }

  mutating func next() -> Double? {
    while extraIndex < extra.count, extraIndex > 0, extra[extraIndex] == extra[extraIndex - 1] {
      extraIndex += 1
    }
    let even = step <= steps ? Double(step) / Double(steps) : nil
    let extraShare = extraIndex < extra.count ? extra[extraIndex] : nil
    guard let next = [even, extraShare].compactMap(\.self).min() else { return nil }
    if even == next { step += 1 }
    if extraShare == next { extraIndex += 1 }
    return next
  }
}

extension Point {
  func offset(by v: Vector) -> Point { Point(x: x + v.dx, y: y + v.dy) }

  /// Returns a point on the line to another point. A share of 1 gives exactly that point.
  func interpolated(to end: Point, _ share: Double) -> Point {
    share == 1 ? end : Point(x: x + (end.x - x) * share, y: y + (end.y - y) * share)
  }
}
