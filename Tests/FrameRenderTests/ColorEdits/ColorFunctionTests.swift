import FrameGeometry
import FrameImage
import TestSupport
import Testing

@testable import FramePlan

@testable import FrameRender

/// The composition of color edits.
@Suite struct ColorFunctionTests {
  private static let half = [Point(x: 0, y: 0), Point(x: 0.5, y: 0.7), Point(x: 1, y: 1)]

  /// Edits that change nothing, alone or together.
  static let identities: [[ColorEdit]] = [
    [], [.exposure(stops: 0)], [.brightness(1)], [.contrast(1)], [.saturation(1)], [.vibrance(0)],
    [.hue(.degrees(0))],
    [.hue(.degrees(360))],
    [.temperature(mired: 0)], [.tint(0)], [.grayscale(amount: 0)], [.sepia(amount: 0)],
    [.invert(amount: 0)], [.colorize(Color(red: 1, green: 0, blue: 0), amount: 0)],
    [ColorEdit(.matrix(.identity))],
    [.exposure(stops: 1.3), .exposure(stops: -1.3)], [.brightness(0.8), .brightness(1.25)],
    [.contrast(4), .contrast(0.25)],
    [.invert(amount: 1), .invert(amount: 1)], [.hue(.degrees(40)), .hue(.degrees(-40))],
    [
      .exposure(stops: 1), .hue(.degrees(25)), .exposure(stops: 0), .hue(.degrees(-25)), .exposure(stops: -1),
    ],
    [.saturation(2), .saturation(0.5)],
  ]

  @Test("Edits that cancel each other leave nothing", arguments: identities)
  func identity(edits: [ColorEdit]) { expectTrue(ColorFunction(edits).isIdentity) }

  /// Edits, and the number of stages between encoded samples and between samples of light.
  static let foldings: [(edits: [ColorEdit], encoded: Int, linear: Int)] = [
    ([.exposure(stops: 1)], 1, 1),
    ([.brightness(1.1)], 1, 1),
    ([.brightness(1.1), .contrast(1.2), .invert(amount: 1)], 1, 1),
    ([.saturation(1.1)], 1, 3),
    (
      [.saturation(1.1), .sepia(amount: 0.2), .brightness(1.1), .grayscale(amount: 0.3)], 1, 3
    ),
    ([.exposure(stops: 1), .brightness(0.9), .curve(half), .levels(.init(black: 0.1, white: 0.9))], 1, 1),
    ([.hue(.degrees(30))], 7, 5),
    ([.hue(.degrees(30)), .hue(.degrees(40))], 7, 5),
    ([.temperature(mired: 20), .tint(5), .exposure(stops: 0.3)], 3, 1),
    ([.curve(half, in: .red), .curve(half, in: .blue)], 1, 1),
    (
      [ColorEdit(.stretch(ToneRanges(all: 0.1...0.9))), .levels(.init(black: 0, white: 0.5, channel: .red))],
      1, 1
    ),
  ]

  @Test("A lookup table with the colors of its points changes nothing", arguments: [2, 33])
  func identicalTable(size: Int) {
    let last = Float(size - 1)
    var colors = (0..<size * size * size).map {
      // As files have them, with six digits.
      (SIMD4(Float($0 % size), Float($0 / size % size), Float($0 / size / size), 0) / last * 1e6).rounded(
        .toNearestOrAwayFromZero) / 1e6
    }
    func function() -> ColorFunction {
      let cube = LookupCube(domain: .init(repeating: 0...1, count: 3), size: size, colors: colors)
      return ColorFunction([ColorEdit(.lookup(ColorLookup(path: "", tables: [.cube(cube)]), amount: 1))])
    }
    expectTrue(function().isIdentity)
    colors[size].y += 1e-5
    expectTrue(!function().isIdentity)
    let line = LookupCurve(domain: 0...1, values: [0, 0.333333, 0.666667, 1])
    let lines = ColorLookup.Table.curves([line, line, line])
    expectTrue(
      ColorFunction([ColorEdit(.lookup(ColorLookup(path: "", tables: [lines]), amount: 1))]).isIdentity)
  }

  @Test("Neighboring stages become one", arguments: foldings)
  func folding(edits: [ColorEdit], encoded: Int, linear: Int) {
    let function = ColorFunction(edits)
    expectEqual(function.stages(in: .srgb).count, encoded)
    expectEqual(function.stages(in: .linear).count, linear)
  }

  @Test("Chained matrices are their product") func product() throws {
    let one = ColorMatrix(
      rows: [0.9, 0.2, -0.1, 0, 0.01], [0.1, 0.8, 0.05, 0.02, 0], [0, 0.1, 1.1, 0, -0.02])
    var product = ColorMatrix.identity
    for _ in 0..<10 { product = one.after(product) }
    let stages = ColorFunction([ColorEdit](repeating: ColorEdit(.matrix(one)), count: 10)).stages
    expectEqual(stages, [.matrix(product)])
  }

