import FrameGeometry
import FrameImage

/// The geometry and filter for resampling one image.
struct Resampling: Sendable {
  let curve: FilterCurve
  let footprint: Footprint
  let x: SourceAxis
  let y: SourceAxis
  let path: Path

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
    let curve = FilterCurve(filter)
    let footprint = Footprint(jacobian: m.linear, filter: filter, source: size)
    self.curve = curve
    self.footprint = footprint
    x = SourceAxis(
      stepX: m.a, stepY: m.c, offset: m.tx, reach: footprint.reachX, inverse: footprint.inverseX,
      taps: footprint.columns, size: size.width, curve: curve)
    y = SourceAxis(
      stepX: m.b, stepY: m.d, offset: m.ty, reach: footprint.reachY, inverse: footprint.inverseY,
      taps: footprint.rows, size: size.height, curve: curve)
    path =
      !footprint.isSeparable
      ? .general : m.b == 0 && m.c == 0 ? .axes : m.a == 0 && m.d == 0 ? .swappedAxes : .runs
  }

  /// Returns the most source pixels that a square tile needs at any position.
  func neededPixels(forSide side: Int) -> Double { x.needed(forSide: side) * y.needed(forSide: side) }
}

/// A rectangle of output pixels on which an image is drawn, with the image's coverage of each.
struct ResampledArea {
  let x: Range<Int>
  let y: Range<Int>
  /// The pixels; rows are `stride` pixels apart.
  let pixels: UnsafeMutablePointer<WorkingPixel>
  let stride: Int
  /// The coverage of each pixel; nil if all have `uniformCoverage`.
  let coverage: UnsafePointer<Float>?
  let uniformCoverage: Float

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
