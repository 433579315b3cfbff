import FrameGeometry
import FrameImage
import TestSupport
import Testing

@testable import FramePlan
@testable import FrameRender

/// Color edits of working pixels, held to their formulas in double precision.
@Suite struct WorkingColorsTests {
  /// Edits, and what they make of encoded samples, each written as its source does.
  static let edits: [(name: String, edit: ColorEdit, formula: @Sendable ([Double]) -> [Double])] = [
    ("exposure", .exposure(stops: 0.7), { $0.map { encoded(light($0) * Exponentials.power(2, 0.7)) } }),
    ("darker", .exposure(stops: -3), { $0.map { encoded(light($0) / 8) } }),
    ("brightness", .brightness(1.3), { $0.map { $0 * 1.3 } }),
    ("contrast", .contrast(1.7), { $0.map { ($0 - 0.5) * 1.7 + 0.5 } }),
    (
      "saturation", .saturation(1.6),
      { c in
        let gray = 0.213 * c[0] + 0.715 * c[1] + 0.072 * c[2]
        return c.map { gray + ($0 - gray) * 1.6 }
      }
    ),
    ("hue", .hue(.degrees(70)), { oklab($0.map(light), turned: 70).map(encoded) }),
    (
      "levels", .levels(levels(0.1, 0.8, 0.05, 0.95, 1.8)),
      { $0.map { 0.05 + 0.9 * Exponentials.power(min(max(($0 - 0.1) / 0.7, 0), 1), 1 / 1.8) } }
    ),
    (
      "found levels",
      ColorEdit(.stretch(ToneRanges(red: 0.2...0.8, green: 0.4...0.4, blue: 0...0.5))),
      { [min(max(($0[0] - 0.2) / 0.6, 0), 1), $0[1], min(max($0[2] / 0.5, 0), 1)] }
    ),
    (
      "grayscale", .grayscale(amount: 0.6),
      { c in c.map { 0.4 * $0 + 0.6 * (0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]) } }
    ),
    (
      "sepia", .sepia(amount: 1),
      { c in
        [(0.393, 0.769, 0.189), (0.349, 0.686, 0.168), (0.272, 0.534, 0.131)].map {
          $0.0 * c[0] + $0.1 * c[1] + $0.2 * c[2]
        }
      }
    ),
    ("invert", .invert(amount: 0.9), { $0.map { $0 + 0.9 * (1 - 2 * $0) } }),
    (
      "threshold", .threshold(0.5),
      { c in c.map { _ in 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2] >= 0.5 ? 1 : 0 } }
    ),
    ("posterize", .posterize(levels: 5), { $0.map { min(($0 * 5).rounded(.down) / 4, 1) } }),
    (
      "colorize", .colorize(Color(red: 0.8, green: 0.4, blue: 0.1), amount: 0.7),
      { c in
        let gray = 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]
        return zip(c, [0.8, 0.4, 0.1]).map { 0.3 * $0 + 0.7 * gray * $1 }
      }
    ),
    (
      "cube", ColorEdit(.lookup(ColorLookup(path: "", tables: [.cube(cube)]), amount: 1)),
      { tetrahedral($0, in: cube) }
    ),
    (
      "narrow cube", ColorEdit(.lookup(ColorLookup(path: "", tables: [.cube(narrowCube)]), amount: 1)),
      { tetrahedral($0, in: narrowCube) }
    ),
    (
      "a share of curves and a cube",
      ColorEdit(
        .lookup(
          ColorLookup(
            path: "",
            tables: [
              .curves([1, 2, 3].map { LookupCurve(domain: 0...1, values: [0, 0.25 * $0, 1]) }), .cube(cube),
            ]), amount: 0.6)),
      { c in
        let bent = zip(c, [0.25, 0.5, 0.75]).map { x, middle in
          x < 0.5 ? 2 * x * middle : middle + (2 * x - 1) * (1 - middle)
        }
        return zip(c, tetrahedral(bent, in: cube)).map { 0.4 * $0 + 0.6 * $1 }
      }
    ),
    (
      "lookup curves",
      ColorEdit(
        .lookup(
          ColorLookup(
            path: "",
            tables: [
              .curves([
                LookupCurve(domain: 0...1, values: [0, 0.3, 0.9, 1]),
                LookupCurve(domain: 0.1...0.9, values: [1, 0.2, 0.1]),
                LookupCurve(domain: -1...2, values: [0.5, 0.2, 0.9, 1]),
              ])
            ]), amount: 1)),
      { c in
        func line(_ x: Double, _ low: Double, _ high: Double, _ values: [Double]) -> Double {
          let place = min(max((x - low) / (high - low), 0), 1) * Double(values.count - 1)
          let i = min(Int(place), values.count - 2)
          return values[i] * (1 - place + Double(i)) + values[i + 1] * (place - Double(i))
        }
        return [
          line(c[0], 0, 1, [0, 0.3, 0.9, 1]), line(c[1], 0.1, 0.9, [1, 0.2, 0.1]),
          line(c[2], -1, 2, [0.5, 0.2, 0.9, 1]),
        ]
      }
    ),
  ]

  @Test("Vibrance is within a 16th of an 8-bit step of its formula", arguments: [-100.0, -35, 40, 100])
  func vibrance(number: Double) {
    var generator = SystemlessGenerator(seed: 11)
    let colors = (0..<2000).map { _ in (0..<3).map { _ in generator.unit() } }
    let found = Self.applied([.vibrance(number)], to: colors, alpha: 1, .srgb)
    for (color, found) in zip(colors, found) {
      let gray = 0.213 * color[0] + 0.715 * color[1] + 0.072 * color[2]
      let factor = 1 + number / 100 * (1 - (color.max()! - color.min()!))
      for (c, value) in zip(color, found) {
        expectTrue(abs(min(max(gray + (c - gray) * factor, 0), 1) - value) < 1.0 / 16 / 255)
      }
    }
  }

  private static let cube = cube(of: 6)
  private static let narrowCube = cube(of: 3, 0.1...0.8)

  /// A cube of colors that are not smooth.
  private static func cube(of size: Int, _ domain: ClosedRange<Double> = 0...1) -> LookupCube {
    var generator = SystemlessGenerator(seed: 5)
    let colors = (0..<size * size * size).map { _ in
      SIMD4(Float(generator.unit()), Float(generator.unit()), Float(generator.unit()), 0)
    }
    return LookupCube(domain: [0...1, domain, domain], size: size, colors: colors)
  }

  /// Walks from the cell's first point along the channels, the one with the largest share first.
  private static func tetrahedral(_ c: [Double], in cube: LookupCube) -> [Double] {
    let last = Double(cube.size - 1)
    let places = zip(c, cube.domain).map {
      min(max(($0 - $1.lowerBound) / ($1.upperBound - $1.lowerBound), 0), 1) * last
    }
    let cells = places.map { min($0.rounded(.down), last - 1) }
    var point = cells
    func color() -> [Double] {
      let color = cube.colors[Int(point[0] + point[1] * (last + 1) + point[2] * (last + 1) * (last + 1))]
      return [Double(color.x), Double(color.y), Double(color.z)]
    }
    let shares = zip(places, cells).map { $0 - $1 }
    var sum = color()
    for channel in (0..<3).sorted(by: { shares[$0] > shares[$1] }) {
      let before = color()
      point[channel] += 1
      sum = zip(sum, zip(color(), before)).map { $0 + shares[channel] * ($1.0 - $1.1) }
    }
    return sum
  }

  private static func levels(
    _ black: Double, _ white: Double, _ lowest: Double, _ highest: Double, _ gamma: Double
  ) -> ColorEdit.Levels {
    var levels = ColorEdit.Levels(black: black, white: white)
    (levels.lowest, levels.highest, levels.gamma) = (lowest, highest, gamma)
    return levels
  }

  // MARK: Formulas

  private static func light(_ v: Double) -> Double { ToneCurve.sRGB.light(v) }

  /// IEC 61966-2-1.
  private static func encoded(_ light: Double) -> Double {
    light <= 0.0031308 ? 12.92 * light : 1.055 * Exponentials.power(light, 1 / 2.4) - 0.055
  }

  private static func oklab(_ c: [Double], turned degrees: Double) -> [Double] {
    let l = Exponentials.cubeRoot(0.4122214708 * c[0] + 0.5363325363 * c[1] + 0.0514459929 * c[2])
    let m = Exponentials.cubeRoot(0.2119034982 * c[0] + 0.6806995451 * c[1] + 0.1073969566 * c[2])
    let s = Exponentials.cubeRoot(0.0883024619 * c[0] + 0.2817188376 * c[1] + 0.6299787005 * c[2])
    let lightness = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s
    let a = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s
    let b = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
    let (sine, cosine) = Trigonometry.sineAndCosine(Angle(degrees: degrees))
    let (x, y) = (a * cosine - b * sine, a * sine + b * cosine)
    let p = lightness + 0.3963377774 * x + 0.2158037573 * y
    let q = lightness - 0.1055613458 * x - 0.0638541728 * y
    let r = lightness - 0.0894841775 * x - 1.2914855480 * y
    let (p3, q3, r3) = (p * p * p, q * q * q, r * r * r)
    return [
      4.0767416621 * p3 - 3.3077115913 * q3 + 0.2309699292 * r3,
      -1.2684380046 * p3 + 2.6097574011 * q3 - 0.3413193965 * r3,
      -0.0041960863 * p3 - 0.7034186147 * q3 + 1.7076147010 * r3,
    ]
  }

  // MARK: Pixels

  /// Colors of 16-bit codes: evenly spread, and dark ones.
  private static let colors: [[Double]] = {
    var generator = SystemlessGenerator(seed: 7)
    return (0..<3000).map { i in
      (0..<3).map { _ in
        let value = generator.unit()
        return (65535 * (i % 3 == 0 ? value * value * value : value)).rounded() / 65535
      }
    }
  }()

  private static func applied(
    _ edits: [ColorEdit], to colors: [[Double]], alpha: Float, _ light: Light
  )
    -> [[Double]]
  {
    var pixels = colors.map { color in
      let working = color.map { Float(light == .linear ? Self.light($0) : $0) }
      return WorkingPixel(working[0], working[1], working[2], 1) * alpha
    }
    let function = WorkingColors(ColorFunction(edits), light: light, curve: .sRGB, kernels: .scalar)
    let count = pixels.count
    pixels.withUnsafeMutableBufferPointer { function.apply(to: $0.baseAddress!, count: count) }
    return pixels.map { pixel in
      expectEqual(pixel.w, alpha)
      return (0..<3).map { i in
        let value = Double(pixel[i]) / Double(alpha)
        return light == .linear ? encoded(value) : value
      }
    }
  }

  @Test(
    "99% of the samples are within 1 of 65535 of the formula, and all within 1 of 255",
    arguments: edits.indices, [Light.linear, .srgb])
  func oracle(index: Int, light: Light) {
    let (name, edit, formula) = Self.edits[index]
    for alpha: Float in [1, 0.3] {
      let found = Self.applied([edit], to: Self.colors, alpha: alpha, light)
      var (far, most) = (0, 0.0)
      for (color, result) in zip(Self.colors, found) {
        for (wanted, value) in zip(formula(color), result) {
          let error = abs(min(max(wanted, 0), 1) - value)
          // Next to a jump, rounding decides.
          if error > 1.5 / 65535 { far += 1 }
          most = max(most, error)
        }
      }
      expectTrue(Double(far) < 0.01 * Double(3 * found.count), "\(name): \(far) samples")
      if !["threshold", "posterize"].contains(name) { expectTrue(most < 1.0 / 255, "\(name): \(most)") }
    }
  }

  @Test("Composed edits are their formulas one after the other", arguments: [Light.linear, .srgb])
  func composition(light: Light) {
    let chosen = ["exposure", "brightness", "contrast", "saturation", "levels", "invert"]
    let chain = Self.edits.filter { chosen.contains($0.name) }
    let found = Self.applied(chain.map(\.edit), to: Self.colors, alpha: 1, light)
    var far = 0
    for (color, result) in zip(Self.colors, found) {
      let wanted = chain.reduce(color) { $1.formula($0) }
      for (one, other) in zip(wanted, result) where abs(min(max(one, 0), 1) - other) > 4.0 / 65535 {
        far += 1
      }
    }
    expectTrue(Double(far) < 0.01 * Double(3 * found.count), "\(far) samples")
  }

  @Test("A gray stays gray, bit for bit", arguments: [Light.linear, .srgb])
  func grays(light: Light) {
    let edits: [ColorEdit] = [
      .saturation(1.37), .hue(.degrees(33)), .exposure(stops: 0.3), .grayscale(amount: 0.3),
      .contrast(0.9),
      .levels(Self.levels(0.03, 0.9, 0, 1, 1.3)), .invert(amount: 1),
    ]
    var generator = SystemlessGenerator(seed: 9)
    let colors = (0..<4 * 4 * 4).map { i in
      let gray = Float(generator.unit())
      return i % (1 + 4 + 16) == 0 ? SIMD4(gray, gray, gray, 0) : SIMD4(gray, 0.5, 1 - gray, 0)
    }
    let cube = LookupCube(domain: .init(repeating: 0...1, count: 3), size: 4, colors: colors)
    expectTrue(cube.keepsGray)
    let lookup = ColorLookup(path: "", tables: [.cube(cube)])
    let tables = [1, 0.3].map { ColorEdit(.lookup(lookup, amount: $0)) }
    for edits in (edits + tables).map({ [$0] }) + [edits, edits + tables] {
      var pixels = (0...255).map { WorkingPixel(WorkingPixel(repeating: Float($0) / 255), 0.7) }
      let count = pixels.count
      let function = WorkingColors(ColorFunction(edits), light: light, curve: .sRGB, kernels: .scalar)
      pixels.withUnsafeMutableBufferPointer { function.apply(to: $0.baseAddress!, count: count) }
      for pixel in pixels { expectTrue(pixel.x == pixel.y && pixel.y == pixel.z, "\(edits)") }
    }
  }

  @Test(
    "A code at the edge of a level has that level, in any light", arguments: [Light.linear, .srgb])
  func levels(light: Light) {
    for count in [3, 5, 15, 51] {
      let codes = (0...count).map { Double($0) / Double(count) }
      let colors = codes.map { [$0, $0, $0] }
      let found = Self.applied([.posterize(levels: count)], to: colors, alpha: 1, light)
      for (i, color) in found.enumerated() {
        expectTrue(abs(color[0] - Double(min(i, count - 1)) / Double(count - 1)) < 1e-5, "\(i) of \(count)")
      }
      for code in codes.dropFirst() {
        expectTrue(
          abs(Self.applied([.threshold(code)], to: [[code, code, code]], alpha: 1, light)[0][0] - 1) < 1e-5,
          "\(code)")
      }
    }
  }

  @Test("Samples far outside of the range stay numbers", arguments: [Light.linear, .srgb])
  func extremes(light: Light) {
    let edits: [ColorEdit] = [
      .exposure(stops: 20), .hue(.degrees(77)), .contrast(100), .saturation(100), .hue(.degrees(200)),
      .levels(.init(black: 0, white: 1)),
    ]
    for tone in [ToneCurve.sRGB, .formula(.init(exponent: 2.2)), .table([0, 9000, 65535])] {
      for kernels in [InstructionSet.scalar, .fastest] {
        var pixels = Self.colors.prefix(101).map { WorkingPixel(Float($0[0]), Float($0[1]), Float($0[2]), 1) }
        let function = WorkingColors(ColorFunction(edits), light: light, curve: tone, kernels: kernels)
        pixels.withUnsafeMutableBufferPointer { function.apply(to: $0.baseAddress!, count: 101) }
        for pixel in pixels { expectTrue((0..<4).allSatisfy { (0...1).contains(pixel[$0]) }, "\(pixel)") }
      }
    }
  }

  @Test("A transparent pixel stays as it is") func transparent() {
    var pixels = [WorkingPixel.zero]
    let function = WorkingColors(
      ColorFunction([.invert(amount: 1)]), light: .linear, curve: .sRGB, kernels: .scalar)
    pixels.withUnsafeMutableBufferPointer { function.apply(to: $0.baseAddress!, count: 1) }
    expectEqual(pixels, [.zero])
  }

  @Test("A table has the values of its function at 0 and at its ends, also for negative samples")
  func tables() {
    let function = ToneFunction(.affine(scale: 2, offset: -0.5), .cubed)
    let formula = { (x: Double) in (2 * x - 0.5) * (2 * x - 0.5) * (2 * x - 0.5) }
    let tables = ColorTables([function, ToneFunction(), function], of: [-1.7...2.3, 0...1, 0...1], .sRGB)
    for x in [-1.7, 0, 2.3] { expectTrue(abs(Double(tables.value(of: Float(x), in: 0)) - formula(x)) < 1e-4) }
    for i in -170...230 {
      let x = Double(i) / 100
      // A line is at most an eighth of its width squared times the curvature away.
      let width = max(x.magnitude, 0x1p-12) / 128
      let bound = width * width / 8 * 24 * (2 * x - 0.5).magnitude * 1.1 + 1e-5
      expectTrue(abs(Double(tables.value(of: Float(x), in: 2)) - formula(x)) < bound, "\(x)")
      expectTrue(abs(Double(tables.value(of: Float(x), in: 1)) - min(max(x, 0), 1)) < 1e-6)
    }
    // Samples outside of the range have the values at its ends.
    expectEqual(tables.value(of: 9, in: 0), tables.value(of: 2.3, in: 0))
    expectEqual(tables.value(of: -9, in: 0), tables.value(of: -1.7, in: 0))
  }

  @Test("Powers below 1 are exact in the darkest samples", arguments: [0.4, 0.7, 0.95])
  func darkPowers(exponent: Double) {
    let function = ToneFunction(.power(exponent))
    let tables = ColorTables([function, function, function], of: Array(repeating: 0...1, count: 3), .sRGB)
    for octave in 13...24 {
      let x = Double(sign: .plus, exponent: -octave, significand: 1)
      let exact = Exponentials.power(x, exponent)
      expectTrue(abs(Double(tables.value(of: Float(x), in: 0)) - exact) < exact * 1e-4, "\(x)")
    }
  }

  /// Edits with every kind of pass, and pixels with every kind of alpha, in numbers that leave a rest.
  @Test(
    "Every instruction set produces the same bits as the scalar code",
    arguments: [Light.linear, .srgb])
  func kernels(light: Light) {
    var generator = SystemlessGenerator(seed: 3)
    let pixels = (0..<1003).map { i in
      let alpha = i % 4 == 0 ? 1 : i % 4 == 1 ? 0 : Float(generator.unit())
      let color = WorkingPixel(Float(generator.unit()), Float(generator.unit()), Float(generator.unit()), 1)
      return i % 11 == 0 ? WorkingPixel(-0.0, 0, 1, 1) * alpha : color * alpha
    }
    let curve = [Point(x: 0.2, y: 0), Point(x: 0.5, y: 0.9), Point(x: 1, y: 0.3)]
    let more: [ColorEdit] = [
      .curve(curve, in: .green), .temperature(mired: 40), .tint(-20),
      ColorEdit(
        .matrix(ColorMatrix(rows: [1.2, -0.5, 0, 0.3, -0.1], [0, 1, 0, -0.2, 0], [-1, 0.3, 2, 0, 0.5]))),
    ]
    let all = Self.edits.map(\.edit) + more
    for edits in all.map({ [$0] }) + [
      all, [.posterize(levels: 3), .curve(curve, in: .red), .threshold(0.2)],
    ] {
      let results = InstructionSet.available.map { kernels in
        var result = pixels
        let function = WorkingColors(ColorFunction(edits), light: light, curve: .sRGB, kernels: kernels)
        result.withUnsafeMutableBufferPointer { function.apply(to: $0.baseAddress!, count: pixels.count) }
        return result.map { pixel in (0..<4).map { pixel[$0].bitPattern } }
      }
      for (result, kernels) in zip(results, InstructionSet.available) {
        expectEqual(result, results[0], "\(kernels.name): \(edits)")
      }
    }
  }
}

/// Equal on every machine.
private struct SystemlessGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// From 0 to 1 (splitmix64).
  mutating func unit() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((z ^ (z >> 31)) >> 11) * 0x1p-53
  }
}

extension WorkingPixel {
  fileprivate init(_ color: WorkingPixel, _ alpha: Float) {
    self = color * alpha
    w = alpha
  }
}
