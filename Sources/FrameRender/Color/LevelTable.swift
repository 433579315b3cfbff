/// The working samples of 8-bit codes as integers, from `-white` for black to `white` for white.
final class LevelTable: Sendable {
  let white: Int
  private let table: [Int16]

  /// For filters the weights of which have absolute values with a sum of up to 1.42 (Lanczos: 1.40): sums of levels still fit into
  /// 16 bits.
  static let whiteForReductions = 23_000
  /// The same for a sum of up to 1.26 (cubic: 1.25).
  static let whiteForTurns = 26_000

  /// In levels. Where codes are closer, as in the shadows of a curve that is a pure power, rounding might change them.
  private static let leastDistance = 12

  /// - Parameter curve: for 8 bits.
  /// - Returns: nil if the curve needs more bits.
  init?(_ curve: TransferCurve, white: Int) {
    let levels = (0...255).map { Int(((2 * curve.decode($0) - 1) * Float(white)).rounded()) }
    guard zip(levels, levels.dropFirst()).allSatisfy({ $1 - $0 >= Self.leastDistance }) else { return nil }
    self.white = white
    table = levels.map { Int16($0) }
  }

  subscript(code: UInt8) -> Int32 { Int32(table[Int(code)]) }

  /// Returns the levels of red, green and blue.
  func color(_ pixel: SourceBytes.Pixel) -> SIMD3<Int32> {
    SIMD3(self[pixel.x], self[pixel.y], self[pixel.z])
  }

  /// - Parameter sums: of levels times weights of 14 bits.
  func working(_ sums: SIMD3<Int32>) -> WorkingPixel {
    WorkingPixel(SIMD3<Float>(sums) * (1 / (2 * Float(white) * 16384)) + 0.5, 1)
  }

  func withTable<R>(_ body: (UnsafePointer<Int16>) -> R) -> R {
    table.withUnsafeBufferPointer { body($0.baseAddress!) }
  }
}
