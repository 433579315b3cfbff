import CKernels

/// One of the ways to do the same: the specification, or a version of it for what a processor can do. All
/// give the same bits.
public struct InstructionSet: Hashable, Sendable {
  /// The C functions, or nil for the specification. Constants of the program, which last: so threads may
  /// share them.
  nonisolated(unsafe) let table: UnsafePointer<frameit_kernels>?

  /// The specification: Swift, one pixel after the other.
  public static let scalar = InstructionSet(table: nil)

  /// Those that this processor can run, the slowest first.
  public static var available: [InstructionSet] {
    [scalar] + (Int32(0)...).lazy.map(frameit_kernels_at).prefix { $0 != nil }.map(InstructionSet.init)
  }

  public static var fastest: InstructionSet { available.last! }

  /// As people name it: `scalar`, `sse2`, `avx2`, `avx512`, `neon`.
  public var name: String { table.map { String(cString: $0.pointee.name) } ?? "scalar" }

  /// - Returns: nil where this processor has no version of that name.
  public init?(named name: String) {
    guard let version = Self.available.first(where: { $0.name == name }) else { return nil }
    self = version
  }

  private init(table: UnsafePointer<frameit_kernels>?) {
    self.table = table
  }
}
