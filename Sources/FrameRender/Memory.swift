import CKernels

/// The machine has no memory left.
public struct OutOfMemory: Error, Hashable, Sendable {
  /// How much was asked for.
  public let bytes: Int
}

/// A piece of memory that goes with its owner. Whatever grows with an image lies in one: Swift's own
/// allocation would end the program where there is none.
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
