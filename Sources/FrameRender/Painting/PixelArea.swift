import FrameGeometry

/// Pixels of a rectangle, on the output or in cells.
struct PixelArea: Equatable {
  var columns: Range<Int>
  var rows: Range<Int>

  static let anywhere = PixelArea(columns: .min..<(.max), rows: .min..<(.max))

  static let none = PixelArea(columns: 0..<0, rows: 0..<0)

  var isEmpty: Bool { columns.isEmpty || rows.isEmpty }

  var count: Int { columns.count * rows.count }

  func meets(_ other: PixelArea) -> Bool { rows.overlaps(other.rows) && columns.overlaps(other.columns) }

  func contains(_ other: PixelArea) -> Bool { common(with: other) == other }

  func common(with other: PixelArea) -> PixelArea {
    PixelArea(columns: columns.clamped(to: other.columns), rows: rows.clamped(to: other.rows))
  }

  /// Returns the smallest area around both; an empty one is ignored.
  func union(_ other: PixelArea) -> PixelArea {
    PixelArea(columns: columns.union(other.columns), rows: rows.union(other.rows))
  }

  func offset(_ dx: Int, _ dy: Int) -> PixelArea {
    if self == .anywhere || isEmpty { return self }
    return PixelArea(
      columns: columns.lowerBound + dx..<columns.upperBound + dx,
      rows: rows.lowerBound + dy..<rows.upperBound + dy)
  }

  func grown(by distance: Int) -> PixelArea {
    PixelArea(columns: columns.grown(by: distance), rows: rows.grown(by: distance))
  }
}

extension PixelArea {
  /// The pixels that a box touches.
  init(touching box: Rect) {
    self.init(
      columns: Range(touching: box.minX, box.maxX), rows: Range(touching: box.minY, box.maxY))
  }

  /// The pixels of a box and one more, so that rounding does not cut anything.
  init(around box: Rect) { self = PixelArea(touching: box).grown(by: 1) }

  /// The area as a rectangle of the plane.
  var rect: Rect {
    Rect(
      x: Double(columns.lowerBound), y: Double(rows.lowerBound), width: Double(columns.count),
      height: Double(rows.count))
  }

  /// Calls `body` with parts of at most this size, row by row of parts.
  func forEachPart<E: Error>(
    width: Int, height: Int, _ body: (PixelArea) throws(E) -> Void
  ) throws(E) {
    for strip in rows.parts(of: height) {
      for part in columns.parts(of: width) { try body(PixelArea(columns: part, rows: strip)) }
    }
  }

  /// Lends an empty tile for each part of it.
  ///
  /// - Parameter workspace: not in use at the time.
  func forEachTile(in workspace: Workspace, _ body: (Tile) -> Void) {
    forEachPart(width: Workspace.tileWidth, height: workspace.tileRows) { part in
      body(Tile(part, filledWith: .zero, in: workspace))
    }
  }
}

// MARK: Ranges of pixels along one axis

extension Range<Int> {
  func grown(by reach: Int) -> Self { isEmpty ? self : lowerBound - reach..<upperBound + reach }

  /// All integers whose pixels an interval touches.
  init(touching low: Double, _ high: Double) {
    let bound = 1e15
    let first = Int(Swift.max(-bound, Swift.min(bound, low.rounded(.down))))
    let end = Int(Swift.max(-bound, Swift.min(bound, high.rounded(.up))))
    self = first..<Swift.max(first, end)
  }

  /// Returns as few parts of at most this length as possible, of nearly the same length.
  func parts(ofAtMost length: Int) -> [Range<Int>] {
    let parts = (count + length - 1) / length
    return (0..<parts).map { lowerBound + $0 * count / parts..<lowerBound + ($0 + 1) * count / parts }
  }
}

extension [Range<Int>] {
  /// The smallest range around all that are not empty.
  var union: Range<Int> { reduce(0..<0) { $0.union($1) } }
}
