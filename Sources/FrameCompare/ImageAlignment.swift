import FrameModel

/// Finds how far one image lies from another, in whole pixels.
///
/// Of all shifts within reach it is the one with the least mean absolute difference of the samples, in 8 bits,
/// over what both images then have in common; of equal ones the shortest, then the first by rows.
public struct ImageAlignment: Sendable {
  /// Pixels to each side.
  public let reach: Int

  public static let farthest = 32

  /// - Parameter reach: 0 to `farthest`.
  public init(reach: Int) {
    self.reach = min(max(0, reach), Self.farthest)
  }

  /// Reads both images, as far as both go, and finishes them. Memory grows with the width alone.
  ///
  /// - Throws: what the sources throw.
  public func shift<E: PixelSource, A: PixelSource>(
    _ expected: inout E, _ actual: inout A
  ) throws -> PixelShift {
    let size = PixelSize(
      width: min(expected.size.width, actual.size.width),
      height: min(expected.size.height, actual.size.height))!
    var (left, right): (any PixelSource, any PixelSource) = (expected, actual)
    defer { (expected, actual) = (left as! E, right as! A) }
    var sums = ShiftSums(reach: reach, size)
    let all = PixelRect(x: 0, y: 0, size: size)
    // A row is compared with up to 65 others, at 65 places each: rows are read one at a time, so that a cancelled
    // comparison ends within one row.
    let here = RowWindow<UInt32>(all, reach: 0, mostRows: 1)
    let there = RowWindow<UInt32>(all, reach: reach)
    for y in 0..<size.height {
      try here.load(around: y, from: &left)
      try there.load(around: y, from: &right)
      for other in max(0, y - reach)...min(y + reach, size.height - 1) {
        sums.add(here[y], there[other], dy: other - y)
      }
    }
    try left.finish()
    try right.finish()
    return sums.best
  }
}

/// The differences of two images' samples, for each shift.
private struct ShiftSums {
  private let reach: Int
  private let size: PixelSize
  /// By rows.
  private var sums: [Int]

  init(reach: Int, _ size: PixelSize) {
    self.reach = reach
    self.size = size
    sums = [Int](repeating: 0, count: (2 * reach + 1) * (2 * reach + 1))
  }

  /// Adds two rows that lie beside each other at a shift of `dy`.
  mutating func add(_ expected: UnsafePointer<UInt32>, _ actual: UnsafePointer<UInt32>, dy: Int) {
    for dx in -reach...reach where abs(dx) < size.width {
      sums[(dy + reach) * (2 * reach + 1) + dx + reach] += Self.difference(
        expected + max(0, -dx), actual + max(0, dx), size.width - abs(dx))
    }
  }

  var best: PixelShift {
    var best = (shift: PixelShift.none, sum: sums[sums.count / 2], pixels: size.area)
    for (index, sum) in sums.enumerated() {
      let (dy, dx) = index.quotientAndRemainder(dividingBy: 2 * reach + 1)
      let shift = PixelShift(dx: dx - reach, dy: dy - reach)
      guard abs(shift.dx) < size.width, abs(shift.dy) < size.height else { continue }
      let pixels = (size.width - abs(shift.dx)) * (size.height - abs(shift.dy))
      // Sums of means, without dividing.
      let (here, there) = (
        sum.multipliedFullWidth(by: best.pixels), best.sum.multipliedFullWidth(by: pixels)
      )
      let isLess = (here.high, here.low) < (there.high, there.low)
      let isEqual = (here.high, here.low) == (there.high, there.low)
      if isLess || isEqual && shift.length < best.shift.length { best = (shift, sum, pixels) }
    }
    return best.shift
  }

  /// Of all four samples. Written for the compiler to find the machine's own instruction for it.
  private static func difference(
    _ l: UnsafePointer<UInt32>, _ r: UnsafePointer<UInt32>, _ count: Int
  ) -> Int {
    var total = 0
    // At most 4 * 255 for a pixel, so that so many cannot overflow a lane.
    for start in stride(from: 0, to: count, by: 1 << 20) {
      let bytes = min(1 << 20, count - start) * 4
      let (l, r) = (UnsafeRawPointer(l + start), UnsafeRawPointer(r + start))
      var sum: Int32 = 0
      for at in 0..<bytes {
        sum &+= abs(
          Int32(l.loadUnaligned(fromByteOffset: at, as: UInt8.self))
            &- Int32(r.loadUnaligned(fromByteOffset: at, as: UInt8.self)))
      }
      total += Int(sum)
    }
    return total
  }
}

extension PixelShift {
  fileprivate var length: Int { dx * dx + dy * dy }
}
