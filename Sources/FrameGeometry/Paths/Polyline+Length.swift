extension Polyline {
  /// Including the closing line.
  package var length: Double {
    (0..<edges).reduce(0) { $0 + chord($1).length }
  }
}

extension [Polyline] {
  /// Of all contours together.
  package var length: Double { reduce(0) { $0 + $1.length } }

  /// Returns a part of all contours by their total length, as SwiftUI's `trim(from:to:)`.
  ///
  /// From 0 to 1, contours are unchanged, including closed ones; a contour that is cut is open. Shares are clamped to
  /// 0...1; nothing is left unless `end` is larger than `start`.
  ///
  /// - Parameters: shares of `length`.
  package func trimmed(from start: Double, to end: Double) -> [Polyline] {
    var trimmer = PolylineTrimmer(from: start, to: end, of: length)
    return compactMap { trimmer.trim($0) }
  }
}

/// Trims contours one by one, by shares of their total length.
package struct PolylineTrimmer {
  private let from: Double
  private let to: Double
  private var passed = 0.0

  /// - Parameters:
  ///   - start: a share of the length, as `end`.
  ///   - length: of all contours together.
  package init(from start: Double, to end: Double, of length: Double) {
    let isNothing = !(start < end && start < 1 && end > 0)
    (from, to) = isNothing ? (.infinity, 0) : (max(start, 0) * length, end < 1 ? end * length : .infinity)
  }

  /// - Returns: nil if nothing is left.
  package mutating func trim(_ line: Polyline) -> Polyline? {
    guard from < .infinity else { return nil }
    var cutter = PolylineCutter(line)
    let (a, b) = (from - passed, to - passed)
    passed += cutter.length
    if a <= 0, b >= cutter.length { return line }
    guard a < cutter.length, b > 0 else { return nil }
    return cutter.part(from: max(a, 0), to: min(b, cutter.length))
  }
}

/// Cuts parts of a polyline, in rising order.
struct PolylineCutter {
  /// The total length.
  let length: Double
  private let line: Polyline
  /// The length up to each point, and to the first one again if closed.
  private let lengths: [Double]
  /// The edge in which the last part ended.
  private var edge = 0

  init(_ line: Polyline) {
    self.line = line
    var lengths = [0.0]
    lengths.reserveCapacity(line.edges + 1)
    for edge in 0..<line.edges { lengths.append(lengths[edge] + line.chord(edge).length) }
    self.lengths = lengths
    length = lengths[line.edges]
  }

  /// Returns an open line, or a dot if both lengths are equal.
  ///
  /// - Parameters: lengths from the beginning, at most `length`.
  mutating func part(from start: Double, to end: Double) -> Polyline {
    // At a point, the edge that begins there.
    while edge < line.edges - 1, lengths[edge + 1] <= start { edge += 1 }
    guard line.edges > 0 else { return line }
    let (first, startDirection) = place(start)
    var points = [first]
    var smooth = [false]
    while edge < line.edges - 1, lengths[edge + 1] < end {
      edge += 1
      append(line.points[edge], smooth: line.isSmooth(edge))
    }
    let (last, endDirection) = place(end)
    append(last, smooth: false)
    return Polyline(
      points, isClosed: false, smooth: smooth, startDirection: startDirection, endDirection: endDirection)

    func append(_ point: Point, smooth isSmooth: Bool) {
      guard point != points[points.count - 1] else { return }
      points.append(point)
      smooth.append(isSmooth)
    }
  }

  /// Returns the position in the current edge, and the pen's direction there.
  private func place(_ length: Double) -> (Point, Vector) {
    let next = (edge + 1) % line.points.count
    let whole = lengths[edge + 1] - lengths[edge]
    let share = whole > 0 ? min(max((length - lengths[edge]) / whole, 0), 1) : 0
    let direction = line.direction(edge, at: share)
    if share == 1 { return (line.points[next], direction) }
    return (line.points[edge] + line.chord(edge) * share, direction)
  }
}
