import FrameGeometry
import FrameImage

/// The geometry and filter for resampling one image.
struct Resampling: Sendable {
  let curve: FilterCurve
  let footprint: Footprint
  let x: SourceAxis
  let y: SourceAxis
  let path: Path
  /// The footprint of each pixel, if they are different: in perspective, where the image shrinks.
  let pixels: PixelFootprints?

  /// The method for computing the sums. The specification does not distinguish; kernels do.
  enum Path: Sendable {
    /// Each axis has weights of its own, different for every pixel.
    case runs
    /// And they are the same for all pixels of a column or row.
    case axes
    /// The same, with the source's columns along the output's.
    case swappedAxes
    /// Each tap has a weight of its own.
    case general
  }

  /// - Parameters:
  ///   - inverse: from output pixels to source pixels.
  ///   - size: the source's.
  init(filter: Filter, inverse m: AffineTransform, size: PixelSize) {
    self.init(
      FilterCurve(filter), Footprint(jacobian: m.linear, filter: filter, source: size), inverse: .affine(m),
      size: size)
  }

  /// - Parameters:
  ///   - footprint: the footprint of all pixels, or one that contains each pixel's footprint.
  ///   - inverse: from output pixels to source pixels.
  ///   - pixels: the footprint of each pixel; nil if they are the same.
  init(
    _ curve: FilterCurve, _ footprint: Footprint, inverse: PlaneMap, size: PixelSize,
    pixels: PixelFootprints? = nil
  ) {
    self.curve = curve
    self.pixels = pixels
    self.footprint = footprint
    let m = inverse.projection
    let horizon = inverse.affine == nil ? SourceAxis.Horizon(x: m.wx, y: m.wy, one: m.w1) : nil
    x = SourceAxis(
      stepX: m.xx, stepY: m.xy, offset: m.x1, horizon: horizon, reach: footprint.reachX,
      inverse: footprint.inverseX, taps: footprint.columns, size: size.width, curve: curve)
    y = SourceAxis(
      stepX: m.yx, stepY: m.yy, offset: m.y1, horizon: horizon, reach: footprint.reachY,
      inverse: footprint.inverseY, taps: footprint.rows, size: size.height, curve: curve)
    path =
      pixels != nil || !footprint.isSeparable
      ? .general
      : horizon != nil
        ? .runs : m.yx == 0 && m.xy == 0 ? .axes : m.xx == 0 && m.yy == 0 ? .swappedAxes : .runs
  }

  /// Returns the source pixels that an area of the output depends on.
  func needed(for area: PixelArea) -> PixelArea {
    PixelArea(
      columns: x.needed(for: area.columns, area.rows), rows: y.needed(for: area.columns, area.rows))
  }

  /// Returns the most source pixels that a square tile needs at any position.
  func neededPixels(forSide side: Int) -> Double { x.needed(forSide: side) * y.needed(forSide: side) }
}

/// A rectangle of output pixels on which an image is drawn, with the image's coverage of each.
struct ResampledArea {
  /// The columns and rows, on the canvas.
  let x, y: Range<Int>
  /// The pixels; rows are `stride` pixels apart.
  let pixels: UnsafeMutablePointer<WorkingPixel>
  let stride: Int
  /// The coverage of each pixel; nil if all have `uniformCoverage`.
  let coverage: UnsafePointer<Float>?
  let uniformCoverage: Float

  /// A smaller coverage would not be visible in 16 bits.
  private static let leastCoverage = 1.0 / 262_144

  /// - Parameters:
  ///   - part: of the tile, on the canvas.
  ///   - tile: its workspace lends the memory for coverages until the next area is made.
  ///   - left, top: the position of the output on the canvas.
  ///   - drawsTouched: true to draw each pixel that the outline touches as if it were inside.
  /// - Returns: nil if the image covers nothing.
  init?(
    _ part: PixelArea, on tile: Tile, left: Int = 0, top: Int = 0, _ outline: Coverage, opacity: Double,
    drawsTouched: Bool = false
  ) {
    (x, y) = (part.columns, part.rows)
    pixels = tile.pixel(x.lowerBound - left, y.lowerBound - top)
    stride = tile.columns.count
    if outline.isFull(part) {
      (coverage, uniformCoverage) = (nil, Float(opacity))
      return
    }
    let values = tile.workspace.coverage.lend(part.count)
    var isTouched = false
    for (j, row) in y.enumerated() {
      let line = values + j * x.count
      let (touched, full) = outline.columns(of: row, within: x)
      line.update(repeating: 0, count: x.count)
      for column in touched {
        let isWhole = drawsTouched || full.contains(column)
        let area = isWhole ? opacity : outline.area(column, row) * opacity
        line[column - x.lowerBound] = area >= Self.leastCoverage ? Float(area) : 0
      }
      isTouched = isTouched || !touched.isEmpty
    }
    guard isTouched else { return nil }
    (coverage, uniformCoverage) = (UnsafePointer(values), 0)
  }

  /// Blends the value of each pixel, by column and row, over the existing one.
  @inline(__always)
  func blend(_ value: (_ column: Int, _ row: Int) -> WorkingPixel) {
    for (j, row) in y.enumerated() {
      let line = pixels + j * stride
      for (i, column) in x.enumerated() {
        let covered = coverage?[j * x.count + i] ?? uniformCoverage
        line[i] = Tile.over(value(column, row).bounded * covered, line[i])
      }
    }
  }
}
