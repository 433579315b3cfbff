import FrameImage

/// The alignment of two images: their pixels on one canvas, which has each row and each column of both.
public struct ImageAlignment: Hashable, Sendable {
  /// The rows, from the top down.
  public let rows: LineAlignment
  /// The columns, from the left.
  public let columns: LineAlignment

  /// The size of the canvas.
  public var size: PixelSize { PixelSize(width: columns.count, height: rows.count)! }
}

extension ImageAlignment {
  /// Returns where a rectangle of the expected image is on the canvas; nil if it is outside the image. It may be larger
  /// there, because lines were added.
  func canvasRect(ofExpected rect: PixelRect) -> PixelRect? {
    guard let y = Self.lines(rect.y, rect.size.height, in: rows.expected),
      let x = Self.lines(rect.x, rect.size.width, in: columns.expected)
    else { return nil }
    return PixelRect(x: x.lowerBound, y: y.lowerBound, size: PixelSize(width: x.count, height: y.count)!)
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

  /// Returns the part of the expected image in a rectangle of the canvas; nil if all of its lines are added.
  func expectedRect(of rect: PixelRect) -> PixelRect? { Self.rect(of: rect, rows.expected, columns.expected) }

  /// Returns the part of the actual image in a rectangle of the canvas; nil if all of its lines are removed.
  func actualRect(of rect: PixelRect) -> PixelRect? { Self.rect(of: rect, rows.actual, columns.actual) }

  private static func rect(of rect: PixelRect, _ rows: [Int?], _ columns: [Int?]) -> PixelRect? {
    let y = rows[rect.y..<rect.y + rect.size.height].compactMap(\.self)
    let x = columns[rect.x..<rect.x + rect.size.width].compactMap(\.self)
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

  /// Returns the part of the expected image in a rectangle of the compared area; nil if all of its lines are added.
  func expectedRect(of rect: PixelRect) -> PixelRect? {
    switch self {
    case .shifted(let shift): Self.moved(rect, by: max(0, -shift.dx), max(0, -shift.dy))
    case .aligned(let alignment): alignment.expectedRect(of: rect)
    }
  }

  /// Returns the part of the actual image in a rectangle of the compared area; nil if all of its lines are removed.
  func actualRect(of rect: PixelRect) -> PixelRect? {
    switch self {
    case .shifted(let shift): Self.moved(rect, by: max(0, shift.dx), max(0, shift.dy))
    case .aligned(let alignment): alignment.actualRect(of: rect)
    }
  }

  private static func moved(_ rect: PixelRect, by x: Int, _ y: Int) -> PixelRect {
    PixelRect(x: rect.x + x, y: rect.y + y, size: rect.size)
  }
}
