import FrameImage

/// Lines of two images, rows or columns, that follow each other.
public enum LineSegment: Hashable, Sendable {
  /// Lines that are compared with each other; the first ones are `expected` and `actual`.
  case both(expected: Int, actual: Int, count: Int)
  /// Lines that only the expected image has.
  case removed(expected: Int, count: Int)
  /// Lines that only the actual image has.
  case added(actual: Int, count: Int)

  public var count: Int {
    switch self {
    case .both(_, _, let count), .removed(_, let count), .added(_, let count): count
    }
  }
}

/// The lines of two images along one axis, in the order in which they are compared.
public struct LineAlignment: Hashable, Sendable {
  public let segments: [LineSegment]

  /// The number of lines of both images, where lines compared with each other count once.
  public var count: Int { segments.reduce(0) { $0 + $1.count } }

  /// True if no line is added or removed.
  public var isInPlace: Bool {
    segments.allSatisfy {
      if case .both(let expected, let actual, _) = $0 { expected == actual } else { false }
    }
  }

  init(_ segments: [LineSegment]) { self.segments = segments }

  /// Pairs the lines that both images have.
  static func common(_ expected: Int, _ actual: Int) -> LineAlignment {
    LineAlignment([.both(expected: 0, actual: 0, count: min(expected, actual))])
  }

  /// Pairs lines with the same numbers. Those of the longer image that are left over are added or removed.
  static func inPlace(_ expected: Int, _ actual: Int) -> LineAlignment {
    let common = min(expected, actual)
    var segments = [LineSegment.both(expected: 0, actual: 0, count: common)]
    if expected > common { segments.append(.removed(expected: common, count: expected - common)) }
    if actual > common { segments.append(.added(actual: common, count: actual - common)) }
    return LineAlignment(segments)
  }

  /// For each line, its number in the expected image; nil for an added one.
  var expected: [Int?] {
    segments.flatMap { segment -> [Int?] in
      switch segment {
      case .both(let start, _, let count), .removed(let start, let count): (start..<start + count).map(\.self)
      case .added(_, let count): [Int?](repeating: nil, count: count)
      }
    }
  }

  /// For each line, its number in the actual image; nil for a removed one.
  var actual: [Int?] {
    segments.flatMap { segment -> [Int?] in
      switch segment {
      case .both(_, let start, let count), .added(let start, let count): (start..<start + count).map(\.self)
      case .removed(_, let count): [Int?](repeating: nil, count: count)
      }
    }
  }
}

/// The lines that are aligned before images are compared.
public enum AlignedLines: String, CaseIterable, Sendable {
  case rows, columns, both

  var rows: Bool { self != .columns }
  var columns: Bool { self != .rows }

  /// Returns whether images of two sizes differ at most in the number of these lines.
  package func canAlign(_ expected: PixelSize, _ actual: PixelSize) -> Bool {
    (rows || expected.height == actual.height) && (columns || expected.width == actual.width)
  }
}

/// The alignment of two images: their pixels on one canvas, which has each row and each column of both.
public struct ImageAlignment: Hashable, Sendable {
  public let rows: LineAlignment
  public let columns: LineAlignment

  init(rows: LineAlignment, columns: LineAlignment) { (self.rows, self.columns) = (rows, columns) }

  /// The size of the canvas.
  public var size: PixelSize { PixelSize(width: columns.count, height: rows.count)! }

  /// True if each pixel is compared with the one at the same place.
  public var isInPlace: Bool { rows.isInPlace && columns.isInPlace }
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
}
