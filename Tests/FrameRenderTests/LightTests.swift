import Foundation
import FrameGeometry
import FrameImage
import TestSupport
import Testing

@testable import FramePlan

@testable import FrameRender

/// Averaging of light instead of encoded values.
@Suite struct LightTests {
  @Test(
    "A reduced checkerboard has half of white's light: 188 in linear light, 128 in sRGB",
    arguments: [Filter.linear, .cubic, .mitchell, .lanczos3])
  func checkerboard(filter: Filter) throws {
    let side = 48
    let image = Images.checker(side, .gray8)
    for divisor in [2, 4, 8] {
      let canvas = size(side / divisor, side / divisor)
      let matrix = AffineTransform.scaled(1 / Double(divisor), 1 / Double(divisor))
      // Near the border, edge pixels are repeated, so black and white are not balanced.
      let inner = Int(filter.support)..<canvas.width - Int(filter.support)
      for (light, expected) in [(Light.linear, [188]), (.srgb, [127, 128])] {
        let plan = RenderPlan(image, by: matrix, canvas: canvas, filter: filter, light: light)
        let result = try plan.rendered(image)
        let seen = inner.flatMap { y in inner.map { x in result[x, y, 0] } }
        expectTrue(seen.allSatisfy(expected.contains), "\(light), 1/\(divisor)")
        expectTrue(!seen.isEmpty || divisor == 8 && filter == .lanczos3)
      }
    }
  }

  @Test("Compositing happens in the light of blending")
  func compositing() throws {
    let half = RenderPlan.Item.card(Rect(x: 0, y: 0, width: 1, height: 1), .white, opacity: 0.5)
    for (light, expected) in [(Light.linear, 188), (.srgb, 128)] {
      let plan = RenderPlan(
        [], canvas: size(1, 1), [half], background: Color(red: 0, green: 0, blue: 0), light: light,
        output: .rgb8)
      try expectEqual(plan.rendered([]).pixel(0, 0), [expected, expected, expected])
    }
  }
}

@Suite("Resampling and blending in different lights") struct TwoLightsTests {
  private static let black = Color(red: 0, green: 0, blue: 0)
  private static let gold = Color(red: 0.9, green: 0.7, blue: 0.2)
  private static let turned = AffineTransform.turned(11).concatenating(.moved(14, -3))
  private static let reduced = AffineTransform.scaled(0.37, 0.43).concatenating(.moved(5.3, 6.7))

  private static func layer(
    _ image: Bitmap, by matrix: AffineTransform, _ edits: [ColorEdit] = [], opacity: Double = 1
  ) -> RenderPlan.Item {
    let draw = RenderPlan.Item.draw(image, by: matrix)
    guard !edits.isEmpty else { return .draw(image, by: matrix, opacity: opacity) }
    return .group(
      RenderPlan.GroupDraw(
        layer: "photo", items: [draw], opacity: opacity, colors: ColorFunction(edits), light: .resampling))
  }

  @Test("A checkerboard reduces to half of white's light, and half of white over black is half its code")
  func both() throws {
    let checker = Images.checker(64, .rgb8)
    let half = RenderPlan.Item.card(Rect(x: 16, y: 0, width: 8, height: 8), .white, opacity: 0.5)
    let plan = RenderPlan(
      [checker], canvas: size(24, 8), [.draw(checker, by: .scaled(0.125, 0.125)), half],
      background: Self.black, lights: Lights(), output: .rgb8)
    let result = try plan.rendered([checker])
    expectEqual(result.pixel(4, 4), [188, 188, 188])
    expectEqual(result.pixel(20, 4), [128, 128, 128])
  }

