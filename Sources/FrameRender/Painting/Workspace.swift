import CKernels
import FrameImage
import Synchronization

/// Working memory of one thread, kept from tile to tile: allocating it each time costs more than the work in it.
final class Workspace {
  let block: ScratchBuffer<WorkingPixel>
  let numbers: ScratchBuffer<Float>
  let coverage: ScratchBuffer<Float>
  private let tiles: [ScratchBuffer<WorkingPixel>]
  let fields: FieldMemory
  /// The rows of each image of the plan.
  let sources: [SourceRows]
  /// The maximum width of a tile.
  static let tileWidth = 64
  static let mostTileRows = 64
  let tileRows: Int

  /// - Throws: `LimitExceeded.outOfMemory`.
  init(
    for needs: Capacity, _ fields: FieldMemory, from sources: [SourceRows], tileRows: Int
  ) throws(LimitExceeded) {
    self.tileRows = tileRows
    self.fields = fields
    self.sources = sources
    block = try ScratchBuffer(needs.block)
    numbers = try ScratchBuffer(needs.numbers)
    coverage = try ScratchBuffer(needs.coverage)
    var tiles: [ScratchBuffer<WorkingPixel>] = []
    for _ in 0..<needs.levels { tiles.append(try ScratchBuffer(Self.tileWidth * tileRows)) }
    self.tiles = tiles
  }

  /// Returns the memory of a tile; those of groups are drawn separately first, each a level deeper.
  func tile(level: Int) -> ScratchBuffer<WorkingPixel> { tiles[level] }

  /// A block of memory that is reused.
  final class ScratchBuffer<Element: BitwiseCopyable> {
    private let memory: Memory
    private let capacity: Int

    init(_ capacity: Int) throws(LimitExceeded) {
      self.capacity = capacity
      memory = try Memory(byteCount: capacity * MemoryLayout<Element>.stride)
    }

    /// - Returns: memory for `count` elements with undefined contents. What was lent before becomes invalid.
    func lend(_ count: Int) -> UnsafeMutablePointer<Element> {
      precondition(count <= capacity, "more memory is in use than was reserved")
      return memory.start.bindMemory(to: Element.self, capacity: count)
    }
  }

  /// The most working memory that is in use at once while something is drawn.
  struct Capacity: Sendable {
    /// Tiles on top of each other.
    var levels = 0
    /// Working pixels of a part of an image.
    var block = 0
    /// Output pixels that are drawn together.
    var coverage = 0
    var numbers = 0

    /// Enough for either of two that are drawn one after the other.
    func union(_ other: Capacity) -> Capacity {
      Capacity(
        levels: max(levels, other.levels), block: max(block, other.block),
        coverage: max(coverage, other.coverage), numbers: max(numbers, other.numbers))
    }

    func bytes(tilePixels: Int) -> Int {
      (levels * tilePixels + block) * MemoryLayout<WorkingPixel>.stride
        + (coverage + numbers) * MemoryLayout<Float>.stride
    }
  }
}

/// A block of memory that is freed with its owner. Everything that grows with an image uses one, because Swift's own
/// allocation ends the program if memory is exhausted.
///
/// `@unchecked`: its owner decides which thread uses the contents.
final class Memory: @unchecked Sendable {
  let start: UnsafeMutableRawPointer
  let byteCount: Int

  init(byteCount: Int) throws(LimitExceeded) {
    guard let memory = frameit_allocate(byteCount) else { throw .outOfMemory }
    start = memory
    self.byteCount = byteCount
  }

  deinit { frameit_release(start) }
}

/// Memory for fields of pixels, which is kept from band to band: the operating system clears new memory page by page, which can
/// take longer than a blur.
final class FieldMemory: Sendable {
  private let spare = Mutex<[Memory]>([])

  /// The memory of one field, until nothing refers to it.
  final class Loan {
    private let memory: Memory
    private let owner: FieldMemory

    fileprivate init(_ memory: Memory, of owner: FieldMemory) { (self.memory, self.owner) = (memory, owner) }

    deinit {
      let memory = memory
      owner.spare.withLock { $0.append(memory) }
    }

    var pixels: UnsafeMutablePointer<WorkingPixel> {
      memory.start.assumingMemoryBound(to: WorkingPixel.self)
    }
  }

  /// Returns undefined memory for a number of pixels.
  ///
  /// - Throws: `LimitExceeded.outOfMemory`.
  func lend(_ pixels: Int) throws(LimitExceeded) -> Loan {
    let bytes = pixels * MemoryLayout<WorkingPixel>.stride
    let sizes = bytes...Self.mostBytes(for: bytes)
    let memory = spare.withLock { spare -> Memory? in
      if let i = spare.firstIndex(where: { sizes.contains($0.byteCount) }) {
        return spare.remove(at: i)
      }
      // Memory of many sizes together could exceed what is in use at once.
      spare = []
      return nil
    }
    if let memory { return Loan(memory, of: self) }
    // A little more, for fields that are slightly larger.
    return Loan(try Memory(byteCount: bytes + bytes / 16), of: self)
  }

  /// Returns the size of the largest memory that a field of this size may get.
  static func mostBytes(for bytes: Int) -> Int { bytes.adding(bytes / 8) }
}
