/// A circular pen.
struct Pen {
  let radius: Double
  let tolerance: Double
  /// The step of its rim in radians, for which chords are within the tolerance: the sagitta of a chord of an angle h
  /// is r(1 - cos h/2), at most r·h²/8.
  private let step: Double

  /// The maximum number of steps for half a turn, for any tolerance.
  private static let mostSteps = 4096

  /// - Parameter isRimSeen: false if the rim, and everything within 0.86 of the radius, is not visible.
  init(radius: Double, tolerance: Double, isRimSeen: Bool = true) {
    self.radius = radius
    self.tolerance = tolerance > 0 ? tolerance : 0
    // At least three steps, so that the smallest dot still has a shape.
    step = isRimSeen ? min((8 * self.tolerance / radius).squareRoot(), .pi / 3) : .pi / 3
  }

  /// Returns the points between the ends of an arc of the rim, clockwise with y pointing down.
  ///
  /// - Parameters:
  ///   - from: from the center to the start.
  ///   - angle: in radians, up to half a turn.
  func arc(around center: Point, from: Vector, by angle: Double) -> [Point] {
    let wanted = (angle / step).rounded(.up)
    let steps = wanted < Double(Self.mostSteps) ? max(1, Int(wanted)) : Self.mostSteps
    return (1..<steps).map { i in
      let (s, c) = Trigonometry.sineAndCosine(Angle(radians: angle * (Double(i) / Double(steps))))
      return center + Vector(dx: c * from.dx - s * from.dy, dy: s * from.dx + c * from.dy)
    }
  }
}