  @Test(
    "Blended images match the formula in float64",
    arguments: [PixelFormat.rgb8, .rgba8, .rgb16, .rgba16], [turned, reduced])
  func oracle(format: PixelFormat, matrix: AffineTransform) throws {
    let image = Images.zonePlate(60, format)
    let canvas = size(70, 64)
    let output = PixelFormat(.rgb, format.depth)
    let plan = RenderPlan(
      [image], canvas: canvas, [Self.layer(image, by: matrix, opacity: 0.7)], background: Self.gold,
      lights: Lights(), output: output)
    let result = try plan.rendered([image])
    let oracle = Oracle(source: image, matrix: matrix, filter: .cubic, light: .linear, output: output)
    let top = Double(format.depth.maximum)
    var (worst, wrong) = (0.0, 0)
    for (i, pixel) in oracle.render(canvas).enumerated() {
      for (channel, below) in [Self.gold.red, Self.gold.green, Self.gold.blue].enumerated() {
        let alpha = pixel[3] * 0.7
        // Opaque colors are rounded before they are blended.
        let color = pixel[3] > 1 - 1e-9 ? (pixel[channel] * top).rounded() / top : pixel[channel]
        let wanted = (color * alpha + below * (1 - alpha)) * top
        let found = result[i % canvas.width, i / canvas.width, channel]
        worst = max(worst, abs(Double(found) - wanted))
        if found != Int(wanted.rounded()) { wrong += 1 }
      }
    }
    expectTrue(worst <= (format.depth == .eight ? 1.5 : 2), "\(worst)")
    if format.depth == .eight { expectTrue(wrong <= canvas.area * 3 / 50, "\(wrong)") }
  }

  @Test(
    "An opaque pixel of a photo has the same bits, whether or not others are blended",
    arguments: [PixelFormat.rgb8, .gray8, .rgb16, .rgba8, .rgba16], [turned, reduced])
  func same(format: PixelFormat, matrix: AffineTransform) throws {
    let image = Images.noiseWithHoles(60, 50, format)
    for edits in [[], [ColorEdit.saturation(0.4), .contrast(1.3), .exposure(stops: 0.3)]] {
      for output in [PixelFormat(.rgba, .eight), PixelFormat(.rgba, format.depth)] {
        func result(_ lights: Lights) throws -> Bitmap {
          // A card beside the photo, so that pixels are blended.
          let card = RenderPlan.Item.card(Rect(x: 60.5, y: 50.5, width: 8, height: 8), Self.gold)
          return try RenderPlan(
            [image], canvas: size(70, 60), [Self.layer(image, by: matrix, edits), card], lights: lights,
            output: output
          ).rendered([image])
        }
        let (found, before) = (try result(Lights()), try result(Lights(both: .linear)))
        var count = 0
        for y in 0..<50 {
          for x in 0..<60 where before[x, y, 3] == output.depth.maximum {
            expectEqual(found.pixel(x, y), before.pixel(x, y), "\(x),\(y)")
            count += 1
          }
        }
        expectTrue(count > 20, "\(count)")
      }
    }
  }

