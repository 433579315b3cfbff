import FrameGeometry
import TestSupport
import Testing

@Suite struct PolylineTests {
  private let square = path("M0 0h10v10h-10z").flattened(tolerance: 1)
  private let circle = Path(ellipseIn: Rect(x: -10, y: -10, width: 20, height: 20)).flattened(tolerance: 1e-5)

  private func texts(_ lines: [Polyline]) -> [String] {
    lines.map { line in
      line.points.map { "\($0.x.trimmed(4)),\($0.y.trimmed(4))" }.joined(separator: " ")
        + (line.isClosed ? " z" : "")
    }
  }

  @Test("The length of a polyline includes its closing line") func lengths() {
    expectEqual(square.length, 40)
    expectEqual(Polyline([.zero, point(3, 4)], isClosed: true).length, 10)
    expectEqual(Polyline([point(3, 4)], isClosed: true).length, 0)
    expectEqual(Polyline([], isClosed: true).length, 0)
    // A chord over an angle h is shorter than its arc by a share of h²/24, here 2·10^-5/(3·10).
    expectTrue(abs(circle.length - 20 * .pi) < 1e-4)
    expectTrue(circle.length < 20 * .pi)
  }

  @Test(
    "Trimming a closed polyline keeps the part between two shares of its length",
    arguments: [
      (0.0, 1.0, ["0,0 10,0 10,10 0,10 z"]), (-5, 7, ["0,0 10,0 10,10 0,10 z"]),
      (0, 0.5, ["0,0 10,0 10,10"]), (0.5, 1, ["10,10 0,10 0,0"]), (0.125, 0.375, ["5,0 10,0 10,5"]),
      (0.25, 0.5, ["10,0 10,10"]), (0.5, 0.5, []), (0.75, 0.25, []), (1, 2, []), (-1, 0, []), (.nan, 1, []),
      (0, .nan, []),
    ] as [(Double, Double, [String])])
  func trimming(from: Double, to: Double, left: [String]) {
    expectEqual(texts(square.trimmed(from: from, to: to)), left)
  }

  @Test("A trim range runs over the total length of all contours") func allContours() {
    let both = path("M0 0h10M0 5h20v10h-30z").flattened(tolerance: 1)
    let length = both.length
    expectEqual(texts(both.trimmed(from: 5 / length, to: 15 / length)), ["5,0 10,0", "0,5 5,5"])
    expectEqual(both.trimmed(from: 0, to: 1), both)
    expectEqual(both.trimmed(from: 10 / length, to: 1), [both[1]])
    expectTrue([Polyline]().trimmed(from: 0, to: 0.5).isEmpty)
  }

  @Test("The lengths of two complementary trims add up to the whole length") func parts() {
    var sampler = Sampler(seed: 21)
    for _ in 0..<100 {
      let lines = sampler.path().flattened(tolerance: 0.01)
      let cut = sampler.number(0, 1)
      let (first, second) = (lines.trimmed(from: 0, to: cut), lines.trimmed(from: cut, to: 1))
      expectTrue(abs(first.length - cut * lines.length) < 1e-9)
      expectTrue(abs(first.length + second.length - lines.length) < 1e-9)
    }
  }

  @Test(
    "A dash pattern repeats along a line from its offset, and dashes without length are dots",
    arguments: [
      ([4.0, 2], 0.0, ["0,0 4,0", "6,0 10,0"]), ([4, 2], 1, ["0,0 3,0", "5,0 9,0"]),
      ([4, 2], -1, ["1,0 5,0", "7,0 10,0"]),
      ([4, 2], 601, ["0,0 3,0", "5,0 9,0"]), ([4, 2], 5, ["1,0 5,0", "7,0 10,0"]),
      ([4, 2], 4, ["2,0 6,0", "8,0 10,0"]),
      ([3], 0, ["0,0 3,0", "6,0 9,0"]), ([1, 2, 3], 0, ["0,0 1,0", "3,0 6,0", "7,0 9,0"]),
      ([20, 1], 0, ["0,0 10,0"]), ([1, 20], 1, []), ([], 7, ["0,0 10,0"]), ([0, 0], 7, ["0,0 10,0"]),
      // Dots.
      ([0, 4], 0, ["0,0", "4,0", "8,0"]), ([0, 4], -1, ["1,0", "5,0", "9,0"]),
      ([5, 0], 0, ["0,0 5,0", "5,0 10,0"]),
    ] as [([Double], Double, [String])])
  func dashes(pattern: [Double], offset: Double, left: [String]) throws {
    expectEqual(texts(try path("M0 0h10").flattened(tolerance: 1).dashed(pattern, offset: offset)), left)
  }

