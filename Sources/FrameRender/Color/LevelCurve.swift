import CKernels

/// Levels of 8-bit codes, and codes of sums of levels: the way from bytes to bytes where codes are not evenly spaced.
///
/// A class, because kernels hold pointers into it. `@unchecked`, because pointers are not `Sendable`: nothing is written after
/// `init` has returned.
final class LevelCurve: @unchecked Sendable {
  let levels: LevelTable
  /// For each code but the last, the least sum that has the next code. In units of 2⁻¹⁴ levels, as sums are.
  private let thresholds: [Int32]
  /// As kernels use it. Valid while this object lives.
  let values: UnsafePointer<frameit_level_curve>

  /// The number of sums that share an entry of the kernels' table. There is at most one threshold among them.
  private static let entrySums = 1 << Int(FRAMEIT_ENTRY_BITS)

  /// - Parameter curve: for 8 bits, not evenly spaced.
  /// - Returns: nil if the curve needs more bits.
  init?(_ curve: TransferCurve) {
    guard let levels = LevelTable(curve, white: LevelTable.whiteForTurns) else { return nil }
    let white = levels.white << 14
    let thresholds = (0..<255).map { code in
      Int(((2 * Double(curve.threshold(above: code)) - 1) * Double(white)).rounded(.up))
    }
    guard zip(thresholds, thresholds.dropFirst()).allSatisfy({ $1 - $0 >= Self.entrySums }) else {
      return nil
    }
    self.levels = levels
    self.thresholds = thresholds.map { Int32($0) }

    let count = 2 * white / Self.entrySums + 1
    let entries = UnsafeMutablePointer<Int32>.allocate(capacity: count)
    var code = 0
    for i in 0..<count {
      let first = i * Self.entrySums - white
      while code < 255, thresholds[code] <= first { code += 1 }
      let distance = code < 255 ? min(thresholds[code] - first, Self.entrySums) : Self.entrySums
      (entries + i).initialize(to: Int32(code * 2 * Self.entrySums + distance))
    }
    let values = UnsafeMutablePointer<frameit_level_curve>.allocate(capacity: 1)
    values.initialize(
      to: frameit_level_curve(pairs: levels.pairs, codes: entries, white: Int32(levels.white)))
    self.values = UnsafePointer(values)
  }

  private static let sRGB = LevelCurve(.linear8)

  /// Returns the levels of a curve. All callers with sRGB's curve get the same object.
  static func shared(_ curve: TransferCurve) -> LevelCurve? {
    curve === TransferCurve.linear8 ? sRGB : LevelCurve(curve)
  }

  deinit {
    values.pointee.codes.deallocate()
    values.deallocate()
  }

  /// Returns the code of a sum of levels times weights of 14 bits.
  func code(of sum: Int32) -> UInt8 {
    var code = 0
    var step = 128
    while step > 0 {
      if thresholds[code + step - 1] <= sum { code += step }
      step /= 2
    }
    return UInt8(code)
  }
}