  @Test(
    "Opaque colors keep their codes, also beside the limits between codes",
    arguments: [(false, PixelFormat.Depth.eight), (true, .sixteen), (true, .eight)])
  func codes(uses16Bits: Bool, output: PixelFormat.Depth) {
    var samples: [Float] = []
    for depth in PixelFormat.Depth.allCases {
      let curve = TransferCurve(light: .linear, depth: depth)
      for code in 0..<curve.maximum {
        let limit = curve.threshold(above: code)
        samples += [limit.nextDown, limit, min(limit.nextUp, 1)]
      }
    }
    let format = PixelFormat(.rgb, output)
    for kernels in [InstructionSet.scalar, .fastest] {
      var pixels = samples.map { WorkingPixel($0, $0, $0, 1) }
      func space(_ light: Light) -> WorkingSpace {
        WorkingSpace(light: light, uses16Bits: uses16Bits, kernels: kernels)
      }
      func codes(_ space: WorkingSpace) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: pixels.count * format.bytesPerPixel)
        bytes.withUnsafeMutableBytes {
          space.encode(pixels, count: pixels.count, format: format, into: $0.baseAddress!)
        }
        return bytes
      }
      let before = codes(space(.linear))
      let conversion = LightConversion(from: space(.linear), to: space(.srgb), output: output)
      pixels.withUnsafeMutableBufferPointer { conversion.apply(to: $0.baseAddress!, count: $0.count) }
      expectTrue(codes(space(.srgb)) == before)
    }
  }

  @Test("Image layers are blurred in the light of resampling, and groups in the light of blending")
  func blurs() throws {
    let edge = Images.drawn(40, 40, .rgb8) { x, _, _ in x < 20 ? 0 : 255 }
    func middle(_ light: RenderPlan.LightUse, _ lights: Lights) throws -> Int {
      let blurred = RenderPlan.Item.neighborhood(
        RenderPlan.NeighborhoodDraw(
          layer: "photo", items: [.draw(edge, by: .identity)], .blur(deviation: 2),
          box: Rect(x: 0, y: 0, width: 40, height: 40), light: light))
      let card = RenderPlan.Item.card(Rect(x: 0.5, y: 0.5, width: 1, height: 1), .white, opacity: 0.5)
      let result = try RenderPlan(
        [edge], canvas: edge.size, [blurred, card], lights: lights, output: .rgb16
      ).rendered([edge])
      return (result[19, 20, 0] + result[20, 20, 0]) / 2 / 257
    }
    // Half a pixel beside the edge, a Gaussian of deviation 2 has 40% or 60% of white.
    let mixed = (ToneCurve.sRGB.encoded(0.4013) + ToneCurve.sRGB.encoded(0.5987)) / 2 * 255
    try expectEqual(middle(.resampling, Lights()), Int(mixed))
    try expectEqual(middle(.resampling, Lights(both: .srgb)), 127)
    try expectEqual(middle(.blending, Lights()), 127)
    try expectEqual(middle(.blending, Lights(resampling: .srgb, blending: .linear)), Int(mixed))
  }

  @Test("Neither windows nor threads change a bit", arguments: [PixelFormat.rgb8, .rgba8, .rgb16])
  func windows(format: PixelFormat) throws {
    let image = Images.noiseWithHoles(120, 330, format)
    let blurred = RenderPlan.NeighborhoodDraw(
      layer: "photo", items: [Self.layer(image, by: .turned(5), [.contrast(1.2)])], .blur(deviation: 1.5),
      box: Rect(x: 0, y: 0, width: 100, height: 310), light: .resampling)
    let group = RenderPlan.GroupDraw(
      layer: "photo", items: [.neighborhood(blurred)], opacity: 0.8,
      shadow: .init(offset: Vector(dx: 3, dy: 4), deviation: 2, color: Self.black), light: .resampling)
    for item in [RenderPlan.Item.group(group), .neighborhood(blurred), Self.layer(image, by: .turned(5))] {
      try RenderPlan(
        [image], canvas: size(100, 310), [item], background: Self.gold, lights: Lights(), output: .rgb8
      ).expectSameInWindowsAndThreads(image)
    }
  }

  @Test("Profiles with other curves, and the opposite lights, keep constant colors") func constants() throws {
    for (lights, exponent) in [
      (Lights(), 1.8), (Lights(resampling: .srgb, blending: .linear), 2.2),
      (Lights(resampling: .srgb, blending: .linear), 0),
    ] {
      let image = Images.filled(30, 30, .rgba8, [200, 90, 30, 255])
      var plan = RenderPlan(
        [image], canvas: size(40, 40), [Self.layer(image, by: .turned(7).concatenating(.moved(9, 2)))],
        background: Color(red: 200.0 / 255, green: 90.0 / 255, blue: 30.0 / 255), lights: lights,
        output: .rgb8)
      if exponent > 0 { plan.toneCurve = .formula(ToneCurve.Formula(exponent: exponent)) }
      let result = try plan.rendered([image])
      for y in 0..<40 { for x in 0..<40 { expectEqual(result.pixel(x, y), [200, 90, 30], "\(x),\(y)") } }
    }
  }
}

@Suite struct TransferCurveTests {
  @Test("Every code round-trips", arguments: [Light.linear, .srgb], PixelFormat.Depth.allCases)
  func roundTrip(light: Light, depth: PixelFormat.Depth) {
    let curve = TransferCurve(light: light, depth: depth)
    let decoded = (0...depth.maximum).map(curve.decode)
    expectEqual(decoded.indices.filter { curve.encode(decoded[$0]) != $0 }, [])
    expectTrue(zip(decoded, decoded.dropFirst()).allSatisfy { $0 < $1 })
    expectTrue(decoded[0] == 0 && decoded[depth.maximum] == 1)
  }

  @Test("Linear light uses the sRGB curve of IEC 61966-2-1", arguments: PixelFormat.Depth.allCases)
  func standard(depth: PixelFormat.Depth) {
    let curve = TransferCurve(light: .linear, depth: depth)
    var worst = 0.0
    for code in 0...depth.maximum {
      let v = Double(code) / Double(depth.maximum)
      let expected = v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
      worst = max(worst, abs(ToneCurve.sRGB.light(v) - expected))
      // Half a unit in the last place of a Float.
      expectTrue(abs(Double(curve.decode(code)) - expected) <= max(expected, 1e-6) * 6e-8)
    }
    expectTrue(worst < 1e-12)
  }

