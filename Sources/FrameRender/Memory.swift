import CKernels

/// Memory could not be allocated.
public struct OutOfMemory: Error, Hashable, Sendable {
  /// The requested size.
  public let bytes: Int
}

/// A block of memory that is freed with its owner. Everything that grows with an image uses one, because Swift's own
/// allocation ends the program if memory is exhausted.
final class Memory {
  let start: UnsafeMutableRawPointer
  let byteCount: Int

  init(byteCount: Int) throws(OutOfMemory) {
    guard let memory = frameit_allocate(byteCount) else { throw OutOfMemory(bytes: byteCount) }
    start = memory
    self.byteCount = byteCount
  }

  deinit { frameit_release(start) }
}
