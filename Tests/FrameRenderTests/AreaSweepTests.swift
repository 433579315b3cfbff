import FrameGeometry
import TestSupport
import Testing

@testable import FramePlan

@testable import FrameRender

/// The exact coverage of each pixel by an outline.
@Suite struct AreaSweepTests {
  private static let columns = 0..<24
  private static let rows = 0..<20

  private func shares(
    _ outline: Outline, columns: Range<Int> = Self.columns, rows: Range<Int> = Self.rows,
    mostWork: Int = AreaSweep.usualWork
  ) -> [[Double]] {
    let table = EdgeTable(outline)
    var sweep = AreaSweep(.edges(table), rule: outline.rule, columns: columns, rows: rows, mostWork: mostWork)
    return rows.map { y in
      var line = Array(repeating: 0.0, count: columns.count)
      sweep.sweep(y) { line[$0] = Double($1) }
      return line
    }
  }

  @Test("An upright rectangle has the same coverage as its outline, bit for bit")
  func rectangles() throws {
    var random = SplitMix64(seed: 7)
    func number(_ range: ClosedRange<Double>) -> Double {
      let share = Double(random.next() >> 11) * 0x1p-53
      let value = range.lowerBound + share * (range.upperBound - range.lowerBound)
      return random.next() % 3 == 0 ? value.rounded() : value
    }
    for _ in 0..<Trials.count(2000, few: 200) {
      let rect = Rect(x: number(-9...30), y: number(-9...25), width: number(0...30), height: number(0...25))
      let draw = RenderPlan.ShapeDraw(
        layer: "r", path: Path(rect), fill: .init(.color(.white)), matrix: .identity)
      let rectangle = try #require(draw.filledRectangle)
      var outline = Outline()
      try ShapeOutlines(draw, window: nil).forEach(filled: { outline.contours.append($0) }, stroked: { _ in })
      expectEqual(
        shares(.rectangle(rectangle), .nonZero), shares(.edges(EdgeTable(outline)), .nonZero), "\(rect)")
    }
  }

  /// Heights of strips are rounded to 2⁻³², and a neighbor can change how a row is divided into strips.
  @Test("Contours side by side affect each other only by the rounding of strips")
  func neighbors() {
    var random = SplitMix64(seed: 11)
    func number(_ range: ClosedRange<Double>) -> Double {
      range.lowerBound + Double(random.next() >> 11) * 0x1p-53 * (range.upperBound - range.lowerBound)
    }
    for _ in 0..<60 {
      // Each cell has four columns and two contours, which may contain or cross each other.
      let cells = (0..<6).map { cell in
        let x = Double(cell * 4)
        return (0..<2).map { _ in (0..<5).map { _ in Point(x: number(x...x + 4), y: number(-2...22)) } }
      }
      for rule in [FillRule.nonZero, .evenOdd] {
        let alone = cells.map { shares(.edges(EdgeTable(Outline($0, rule: rule))), rule) }
        let mixed = [3, 0, 5, 1, 4, 2].flatMap { cells[$0] }
        let together = shares(.edges(EdgeTable(Outline(mixed, rule: rule))), rule)
        let isSame = Self.rows.allSatisfy { y in
          Self.columns.allSatisfy { x in abs(together[y][x] - alone[x / 4][y][x]) < 0x1p-22 }
        }
        expectTrue(isSame, "\(mixed)")
      }
    }
  }

  private func shares(_ area: OutlineArea, _ rule: FillRule) -> [[Float]] {
    var sweep = AreaSweep(area, rule: rule, columns: Self.columns, rows: Self.rows)
    return Self.rows.map { y in
      var line = Array(repeating: Float(0), count: Self.columns.count)
      sweep.sweep(y) { line[$0] = $1 }
      return line
    }
  }

  private func area(_ outline: Outline) -> Double { shares(outline).joined().reduce(0, +) }

  private func points(_ numbers: Double...) -> [Point] {
    stride(from: 0, to: numbers.count, by: 2).map { Point(x: numbers[$0], y: numbers[$0 + 1]) }
  }

  private func square(_ x: Double, _ y: Double, _ side: Double, clockwise: Bool = true) -> [Point] {
    let corners = Rect(x: x, y: y, width: side, height: side).corners
    return clockwise ? corners : corners.reversed()
  }

  /// Returns points inside and outside the window, some of them with integer coordinates.
  private func random(_ count: Int, _ numbers: inout SplitMix64) -> [Point] {
    (0..<count).map { _ in
      func coordinate(_ room: Double) -> Double {
        let value = Double(numbers.next() % 4096) / 4096 * room - 4
        return numbers.next() % 4 == 0 ? value.rounded() : value
      }
      return Point(x: coordinate(32), y: coordinate(28))
    }
  }

