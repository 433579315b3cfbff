import FrameGeometry
import TestSupport
import Testing

@Suite struct PathShapesTests {
  @Test("Basic shapes have the start points and directions of their SVG equivalents") func startPoints() {
    expectEqual(Path(Rect(x: 1, y: 2, width: 30, height: 40)).svgData, "M1,2 L31,2 L31,42 L1,42 Z")
    expectEqual(
      Path(roundedRect: Rect(x: 0, y: 0, width: 40, height: 30), cornerRadii: Size(width: 10, height: 5))
        .svgData,
      "M10,0 L30,0 A10,5 0 0 1 40,5 L40,25 A10,5 0 0 1 30,30 L10,30 A10,5 0 0 1 0,25 L0,5 A10,5 0 0 1 10,0 Z")
    expectEqual(
      Path(ellipseIn: Rect(x: 0, y: 10, width: 40, height: 20)).svgData,
      "M40,20 A20,10 0 0 1 0,20 A20,10 0 0 1 40,20 Z")
    expectEqual(Path(lineFrom: point(1, 2), to: point(3, 4)).svgData, "M1,2 L3,4")
    expectEqual(Path(polygon: [point(1, 2), point(3, 4), point(5, 0)]).svgData, "M1,2 L3,4 L5,0 Z")
    expectTrue(Path(polygon: []).isEmpty)
  }

  @Test("Shapes in a rectangle of negative size equal those in the standardized rectangle")
  func negativeSize() {
    let turned = Rect(x: 31, y: 42, width: -30, height: -40)
    expectEqual(Path(turned), Path(turned.standardized))
    expectEqual(Path(ellipseIn: turned), Path(ellipseIn: turned.standardized))
    let radii = Size(width: 2, height: 2)
    expectEqual(
      Path(roundedRect: turned, cornerRadii: radii),
      Path(roundedRect: turned.standardized, cornerRadii: radii))
  }

  @Test(
    "A corner radius that is zero, negative or NaN gives sharp corners",
    arguments: [(0.0, 5.0), (5, 0), (-1, 5), (5, -1), (.nan, 5)])
  func sharpCorners(rx: Double, ry: Double) {
    let rect = Rect(x: 0, y: 0, width: 40, height: 30)
    expectEqual(Path(roundedRect: rect, cornerRadii: Size(width: rx, height: ry)), Path(rect))
  }

  @Test("Corner radii are limited to half the sides") func largestRadii() {
    let rect = Rect(x: 0, y: 0, width: 40, height: 30)
    let all = Path(roundedRect: rect, cornerRadii: Size(width: 99, height: 99))
    expectEqual(all, Path(roundedRect: rect, cornerRadii: Size(width: 20, height: 15)))
    let area = Outline(all.flattened(tolerance: 1e-6)).signedArea
    expectTrue(abs(area - .pi * 20 * 15) < 1e-4)
  }

  @Test("Arc angles start on the right and increase clockwise") func arcs() {
    func arc(_ from: Double, _ to: Double) -> String {
      Path(arcAround: point(10, 10), radius: 5, from: Angle(degrees: from), to: Angle(degrees: to)).svgData
    }
    expectEqual(arc(0, 90), "M15,10 A5,5 0 0 1 10,15")
    expectEqual(arc(90, 0), "M10,15 A5,5 0 0 0 15,10")
    expectEqual(arc(-90, 90), "M10,5 A5,5 0 0 1 10,15")
    expectEqual(arc(0, 360), "M15,10 A5,5 0 0 1 5,10 A5,5 0 0 1 15,10")
    expectEqual(
      arc(0, 36_000_000_000 + 90),
      "M15,10 A5,5 0 0 1 5.669872981077806,12.5 A5,5 0 0 1 12.5,5.669872981077806 A5,5 0 0 1 10,15")
    expectEqual(arc(45, 45), "M13.535533905932738,13.535533905932738 L13.535533905932738,13.535533905932738")
  }
}
