import FrameGeometry

/// Footprints of pixels in perspective: the shape of each follows from the derivative of the map at its center, by the formula of
/// `Footprint` in `Float`.
struct PixelFootprints: Sendable {
  /// From pixels of the canvas to pixels of the source.
  let inverse: Projection
  /// The most times that the filter is widened.
  let most: Float

  /// Returns the footprint of a pixel of the canvas.
  ///
  /// - Parameter common: has the taps.
  @inline(__always)
  func footprint(_ column: Int, _ row: Int, in common: Footprint) -> Footprint {
    // As axes have it: numbers are scaled by a power of two, which rounds nothing.
    let (x, y, unit) = (Double(column) + 0.5, Double(row) + 0.5, SourceAxis.unit)
    let scale = 1 / ((inverse.wx * x + inverse.wy * y) + inverse.w1)
    let across = ((inverse.xx * unit * x + inverse.xy * unit * y) + inverse.x1 * unit) * scale
    let down = ((inverse.yx * unit * x + inverse.yy * unit * y) + inverse.y1 * unit) * scale
    let small = scale * (1 / unit)
    let a = Float((inverse.xx * unit - across * inverse.wx) * small)
    let b = Float((inverse.yx * unit - down * inverse.wx) * small)
    let c = Float((inverse.xy * unit - across * inverse.wy) * small)
    let d = Float((inverse.yy * unit - down * inverse.wy) * small)
    return footprint(a, b, c, d, in: common)
  }

  /// J Jᵀ has the squares of the singular values as eigenvalues, half ± spread.
  @inline(__always)
  private func footprint(_ a: Float, _ b: Float, _ c: Float, _ d: Float, in common: Footprint) -> Footprint {
    let (xx, yy, xy) = (a * a + c * c, b * b + d * d, a * b + c * d)
    let (half, apart) = ((xx + yy) * 0.5, (xx - yy) * 0.5)
    let spread = (apart * apart + xy * xy).squareRoot()
    let longest = (half + spread).squareRoot()
    let large = min(max(longest, 1), most)
    let small = min(max(abs(a * d - b * c) / longest, 1), most)
    let inner = 1 / small
    let share = (1 / large - inner) / (max(spread, half * 1e-12) * 2)
    return common.weighing(inner + share * (spread + apart), inner + share * (spread - apart), share * xy)
  }
}
