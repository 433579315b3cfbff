import FrameGeometry
import FrameImage

/// Divides the canvas into squares whose pixels have nearly the same footprint, so that they have equally many taps.
///
/// Each pixel has its exact position in the source, and the footprint of the derivative there. A square has a side of 64 pixels, halved
/// until the derivative of the map changes by less than 1/128 in it, or does not matter because the image does not shrink: then all
/// pixels have the filter's own footprint. Squares depend on nothing but the map and their position on the canvas.
struct PerspectiveGrid: Sendable {
  /// From pixels of the canvas to pixels of the source.
  private let inverse: Projection
  private let curve: FilterCurve
  private let size: PixelSize
  /// Of the pixels of the canvas.
  let coverage: Coverage
  /// The most times that the image shrinks.
  private let mostShrink: Double
  /// The largest footprint.
  let largest: Footprint

  /// In pixels, a power of two.
  static let side = 64
  /// Half of the largest change of the derivative.
  private static let tolerance = 1.0 / 256

  /// - Parameters:
  ///   - inverse: from pixels of the canvas to those of the source.
  ///   - size: of the source.
  ///   - outline: what is visible, on the canvas.
  init(inverse: Projection, size: PixelSize, outline: ConvexPolygon, _ filter: Filter) {
    self.inverse = inverse
    self.size = size
    curve = FilterCurve(filter)
    coverage = Coverage(outline)
    mostShrink = Self.shrink(inverse, outline)
    // A turned ellipse may need more taps than an upright one.
    largest = Footprint(
      jacobian: AffineTransform(scaleX: mostShrink, y: mostShrink), filter: filter, source: size
    ).grown(by: 1.5)
  }

  /// Returns a bound for how many times the image shrinks at the center of any pixel that it touches. The center may be outside of the
  /// image, nearer to the horizon: at a fourth of a corner's weight, or even nearer, an image no longer shrinks more.
  static func shrink(_ inverse: Projection, _ outline: ConvexPolygon) -> Double {
    let distance = 0.75
    return outline.corners.map { corner in
      let weight = inverse.weight(at: corner)
      let least = max(weight - distance * (abs(inverse.wx) + abs(inverse.wy)), weight / 4)
      let nearer = weight / least
      return inverse.linearized(at: corner).singularValues.large * 1.01 * nearer * nearer
    }.max() ?? 1
  }

  /// A way to resample with the largest footprint.
  var worst: Resampling { resampling(.inside(largest)) }

  /// The footprints in a square.
  private enum Shape {
    /// All pixels have the filter's own footprint.
    case own(Footprint)
    /// Each pixel has its own footprint, inside this one.
    case inside(Footprint)
  }

  private func resampling(_ shape: Shape) -> Resampling {
    switch shape {
    case .own(let footprint):
      return Resampling(curve, footprint, inverse: .projective(inverse), size: size)
    case .inside(let footprint):
      let most = Float(min(mostShrink, Footprint.widestGeneral))
      return Resampling(
        curve, footprint, inverse: .projective(inverse), size: size,
        pixels: PixelFootprints(inverse: inverse, most: max(1, most)))
    }
  }

  /// A part of the canvas in which footprints have one shape.
  struct Part {
    let area: PixelArea
    let resampling: Resampling

    /// The pixels of the source that it depends on.
    var needed: PixelArea { resampling.needed(for: area) }
  }

  /// Returns the pixels of the source that an area of the canvas depends on.
  func needed(for area: PixelArea) -> PixelArea {
    var needed = PixelArea.none
    forEachSquare(of: area) { needed = $0.needed.union(needed) }
    return needed
  }

  /// Calls `body` with the parts of each large square of an area that the image may touch.
  ///
  /// - Parameter area: on the canvas.
  func forEachSquare(of area: PixelArea, _ body: ([Part]) -> Void) {
    let area = coverage.part(of: area)
    var parts: [Part] = []
    forEachLargeSquare(of: area) { x, y in
      parts.removeAll(keepingCapacity: true)
      divide(x, y, side: Self.side, area, into: &parts)
      if !parts.isEmpty { body(parts) }
    }
  }

