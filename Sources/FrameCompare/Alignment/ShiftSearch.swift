import FrameImage

/// Finds the shift between two images, in whole pixels.
///
/// The result is the shift, at most `maxShift` pixels per axis, with the least mean absolute difference of
/// the 8-bit samples in the area that both images share. Among equal ones, the shortest wins, then the first
/// in row order.
package struct ShiftSearch: Sendable {
  /// The largest shift along each axis, in pixels.
  package let maxShift: Int

  package static let maxShiftLimit = 32

  /// - Parameter maxShift: 0 to `maxShiftLimit`; other values are clamped.
  package init(maxShift: Int) {
    self.maxShift = min(max(0, maxShift), Self.maxShiftLimit)
  }

  /// Returns the best shift. Reads the common area of both images, and finishes both. Memory is proportional
  /// to the width.
  ///
  /// - Throws: The errors of the sources.
  package func shift(_ images: ComparedImages) throws -> PixelShift {
    var (expected, actual) = (images.expected, images.actual)
    // The size of the common area.
    let size = ImageDifference(expectedSize: expected.size, actualSize: actual.size).size
    var sums = ShiftSums(maxShift: maxShift, size)
    let all = PixelRect(x: 0, y: 0, size: size)
    // A row is compared with up to 65 others, at 65 places each: rows are read one at a time, so that a canceled
    // comparison ends within one row.
    let here = RowWindow<UInt32>(all, radius: 0, mostRows: 1)
    let there = RowWindow<UInt32>(all, radius: maxShift)
    for y in 0..<size.height {
      try here.load(around: y, from: &expected)
      try there.load(around: y, from: &actual)
      for other in max(0, y - maxShift)...min(y + maxShift, size.height - 1) {
        sums.add(here[y], there[other], dy: other - y)
      }
    }
    try expected.finish()
    try actual.finish()
    return sums.best
  }
}

/// The sums of absolute sample differences, one for each shift.
private struct ShiftSums {
  private let maxShift: Int
  private let size: PixelSize
  /// The sums in row order of the shifts.
  private var sums: [Int]

  init(maxShift: Int, _ size: PixelSize) {
    self.maxShift = maxShift
    self.size = size
    sums = [Int](repeating: 0, count: (2 * maxShift + 1) * (2 * maxShift + 1))
  }

  /// Adds two rows that are aligned by a vertical shift of `dy`.
  mutating func add(_ expected: UnsafePointer<UInt32>, _ actual: UnsafePointer<UInt32>, dy: Int) {
    for dx in -maxShift...maxShift where abs(dx) < size.width {
      sums[(dy + maxShift) * (2 * maxShift + 1) + dx + maxShift] += Self.difference(
        expected + max(0, -dx), actual + max(0, dx), size.width - abs(dx))
    }
  }

  var best: PixelShift {
    var best = (shift: PixelShift.none, sum: sums[sums.count / 2], pixels: size.area)
    for (index, sum) in sums.enumerated() {
      let (dy, dx) = index.quotientAndRemainder(dividingBy: 2 * maxShift + 1)
      let shift = PixelShift(dx: dx - maxShift, dy: dy - maxShift)
      guard abs(shift.dx) < size.width, abs(shift.dy) < size.height else { continue }
      let pixels = (size.width - abs(shift.dx)) * (size.height - abs(shift.dy))
      // Compares two means without dividing.
      let (here, there) = (
        sum.multipliedFullWidth(by: best.pixels), best.sum.multipliedFullWidth(by: pixels)
      )
      let isLess = (here.high, here.low) < (there.high, there.low)
      let isEqual = (here.high, here.low) == (there.high, there.low)
      if isLess || isEqual && shift.length < best.shift.length { best = (shift, sum, pixels) }
    }
    return best.shift
  }

  /// Returns the sum of absolute differences over all four channels. Written so that the compiler uses the
  /// machine's instruction for it.
  private static func difference(
    _ l: UnsafePointer<UInt32>, _ r: UnsafePointer<UInt32>, _ count: Int
  ) -> Int {
    var total = 0
    // A pixel adds at most 4 * 255, so this many pixels cannot overflow a lane.
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

/// The position of one image relative to another: the pixel at x, y of the expected image corresponds to x +
/// dx, y + dy of the actual image.
public struct PixelShift: Hashable, Sendable {
  /// The movement to the right, in pixels.
  public var dx: Int
  /// The movement down, in pixels.
  public var dy: Int

  public init(dx: Int, dy: Int) {
    self.dx = dx
    self.dy = dy
  }

  /// No movement.
  public static let none = PixelShift(dx: 0, dy: 0)

  /// Returns the size of the area that two images of one size share after the shift.
  ///
  /// - Parameter size: Must be larger than the shift.
  package func commonSize(of size: PixelSize) -> PixelSize { commonAreas(of: size).expected.size }

  /// Returns the area that two images of one size share after the shift, in the coordinates of each image.
  ///
  /// - Parameter size: Must be larger than the shift.
  func commonAreas(of size: PixelSize) -> (expected: PixelRect, actual: PixelRect) {
    let part = PixelSize(width: size.width - abs(dx), height: size.height - abs(dy))!
    return (
      PixelRect(x: max(0, -dx), y: max(0, -dy), size: part),
      PixelRect(x: max(0, dx), y: max(0, dy), size: part)
    )
  }
}
