/// Codes of 8 bits by a table: the way of curves like sRGB's, on which no two codes begin in one 4096th of the
/// range.
///
/// Unchecked, because pointers are not `Sendable`: nothing is written here once `init` has returned.
final class BucketTable: @unchecked Sendable {
  /// For each 4096th of the range the code that it begins with, times 4096, and how far the next code begins before
  /// its end, if it does, in 4096ths of it: the sum with where a sample lies in it carries into the code.
  let entries: UnsafeMutablePointer<UInt32>

  private static let count: UInt32 = 4096

  /// - Parameter thresholds: the least samples of codes from 1 on, rising.
  /// - Returns: nil where codes lie too close for it.
  init?(_ thresholds: UnsafeBufferPointer<Float>) {
    // A sample counts as 2⁻²⁴ parts, rounded down: it is at a threshold when they are, rounded up.
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
