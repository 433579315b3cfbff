import FrameModel

/// A closed line around a part of a glyph, which begins nowhere for certain: where a font file begins it with a point
/// that is not on it, versions of HarfBuzz go on to other ones. So it begins at its leftmost end of a line or curve,
/// at the lowest of them.
struct Contour {
  private let start: Point
  /// What the pen does from `start`, back to it at last.
  private var parts: [Path.Element] = []

  init(start: Point) {
    self.start = start
  }

  mutating func add(_ part: Path.Element) {
    parts.append(part)
  }

  /// From `move` to `close`.
  var elements: [Path.Element] {
    var parts = parts
    if parts.last?.end != start { parts.append(.line(start)) }
    let ends = parts.map { $0.end! }
    let first = ends.indices.min { precedes($0, $1, ends) }!
    parts = Array(parts[(first + 1)...] + parts[...first])
    // The last line is what `close` draws.
    if case .line = parts.last { parts.removeLast() }
    return [.move(ends[first])] + parts + [.close]
  }

  /// Of two ends that are one point the one whose next points come first.
  private func precedes(_ a: Int, _ b: Int, _ ends: [Point]) -> Bool {
    for step in ends.indices {
      let (p, q) = (ends[(a + step) % ends.count], ends[(b + step) % ends.count])
      if p != q { return (p.x, p.y) < (q.x, q.y) }
    }
    return false
  }
}

extension Path.Element {
  /// Where a line or curve ends.
  fileprivate var end: Point? {
    switch self {
    case .move(let end), .line(let end), .quadratic(_, let end), .cubic(_, _, let end): end
    case .arc, .close: nil
    }
  }
}
