import FrameModel

/// Draws a picture through its matrix into bands, tile by tile.
///
/// A tile's part of the source is brought to working pixels once, in strips if it is large, and every
/// output pixel takes its taps from there. How the output is cut into tiles, strips and bands changes
/// no bit.
struct PicturePainter {
  private let source: Bitmap
  private let space: WorkingSpace
  private let resampler: ScalarResampler
  private let coverage: Coverage
  private let opacity: Double

  /// Working pixels of the source that are held at once, about 4 MiB.
  private static let regionPixels = 1 << 18
  /// What covers less of a pixel than this would not show in 16 bits.
  private static let leastCoverage = 1.0 / 262_144

  /// - Returns: nil where the matrix has no inverse.
  init?(_ draw: RenderPlan.PictureDraw, source: Bitmap, filter: Filter, space: WorkingSpace) {
    guard let inverse = draw.matrix.inverse else { return nil }
    self.source = source
    self.space = space
    opacity = draw.opacity
    coverage = Coverage(ConvexPolygon(draw.visible, applying: draw.matrix))
    switch draw.path {
    case .copy, .rightAngleCopy:
      // Every place is the middle of a pixel: one tap is the whole sum.
      resampler = ScalarResampler(filter: .nearest, inverse: inverse, size: source.size)
    case .axisAligned, .affine:
      resampler = ScalarResampler(filter: filter, inverse: inverse, size: source.size)
    }
  }

  func paint(on band: Band) {
    let columns = coverage.columns(within: 0..<band.width)
    let rows = coverage.rows(within: band.rows)
    guard !columns.isEmpty, !rows.isEmpty else { return }
    let side = tileSide
    for y in stride(from: rows.lowerBound, to: rows.upperBound, by: side) {
      for x in stride(from: columns.lowerBound, to: columns.upperBound, by: side) {
        let tile = Tile(
          x: x, y: y, width: min(side, columns.upperBound - x), height: min(side, rows.upperBound - y))
        paint(tile, on: band)
      }
    }
  }

  /// The largest power of two up to 64 whose tiles need no more of the source than is held at once.
  /// Where smaller tiles would each need almost as much, as under a footprint as large as the picture,
  /// they only read it more often.
  private var tileSide: Int {
    var side = 64
    while side > 1 {
      let needed = resampler.neededPixels(forSide: side)
      let half = resampler.neededPixels(forSide: side / 2)
      guard needed > Double(Self.regionPixels), half <= needed / 2 else { return side }
      side /= 2
    }
    return side
  }

  private func paint(_ tile: Tile, on band: Band) {
    let count = tile.width * tile.height
    var shares = [Float](repeating: 0, count: count)
    var isTouched = false
    for i in 0..<count {
      let area = coverage.area(tile.x + i % tile.width, tile.y + i / tile.width) * opacity
      guard area >= Self.leastCoverage else { continue }
      shares[i] = Float(area)
      isTouched = true
    }
    guard isTouched else { return }
    var sums = [ScalarResampler.Sums](repeating: .init(), count: count)
    resample(tile, where: shares, into: &sums)
    for row in 0..<tile.height {
      let line = band.row(tile.y + row) + tile.x
      for column in 0..<tile.width where shares[row * tile.width + column] > 0 {
        let i = row * tile.width + column
        line[column] = Band.over(sums[i].value.bounded * shares[i], line[column])
      }
    }
  }

  private func resample(_ tile: Tile, where shares: [Float], into sums: inout [ScalarResampler.Sums]) {
    let (columns, rows) = resampler.needed(for: tile)
    let stripRows = max(1, min(rows.count, Self.regionPixels / columns.count))
    let footprint = resampler.footprint
    let widest = min(footprint.columns, source.size.width)
    let tallest = min(footprint.rows, source.size.height)
    withUnsafeTemporaryAllocation(of: Float.self, capacity: widest + tallest) { weights in
      withUnsafeTemporaryAllocation(of: WorkingPixel.self, capacity: stripRows * columns.count) { strip in
        let scratch = ScalarResampler.Scratch(
          x: weights.baseAddress!, y: weights.baseAddress! + widest)
        for top in stride(from: rows.lowerBound, to: rows.upperBound, by: stripRows) {
          let part = top..<min(top + stripRows, rows.upperBound)
          decode(part, columns, into: strip.baseAddress!)
          let region = ScalarResampler.Region(
            pixels: UnsafePointer(strip.baseAddress!), columns: columns, rows: part)
          for i in sums.indices where shares[i] > 0 {
            resampler.accumulate(
              tile.x + i % tile.width, tile.y + i / tile.width, from: region, scratch: scratch,
              into: &sums[i])
          }
        }
      }
    }
  }

  private func decode(
    _ rows: Range<Int>, _ columns: Range<Int>, into out: UnsafeMutablePointer<WorkingPixel>
  ) {
    source.bytes.withUnsafeBytes { bytes in
      for y in rows {
        space.decode(
          bytes.baseAddress! + y * source.rowBytes, format: source.format, column: columns.lowerBound,
          count: columns.count, into: out + (y - rows.lowerBound) * columns.count)
      }
    }
  }
}
