import FrameImage

/// The alignment of two images: their pixels on one canvas, which has each row and each column of both.
public struct ImageAlignment: Hashable, Sendable {
  /// The rows, from the top down.
  public let rows: LineAlignment
  /// The columns, from the left.
  public let columns: LineAlignment

  /// The size of the canvas.
  public var size: PixelSize { PixelSize(width: columns.count, height: rows.count)! }

  /// Returns where a rectangle of the expected image is on the canvas; nil if it is outside the image. It may be larger
  /// there, because lines were added.
  func canvasRect(ofExpected rect: PixelRect) -> PixelRect? {
    guard let y = Self.lines(rect.y, rect.size.height, in: rows.numbers(in: .expected)),
      let x = Self.lines(rect.x, rect.size.width, in: columns.numbers(in: .expected))
    else { return nil }
    return PixelRect(columns: x, rows: y)
  }

  /// Returns the lines of the canvas from the first to the last of a range of lines of an image.
  private static func lines(_ start: Int, _ count: Int, in numbers: [Int?]) -> Range<Int>? {
    let (end, isBeyond) = start.addingReportingOverflow(count)
    let range = start..<(isBeyond ? Int.max : max(start, end))
    guard let first = numbers.firstIndex(where: { $0.map(range.contains) ?? false }),
      let last = numbers.lastIndex(where: { $0.map(range.contains) ?? false })
    else { return nil }
    return first..<last + 1
  }

  /// Returns the part of an image in a rectangle of the canvas; nil if only the other image has lines there.
  func rect(of rect: PixelRect, in side: ImageSide) -> PixelRect? {
    let y = rows.numbers(in: side)[rect.rows].compactMap(\.self)
    let x = columns.numbers(in: side)[rect.columns].compactMap(\.self)
    guard let top = y.first, let left = x.first else { return nil }
    return PixelRect(x: left, y: top, size: PixelSize(width: x.count, height: y.count)!)
  }
}

/// How the pixels of two images are paired.
package enum PixelPlacement: Sendable {
  /// The pixel at x, y of the expected image with that at x + dx, y + dy of the actual one.
  case shifted(PixelShift)
  /// Those of the same row and column on the canvas.
  case aligned(ImageAlignment)

  /// Returns the size of the compared area.
  func area(_ expected: PixelSize, _ actual: PixelSize) -> PixelSize {
    switch self {
    case .shifted(let shift):
      shift.commonSize(of: ImageDifference(expectedSize: expected, actualSize: actual).size)
    case .aligned(let alignment): alignment.size
    }
  }

  /// Returns where a rectangle of the expected image is in the compared area; nil if it is nowhere there.
  func rect(ofExpected rect: PixelRect) -> PixelRect? {
    switch self {
    case .shifted: rect
    case .aligned(let alignment): alignment.canvasRect(ofExpected: rect)
    }
  }

  /// Returns the part of an image in a rectangle of the compared area; nil if only the other image has lines there.
  func rect(of rect: PixelRect, in side: ImageSide) -> PixelRect? {
    switch self {
    case .shifted(let shift):
      let (dx, dy) = side == .expected ? (-shift.dx, -shift.dy) : (shift.dx, shift.dy)
      return PixelRect(x: rect.x + max(0, dx), y: rect.y + max(0, dy), size: rect.size)
    case .aligned(let alignment): return alignment.rect(of: rect, in: side)
    }
  }
}
