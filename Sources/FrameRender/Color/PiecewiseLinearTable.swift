import CKernels

/// Lines near a curve, one for each 128th of an octave. Each gives the code of a sample or the one below it; a
/// threshold decides between them.
///
/// `@unchecked`, because pointers are not `Sendable`: nothing is written after `init` has returned.
final class PiecewiseLinearTable: @unchecked Sendable {
  let entries: UnsafeMutableBufferPointer<frameit_line>
  /// The upper half of the bits of the sample that ends the first line's range, which begins at 0.
  let first: Int

  /// The upper half of the bits of 1.
  private static let one = 0x3F80
  /// That of 2⁻⁹, below which sRGB's curve is straight, so that few lines are enough.
  private static let straight = 0x3B00
  /// That of the smallest normal number.
  private static let least = 0x0080

  /// - Parameter thresholds: the least samples of the codes from 1 on, rising.
  /// - Returns: nil if the curvature is too large.
  init?(_ thresholds: UnsafeBufferPointer<Float>) {
    let lowest = max(Int(thresholds[0].bitPattern >> 16), Self.least)
    for first in [Self.straight, lowest] {
      let lines = (first...Self.one).map { Self.line(at: $0, first, thresholds) }
      guard lines.withUnsafeBufferPointer({ Self.fit($0, first, thresholds) }) else { continue }
      self.first = first
      entries = .allocate(capacity: lines.count)
      _ = entries.initialize(fromContentsOf: lines)
      return
    }
    return nil
  }

  deinit { entries.deallocate() }

  /// - Parameter v: 0 to 1.
  @inline(__always)
  func near(_ v: Float) -> Int { Self.near(v, UnsafeBufferPointer(entries), first) }

  @inline(__always)
  private static func near(_ v: Float, _ lines: UnsafeBufferPointer<frameit_line>, _ first: Int) -> Int {
    let line = lines[max(0, Int(v.bitPattern >> 16) - first)]
    return Int(line.start + line.slope * v)
  }

  private static func sample(_ upperHalf: Int) -> Float { Float(bitPattern: UInt32(upperHalf) << 16) }

  private static func line(
    at part: Int, _ first: Int, _ thresholds: UnsafeBufferPointer<Float>
  ) -> frameit_line {
    guard part < one else { return frameit_line(start: Float(thresholds.count) - 0.5, slope: 0) }
    let from = part == first ? 0 : Double(sample(part))
    let to = Double(sample(part + 1))
    let (a, b) = (thresholds.position(of: from), thresholds.position(of: to))
    let slope = (b - a) / (to - from)
    // A concave curve is above the line between two of its points, sRGB's by less than an eighth of a code; another
    // tenth covers rounding.
    return frameit_line(start: Float(a - slope * from + 0.4), slope: Float(slope))
  }

  /// Returns whether every sample gets its code or the one below. Lines and codes both increase, so it is enough to
  /// check both sides of each change.
  private static func fit(
    _ lines: UnsafeBufferPointer<frameit_line>, _ first: Int, _ thresholds: UnsafeBufferPointer<Float>
  ) -> Bool {
    // If codes begin very close to 0, lines are nearly vertical.
    guard lines.allSatisfy({ abs($0.start) < 0x1p31 && abs($0.slope) < 0x1p31 }) else { return false }
    /// - Parameter code: the number of thresholds that the sample reaches.
    func isAccurate(at v: Float, code: Int) -> Bool {
      guard v >= 0 else { return true }
      let near = near(v, lines, first)
      return near == code || near == code - 1
    }
    for part in first...one {
      let v = sample(part)
      guard isAccurate(at: v, code: thresholds.reached(by: v)),
        isAccurate(at: v.nextDown, code: thresholds.reached(by: v.nextDown))
      else { return false }
    }
    // Thresholds rise, so the number that each one reaches needs no search.
    var code = 0
    while code < thresholds.count {
      let v = thresholds[code]
      guard isAccurate(at: v.nextDown, code: code) else { return false }
      repeat { code += 1 } while code < thresholds.count && thresholds[code] == v
      guard isAccurate(at: v, code: code) else { return false }
    }
    return near(0, lines, first) == 0
  }
}

extension UnsafeBufferPointer<Float> {
  /// Returns the number of thresholds that a sample reaches.
  fileprivate func reached(by sample: Float) -> Int { partitioningIndex { !($0 <= sample) } }

  /// Returns the position of a sample among the codes, with linear interpolation between thresholds.
  fileprivate func position(of sample: Double) -> Double {
    let code = reached(by: Float(sample))
    let (below, above) = (code == 0 ? 0 : Double(self[code - 1]), code == count ? 1 : Double(self[code]))
    let from = code == 0 ? 0 : Double(code) - 0.5
    let to = code == count ? Double(count) : Double(code) + 0.5
    return above > below ? from + (to - from) * (sample - below) / (above - below) : to
  }
}

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
