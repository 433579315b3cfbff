/// Converts the elements of a path to polylines, one contour at a time.
struct Flattener {
  /// The finished contour, until it is taken.
  private var finished: Polyline?
  private let tolerance: Double
  /// The area outside of which nothing is visible, including what the pen adds.
  private let window: Rect?
  /// The part of the window that is needed, including what the pen adds. Curves outside are simplified; no other
  /// point moves.
  private let part: Rect?
  private let leastSteps: Double
  /// The maximum number of points of a contour.
  private let mostPoints: Int
  /// The measured contours; nil if their points are needed.
  private(set) var measurement: Measurement?

  private var points: [Point] = []
  private var smooth: [Bool] = []
  /// True if the contour has any element: a pen that was only moved draws nothing.
  private var hasDrawn = false
  /// Shorter lines of this contour are rounding errors: without length there is no direction to join.
  private var rounding = 0.0
  /// The remainder of `Path.mostSegments` for a curve.
  private var budget = 0

  init(
    tolerance: Double, reach: Double, window: Rect?, part: Rect? = nil, mostPoints: Int = .max,
    measuringUpTo longest: Double? = nil
  ) {
    self.tolerance = tolerance > 0 ? tolerance : .leastNonzeroMagnitude
    self.window = window?.grown(by: reach)
    self.part = part?.grown(by: reach)
    self.mostPoints = mostPoints
    measurement = longest.map { Measurement(longest: $0) }
    // From the chords at an end, a pen derives the direction of the curve there: `Polyline.direction`.
    leastSteps = reach > 0 ? 4 : 1
  }

  /// True if the contour has more points than allowed, or more length than is measured. It is complete up to there.
  var isTooLong: Bool {
    points.count > mostPoints || measurement?.isTooLong ?? false
  }

  /// The length of contours, whose points are dropped once they are measured.
  struct Measurement {
    /// The length up to which contours are measured.
    fileprivate let longest: Double
    /// Of all finished contours.
    fileprivate(set) var length = 0.0
    fileprivate(set) var contours = 0
    /// The length of the current contour up to its first point that is kept.
    fileprivate var current = 0.0

    fileprivate var isTooLong: Bool { length + current > longest }

    fileprivate mutating func finishContour() {
      length += current
      current = 0
      contours += 1
    }
  }

  mutating func takeFinished() -> Polyline? {
    defer { finished = nil }
    return finished
  }

  mutating func move(to point: Point) {
    finish()
    begin(at: point)
  }

  /// - Parameter slack: the distance within which the pen counts as being there.
  mutating func line(to point: Point, within slack: Double = 0) {
    hasDrawn = true
    rounding = max(rounding, slack, point.rounding)
    end(at: point)
  }

  /// - Parameter point: the end of the curve.
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
    endContour(isClosed: true)
    begin(at: start)
  }

  mutating func finish() {
    if hasDrawn { endContour(isClosed: false) }
    points = []
    hasDrawn = false
  }

  private mutating func endContour(isClosed: Bool) {
    guard measurement != nil else {
      finished = Polyline(points, isClosed: isClosed, smooth: smooth)
      return
    }
    drop()
    measurement?.finishContour()
  }

  /// Keeps only the last point.
  private mutating func drop() {
    guard let last = points.last else { return }
    measurement?.current += Polyline(points, isClosed: false).length
    (points, smooth) = ([last], [false])
  }

  private mutating func begin(at point: Point) {
    points = [point]
    smooth = [false]
    rounding = point.rounding
    hasDrawn = false
  }

  /// Continues from the last point up to the end of the curve.
  private mutating func follow(
    _ curve: some Curve, from a: Double, at p: Point, to b: Double, at q: Point, halvings: Int
  ) {
    let deviation = curve.deviation(from: a, to: b)
    guard window.map({ meets($0, from: p, to: q, deviation: deviation) }) ?? true,
      part.map({ meets($0, from: p, to: q, deviation: deviation) }) ?? true
    else {
      arrive(at: q, parameter: b)
      return
    }
    let least = max(leastSteps, curve.leastSteps) * (b - a)
    let steps = max(least, (deviation / tolerance).squareRoot()).rounded(.up)
    guard window != nil, steps > 16 else {
      let count = steps < Double(budget) ? Int(steps) : max(1, budget)
      for i in stride(from: 1, to: count, by: 1) {
        if isTooLong { return }
        let t = a + (b - a) * (Double(i) / Double(count))
        arrive(at: curve.point(at: t), parameter: t)
      }
      arrive(at: q, parameter: b)
      return
    }
    guard halvings > 0, budget > 0, !isTooLong else {
      arrive(at: q, parameter: b)
      return
    }
    let middle = (a + b) / 2
    let m = curve.point(at: middle)
    follow(curve, from: a, at: p, to: middle, at: m, halvings: halvings - 1)
    follow(curve, from: middle, at: m, to: b, at: q, halvings: halvings - 1)
  }

  /// Returns false if all of a segment lies to one side of a box. A line between its ends may then replace it, and
  /// the area between both is not in the box either.
  private func meets(_ box: Rect, from p: Point, to q: Point, deviation: Double) -> Bool {
    max(p.x, q.x) + deviation >= box.minX && min(p.x, q.x) - deviation <= box.maxX
      && max(p.y, q.y) + deviation >= box.minY && min(p.y, q.y) - deviation <= box.maxY
  }

  private mutating func arrive(at point: Point, parameter: Double) {
    budget -= 1
    if measurement != nil, points.count > 4096 { drop() }
    if parameter == 1 {
      end(at: point)
    } else if point != points[points.count - 1] {
      points.append(point)
      smooth.append(true)
    }
  }

  /// Ends an element. An element without length leaves the pen where it is.
  private mutating func end(at point: Point) {
    if measurement != nil, points.count > 4096 { drop() }
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
