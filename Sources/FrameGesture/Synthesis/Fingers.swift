import FrameGeometry

/// Synthesized fingers, whose movements are recorded as touch frames.
struct Fingers: Sendable {
  private(set) var frames = TouchFrames()
  /// The locations of the fingers that are down.
  private(set) var locations: [Point] = []
  private var time: Double
  private let start: Double

  init(time: Double) {
    self.time = time
    start = time
  }

  mutating func touchDown(at locations: [Point]) {
    self.locations = locations
    frames.parts.append(.frame(time: time, .down, locations))
  }

  mutating func wait(_ duration: Double) { time += duration }

  /// Keeps the fingers where they are.
  ///
  /// - Parameter duration: The time since the first frame, in seconds.
  mutating func hold(until duration: Double) { time = max(time, start + duration) }

  mutating func move(to locations: [Point], after duration: Double) {
    time += duration
    self.locations = locations
    frames.parts.append(.frame(time: time, .move, locations))
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
    // From the first point to each of them.
    var distances = [0.0]
    for length in lengths { distances.append(distances[distances.count - 1] + length) }
    let total = distances[distances.count - 1]
    let shares = distances.map { $0 / total }
    let corners = shares.filter { $0 > 0 && $0 < 1 }
    move(over: duration, EvenSteps(steps: steps, extra: corners)) { [distances] share in
      // Points that are all the same, or too far apart to measure, have no places between them.
      guard share < 1, total > 0, total.isFinite else { return [points[points.count - 1]] }
      let next = shares.partitioningIndex { $0 >= share }
      guard shares[next] > share else { return [points[next]] }
      let way = total * share - distances[next - 1]
      return [points[next - 1].interpolated(to: points[next], way / lengths[next - 1])]
    }
  }

  private mutating func move(
    over duration: Double, _ shares: EvenSteps, at: @escaping @Sendable (Double) -> [Point]
  ) {
    frames.parts.append(.moves(from: time, over: duration, shares, at: at))
    // The last share is always 1.
    time += duration
    locations = at(1)
  }

  /// Lifts all fingers, shortly after the last move: two frames at the same time would be one frame.
  mutating func lift(after duration: Double = 1 / 60) {
    time += duration
    frames.parts.append(.frame(time: time, .up, locations))
    locations = []
  }
}

extension Point {
  /// Returns a point on the line to another point. A share of 1 gives exactly that point.
  func interpolated(to end: Point, _ share: Double) -> Point {
    share == 1 ? end : Point(x: x + (end.x - x) * share, y: y + (end.y - y) * share)
  }
}
