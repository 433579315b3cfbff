/// A lookup table for 8-bit codes, for curves like sRGB's: in each 4096th of the range at most one code begins.
///
/// `@unchecked`, because pointers are not `Sendable`: nothing is written after `init` has returned.
final class BucketTable: @unchecked Sendable {
  /// For each 4096th of the range: the code at its start times 4096, plus the distance from the start of the next
  /// code to its end in 4096ths, if a code starts in it. Adding the position of a sample within it carries into the
  /// code.
  let entries: UnsafeMutablePointer<UInt32>

  private static let count: UInt32 = 4096

  /// - Parameter thresholds: the least samples of the codes from 1 on, rising.
  /// - Returns: nil if codes are too close together.
  init?(_ thresholds: UnsafeBufferPointer<Float>) {
    // A sample is counted in units of 2⁻²⁴, rounded down, and thresholds are rounded up, so comparisons are exact.
    let limits = thresholds.map { UInt32(($0 * 16_777_216).rounded(.up)) }
    guard zip(limits, limits.dropFirst()).allSatisfy({ $1 - $0 > 4096 }) else { return nil }
    entries = .allocate(capacity: Int(Self.count) + 1)
    var code = 0
    for bucket in 0...Self.count {
      let start = bucket << 12
      while code < limits.count, limits[code] <= start { code += 1 }
      let beforeEnd = code < limits.count && limits[code] < start + 4096 ? start + 4096 - limits[code] : 0
      (entries + Int(bucket)).initialize(to: UInt32(code) << 12 + beforeEnd)
    }
  }

  deinit { entries.deallocate() }

  /// - Parameter v: 0 to 1.
  @inline(__always)
  func code(of v: Float) -> Int {
    let fine = UInt32(v * 16_777_216)
    return Int((entries[Int(fine >> 12)] + fine & 0xFFF) >> 12)
  }
}
