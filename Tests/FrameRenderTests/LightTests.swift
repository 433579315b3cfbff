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
    let picture = Pictures.checker(side, .gray8)
    for divisor in [2, 4, 8] {
      let canvas = size(side / divisor, side / divisor)
      let matrix = AffineTransform.scaled(1 / Double(divisor), 1 / Double(divisor))
      // Nearer to the edge it is repeated, and blacks and whites are no longer even.
      let inner = Int(filter.support)..<canvas.width - Int(filter.support)
      for (light, expected) in [(Light.linear, [188]), (.srgb, [127, 128])] {
        let plan = RenderPlan(picture, by: matrix, canvas: canvas, filter: filter, light: light)
        let result = try plan.rendered(picture)
        let seen = inner.flatMap { y in inner.map { x in result[x, y, 0] } }
        #expect(seen.allSatisfy(expected.contains), "\(light), 1/\(divisor)")
        #expect(!seen.isEmpty || divisor == 8 && filter == .lanczos3)
      }
    }
  }

  @Test("Laying over is done in the plan's light")
  func compositing() throws {
    let half = RenderPlan.Item.card(Rect(x: 0, y: 0, width: 1, height: 1), .white, opacity: 0.5)
    for (light, expected) in [(Light.linear, 188), (.srgb, 128)] {
      let plan = RenderPlan(
        [], canvas: size(1, 1), [half], background: Colour(red: 0, green: 0, blue: 0), light: light,
        output: .rgb8)
      #expect(try plan.rendered([]).pixel(0, 0) == [expected, expected, expected])
    }
  }
}

@Suite struct TransferCurveTests {
  @Test("Every code comes back", arguments: [Light.linear, .srgb], PixelFormat.Depth.allCases)
  func roundTrip(light: Light, depth: PixelFormat.Depth) {
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
      worst = max(worst, abs(TransferCurve.decode(v, .linear) - expected))
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
      let middle = TransferCurve.decode((Double(code) + 0.5) / 255, .linear)
      // The table counts in units of 2^-24: a five thousandth of the least step between codes.
      #expect(linear.encode(Float(middle - 0x1p-23)) == code)
      #expect(linear.encode(Float(middle + 0x1p-23)) == code + 1)
    }
  }
}
