import Synchronization

/// Memory for fields of pixels, which is kept from band to band: the operating system clears new memory page by page, which can
/// take longer than a blur.
final class FieldMemory: Sendable {
  private let spare = Mutex<[Block]>([])

  fileprivate struct Block: Sendable {
    nonisolated(unsafe) let memory: Memory
  }

  /// The memory of one field, until nothing refers to it.
  final class Loan {
    private let block: Block
    private let owner: FieldMemory

    fileprivate init(_ block: Block, of owner: FieldMemory) { (self.block, self.owner) = (block, owner) }

    deinit {
      let block = block
      owner.spare.withLock { $0.append(block) }
    }

    var pixels: UnsafeMutablePointer<WorkingPixel> {
      block.memory.start.assumingMemoryBound(to: WorkingPixel.self)
    }
  }

  /// Returns undefined memory for a number of pixels.
  ///
  /// - Throws: `OutOfMemory`.
  func lend(_ pixels: Int) throws(OutOfMemory) -> Loan {
    let bytes = pixels * MemoryLayout<WorkingPixel>.stride
    let sizes = bytes...Self.mostBytes(for: bytes)
    let block = spare.withLock { spare -> Block? in
      if let i = spare.firstIndex(where: { sizes.contains($0.memory.byteCount) }) {
        return spare.remove(at: i)
      }
      // Memory of many sizes together could exceed what is in use at once.
      spare = []
      return nil
    }
    if let block { return Loan(block, of: self) }
    // A little more, for fields that are slightly larger.
    return Loan(Block(memory: try Memory(byteCount: bytes + bytes / 16)), of: self)
  }

  /// Returns the size of the largest memory that a field of this size may get.
  static func mostBytes(for bytes: Int) -> Int { bytes.adding(bytes / 8) }
}
