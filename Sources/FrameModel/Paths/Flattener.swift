/// Makes polylines of a path's elements, one after the other.
struct Flattener {
  private(set) var lines: [Polyline] = []
  private let tolerance: Double
  /// Beyond which nothing is seen, what the pen adds included.
  private let window: Rect?
  private let leastSteps: Double

  private var points: [Point] = []
  private var smooth: [Bool] = []
  /// Whether the contour has any element yet: a pen that was only moved draws nothing.
  private var hasDrawn = false
  /// Below which lines of this contour are rounding: what has no length has no direction to join.
  private var rounding = 0.0
  /// What is left of `Path.mostSegments` for a curve.
  private var budget = 0

  init(tolerance: Double, reach: Double, window: Rect?) {
    self.tolerance = tolerance > 0 ? tolerance : .leastNonzeroMagnitude
    self.window = window.map {
      Rect(
        enclosing: [
          Point(x: $0.minX - reach, y: $0.minY - reach), Point(x: $0.maxX + reach, y: $0.maxY + reach),
        ])
    }
    // From the chords at an end a pen has the direction of the curve there: `Polyline.direction`.
    leastSteps = reach > 0 ? 4 : 1
  }

  mutating func move(to point: Point) {
    finish()
    begin(at: point)
  }

  /// - Parameter slack: how far away the pen may be and still be there.
  mutating func line(to point: Point, within slack: Double = 0) {
    hasDrawn = true
    rounding = max(rounding, slack, point.rounding)
    end(at: point)
  }

  /// - Parameter point: where it ends.
  mutating func curve(_ curve: some Curve, to point: Point) {
    hasDrawn = true
    rounding = max(rounding, curve.rounding)
    budget = Path.mostSegments
    follow(curve, from: 0, at: points[points.count - 1], to: 1, at: point, halvings: Path.mostHalvings)
  }

  mutating func close(to start: Point) {
    line(to: start)
    while points.count > 1, isNear(points[points.count - 1], points[0]) {
      points.removeLast()
      smooth.removeLast()
    }
    lines.append(Polyline(points, isClosed: true, smooth: smooth))
    begin(at: start)
  }

  mutating func finish() {
    if hasDrawn { lines.append(Polyline(points, isClosed: false, smooth: smooth)) }
    points = []
    hasDrawn = false
  }

  private mutating func begin(at point: Point) {
    points = [point]
    smooth = [false]
    rounding = point.rounding
    hasDrawn = false
  }

  /// From a point that is there already, as far as the last one.
  private mutating func follow(
    _ curve: some Curve, from a: Double, at p: Point, to b: Double, at q: Point, halvings: Int
  ) {
    let deviation = curve.deviation(from: a, to: b)
    if isUnseen(from: p, to: q, deviation: deviation) {
      arrive(at: q, parameter: b)
      return
    }
    let least = max(leastSteps, curve.leastSteps) * (b - a)
    let steps = max(least, (deviation / tolerance).squareRoot()).rounded(.up)
    guard window != nil, steps > 16 else {
      let count = steps < Double(budget) ? Int(steps) : max(1, budget)
      for i in stride(from: 1, to: count, by: 1) {
        let t = a + (b - a) * (Double(i) / Double(count))
        arrive(at: curve.point(at: t), parameter: t)
      }
      arrive(at: q, parameter: b)
      return
    }
    guard halvings > 0, budget > 0 else {
      arrive(at: q, parameter: b)
      return
    }
    let middle = (a + b) / 2
    let m = curve.point(at: middle)
    follow(curve, from: a, at: p, to: middle, at: m, halvings: halvings - 1)
    follow(curve, from: middle, at: m, to: b, at: q, halvings: halvings - 1)
  }

  /// Whether all of a piece lies to one side of the window: so may then a line do from end to end, and what they
  /// go around together is not seen either.
  private func isUnseen(from p: Point, to q: Point, deviation: Double) -> Bool {
    guard let window else { return false }
    return max(p.x, q.x) + deviation < window.minX || min(p.x, q.x) - deviation > window.maxX
      || max(p.y, q.y) + deviation < window.minY || min(p.y, q.y) - deviation > window.maxY
  }

  private mutating func arrive(at point: Point, parameter: Double) {
    budget -= 1
    if parameter == 1 {
      end(at: point)
    } else if point != points[points.count - 1] {
      points.append(point)
      smooth.append(true)
    }
  }

  /// Ends an element. One of no length leaves the pen where it is.
  private mutating func end(at point: Point) {
    let last = points.count - 1
    if !isNear(points[last], point) {
      points.append(point)
      smooth.append(false)
    } else if smooth[last] {
      points[last] = point
      smooth[last] = false
    }
  }

  private func isNear(_ p: Point, _ q: Point) -> Bool {
    abs(p.x - q.x) <= rounding && abs(p.y - q.y) <= rounding
  }
}
