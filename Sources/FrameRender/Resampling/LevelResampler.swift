import CKernels
import FrameImage

/// Resampling in integers: of an opaque image with 8-bit samples that shrinks along its axes, to a half or less, where nothing has
/// 16 bits.
///
/// Each code has a level, its working sample as an integer. Rows of levels are summed first and rounded to levels, and then columns
/// are summed. Encoded with 8 bits, few samples differ from those of `ScalarResampler`, by 1.
struct LevelResampler: Sendable {
  private let kernels: InstructionSet
  private let levels: LevelTable
  private let columns: LevelAxis
  private let rows: LevelAxis
  private let extent: SourceExtent
  private let channels: PixelFormat.Channels
  /// True if the source's columns lie along the output's.
  private let isSwapped: Bool

  /// With fewer taps, rounding the sums of rows would be visible in shadows.
  private static let leastReduction: Float = 0.5
  /// With more taps, rounding the weights would be visible.
  private static let mostTaps = 64

  /// - Parameter drawn: the pixels of the output that may be drawn.
  /// - Returns: nil if the image needs other arithmetic.
  init?(
    _ resampling: Resampling, _ extent: SourceExtent, format: PixelFormat, _ drawn: PixelArea,
    in space: WorkingSpace
  ) {
    guard let levels = space.levels, format.depth == .eight, !format.channels.hasAlpha,
      resampling.path == .axes || resampling.path == .swappedAxes,
      resampling.x.inverse <= Self.leastReduction, resampling.y.inverse <= Self.leastReduction,
      max(resampling.x.taps, resampling.y.taps) <= Self.mostTaps, extent.x.edge == .transparent
    else { return nil }
    kernels = space.kernels
    self.levels = levels
    isSwapped = resampling.path == .swappedAxes
    columns = LevelAxis(resampling.x, isSwapped ? drawn.rows : drawn.columns, .columns)
    rows = LevelAxis(resampling.y, isSwapped ? drawn.columns : drawn.rows, .rows)
    self.extent = extent
    channels = format.channels
  }

  /// Blends a rectangle of output pixels over the existing ones.
  func draw(_ area: ResampledArea, from source: SourceRows, _ workspace: Workspace) {
    let source = ByteSource(rows: source, extent: extent)
    if let table = kernels.table {
      draw(area, from: source, workspace, table)
    } else {
      area.blend { pixel($0, $1, from: source) }
    }
  }

  // MARK: Kernels

  /// Returns the bytes of memory for a block of the source that a square of output pixels needs at any position.
  static func blockBytes(_ resampling: Resampling, side: Int, _ channels: PixelFormat.Channels) -> Double {
    // The taps of a pixel, and the columns of a block, are rounded up to sixteen; rows are in pairs.
    let (columns, rows) = (resampling.x.needed(forSide: side) + 32, resampling.y.needed(forSide: side) + 3)
    return columns * rows * Double(channels.rawValue * MemoryLayout<Int16>.stride)
  }

  /// Returns the working memory for squares of output pixels.
  func needs(_ resampling: Resampling, side: Int) -> Workspace.Capacity {
    let block = Int(Self.blockBytes(resampling, side: side, channels)) / MemoryLayout<WorkingPixel>.stride + 1
    return Workspace.Capacity(
      block: block, coverage: side * side,
      numbers: scratchCount(side: side, width: Int(resampling.x.needed(forSide: side)) + 32))
  }

  /// Returns the number of floats for intermediate results.
  ///
  /// - Parameters:
  ///   - side: of the square of output pixels.
  ///   - width: of a channel of the block.
  private func scratchCount(side: Int, width: Int) -> Int {
    4 * ((isSwapped ? side * side : side) + 16) + (channels.rawValue * width + columns.count) / 2 + 1
  }