  /// Calls `body` with the first column and row of each large square that an area touches.
  private func forEachLargeSquare(of area: PixelArea, _ body: (_ x: Int, _ y: Int) -> Void) {
    guard !area.isEmpty else { return }
    func floor(_ value: Int) -> Int { value & ~(Self.side - 1) }
    for y in stride(from: floor(area.rows.lowerBound), to: area.rows.upperBound, by: Self.side) {
      for x in stride(from: floor(area.columns.lowerBound), to: area.columns.upperBound, by: Self.side) {
        body(x, y)
      }
    }
  }

  /// Divides an area of the canvas into squares in which the image does not shrink, which are plain, and few parts for the rest.
  func division(of area: PixelArea) -> [(area: PixelArea, isPlain: Bool)] {
    var parts: [(area: PixelArea, isPlain: Bool)] = []
    forEachLargeSquare(of: area) { x, y in separate(x, y, side: Self.side, area, into: &parts) }
    return parts
  }

  private func separate(
    _ x: Int, _ y: Int, side: Int, _ area: PixelArea, into parts: inout [(area: PixelArea, isPlain: Bool)]
  ) {
    let part = PixelArea(columns: x..<x + side, rows: y..<y + side).common(with: area)
    guard !part.isEmpty else { return }
    let isTouched = coverage.mayTouch(part)
    let shape = isTouched ? shape(x, y, side: side) : nil
    if case .own = shape {
      parts.append((part, true))
      return
    }
    let before = parts.count
    if isTouched, shape == nil, side > ByteResampler.edgeSide {
      for (dx, dy) in Self.quarters(of: side) { separate(x + dx, y + dy, side: side / 2, area, into: &parts) }
    }
    if !parts[before...].contains(where: \.isPlain) {
      // The rest of a square is painted at once.
      parts.removeSubrange(before...)
      parts.append((part, false))
    }
  }

  private func divide(_ x: Int, _ y: Int, side: Int, _ area: PixelArea, into parts: inout [Part]) {
    let part = PixelArea(columns: x..<x + side, rows: y..<y + side).common(with: area)
    guard !part.isEmpty, coverage.mayTouch(part) else { return }
    if let shape = shape(x, y, side: side) {
      parts.append(Part(area: part, resampling: resampling(shape)))
      return
    }
    guard side > 1 else { return }
    for (dx, dy) in Self.quarters(of: side) { divide(x + dx, y + dy, side: side / 2, area, into: &parts) }
  }

  /// Returns the places of the quarters of a square.
  private static func quarters(of side: Int) -> [(Int, Int)] {
    let half = side / 2
    return [(0, 0), (half, 0), (0, half), (half, half)]
  }

  /// - Returns: nil if the square has to be divided, or if it is a pixel behind the horizon.
  private func shape(_ x: Int, _ y: Int, side: Int) -> Shape? {
    let half = Double(side) / 2
    let center = Point(x: Double(x) + half, y: Double(y) + half)
    let weight = inverse.weight(at: center)
    // The largest change of the weight in the square, in units of its weight.
    let change = (abs(inverse.wx) + abs(inverse.wy)) * half / weight
    guard weight > 0, side == 1 || change < 0.5 else { return nil }
    if side == 1 { return .inside(footprint(at: center)) }
    let jacobian = inverse.linearized(at: center).linear
    // With the vector d from the center, and k for the gradient of the weight divided by it, the derivative is
    // J / (1 + k·d) - J d kᵀ / (1 + k·d)².
    let growth = 1 / (1 - change) + 2.squareRoot() * change / ((1 - change) * (1 - change))
    if curve.filter == .nearest || jacobian.singularValues.large * growth <= 1 {
      return .own(Footprint(jacobian: .identity, filter: curve.filter, source: size))
    }
    return change <= Self.tolerance ? .inside(footprint(at: center).grown(by: growth)) : nil
  }

  private func footprint(at center: Point) -> Footprint {
    Footprint(
      jacobian: inverse.linearized(at: center).linear, filter: curve.filter, source: size, most: mostShrink)
  }
}

extension [PerspectiveGrid.Part] {
  /// The pixels of the source that all of them depend on.
  var needed: PixelArea {
    reduce(PixelArea.none) { $0.union($1.needed) }
  }
}

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
