/// A circle that draws.
struct Pen {
  let radius: Double
  let tolerance: Double
  /// Of its rim, in radians, so that chords are no farther from it than the tolerance: the sagitta of a chord of an
  /// angle h is r(1 - cos h/2), at most r·h²/8.
  private let step: Double

  /// Into so many parts half a turn falls at most, however small the tolerance is.
  private static let mostSteps = 4096

  /// - Parameter isRimSeen: false where the rim, and what lies within 0.86 of the radius, is out of sight.
  init(radius: Double, tolerance: Double, isRimSeen: Bool = true) {
    self.radius = radius
    self.tolerance = tolerance > 0 ? tolerance : 0
    // A third at the least, so that the smallest dot is a shape still.
    step = isRimSeen ? min((8 * self.tolerance / radius).squareRoot(), .pi / 3) : .pi / 3
  }

  /// What lies between the ends of an arc of the rim, clockwise where y points down.
  ///
  /// - Parameters:
  ///   - from: to where it begins.
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