  @Test("A map and its inverse are the identity") func inverse() {
    let one = ColorMatrix(rows: [0.9, 0.2, -0.1], [0.1, 0.8, 0.05], [0, 0.1, 1.1])
    expectTrue(one.inverse.after(one).isIdentity && one.after(one.inverse).isIdentity)
  }

  @Test("Edits that treat the channels alike keep grays") func grays() {
    expectTrue(
      ColorFunction([.vibrance(60), .saturation(3), .hue(.degrees(77)), .contrast(2), .threshold(0.4)])
        .keepsGray)
    let red = Color(red: 1, green: 0, blue: 0)
    for edit in [
      ColorEdit.sepia(amount: 0.1), .temperature(mired: 5), .tint(-2), .curve(Self.half, in: .green),
      .colorize(red, amount: 0.5),
    ] {
      expectTrue(!ColorFunction([edit]).keepsGray, "\(edit)")
    }
  }

  @Test("A spline goes through its points, and rises and falls only as they do") func spline() {
    let points = [(0.1, 0.2), (0.3, 0.2), (0.4, 0.8), (0.6, 0.9), (0.9, 0.1)].map { Point(x: $0.0, y: $0.1) }
    let spline = ToneSpline(points)
    for point in points { expectTrue(abs(spline(point.x) - point.y) < 1e-12) }
    expectTrue(spline(0) == 0.2 && spline(1) == 0.1)
    let values = (0...1000).map { spline(Double($0) / 1000) }
    for (i, (before, after)) in zip(values, values.dropFirst()).enumerated() {
      expectTrue(Double(i) / 1000 < 0.6 ? after >= before - 1e-12 : after <= before + 1e-12, "at \(i)")
    }
  }

  /// A warmer light has more red and less blue, and magenta is opposite to green.
  @Test("White changes as its light does, with the same luminance") func whites() {
    func white(_ edit: ColorEdit) -> [Double] {
      guard case .matrix(let matrix)? = ColorFunction([edit]).stages(in: .linear).first else { return [] }
      let sums = matrix.red + matrix.green + matrix.blue
      return [sums.x, sums.y, sums.z]
    }
    let (warm, cold) = (white(.temperature(mired: 50)), white(.temperature(mired: -50)))
    expectTrue(warm[0] > 1 && warm[2] < 1 && cold[0] < 1 && cold[2] > 1)
    let (magenta, green) = (white(.tint(30)), white(.tint(-30)))
    expectTrue(
      magenta[1] < 1 && magenta[0] > 1 && magenta[2] > 1 && green[1] > 1 && green[0] < 1 && green[2] < 1)
    for color in [warm, cold, magenta, green] {
      expectTrue(abs(0.2126 * color[0] + 0.7152 * color[1] + 0.0722 * color[2] - 1) < 1e-3)
    }
  }

  // MARK: Primaries

  /// From Display P3 to sRGB, with rows whose sum is 1.
  private static let wide = ColorMatrix(
    rows: [1.2249, -0.2249, 0], [-0.0421, 1.0421, 0], [-0.0196, -0.0786, 1.0982])

  @Test("Edits that cancel each other leave nothing in other primaries", arguments: identities)
  func identityInPrimaries(edits: [ColorEdit]) {
    expectTrue(ColorFunction(edits).converted(primaries: Self.wide) { $0 }.isIdentity)
  }

  @Test("Other primaries need no more stages, and those of sRGB the same", arguments: foldings)
  func foldingInPrimaries(edits: [ColorEdit], encoded: Int, linear: Int) {
    let function = ColorFunction(edits).converted(primaries: Self.wide) { $0 }
    expectEqual(function.stages(in: .srgb).count, encoded)
    expectEqual(function.stages(in: .linear).count, linear)
    expectEqual(ColorFunction(edits).converted(primaries: .identity) { $0 }, ColorFunction(edits))
  }

  @Test("Only the color of colorize is mapped, and the edits stay as written") func mappedColor() {
    let (red, other) = (Color(red: 1, green: 0, blue: 0), Color(red: 0.9, green: 0.2, blue: 0.1))
    let function = ColorFunction([.colorize(red, amount: 0.5)])
    let mapped = function.converted(primaries: Self.wide) { $0 == red ? other : $0 }
    expectEqual(mapped.edits, function.edits)
    expectEqual(mapped.stages, ColorFunction([.colorize(other, amount: 0.5)]).stages)
  }

  @Test("hue keeps grays in other primaries") func graysInPrimaries() {
    let function = ColorFunction([.hue(.degrees(77)), .saturation(3)]).converted(primaries: Self.wide) { $0 }
    expectTrue(function.keepsGray)
    let colors = WorkingColors(function, light: .linear, curve: .sRGB, kernels: .scalar)
    var pixels = (0...1000).map { WorkingPixel(SIMD3(repeating: Float($0) / 1000), 1) }
    let count = pixels.count
    pixels.withUnsafeMutableBufferPointer { colors.apply(to: $0.baseAddress!, count: count) }
    for pixel in pixels { expectTrue(pixel.x == pixel.y && pixel.y == pixel.z) }
  }
}
