import FrameModel

/// Fingers on their way, and the frames that they have left behind.
struct Fingers {
  private(set) var frames: [TouchFrame] = []
  /// Where those that are down are.
  private(set) var places: [Point] = []
  private var time: Double
  private let start: Double
  private let firstTouch: Int

  init(time: Double, firstTouch: Int) {
    self.time = time
    start = time
    self.firstTouch = firstTouch
  }

  private mutating func add(_ phase: TouchPhase, at places: [Point]) {
    let touches = places.enumerated().map { Touch(id: firstTouch + $0, phase, at: $1) }
    frames.append(TouchFrame(time: time, touches: touches))
  }

  mutating func put(_ places: [Point]) {
    self.places = places
    add(.down, at: places)
  }

  mutating func wait(_ duration: Double) { time += duration }

  /// - Parameter duration: since the first frame.
  mutating func rest(until duration: Double) { time = max(time, start + duration) }

  mutating func move(to places: [Point], after duration: Double) {
    time += duration
    self.places = places
    add(.move, at: places)
  }

  /// - Parameter at: where the fingers are at a share of the way, 0 to 1; at 1 exactly where they shall end.
  mutating func move(over duration: Double, steps: Int, at: (Double) -> [Point]) {
    move(over: duration, shares: (1...max(1, steps)).map { Double($0) / Double(max(1, steps)) }, at: at)
  }

  /// One finger along straight lines, at one speed. It is seen at every corner.
  mutating func move(through points: [Point], over duration: Double, steps: Int) {
    let lengths = zip(points, points.dropFirst()).map { Trigonometry.hypot($1.x - $0.x, $1.y - $0.y) }
    let whole = lengths.reduce(0, +)
    var corners: [Double] = []
    var gone = 0.0
    for length in lengths.dropLast() {
      gone += length
      if gone > 0, gone < whole { corners.append(gone / whole) }
    }
    let even = (1...max(1, steps)).map { Double($0) / Double(max(1, steps)) }
    let shares = Set(even + corners).sorted()
    move(over: duration, shares: shares) { share in
      if let corner = corners.firstIndex(of: share) { return [points[corner + 1]] }
      guard share < 1 else { return [points[points.count - 1]] }
      var rest = whole * share
      for (i, length) in lengths.enumerated() {
        if rest < length { return [points[i].towards(points[i + 1], rest / length)] }
        rest -= length
      }
      return [points[points.count - 1]]
    }
  }

  private mutating func move(over duration: Double, shares: [Double], at: (Double) -> [Point]) {
    let from = time
    for share in shares {
      time = from + duration * share
      places = at(share)
      add(.move, at: places)
    }
  }

  /// A little after the last move, for two frames of one instant would be one.
  mutating func lift(after duration: Double = 1 / 60) {
    time += duration
    add(.up, at: places)
    places = []
  }
}

extension Point {
  func moved(_ v: Vector) -> Point { Point(x: x + v.dx, y: y + v.dy) }

  /// A share of the way to another point, which 1 is exactly.
  func towards(_ end: Point, _ share: Double) -> Point {
    share == 1 ? end : Point(x: x + (end.x - x) * share, y: y + (end.y - y) * share)
  }
}