  @Test("Encoding takes the nearest code, rounds ties up and clamps")
  func rounding() {
    let curve = TransferCurve(light: .srgb, depth: .eight)
    expectEqual(curve.encode(100.49 / 255), 100)
    expectEqual(curve.encode(100.51 / 255), 101)
    expectEqual(curve.encode(Float(100.5 / 255)), 101)
    expectEqual([-1, -0.0, 0, 1, 1.5, .infinity].map(curve.encode), [0, 0, 0, 255, 255, 255])
    expectEqual(curve.encode(.nan), 0)
    // In linear light, two codes are separated by the middle of their encoded values, not by the middle of their
    // light.
    let linear = TransferCurve(light: .linear, depth: .eight)
    for code in [0, 1, 9, 10, 11, 127, 254] {
      let middle = ToneCurve.sRGB.light((Double(code) + 0.5) / 255)
      // The table's unit is 2^-24, a 5000th of the smallest step between codes.
      expectEqual(linear.encode(Float(middle - 0x1p-23)), code)
      expectEqual(linear.encode(Float(middle + 0x1p-23)), code + 1)
    }
  }
}

@Suite("Tone curves of ICC profiles") struct ProfileCurveTests {
  /// Pure power functions, Rec. 709, and tables, one of them with a sharp bend.
  static let curves: [ToneCurve] =
    powers + [
      .formula(rec709), .table(squares), .table([0, 60000, 65535]), .table([200, 700, 60000]),
    ]

  private static let powers: [ToneCurve] = [1, 1.8, 2.2, 2.6, 4.5].map { (exponent: Double) -> ToneCurve in
    .formula(ToneCurve.Formula(exponent: exponent))
  }

  private static var rec709: ToneCurve.Formula {
    var formula = ToneCurve.Formula(exponent: 1 / 0.45)
    (formula.a, formula.b) = (1 / 1.099, 0.099 / 1.099)
    (formula.c, formula.d) = (1 / 4.5, 0.081)
    return formula
  }

  private static let squares: [UInt16] = (0..<1024).map { (i: Int) -> UInt16 in
    UInt16(i * i * 65535 / (1023 * 1023))
  }

  @Test("Every code round-trips", arguments: curves.indices, PixelFormat.Depth.allCases)
  func roundTrip(_ i: Int, _ depth: PixelFormat.Depth) {
    let tone = Self.curves[i]
    let curve = TransferCurve(light: .linear, curve: tone, depth: depth)
    let decoded = (0...depth.maximum).map(curve.decode)
    expectTrue(decoded[0] == 0 && decoded[depth.maximum] == 1)
    expectTrue(zip(decoded, decoded.dropFirst()).allSatisfy { $0 <= $1 })
    // In flat parts of a table, several codes have the same light.
    let wrong = decoded.indices.filter { curve.encode(decoded[$0]) != $0 }
    expectTrue(wrong.allSatisfy { decoded[$0] == decoded[curve.encode(decoded[$0])] }, "\(wrong)")
    if case .formula(let formula) = tone, formula.d == 0 { expectEqual(wrong, []) }
    expectTrue(curve.encode(0) == 0 && curve.encode(1) == depth.maximum)
  }

  @Test("Encoding takes the code that is nearest in encoded values, not in light", arguments: curves.indices)
  func rounding(_ i: Int) {
    let tone = Self.curves[i]
    let curve = TransferCurve(light: .linear, curve: tone, depth: .eight)
    let (black, white) = (tone.light(0), tone.light(1))
    for code in 0..<255 {
      func working(_ x: Double) -> Float { Float((tone.light(x / 255) - black) / (white - black)) }
      let (below, above) = (working(Double(code) + 0.49), working(Double(code) + 0.51))
      guard below < above else { continue }
      expectEqual(curve.encode(below), code)
      expectEqual(curve.encode(above), code + 1)
    }
  }

  @Test("Black and white average to half of white's light under the profile's curve")
  func halves() throws {
    let size = try #require(PixelSize(width: 2, height: 1))
    let image = Bitmap(size: size, format: .gray8, bytes: [0, 255])!
    for (exponent, expected) in [(1.0, 128), (1.8, 174), (2.2, 186)] {
      var plan = try RenderPlan(
        image, by: AffineTransform(scaleX: 0.5, y: 1), canvas: #require(PixelSize(width: 1, height: 1)))
      plan.filter = .linear
      plan.toneCurve = .formula(ToneCurve.Formula(exponent: exponent))
      try expectEqual(plan.rendered([image])[0, 0, 0], expected)
    }
  }
}
