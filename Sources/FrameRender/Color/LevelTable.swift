import CKernels

/// The working samples of 8-bit codes as integers, from `-white` for black to `white` for white.
///
/// `@unchecked`, because a pointer is not `Sendable`: nothing is written after `init` has returned.
final class LevelTable: @unchecked Sendable {
  let white: Int
  /// The levels of each two codes, as kernels use them: entry a + 256 b has the level of a in its lower half. Valid while this
  /// object lives.
  let pairs: UnsafePointer<UInt32>

  /// For filters whose weights have absolute values that sum to at most 1.42 (Lanczos: 1.40): sums of levels fit into 16 bits.
  static let whiteForReductions = Int(FRAMEIT_WHITE_OF_REDUCTIONS)
  /// The same for at most 1.26 (cubic: 1.25).
  static let whiteForTurns = Int(FRAMEIT_WHITE_OF_TURNS)

  /// In levels. Where codes are closer, as in the shadows of a curve that is a pure power, rounding might change them.
  private static let leastDistance = 12

  /// - Parameter curve: for 8 bits.
  /// - Returns: nil if the curve needs more bits.
  init?(_ curve: TransferCurve, white: Int) {
    let levels = (0...255).map { Int(((2 * curve.decode($0) - 1) * Float(white)).rounded()) }
    guard zip(levels, levels.dropFirst()).allSatisfy({ $1 - $0 >= Self.leastDistance }) else { return nil }
    self.white = white
    let halves = levels.map { UInt32(UInt16(truncatingIfNeeded: $0)) }
    let table = UnsafeMutablePointer<UInt32>.allocate(capacity: 256 * 256)
    for second in 0...255 {
      for first in 0...255 {
        (table + 256 * second + first).initialize(to: halves[first] | halves[second] << 16)
      }
    }
    pairs = UnsafePointer(table)
  }

  private static let sRGBForReductions = LevelTable(.linear8, white: whiteForReductions)

  /// Returns the table for reductions, which is shared for sRGB; nil if the curve needs more bits.
  static func forReductions(_ curve: TransferCurve) -> LevelTable? {
    curve === TransferCurve.linear8 ? sRGBForReductions : LevelTable(curve, white: whiteForReductions)
  }

  deinit { pairs.deallocate() }

  subscript(code: UInt8) -> Int32 { Int32(Int16(truncatingIfNeeded: pairs[Int(code)])) }

  /// Returns the levels of red, green and blue.
  func color(_ pixel: ByteSource.Pixel) -> SIMD3<Int32> {
    SIMD3(self[pixel.x], self[pixel.y], self[pixel.z])
  }

  /// - Parameter sums: of levels times weights of 14 bits.
  func working(_ sums: SIMD3<Int32>) -> WorkingPixel {
    WorkingPixel(SIMD3<Float>(sums) * (1 / (2 * Float(white) * 16384)) + 0.5, 1)
  }
}