  private func draw(
    _ area: ResampledArea, from source: ByteSource, _ workspace: Workspace,
    _ table: UnsafePointer<frameit_kernels>
  ) {
    let (across, along) = isSwapped ? (area.y, area.x) : (area.x, area.y)
    let used = columns.needed(for: across).clamped(to: 0..<extent.x.count)
    let lines = rows.needed(for: along)
    let width = (used.count + 15) / 16 * 16
    let pixelBytes = MemoryLayout<WorkingPixel>.stride
    let bytes = lines.count * channels.rawValue * width * MemoryLayout<Int16>.stride
    let memory = UnsafeMutableRawPointer(workspace.block.lend((bytes + pixelBytes - 1) / pixelBytes))
      .assumingMemoryBound(to: Int16.self)
    // The first and the last row may only be there to make pairs; then they may not be in memory, and have no weight.
    let weighed = rows.weighed(for: along)
    let held = lines.map { min(max($0, weighed.lowerBound), weighed.upperBound - 1) }
    source.withRows(held, from: used.lowerBound) { starts in
      var part = frameit_level_rows(
        rows: starts, row_count: Int32(lines.count), count: Int32(used.count * channels.rawValue),
        width: Int32(width * channels.rawValue), pairs: levels.pairs)
      table.pointee.load_levels(&part, memory)
    }
    var block = frameit_level_block(
      levels: memory, left: Int32(used.lowerBound), top: Int32(lines.lowerBound), width: Int32(width),
      channels: Int32(channels.rawValue))
    var tile = area.values
    let scratch = workspace.numbers.lend(scratchCount(side: max(area.x.count, area.y.count), width: width))
    columns.withValues(from: across.lowerBound) { x in
      rows.withValues(from: along.lowerBound) { y in
        table.pointee.reduce_levels(&block, &x, &y, &tile, isSwapped ? 1 : 0, scratch)
      }
    }
  }

  // MARK: Specification

  private func pixel(_ column: Int, _ row: Int, from source: ByteSource) -> WorkingPixel {
    let (x, y) =
      isSwapped
      ? (columns.taps(of: row), rows.taps(of: column)) : (columns.taps(of: column), rows.taps(of: row))
    var total = SIMD3<Int32>.zero
    for (i, weight) in x.weights.enumerated() where weight != 0 {
      var sum = SIMD3<Int32>(repeating: 1 << 13)
      for (j, weight) in y.weights.enumerated() where weight != 0 {
        sum &+= levels.color(source.pixel(x.first + i, y.first + j)) &* Int32(weight)
      }
      total &+= (sum &>> 14) &* Int32(weight)
    }
    return levels.working(total)
  }
}

/// The taps of output pixels along one axis, computed once, with weights in units of 2⁻¹⁴ that sum to 1.
struct LevelAxis: Sendable {
  private let axis: SourceAxis
  private let start: Int
  private let firsts: [Int32]
  private let weights: [Int16]
  /// The number of weights of each pixel, of which the last ones may be 0.
  let count: Int

  enum Direction {
    /// Kernels read sixteen columns at once.
    case columns
    /// Kernels add two rows at once, from an even one on.
    case rows
  }

  /// - Parameter pixels: of the output.
  init(_ axis: SourceAxis, _ pixels: Range<Int>, _ direction: Direction) {
    let (kept, step) = (axis.kept, direction == .rows ? 2 : 16)
    let count = (kept + (direction == .rows ? 1 : 0) + step - 1) / step * step
    self.axis = axis
    start = pixels.lowerBound
    self.count = count
    var firsts: [Int32] = []
    var weights = [Int16](repeating: 0, count: pixels.count * count)
    withUnsafeTemporaryAllocation(of: Float.self, capacity: axis.taps) { exact in
      for (i, pixel) in pixels.enumerated() {
        // The axis depends on one coordinate only.
        let first = axis.weigh(pixel, pixel, into: exact.baseAddress!)
        let start = direction == .rows ? first & ~1 : first
        firsts.append(Int32(start))
        // Weights are differences of rounded running sums, so they sum to exactly 1.
        var (sum, before): (Float, Int32) = (0, 0)
        for k in 0..<kept {
          sum += exact[k] * 16384
          let rounded = Int32(sum.rounded())
          weights[i * count + first - start + k] = Int16(rounded - before)
          before = rounded
        }
      }
    }
    (self.firsts, self.weights) = (firsts, weights)
  }

  func taps(of pixel: Int) -> (first: Int, weights: ArraySlice<Int16>) {
    let i = pixel - start
    return (Int(firsts[i]), weights[i * count..<(i + 1) * count])
  }

  /// Returns the source's columns or rows that have weights for a range of pixels.
  func weighed(for pixels: Range<Int>) -> Range<Int> { axis.needed(for: pixels, pixels) }

  /// Returns all that kernels read: from the first tap to the last, of a range of pixels.
  func needed(for pixels: Range<Int>) -> Range<Int> {
    let part = firsts[pixels.lowerBound - start..<pixels.upperBound - start]
    return Int(part.min()!)..<Int(part.max()!) + count
  }

  /// Calls `body` with the taps from a pixel on, as kernels use them.
  func withValues<R>(from pixel: Int, _ body: (inout frameit_level_axis) -> R) -> R {
    firsts.withUnsafeBufferPointer { firsts in
      weights.withUnsafeBufferPointer { weights in
        let i = pixel - start
        var values = frameit_level_axis(
          firsts: firsts.baseAddress! + i, weights: weights.baseAddress! + i * count, taps: Int32(count))
        return body(&values)
      }
    }
  }
}
