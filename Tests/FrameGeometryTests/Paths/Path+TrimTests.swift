import TestSupport
import Testing

@testable import FrameGeometry

/// Trimming of a path, with a path as the result.
@Suite struct PathTrimTests {
  private static let data = [
    "M0 0L10 0L10 10", "M0 0H10V10H0Z", "M0 0C10 0 10 10 0 10S-10 20 0 20", "M0 0Q10 0 10 10T20 20",
    "M10 0A10 5 30 1 1 0 9", "M0 0H4V4H0ZM10 10h4v4h-4z", "M0 0L10 0ZL5 5",
    "M3 3A3 3 0 1 1 9 3A3 3 0 1 1 3 3Z M20 20H30",
  ]
  private static let shares = [(0.0, 0.5), (0.25, 0.75), (0.5, 1), (0.1, 0.2), (0.9, 0.95), (0.0, 1.0)]

  /// The lines of a trimmed path equal the trimmed lines of the path.
  @Test(
    "A trimmed path has the contours, lengths and ends of its trimmed lines", arguments: data)
  func trimmedLines(data: String)
    throws
  {
    let path = try Path(svgData: data)
    let tolerance = 1e-7
    let lines = path.flattened(tolerance: tolerance)
    for (start, end) in Self.shares {
      let wanted = lines.trimmed(from: start, to: end)
      let found = path.trimmed(from: start, to: end, tolerance: tolerance).flattened(tolerance: tolerance)
      expectEqual(found.count, wanted.count, "\(data) \(start)")
      for (a, b) in zip(found, wanted) {
        expectEqual(a.isClosed, b.isClosed)
        expectTrue(abs(a.length - b.length) < 1e-5)
        for (p, q) in [
          (a.points[0], b.points[0]), (a.points[a.points.count - 1], b.points[b.points.count - 1]),
        ] {
          expectTrue(abs(p.x - q.x) < 1e-5 && abs(p.y - q.y) < 1e-5, "\(data) \(start): \(p) \(q)")
        }
      }
    }
  }

  /// A part of a curve is a curve itself, so points between its ends lie on the original curve.
  @Test("A trimmed quarter of a circle is a single arc of 90 degrees") func circlePart() {
    let circle = Path(ellipseIn: Rect(x: -10, y: -10, width: 20, height: 20))
    let part = circle.trimmed(from: 0.25, to: 0.5, tolerance: 1e-6)
    expectEqual(part.elements.count, 2)
    guard case .arc(let arc) = part.elements.last else {
      Issue.record("\(part)")
      return
    }
    expectTrue(abs(arc.start.degrees - 90) < 1e-6 && abs(arc.sweep.degrees - 90) < 1e-6)
  }

  @Test("Trimming to an empty range gives nothing, and to the full range the whole path") func emptyTrim()
    throws
  {
    let path = try Path(svgData: "M0 0H10")
    for (start, end) in [(0.5, 0.5), (0.7, 0.3), (1, 2), (-1, 0)] {
      expectTrue(path.trimmed(from: start, to: end, tolerance: 1e-3).isEmpty)
    }
    expectEqual(path.trimmed(from: -1, to: 2, tolerance: 1e-3), path)
    expectTrue(
      Path([.move(.zero), .line(Point(x: .infinity, y: 0))]).trimmed(from: 0, to: 0.5, tolerance: 1).isEmpty)
  }
}
