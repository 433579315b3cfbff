import FrameGeometry
import FrameImage

/// Square blocks of pixels along one axis, with edges between pixels.
struct SquareAxis: Sendable {
  /// The side of a block in pixels, 1 or more.
  let size: Double
  /// The start of block 0, in exact parts of a pixel.
  let start: Double

  init(size: Double, start: Double) {
    self.size = size
    self.start = start.inExactParts
  }

  /// Returns the first pixel of a block.
  private func edge(_ block: Int) -> Int { Int((start + Double(block) * size + 0.5).rounded(.down)) }

  func block(of pixel: Int) -> Int {
    let block = Int(((Double(pixel) + 0.5 - start) / size).rounded(.down))
    // An edge is rounded to the nearest pixel.
    if pixel < edge(block) { return block - 1 }
    return pixel < edge(block + 1) ? block : block + 1
  }

  func blocks(around pixels: Range<Int>) -> Range<Int> {
    pixels.isEmpty ? 0..<0 : block(of: pixels.lowerBound)..<block(of: pixels.upperBound - 1) + 1
  }

  func pixels(in block: Int) -> Range<Int> { edge(block)..<edge(block + 1) }

  func pixels(in blocks: Range<Int>) -> Range<Int> {
    blocks.isEmpty ? 0..<0 : edge(blocks.lowerBound)..<edge(blocks.upperBound)
  }
}

/// Replaces pixels by the means of square blocks.
struct SquareFilter: NeighborhoodFilter {
  fileprivate let columns, rows: SquareAxis
  /// The area of the pixels that count in squares that it meets; nil if all count.
  fileprivate let outline: ClipMask?

  /// - Parameter corner: of a square.
  init(size: Double, corner: Point, outline: ClipMask?) {
    columns = SquareAxis(size: size, start: corner.x)
    rows = SquareAxis(size: size, start: corner.y)
    self.outline = outline
  }

  func contentRows(for rows: Range<Int>) -> Range<Int> {
    self.rows.pixels(in: self.rows.blocks(around: rows))
  }

  func cost(columns: Int, rows: Int) -> Cost {
    let blocks = PixelField.bytes(
      columns: Int(Double(columns) / self.columns.size) + 3, rows: Int(Double(rows) / self.rows.size) + 3)
    return Cost(held: blocks, peak: blocks.times(4))
  }

  func pixels(
    of place: PixelArea, from content: NeighborhoodContent, in workspace: Workspace
  ) throws -> any FilteredPixels {
    try BlockMeans(place, of: content, self, in: workspace)
  }
}

/// The mean colors of blocks of pixels.
struct BlockMeans: FilteredPixels {
  private let columns, rows: SquareAxis
  private let means: PixelField

  /// - Parameters:
  ///   - place: the pixels for which means are needed.
  ///   - workspace: not in use at the time.
  /// - Throws: `LimitExceeded.outOfMemory`.
  init(
    _ place: PixelArea, of content: NeighborhoodContent, _ filter: SquareFilter,
    in workspace: Workspace
  ) throws(LimitExceeded) {
    (columns, rows) = (filter.columns, filter.rows)
    let blocks = PixelArea(
      columns: columns.blocks(around: place.columns), rows: rows.blocks(around: place.rows))
    means = try PixelField.undefined(blocks, in: workspace)
    let count = means.columns.count
    let memory = try Workspace.ScratchBuffer<Sum>(count)
    let sums = memory.lend(count)
    let drawn = columns.pixels(in: means.columns).clamped(to: content.place.columns)
    for block in means.rows {
      sums.update(repeating: Sum(), count: count)
      let lines = rows.pixels(in: block)
      let visible = lines.clamped(to: content.place.rows)
      PixelArea(columns: drawn, rows: visible).forEachTile(in: workspace) { tile in
        content.draw(tile)
        add(tile, inside: filter.outline, to: sums)
      }
      for column in means.columns {
        let sum = sums[column - means.columns.lowerBound]
        let area = Double(lines.count) * Double(columns.pixels(in: column).count) * Self.unit
        let mean =
          sum.area == 0
          ? SIMD4<Double>(sum.all) / area : SIMD4<Double>(sum.inside) / Double(sum.area)
        means.row(block)[column - means.columns.lowerBound] = WorkingPixel(mean)
      }
    }
  }

  /// The pixels of a block. Integers, because their sum does not depend on the order, so that the division into tiles does
  /// not change it.
  private struct Sum {
    var all = SIMD4<Int64>.zero
    /// Those inside the outline, by the area that is inside.
    var inside = SIMD4<Int64>.zero
    var area: Int64 = 0
  }

  /// Sums of 2^32 pixels fit into 64 bits.
  private static let unit = 0x1p30

  private func add(_ tile: Tile, inside outline: ClipMask?, to sums: UnsafeMutablePointer<Sum>) {
    var shares: Tile?
    if let outline {
      let above = tile.above
      above.pixels.update(repeating: WorkingPixel(repeating: 1), count: tile.area.count)
      outline.cut(above)
      shares = above
    }
    for column in columns.blocks(around: tile.columns) {
      let part = columns.pixels(in: column).clamped(to: tile.columns)
      var sum = sums[column - means.columns.lowerBound]
      for y in tile.rows {
        let line = tile.row(y) - tile.columns.lowerBound
        for x in part { sum.all &+= SIMD4<Int64>(SIMD4<Double>(line[x]) * Self.unit) }
        guard let shares else { continue }
        let inside = shares.row(y) - tile.columns.lowerBound
        for x in part where inside[x].w > 0 {
          sum.inside &+= SIMD4<Int64>(SIMD4<Double>(line[x] * inside[x]) * Self.unit)
          sum.area &+= Int64(Double(inside[x].w) * Self.unit)
        }
      }
      sums[column - means.columns.lowerBound] = sum
    }
  }

  func write(_ area: PixelArea, to tile: Tile) {
    for y in area.rows {
      let line = means.row(rows.block(of: y))
      for column in columns.blocks(around: area.columns) {
        let part = columns.pixels(in: column).clamped(to: area.columns)
        tile.pixel(part.lowerBound, y).update(
          repeating: line[column - means.columns.lowerBound], count: part.count)
      }
    }
  }
}
