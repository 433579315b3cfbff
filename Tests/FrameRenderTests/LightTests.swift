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

  @Test("Compositing happens in the plan's blending space")
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
