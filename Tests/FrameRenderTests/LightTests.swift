import Foundation
import FrameModel
import Testing

@testable import FrameRender

/// Light is what is averaged, not codes for it.
@Suite struct LightTests {
  @Test(
    "Black and white pixels in turn, made smaller, are half of white's light: 188, or 128 where codes count",
    arguments: [Filter.linear, .cubic, .mitchell, .lanczos3])
  func checkerboard(filter: Filter) throws {
    let side = 48
    let image = Images.checker(side, .gray8)
    for divisor in [2, 4, 8] {
      let canvas = size(side / divisor, side / divisor)
      let matrix = AffineTransform.scaled(1 / Double(divisor), 1 / Double(divisor))
      // Nearer to the edge it is repeated, and blacks and whites are no longer even.
      let inner = Int(filter.support)..<canvas.width - Int(filter.support)
      for (light, expected) in [(BlendingSpace.linear, [188]), (.srgb, [127, 128])] {
        let plan = RenderPlan(image, by: matrix, canvas: canvas, filter: filter, light: light)
        let result = try plan.rendered(image)
        let seen = inner.flatMap { y in inner.map { x in result[x, y, 0] } }
        #expect(seen.allSatisfy(expected.contains), "\(light), 1/\(divisor)")
        #expect(!seen.isEmpty || divisor == 8 && filter == .lanczos3)
      }
    }
  }

  @Test("Laying over is done in the plan's light")
  func compositing() throws {
    let half = RenderPlan.Item.card(Rect(x: 0, y: 0, width: 1, height: 1), .white, opacity: 0.5)
    for (light, expected) in [(BlendingSpace.linear, 188), (.srgb, 128)] {
      let plan = RenderPlan(
        [], canvas: size(1, 1), [half], background: Color(red: 0, green: 0, blue: 0), light: light,
        output: .rgb8)
      #expect(try plan.rendered([]).pixel(0, 0) == [expected, expected, expected])
    }
  }
}

@Suite struct TransferCurveTests {
  @Test("Every code comes back", arguments: [BlendingSpace.linear, .srgb], PixelFormat.Depth.allCases)
  func roundTrip(light: BlendingSpace, depth: PixelFormat.Depth) {
    let curve = TransferCurve(light: light, depth: depth)
    let decoded = (0...depth.maximum).map(curve.decode)
    #expect(decoded.indices.filter { curve.encode(decoded[$0]) != $0 } == [])
    #expect(zip(decoded, decoded.dropFirst()).allSatisfy { $0 < $1 })
    #expect(decoded[0] == 0 && decoded[depth.maximum] == 1)
  }

  @Test("The curve is sRGB's, IEC 61966-2-1", arguments: PixelFormat.Depth.allCases)
  func standard(depth: PixelFormat.Depth) {
    let curve = TransferCurve(light: .linear, depth: depth)
    var worst = 0.0
    for code in 0...depth.maximum {
      let v = Double(code) / Double(depth.maximum)
      let expected = v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
      worst = max(worst, abs(ToneCurve.sRGB.light(v) - expected))
      // A half of the last bit of a Float.
      #expect(abs(Double(curve.decode(code)) - expected) <= max(expected, 1e-6) * 6e-8)
    }
    #expect(worst < 1e-12)
  }

  @Test("The nearest code is taken, ties up; what lies beyond is the end")
  func rounding() {
    let curve = TransferCurve(light: .srgb, depth: .eight)
    #expect(curve.encode(100.49 / 255) == 100)
    #expect(curve.encode(100.51 / 255) == 101)
    #expect(curve.encode(Float(100.5 / 255)) == 101)
    #expect([-1, -0.0, 0, 1, 1.5, .infinity].map(curve.encode) == [0, 0, 0, 255, 255, 255])
    #expect(curve.encode(.nan) == 0)
    // In linear light the middle between two codes is sought before the curve.
    let linear = TransferCurve(light: .linear, depth: .eight)
    for code in [0, 1, 9, 10, 11, 127, 254] {
      let middle = ToneCurve.sRGB.light((Double(code) + 0.5) / 255)
      // The table counts in units of 2^-24: a five thousandth of the least step between codes.
      #expect(linear.encode(Float(middle - 0x1p-23)) == code)
      #expect(linear.encode(Float(middle + 0x1p-23)) == code + 1)
    }
  }
}

@Suite("Curves of profiles") struct ProfileCurveTests {
  /// Pure powers, Rec. 709's, and tables, one of which has a bend.
  static let curves: [ToneCurve] = powers + [
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

  @Test("Every code comes back", arguments: curves.indices, PixelFormat.Depth.allCases)
  func roundTrip(_ i: Int, _ depth: PixelFormat.Depth) {
    let tone = Self.curves[i]
    let curve = TransferCurve(light: .linear, curve: tone, depth: depth)
    let decoded = (0...depth.maximum).map(curve.decode)
    #expect(decoded[0] == 0 && decoded[depth.maximum] == 1)
    #expect(zip(decoded, decoded.dropFirst()).allSatisfy { $0 <= $1 })
    // Where a table is flat, codes share their light.
    let wrong = decoded.indices.filter { curve.encode(decoded[$0]) != $0 }
    #expect(wrong.allSatisfy { decoded[$0] == decoded[curve.encode(decoded[$0])] }, "\(wrong)")
    if case .formula(let formula) = tone, formula.d == 0 { #expect(wrong == []) }
    #expect(curve.encode(0) == 0 && curve.encode(1) == depth.maximum)
  }

  @Test("The nearest code is taken, before the curve", arguments: curves.indices)
  func rounding(_ i: Int) {
    let tone = Self.curves[i]
    let curve = TransferCurve(light: .linear, curve: tone, depth: .eight)
    let (black, white) = (tone.light(0), tone.light(1))
    for code in 0..<255 {
      func working(_ x: Double) -> Float { Float((tone.light(x / 255) - black) / (white - black)) }
      let (below, above) = (working(Double(code) + 0.49), working(Double(code) + 0.51))
      guard below < above else { continue }
      #expect(curve.encode(below) == code)
      #expect(curve.encode(above) == code + 1)
    }
  }

  @Test("Half the light of white, by the curve")
  func halves() throws {
    let size = try #require(PixelSize(width: 2, height: 1))
    let image = Bitmap(size: size, format: .gray8, bytes: [0, 255])!
    for (exponent, expected) in [(1.0, 128), (1.8, 174), (2.2, 186)] {
      var plan = try RenderPlan(
        image, by: AffineTransform(scaleX: 0.5, y: 1), canvas: #require(PixelSize(width: 1, height: 1)))
      plan.filter = .linear
      plan.toneCurve = .formula(ToneCurve.Formula(exponent: exponent))
      #expect(try plan.rendered([image])[0, 0, 0] == expected)
    }
  }
}
