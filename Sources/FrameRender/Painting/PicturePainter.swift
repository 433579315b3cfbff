import FrameModel

/// Draws a picture through its matrix into tiles.
///
/// A part of the source is brought to working pixels once, in strips if it is large, and every output
/// pixel takes its taps from there.
struct PicturePainter: Painter {
  private let picture: Int
  private let space: WorkingSpace
  private let resampler: ScalarResampler
  private let coverage: Coverage
  private let opacity: Double

  /// Working pixels of the source that are held at once, about 4 MiB.
  private static let regionPixels = 1 << 18
  /// What covers less of a pixel than this would not show in 16 bits.
  private static let leastCoverage = 1.0 / 262_144

  /// - Parameter source: the picture's size, as it is decoded.
  /// - Returns: nil where the matrix has no inverse.
  init?(_ draw: RenderPlan.PictureDraw, source: PixelSize, filter: Filter, space: WorkingSpace) {
    guard let inverse = draw.matrix.inverse else { return nil }
    picture = draw.picture
    self.space = space
    opacity = draw.opacity
    coverage = Coverage(ConvexPolygon(draw.visible, applying: draw.matrix))
    switch draw.path {
    case .copy, .rightAngleCopy:
      // Every place is the middle of a pixel: one tap is the whole sum.
      resampler = ScalarResampler(filter: .nearest, inverse: inverse, size: source)
    case .axisAligned, .affine:
      resampler = ScalarResampler(filter: filter, inverse: inverse, size: source)
    }
  }

  func sourceRows(of picture: Int, for rows: Range<Int>, width: Int) -> Range<Int> {
    guard picture == self.picture else { return 0..<0 }
    let x = coverage.columns(within: 0..<width)
    let y = coverage.rows(within: rows)
    return x.isEmpty || y.isEmpty ? 0..<0 : resampler.needed(for: x, y).rows
  }

  func paint(on tile: Tile, from sources: [SourceRows]) {
    let columns = coverage.columns(within: tile.columns)
    let rows = coverage.rows(within: tile.rows)
    guard !columns.isEmpty, !rows.isEmpty else { return }
    let side = tileSide
    for y in stride(from: rows.lowerBound, to: rows.upperBound, by: side) {
      for x in stride(from: columns.lowerBound, to: columns.upperBound, by: side) {
        paint(
          x..<min(x + side, columns.upperBound), y..<min(y + side, rows.upperBound), on: tile,
          from: sources[picture])
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

  private func paint(_ x: Range<Int>, _ y: Range<Int>, on tile: Tile, from source: SourceRows) {
    let count = x.count * y.count
    var shares = [Float](repeating: 0, count: count)
    var isTouched = false
    for i in 0..<count {
      let area = coverage.area(x.lowerBound + i % x.count, y.lowerBound + i / x.count) * opacity
      guard area >= Self.leastCoverage else { continue }
      shares[i] = Float(area)
      isTouched = true
    }
    guard isTouched else { return }
    var sums = [ScalarResampler.Sums](repeating: .init(), count: count)
    resample(x, y, where: shares, from: source, into: &sums)
    for (j, row) in y.enumerated() {
      let line = tile.row(row) + (x.lowerBound - tile.columns.lowerBound)
      for column in 0..<x.count where shares[j * x.count + column] > 0 {
        let i = j * x.count + column
        line[column] = Tile.over(sums[i].value.bounded * shares[i], line[column])
      }
    }
  }

  private func resample(
    _ x: Range<Int>, _ y: Range<Int>, where shares: [Float], from source: SourceRows,
    into sums: inout [ScalarResampler.Sums]
  ) {
    let (columns, rows) = resampler.needed(for: x, y)
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
          decode(part, columns, of: source, into: strip.baseAddress!)
          let region = ScalarResampler.Region(
            pixels: UnsafePointer(strip.baseAddress!), columns: columns, rows: part)
          for i in sums.indices where shares[i] > 0 {
            resampler.accumulate(
              x.lowerBound + i % x.count, y.lowerBound + i / x.count, from: region, scratch: scratch,
              into: &sums[i])
          }
        }
      }
    }
  }

  private func decode(
    _ rows: Range<Int>, _ columns: Range<Int>, of source: SourceRows,
    into out: UnsafeMutablePointer<WorkingPixel>
  ) {
    for y in rows {
      space.decode(
        source.row(y), format: source.format, column: columns.lowerBound, count: columns.count,
        into: out + (y - rows.lowerBound) * columns.count)
    }
  }
}