  @Test("The coverage of a triangle is the area of the triangle clipped to each pixel")
  func triangles() {
    var numbers = SplitMix64(seed: 1)
    for _ in 0..<Trials.count(300, few: 60) {
      let corners = random(3, &numbers)
      let found = shares(Outline([corners]))
      let polygon = ConvexPolygon(corners: corners)
      for y in Self.rows {
        for x in Self.columns {
          let pixel = Rect(x: Double(x), y: Double(y), width: 1, height: 1)
          let expected = polygon.clipped(to: pixel).area
          expectTrue(abs(found[y][x] - expected) < 1e-7, "\(corners) at \(x),\(y)")
        }
      }
    }
  }

  @Test(
    "The coverage of a ring of many edges is the area between its two convex polygons",
    arguments: FillRule.allCases)
  func rings(rule: FillRule) {
    var numbers = SplitMix64(seed: 8)
    for _ in 0..<Trials.count(100, few: 20) {
      func number(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + Double(numbers.next() % 4096) / 4096 * (range.upperBound - range.lowerBound)
      }
      let center = Point(x: number(2...20), y: number(2...18))
      let (width, height, turn) = (number(1...9), number(1...9), number(0...3))
      let count = 3 + Int(numbers.next() % 90)
      let outer = (0..<count).map { i in
        let (s, c) = Trigonometry.sineAndCosine(Angle(radians: turn + 2 * .pi * Double(i) / Double(count)))
        return Point(x: center.x + width * c, y: center.y + height * s)
      }
      let share = number(0.1...0.95)
      let inner = outer.map {
        Point(x: center.x + share * ($0.x - center.x), y: center.y + share * ($0.y - center.y))
      }
      let found = shares(Outline([outer, inner.reversed()], rule: rule))
      for y in Self.rows {
        for x in Self.columns {
          let pixel = Rect(x: Double(x), y: Double(y), width: 1, height: 1)
          let expected =
            ConvexPolygon(corners: outer).clipped(to: pixel).area
            - ConvexPolygon(corners: inner).clipped(to: pixel).area
          expectTrue(abs(found[y][x] - expected) < 1e-7, "\(outer), \(share) at \(x),\(y)")
        }
      }
    }
  }

  @Test("A self-intersecting contour is filled by both fill rules", arguments: FillRule.allCases)
  func selfCrossing(rule: FillRule) {
    var numbers = SplitMix64(seed: 2)
    // The number of samples per pixel in each direction.
    let fineness = 16
    for count in 4..<Trials.count(12, few: 7) {
      let corners = random(count, &numbers)
      let outline = Outline([corners], rule: rule)
      let found = shares(outline)
      for y in Self.rows {
        for x in Self.columns {
          var hits = 0
          for i in 0..<fineness * fineness {
            let point = Point(
              x: Double(x) + (Double(i % fineness) + 0.5) / Double(fineness),
              y: Double(y) + (Double(i / fineness) + 0.5) / Double(fineness))
            if outline.contains(point) { hits += 1 }
          }
          let expected = Double(hits) / Double(fineness * fineness)
          // Samples are inexact along an edge, and as many edges as there are corners may cross one pixel.
          expectTrue(abs(found[y][x] - expected) < 0.02 * Double(count), "\(corners) at \(x),\(y)")
        }
      }
    }
  }

  @Test("Overlaps count once, and contours in opposite directions make a hole")
  func overlaps() {
    let pieces = [square(2.25, 3.5, 6), square(5.75, 6.25, 6)]
    expectTrue(abs(area(Outline(pieces)) - (72 - 2.5 * 3.25)) < 1e-6)
    expectTrue(abs(area(Outline(pieces, rule: .evenOdd)) - (72 - 2 * 2.5 * 3.25)) < 1e-6)
    let ring = [square(2.25, 3.5, 8), square(4.25, 5.5, 2, clockwise: false)]
    expectTrue(abs(area(Outline(ring)) - 60) < 1e-6)
    // Both squares have the same direction, so only the even-odd rule makes a hole.
    let twice = [square(2.25, 3.5, 8), square(4.25, 5.5, 2)]
    expectTrue(abs(area(Outline(twice)) - 64) < 1e-6)
    expectTrue(abs(area(Outline(twice, rule: .evenOdd)) - 60) < 1e-6)
    // Both squares lie within one pixel.
    let tiny = [square(3.1, 3.1, 0.5), square(3.3, 3.3, 0.5)]
    expectTrue(abs(shares(Outline(tiny))[3][3] - (0.5 - 0.09)) < 1e-7)
  }

  @Test("Shapes with a shared edge leave no gap and cover no area twice")
  func abutting() {
    var numbers = SplitMix64(seed: 3)
    for _ in 0..<100 {
      let p = random(4, &numbers)
      let whole = shares(Outline([[p[0], p[1], p[2]], [p[0], p[2], p[3]]], rule: .evenOdd))
      let first = shares(Outline([[p[0], p[1], p[2]]]))
      let second = shares(Outline([[p[2], p[3], p[0]]]))
      let isApart = !ConvexPolygon(corners: [p[0], p[1], p[2]])
        .clipped(to: ConvexPolygon(corners: [p[0], p[2], p[3]])).area.isLess(than: 1e-12)
      guard !isApart else { continue }
      for y in Self.rows {
        for x in Self.columns {
          expectTrue(abs(first[y][x] + second[y][x] - whole[y][x]) < 1e-7, "\(p)")
        }
      }
    }
  }

