/// One of the two images of a comparison.
enum ImageSide { case expected, actual }

/// Lines of two images, rows or columns, that follow each other.
public enum LineSegment: Hashable, Sendable {
  /// Lines that are compared with each other; the first ones are `expected` and `actual`.
  case both(expected: Int, actual: Int, count: Int)
  /// Lines that only the expected image has.
  case removed(expected: Int, count: Int)
  /// Lines that only the actual image has.
  case added(actual: Int, count: Int)

  /// The number of lines of the canvas: a pair of lines counts once.
  public var count: Int {
    switch self {
    case .both(_, _, let count), .removed(_, let count), .added(_, let count): count
    }
  }

  /// Returns the first line in an image; nil if only the other image has the lines.
  func start(in side: ImageSide) -> Int? {
    switch self {
    case .both(let expected, let actual, _): side == .expected ? expected : actual
    case .removed(let start, _): side == .expected ? start : nil
    case .added(let start, _): side == .actual ? start : nil
    }
  }

  /// Returns both segments as one; nil if lines of another kind or with other numbers follow.
  func joined(with next: LineSegment) -> LineSegment? {
    switch (self, next) {
    case (.both(let e, let a, let count), .both(let nextE, let nextA, let more))
    where nextE == e + count && nextA == a + count:
      .both(expected: e, actual: a, count: count + more)
    case (.removed(let start, let count), .removed(let next, let more)) where next == start + count:
      .removed(expected: start, count: count + more)
    case (.added(let start, let count), .added(let next, let more)) where next == start + count:
      .added(actual: start, count: count + more)
    default: nil
    }
  }
}

/// The lines of two images along one axis, in the order in which they are compared.
public struct LineAlignment: Hashable, Sendable {
  /// The lines, from first to last.
  public let segments: [LineSegment]

  /// The number of lines of both images, where lines compared with each other count once.
  public var count: Int { segments.reduce(0) { $0 + $1.count } }

  /// True if no line is added or removed.
  public var isInPlace: Bool {
    segments.allSatisfy {
      if case .both(let expected, let actual, _) = $0 { expected == actual } else { false }
    }
  }

  /// Pairs the lines that both images have.
  static func common(_ expected: Int, _ actual: Int) -> LineAlignment {
    LineAlignment(segments: [.both(expected: 0, actual: 0, count: min(expected, actual))])
  }

  /// Pairs lines with the same numbers. Those of the longer image that are left over are added or removed.
  static func inPlace(_ expected: Int, _ actual: Int) -> LineAlignment {
    let common = min(expected, actual)
    var segments = [LineSegment.both(expected: 0, actual: 0, count: common)]
    if expected > common { segments.append(.removed(expected: common, count: expected - common)) }
    if actual > common { segments.append(.added(actual: common, count: actual - common)) }
    return LineAlignment(segments: segments)
  }

  /// For each line, its number in an image; nil for a line that only the other image has.
  func numbers(in side: ImageSide) -> [Int?] {
    segments.flatMap { segment in
      let start = segment.start(in: side)
      return (0..<segment.count).map { i in start.map { $0 + i } }
    }
  }
}
