/// Memory that drawing needs on the way, kept from tile to tile: asking for it anew costs more than the
/// work in it. One thread's.
final class Workspace {
  let block: ScratchBuffer<WorkingPixel>
  let numbers: ScratchBuffer<Float>
  let shares: ScratchBuffer<Float>
  private let tiles: [ScratchBuffer<WorkingPixel>]
  /// Of a tile, at the most.
  static let tileWidth = 64
  static let mostTileRows = 64
  let tileRows: Int

  /// - Throws: where the machine does not have all of it.
  init(for needs: MemoryRequirements, tileRows: Int) throws(OutOfMemory) {
    self.tileRows = tileRows
    block = try ScratchBuffer(needs.block)
    numbers = try ScratchBuffer(needs.numbers)
    shares = try ScratchBuffer(needs.shares)
    var tiles: [ScratchBuffer<WorkingPixel>] = []
    for _ in 0..<needs.levels { tiles.append(try ScratchBuffer(Self.tileWidth * tileRows)) }
    self.tiles = tiles
  }

  /// For a tile; those of a group are drawn by themselves first, and lie a level deeper each.
  func tile(level: Int) -> ScratchBuffer<WorkingPixel> { tiles[level] }

  /// A piece of memory that is used again and again.
  final class ScratchBuffer<Element: BitwiseCopyable> {
    private let memory: Memory
    private let capacity: Int

    init(_ capacity: Int) throws(OutOfMemory) {
      self.capacity = capacity
      memory = try Memory(byteCount: capacity * MemoryLayout<Element>.stride)
    }

    /// - Returns: room for so many; what was lent before is given back. Its contents are anything.
    func lend(_ count: Int) -> UnsafeMutablePointer<Element> {
      precondition(count <= capacity, "more is lent than was reckoned with")
      return memory.start.bindMemory(to: Element.self, capacity: count)
    }
  }

  /// What is lent at the most while something is drawn.
  struct MemoryRequirements: Sendable {
    /// Tiles above each other.
    var levels = 0
    /// Working pixels of a part of an image.
    var block = 0
    /// Output pixels that are drawn together.
    var shares = 0
    var numbers = 0

    /// Enough for either of two that are drawn one after the other.
    func union(_ other: MemoryRequirements) -> MemoryRequirements {
      MemoryRequirements(
        levels: max(levels, other.levels), block: max(block, other.block),
        shares: max(shares, other.shares), numbers: max(numbers, other.numbers))
    }

    func bytes(tilePixels: Int) -> Int {
      (levels * tilePixels + block) * MemoryLayout<WorkingPixel>.stride
        + (shares + numbers) * MemoryLayout<Float>.stride
    }
  }
}
