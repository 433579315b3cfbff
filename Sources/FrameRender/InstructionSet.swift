import CKernels

/// The specification, or an implementation for one instruction set. All give the same bits.
package struct InstructionSet: Equatable, Sendable {
  /// The C functions, or nil for the specification. They are constants of the program, so threads can share them.
  nonisolated(unsafe) let table: UnsafePointer<frameit_kernels>?

  /// The specification: Swift, one pixel at a time.
  package static let scalar = InstructionSet(table: nil)

  /// Those that this processor supports, the slowest first.
  package static var available: [InstructionSet] {
    [scalar] + (Int32(0)...).lazy.map(frameit_kernels_at).prefix { $0 != nil }.map(InstructionSet.init)
  }

  package static var fastest: InstructionSet { available.last! }

  /// The name: `scalar`, `sse2`, `avx2`, `avx512`, `avx512vbmi`, `neon`.
  package var name: String { table.map { String(cString: $0.pointee.name) } ?? "scalar" }

  /// - Returns: nil if this processor does not support the instruction set.
  package init?(named name: String) {
    guard let version = Self.available.first(where: { $0.name == name }) else { return nil }
    self = version
  }

  private init(table: UnsafePointer<frameit_kernels>?) {
    self.table = table
  }
}

/// Working pixels as C uses them: four floats each.
extension UnsafePointer<WorkingPixel> {
  var floats: UnsafePointer<Float> {
    UnsafeRawPointer(self).assumingMemoryBound(to: Float.self)
  }
}

extension UnsafeMutablePointer<WorkingPixel> {
  var floats: UnsafeMutablePointer<Float> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: Float.self)
  }
}
