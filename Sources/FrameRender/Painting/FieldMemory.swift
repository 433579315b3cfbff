import FrameImage
import Synchronization

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
