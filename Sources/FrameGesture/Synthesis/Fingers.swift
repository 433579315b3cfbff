import FrameModel

/// Fingers on their way. Frames are made of it when they are asked for.
struct Fingers: Sendable {
  /// What happens, one after the other.
  private enum Part: Sendable {
    case frame(time: Double, TouchPhase, [Point])
    case moves(from: Double, over: Double, EvenSteps, at: @Sendable (Double) -> [Point])
  }

  private var parts: [Part] = []
  /// Where those that are down are.
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

  /// - Parameter duration: since the first frame.
  mutating func hold(until duration: Double) { time = max(time, start + duration) }

  mutating func move(to locations: [Point], after duration: Double) {
    time += duration
    self.locations = locations
    parts.append(.frame(time: time, .move, locations))
  }

  /// - Parameter at: where the fingers are at a share of the way, 0 to 1; at 1 exactly where they shall end.
  mutating func move(over duration: Double, steps: Int, at: @escaping @Sendable (Double) -> [Point]) {
    move(over: duration, EvenSteps(steps: steps), at: at)
  }

  /// One finger along straight lines, at one speed. It is seen at every corner.
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
    // The last share is 1.
    time += duration
    locations = at(1)
  }

  /// A little after the last move, for two frames of one instant would be one.
  mutating func lift(after duration: Double = 1 / 60) {
    time += duration
    parts.append(.frame(time: time, .up, locations))
    locations = []
  }
}

/// Even shares of a way, above 0 and up to 1, and others between them: the least first, each once.
private struct EvenSteps: IteratorProtocol, Sendable {
  private let steps: Int
  private let extra: [Double]
  private var step = 1
  private var other = 0

  /// - Parameter others: between 0 and 1, in any order.
  init(steps: Int, extra: [Double] = []) {
    self.steps = max(1, steps)
    self.extra = extra.sorted()
  }

  mutating func next() -> Double? {
    while other < extra.count, other > 0, extra[other] == extra[other - 1] { other += 1 }
    let even = step <= steps ? Double(step) / Double(steps) : nil
    let extraShare = other < extra.count ? extra[other] : nil
    guard let next = [even, extraShare].compactMap(\.self).min() else { return nil }
    if even == next { step += 1 }
    if extraShare == next { other += 1 }
    return next
  }
}

extension Point {
  func offset(by v: Vector) -> Point { Point(x: x + v.dx, y: y + v.dy) }

  /// A share of the way to another point, which 1 is exactly.
  func interpolated(to end: Point, _ share: Double) -> Point {
    share == 1 ? end : Point(x: x + (end.x - x) * share, y: y + (end.y - y) * share)
  }
}
