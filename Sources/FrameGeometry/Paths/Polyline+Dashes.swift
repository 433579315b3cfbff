/// A path that cannot be drawn as lines.
package enum OutlineError: Error, Equatable, Sendable {
  /// The dash length with this index is below 0.
  case negativeDash(Int)
  /// A coordinate, a dash length or the offset of dashes is not a number, or too large.
  case notFinite
  /// The dash lengths are so short that there would be more dashes than `allowed`.
  case tooManyDashes(allowed: Int)
  /// A contour has more lines than may be held.
  case contourTooLong
}

extension Polyline {
  /// The maximum number of dashes of all contours.
  package static let mostDashes = 1_000_000
}

/// Divides contours into dashes, with drawn and skipped lengths alternating: SVG 2, part 13.5.6.
///
/// The pattern starts again with each contour, at the offset; an odd pattern is repeated, and one without length is
/// ignored. Dashes are open and go around corners. A dash that ends at the end of a closed contour continues in the
/// one that begins there: by SVG's text there would be two caps back to back, but no renderer that we know does
/// this.
package struct DashPattern: Sendable {
  /// Drawn and skipped lengths, alternating; none for a line without gaps.
  private var lengths: [Double] = []
  /// The index of the length that a contour starts with; even indices are drawn.
  private var first = 0
  /// The part of this length that is over.
  private var phase = 0.0

  package static let unbroken = DashPattern()

  /// Returns a length that certainly has too many dashes.
  package static func longest(of pattern: [Double]) -> Double {
    // A pattern of two lengths has one dash per period, and an odd one is repeated: none has fewer.
    2 * pattern.reduce(0, +) * Double(Polyline.mostDashes) + 1
  }

  private init() {}

  /// - Parameters:
  ///   - length: of all contours together.
  ///   - contours: their number.
  /// - Throws: an `OutlineError`, before any dash is made.
  package init(
    _ pattern: [Double], offset: Double, along length: Double, contours: Int
  ) throws(OutlineError) {
    if let index = pattern.firstIndex(where: { $0 < 0 }) { throw .negativeDash(index) }
    let sum = pattern.reduce(0, +)
    guard (2 * sum).isFinite, offset.isFinite else { throw .notFinite }
    guard sum > 0 else { return }
    let isEven = pattern.count % 2 == 0
    let period = isEven ? sum : 2 * sum
    let count =
      (length / period + Double(contours)) * Double(isEven ? pattern.count / 2 : pattern.count)
    guard count <= Double(Polyline.mostDashes) else { throw .tooManyDashes(allowed: Polyline.mostDashes) }
    lengths = isEven ? pattern : pattern + pattern
    let rest = offset.truncatingRemainder(dividingBy: period)
    phase = rest < 0 ? rest + period : rest
    // A dash without length is a dot, and not over before it begins.
    while phase > lengths[first] || phase == lengths[first] && phase > 0, first < lengths.count - 1 {
      phase -= lengths[first]
      first += 1
    }
  }

  /// Calls `body` for each dash of a contour. A dash that continues in the contour's first one comes last, joined to
  /// it.
  package func cut<E: Error>(_ line: Polyline, _ body: (Polyline) throws(E) -> Void) throws(E) {
    guard !lengths.isEmpty else { return try body(line) }
    var cutter = PolylineCutter(line)
    guard cutter.length > 0 else {
      if first % 2 == 0 { try body(line) }
      return
    }
    var index = first
    var position = 0.0
    var end = lengths[first] - phase
    // The first dash of a closed contour, until the end of the last one is known.
    var waiting: Polyline?
    while position < cutter.length {
      if index % 2 == 0 {
        let isLast = end >= cutter.length
        if isLast, position == 0 { return try body(line) }
        let dash = cutter.part(from: position, to: min(end, cutter.length))
        if position == 0, line.isClosed {
          waiting = dash
        } else if isLast, let beginning = waiting {
          waiting = nil
          try body(dash.joined(to: beginning))
        } else {
          try body(dash)
        }
      }
      position = end
      index = (index + 1) % lengths.count
      end = position + lengths[index]
    }
    if let waiting { try body(waiting) }
  }
}

extension Polyline {
  /// - Parameter next: begins at the end of this line.
  fileprivate func joined(to next: Polyline) -> Polyline {
    Polyline(
      points + next.points.dropFirst(), isClosed: false,
      smooth: points.indices.map(isSmooth) + next.points.indices.dropFirst().map(next.isSmooth),
      startDirection: startDirection, endDirection: next.endDirection)
  }
}
