import CKernels

/// One of the ways to do the same: the specification, or a version of it for what a processor can do. All
/// give the same bits.
public struct KernelVersion: Hashable, Sendable {
  /// nil for the specification.
  private let index: Int32?

  /// The specification: Swift, one pixel after the other.
  public static let scalar = KernelVersion(index: nil)

  /// Those that this processor can run, the slowest first.
  public static var available: [KernelVersion] {
    [scalar]
      + (Int32(0)...)
      .prefix { frameit_kernels_at($0) != nil }
      .map { KernelVersion(index: $0) }
  }

  public static var fastest: KernelVersion { available.last! }

  /// As people name it: `scalar`, `sse2`, `avx2`, `avx512`, `neon`.
  public var name: String { table.map { String(cString: $0.pointee.name) } ?? "scalar" }

  /// - Returns: nil where this processor has no version of that name.
  public init?(named name: String) {
    guard let version = Self.available.first(where: { $0.name == name }) else { return nil }
    self = version
  }

  private init(index: Int32?) {
    self.index = index
  }

  /// The C functions, or nil for the specification. Constants of the program: they last.
  var table: UnsafePointer<frameit_kernels>? { index.flatMap { frameit_kernels_at($0) } }
}
