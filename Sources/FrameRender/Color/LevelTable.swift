/// The working samples of 8-bit codes as integers, from -23,000 for black to 23,000 for white. Sums of filters with negative weights,
/// the absolute values of which sum to 1.42 or less (Lanczos: 1.40), still fit into 16 bits.
///
/// A class, so that kernels can use its memory.
final class LevelTable: Sendable {
  private let table: [Int16]

  private static let white: Float = 23_000
  /// In levels. Where codes are closer, as in the shadows of a curve that is a pure power, rounding might change them.
  private static let leastDistance = 12

  /// - Parameter curve: for 8 bits.
  /// - Returns: nil if the curve needs more bits.
  init?(_ curve: TransferCurve) {
    let levels = (0...255).map { Int(((2 * curve.decode($0) - 1) * Self.white).rounded()) }
    guard zip(levels, levels.dropFirst()).allSatisfy({ $1 - $0 >= Self.leastDistance }) else { return nil }
    table = levels.map { Int16($0) }
  }

  /// Returns the levels of red, green and blue.
  func color(_ pixel: SourceBytes.Pixel) -> SIMD3<Int32> {
    SIMD3(Int32(table[Int(pixel.x)]), Int32(table[Int(pixel.y)]), Int32(table[Int(pixel.z)]))
  }

  /// - Parameter sums: of levels times weights of 14 bits.
  static func working(_ sums: SIMD3<Int32>) -> WorkingPixel {
    WorkingPixel(SIMD3<Float>(sums) * (1 / (2 * white * 16384)) + 0.5, 1)
  }

  func withTable<R>(_ body: (UnsafePointer<Int16>) -> R) -> R {
    table.withUnsafeBufferPointer { body($0.baseAddress!) }
  }
}
