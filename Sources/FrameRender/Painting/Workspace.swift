/// Memory that drawing needs on the way, kept from tile to tile: asking for it anew costs more than the
/// work in it. One thread's.
final class Workspace {
  let block = Loan<WorkingPixel>()
  let values = Loan<WorkingPixel>()
  let numbers = Loan<Float>()
  let shares = Loan<Float>()
  private var tiles: [Loan<WorkingPixel>] = []

  init() {}

  /// For a tile; those of a group are drawn by themselves first, and lie a level deeper each.
  func tile(level: Int) -> Loan<WorkingPixel> {
    while tiles.count <= level { tiles.append(Loan()) }
    return tiles[level]
  }

  /// A piece of memory that grows with what is asked of it.
  final class Loan<Element: BitwiseCopyable> {
    private var memory = UnsafeMutableBufferPointer<Element>(start: nil, count: 0)

    /// - Returns: room for so many; what was lent before is given back. Its contents are anything.
    func lend(_ count: Int) -> UnsafeMutablePointer<Element> {
      if memory.count < count {
        memory.deallocate()
        memory = .allocate(capacity: count)
      }
      return memory.baseAddress!
    }

    deinit { memory.deallocate() }
  }

  /// What is lent at the most while something is drawn.
  struct Needs: Sendable {
    /// Tiles above each other.
    var levels = 0
    /// Working pixels of a part of a picture.
    var block = 0
    /// Output pixels that are resampled together.
    var values = 0
    var numbers = 0

    /// Enough for either of two that are drawn one after the other.
    func union(_ other: Needs) -> Needs {
      Needs(
        levels: max(levels, other.levels), block: max(block, other.block),
        values: max(values, other.values), numbers: max(numbers, other.numbers))
    }

    func bytes(tilePixels: Int) -> Int {
      (levels * tilePixels + block + values) * MemoryLayout<WorkingPixel>.stride
        + (values + numbers) * MemoryLayout<Float>.stride
    }
  }
}
