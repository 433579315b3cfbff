import FrameModel

/// The filters as functions of the distance in source pixels, in `Float`, with additions and multiplications in the
/// order written.
///
/// Cubic and Mitchell are the piecewise cubics of Mitchell and Netravali ("Reconstruction filters in computer
/// graphics", 1988, equation 8) with (B, C) = (0, 1/2) and (1/3, 1/3).
struct FilterCurve: Sendable {
  let filter: Filter
  /// Only for Lanczos: samples of the positive half, `tableSteps` per pixel, and zeros at the end.
  let table: [Float]
  static let tableSteps = 4096

  init(_ filter: Filter) {
    self.filter = filter
    guard filter == .lanczos3 else {
      table = []
      return
    }
    let count = 3 * Self.tableSteps + 2
    table = (0..<count).map { Float(Self.lanczos3(Double($0) / Double(Self.tableSteps))) }
  }

  /// - Parameter t: the distance, not negative.
  @inline(__always)
  func weight(_ t: Float) -> Float {
    switch filter {
    case .nearest: return 1  // there is one tap, the pixel that contains the position
    case .linear: return max(1 - t, 0)
    case .cubic:
      if t < 1 { return (1.5 * t - 2.5) * t * t + 1 }
      if t < 2 { return ((-0.5 * t + 2.5) * t - 4) * t + 2 }
      return 0
    case .mitchell:
      if t < 1 { return (7 / 6 * t - 2) * t * t + 8 / 9 }
      if t < 2 { return ((-7 / 18 * t + 2) * t - 10 / 3) * t + 16 / 9 }
      return 0
    case .lanczos3:
      // Linear interpolation between samples has an error below 1e-7.
      let place = min(t, 3) * Float(Self.tableSteps)
      let index = Int(place)
      let low = table[index]
      return low + (table[index + 1] - low) * (place - Float(index))
    }
  }

  /// sinc(x) · sinc(x / 3) (Duchon, "Lanczos filtering in one and two dimensions", 1979).
  private static func lanczos3(_ x: Double) -> Double {
    guard x > 0 else { return 1 }
    guard x < 3 else { return 0 }
    let s = Trigonometry.sineAndCosine(Angle(degrees: 180 * x)).sine
    let third = Trigonometry.sineAndCosine(Angle(degrees: 60 * x)).sine
    return 3 * s * third / (Double.pi * Double.pi * x * x)
  }
}