  @Test("Dashes restart with each contour and continue around corners") func dashedContours() throws {
    expectEqual(
      texts(try path("M0 0h5M0 9h5").flattened(tolerance: 1).dashed([3, 1])),
      [
        "0,0 3,0", "4,0 5,0", "0,9 3,9", "4,9 5,9",
      ])
    expectEqual(texts(try square.dashed([15, 5])), ["0,0 10,0 10,5", "10,10 0,10 0,5"])
    // The first dash continues across the point where the contour closes.
    expectEqual(texts(try square.dashed([15, 5], offset: 10)), ["0,10 0,0 5,0", "10,0 10,10 5,10"])
    try expectEqual(square.dashed([40, 5]), square)
    expectEqual(texts(try square.dashed([39, 5])), ["0,0 10,0 10,10 0,10 0,1"])
    let dot = path("M1 1z").flattened(tolerance: 1)
    try expectEqual(dot.dashed([2, 1]), dot)
    try expectTrue(dot.dashed([2, 1], offset: 2.5).isEmpty)
  }

  @Test("The lengths of dashes and gaps add up to the whole length") func dashLengths() throws {
    var sampler = Sampler(seed: 22)
    for _ in 0..<60 {
      let lines = sampler.path().flattened(tolerance: 0.01)
      let (a, b, offset) = (sampler.number(0.1, 3), sampler.number(0.1, 3), sampler.number(-50, 50))
      let drawn = try lines.dashed([a, b], offset: offset)
      let left = try lines.dashed([b, a], offset: offset - a)
      expectTrue(abs(drawn.length + left.length - lines.length) < 1e-9)
      for dash in drawn { expectTrue(dash.length < a + 1e-9 || dash.isClosed || dash.points.count > 2) }
    }
  }

  @Test("Negative, non-finite or too many dashes are errors") func invalidDashes() {
    #expect(throws: OutlineError.negativeDash(1)) { try square.dashed([1, -1]) }
    #expect(throws: OutlineError.notFinite) { try square.dashed([1, .infinity]) }
    #expect(throws: OutlineError.notFinite) { try square.dashed([1, .nan]) }
    #expect(throws: OutlineError.notFinite) { try square.dashed([1, 1], offset: .nan) }
    #expect(throws: OutlineError.notFinite) { try square.dashed([1e308]) }
    #expect(throws: OutlineError.tooManyDashes(allowed: 1_000_000)) { try square.dashed([1e-9, 1e-9]) }
    #expect(throws: OutlineError.tooManyDashes(allowed: 1_000_000)) {
      try square.dashed([.leastNonzeroMagnitude])
    }
  }
}

extension [Polyline] {
  /// Returns the dashes of the contours, in the order in which they begin.
  fileprivate func dashed(_ pattern: [Double], offset: Double = 0) throws(OutlineError) -> [Polyline] {
    let pattern = try DashPattern(pattern, offset: offset, along: length, contours: count)
    var dashes: [Polyline] = []
    for line in self {
      let first = dashes.count
      pattern.cut(line) { dashes.append($0) }
      // The dash at the start of a closed contour comes last, because the last one may continue in it.
      if line.isClosed, let last = dashes.last, last.points.dropLast().contains(line.points[0]) {
        dashes.insert(dashes.removeLast(), at: first)
      }
    }
    return dashes
  }
}