  @Test("Coverage is exactly 1 inside and exactly 0 outside")
  func extremes() {
    var numbers = SplitMix64(seed: 4)
    for _ in 0..<50 {
      let center = random(1, &numbers)[0]
      let spokes = (0..<37).map { i -> Point in
        let (s, c) = Trigonometry.sineAndCosine(Angle(degrees: Double(i) * 360 / 37))
        return Point(x: center.x + 9 * c, y: center.y + 9 * s)
      }
      let found = shares(Outline([spokes]))
      for y in Self.rows {
        for x in Self.columns {
          let distance = Trigonometry.hypot(Double(x) + 0.5 - center.x, Double(y) + 0.5 - center.y)
          if distance < 8 { expectEqual(found[y][x], 1) }
          if distance > 10 { expectEqual(found[y][x], 0) }
        }
      }
    }
  }

  @Test("A window of the coverage equals that part of the whole")
  func windows() {
    var numbers = SplitMix64(seed: 5)
    var outlines = [3, 5, 9, 40].map { Outline([random($0, &numbers), random($0, &numbers)]) }
    // Triangles that reach far beyond the window, as the parts of a huge pen's stroke: most edges are beside the
    // columns.
    let spokes = random(60, &numbers).map { Point(x: ($0.x - 12) * 1e6, y: ($0.y - 10) * 1e6) }
    let hubs = random(60, &numbers)
    outlines.append(Outline((1..<60).map { [hubs[$0], spokes[$0 - 1], spokes[$0]] }))
    outlines.append(Outline(outlines[4].contours, rule: .evenOdd))
    for outline in outlines {
      let whole = shares(outline)
      for left in stride(from: 0, to: 24, by: 7) {
        let columns = left..<min(left + 7, 24)
        for row in Self.rows {
          let part = shares(outline, columns: columns, rows: row..<row + 1)[0]
          for x in columns { expectTrue(abs(part[x - left] - whole[row][x]) < 1e-7) }
        }
      }
    }
  }

  /// Returns the share of a pixel's sample points that lie inside.
  private func hits(_ outline: Outline, _ x: Int, _ y: Int) -> Double {
    let side = 64
    let inside = (0..<side * side).count { i in
      outline.contains(
        Point(
          x: Double(x) + (Double(i % side) + 0.5) / Double(side),
          y: Double(y) + (Double(i / side) + 0.5) / Double(side)))
    }
    return Double(inside) / Double(side * side)
  }

  @Test("Coverage is exact even if very many edges cross within a pixel", arguments: FillRule.allCases)
  func tangle(rule: FillRule) {
    var numbers = SplitMix64(seed: 6)
    let outline = Outline([random(Trials.count(300, few: 120), &numbers)], rule: rule)
    let found = shares(outline, columns: 4..<10, rows: 5..<9)
    for y in 5..<9 {
      for x in 4..<10 { expectTrue(abs(found[y - 5][x - 4] - hits(outline, x, y)) < 0.01) }
    }
  }

  @Test("A row with too many crossings is sampled, so its time is bounded", arguments: FillRule.allCases)
  func crowded(rule: FillRule) {
    var numbers = SplitMix64(seed: 6)
    let outline = Outline([random(Trials.count(300, few: 120), &numbers)], rule: rule)
    let found = shares(outline, columns: 4..<10, rows: 5..<9, mostWork: 0)
    // The result differs from the exact one, so the rows were sampled.
    expectTrue(found != shares(outline, columns: 4..<10, rows: 5..<9))
    for y in 5..<9 {
      for x in 4..<10 { expectTrue(abs(found[y - 5][x - 4] - hits(outline, x, y)) <= 0.1) }
    }
  }

  @Test("Outlines without area, with invalid points or beyond the window cover nothing")
  func nothing() {
    let outlines = [
      [], [points(3, 3)], [points(3, 3, 9, 9)], [points(3, 3, 9, 9, 3, 3)],
      [points(1, 5, 20, 5, 10, 5)], [[Point(x: .nan, y: 1), Point(x: 5, y: 5), Point(x: 1, y: 5)]],
      [[Point(x: 0, y: 0), Point(x: .infinity, y: 5), Point(x: 1, y: 5)]],
      [square(-30, 2, 9), square(40, 2, 9)],
    ]
    for contours in outlines { expectEqual(area(Outline(contours)), 0) }
    // The square's corners are far outside the window, which is entirely inside the square.
    expectTrue(shares(Outline([square(-1e9, -1e9, 2e9)])).joined().allSatisfy { $0 == 1 })
  }
}
