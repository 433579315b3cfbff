import FrameGeometry
import FrameImage
import TestSupport
import Testing

/// EXIF's eight orientations as maps from stored to upright pixels.
@Suite struct OrientationTests {
  /// The sides of the upright image on which the stored 0th row and 0th column lie, according to CIPA DC-008.
  static let corners: [(Orientation, firstRow: String, firstColumn: String)] = [
    (.up, "top", "left"), (.upMirrored, "top", "right"), (.down, "bottom", "right"),
    (.downMirrored, "bottom", "left"), (.leftMirrored, "left", "top"), (.right, "right", "top"),
    (.rightMirrored, "right", "bottom"), (.left, "left", "bottom"),
  ]

  @Test(
    "The stored first row and column lie on the upright sides that EXIF specifies", arguments: corners)
  func rowsAndColumns(orientation: Orientation, row: String, column: String) {
    let stored = size(7, 4)
    let upright = orientation.upright(stored)
    let t = orientation.uprightTransform(stored: stored)
    func side(of points: [Point]) -> String? {
      if points.allSatisfy({ $0.y == 0.5 }) { return "top" }
      if points.allSatisfy({ $0.y == Double(upright.height) - 0.5 }) { return "bottom" }
      if points.allSatisfy({ $0.x == 0.5 }) { return "left" }
      return points.allSatisfy { $0.x == Double(upright.width) - 0.5 } ? "right" : nil
    }
    let firstRow = (0..<7).map { Point(x: Double($0) + 0.5, y: 0.5).applying(t) }
    let firstColumn = (0..<4).map { Point(x: 0.5, y: Double($0) + 0.5).applying(t) }
    expectEqual(side(of: firstRow), row)
    expectEqual(side(of: firstColumn), column)
  }

  @Test(
    "Each orientation maps stored pixels one to one onto the upright image", arguments: Orientation.allCases)
  func bijection(o: Orientation) {
    for stored in [size(1, 1), size(1, 6), size(5, 1), size(5, 3), size(4, 8)] {
      let upright = o.upright(stored)
      let t = o.uprightTransform(stored: stored)
      var seen: Set<[Int]> = []
      for y in 0..<stored.height {
        for x in 0..<stored.width {
          let p = Point(x: Double(x) + 0.5, y: Double(y) + 0.5).applying(t)
          expectTrue(p.x - 0.5 == (p.x - 0.5).rounded() && p.y - 0.5 == (p.y - 0.5).rounded())
          expectTrue(p.x > 0 && p.x < Double(upright.width) && p.y > 0 && p.y < Double(upright.height))
          seen.insert([Int(p.x), Int(p.y)])
        }
      }
      expectEqual(seen.count, stored.area)
    }
  }

  @Test("Orientations 5 to 8, and no others, swap width and height") func swappedSizes() {
    for o in Orientation.allCases {
      expectEqual(o.swapsAxes, (o.rawValue >= 5))
      expectTrue(o.upright(size(7, 4)) == (o.swapsAxes ? size(4, 7) : size(7, 4)))
    }
    expectEqual(Orientation.allCases.map(\.rawValue), Array(1...8))
    expectTrue(Orientation(rawValue: 0) == nil && Orientation(rawValue: 9) == nil)
  }

  @Test("The eight orientations are distinct and closed under composition") func group() {
    for a in Orientation.allCases {
      for b in Orientation.allCases {
        let both = a.linear.concatenating(b.linear)
        expectEqual(Orientation.allCases.filter { $0.linear == both }.count, 1)
      }
    }
    expectEqual(Set(Orientation.allCases.map(\.linear)).count, 8)
  }

  /// Orientation 6 is displayed by a clockwise quarter turn, 8 by a counterclockwise one, 3 by a half turn.
  @Test("Orientations up, right, down and left are quarter turns, and the other four mirror") func turns() {
    let turns: [(Orientation, Double)] = [(.up, 0), (.right, 90), (.down, 180), (.left, 270)]
    for (orientation, degrees) in turns {
      expectEqual(orientation.linear, AffineTransform(rotation: Angle(degrees: degrees)))
    }
    let mirrors = Orientation.allCases.filter { $0.linear.determinant < 0 }
    expectEqual(mirrors, [.upMirrored, .downMirrored, .leftMirrored, .rightMirrored])
  }
}
