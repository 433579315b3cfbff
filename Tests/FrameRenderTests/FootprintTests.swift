import FrameGeometry
import FrameImage
import TestSupport
import Testing

@testable import FramePlan
@testable import FrameRender

/// The extent of a filter in the source, and the taps that are evaluated.
@Suite struct FootprintTests {
  private let source = size(300, 200)

  @Test("The footprint has the kernel's own size unless the image shrinks", arguments: Filter.allCases)
  func enlarging(filter: Filter) {
    for jacobian in [AffineTransform.identity, .turned(30), .scaled(0.2, 0.9).then(.turned(70))] {
      let shape = Footprint(jacobian: jacobian, filter: filter, source: source)
      expectTrue(shape.isSeparable)
      expectTrue(shape.inverseX == 1 && shape.inverseY == 1)
      expectTrue(shape.columns == Int(2 * filter.support) && shape.rows == shape.columns)
    }
  }

  @Test("The footprint widens as the image shrinks, along each axis separately, except for nearest")
  func shrinking() {
    let shape = Footprint(jacobian: .scaled(4, 0.5), filter: .cubic, source: source)
    expectTrue(shape.isSeparable && shape.inverseX == 0.25 && shape.inverseY == 1)
    expectTrue((shape.columns, shape.rows) == (16, 4))
    let turned = Footprint(
      jacobian: AffineTransform.turned(20).then(.scaled(3, 3)), filter: .cubic, source: source)
    expectTrue(turned.isSeparable && turned.columns == 12 && turned.rows == 12)
    let nearest = Footprint(jacobian: .scaled(50, 50), filter: .nearest, source: source)
    expectTrue(nearest.columns == 1 && nearest.rows == 1)
  }

  private static let aslant: [AffineTransform] = [
    AffineTransform(1, 0.2, 1.9, 1, 0, 0), .scaled(1, 5).then(.turned(30)), .scaled(90, 2).then(.turned(45)),
    .scaled(1, 700).then(.turned(-30)), AffineTransform.scaled(1, 1e5).then(.turned(60)),
    .scaled(-1, 40).then(.turned(0.01)), .scaled(3, 3.001).then(.turned(80)),
  ]

  @Test("No tap with a weight is left out", arguments: aslant)
  func columns(jacobian: AffineTransform) {
    for filter in Filter.allCases where filter != .nearest {
      let shape = Footprint(jacobian: jacobian, filter: filter, source: source)
      let curve = FilterCurve(filter)
      expectTrue(!shape.isSeparable)
      var looked = 0
      for row in stride(from: 0, to: shape.rows, by: max(1, shape.rows / 40)) {
        let dx = Float(-shape.reachX + 0.3)
        let dy = Float(-shape.reachY + 0.7) + Float(row)
        let range = shape.columns(from: dx, at: dy, support: filter.support)
        looked += range.count
        for k in stride(from: 0, to: shape.columns, by: max(1, shape.columns / 200)) where !range.contains(k)
        {
          let u = (dx + Float(k)) * shape.inverseX + dy * shape.inverseXY
          let v = (dx + Float(k)) * shape.inverseXY + dy * shape.inverseY
          expectEqual(curve.weight(abs(u)) * curve.weight(abs(v)), 0)
        }
        expectTrue(range.lowerBound >= 0 && range.upperBound <= shape.columns)
      }
      expectTrue(looked > 0)
    }
  }

  @Test("A long diagonal footprint evaluates only the taps in its own area")
  func work() {
    let shape = Footprint(jacobian: .scaled(1, 700).then(.turned(-30)), filter: .cubic, source: source)
    let taps = (0..<shape.rows).reduce(0) { sum, row in
      sum + shape.columns(from: Float(-shape.reachX), at: Float(Double(row) - shape.reachY), support: 2).count
    }
    // The kernel's 4 by 4 square, stretched 700 times, plus a few extra taps per row.
    expectTrue(taps < 16 * 700 + shape.rows * 8)
    expectTrue(shape.rows * shape.columns > 100 * taps)
  }
}
