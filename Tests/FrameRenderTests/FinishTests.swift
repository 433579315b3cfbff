@testable import FramePlan
import Foundation
import FrameGeometry
import FrameImage
import TestSupport
import Testing

/// The canvas's border and rounded corners.
@Suite struct FinishTests {
  private let white = Rect(x: 0, y: 0, width: 64, height: 64)

  private func plan(
    _ canvas: PixelSize, border: CanvasStyle.Border? = nil, radius: Double = 0, output: PixelFormat = .rgba16
  ) -> RenderPlan {
    var plan = RenderPlan([], canvas: canvas, [.card(white, .white)], output: output)
    plan.style.border = border
    plan.style.cornerRadius = radius
    return plan
  }

  private func sum(_ image: Bitmap, _ channel: Int) -> Double {
    image.samples(channel).reduce(0.0) { $0 + Double($1) / 65535 }
  }

  @Test("A radius of half the side gives a circle", arguments: [6, 7, 31, 64])
  func circle(side: Int) throws {
    let radius = Double(side) / 2
    let result = try plan(size(side, side), radius: radius).rendered([])
    let expected = Double.pi * radius * radius
    expectTrue(abs(sum(result, 3) - expected) < expected * 1e-5 + 1e-3)
    // A larger radius makes no difference.
    try expectEqual(plan(size(side, side), radius: radius * 3).rendered([]), result)
  }

  @Test("Rounded corners remove what lies outside the arcs", arguments: [0.4, 1, 2.5, 7, 11.3])
  func corners(radius: Double) throws {
    let result = try plan(size(31, 24), radius: radius).rendered([])
    let expected = 31 * 24 - (4 - Double.pi) * radius * radius
    expectTrue(abs(sum(result, 3) - expected) < 1e-3)
    // No fringe: the color at the edges is that of the center.
    for y in 0..<24 {
      for x in 0..<31 where result[x, y, 3] > 0 { expectEqual(result[x, y, 0], 65535) }
    }
    for form in [Orientation.upMirrored, .downMirrored] {
      let mirrored = try RenderPlan(
        result, by: form.uprightTransform(stored: result.size), canvas: result.size
      ).rendered(result)
      let differences = zip(mirrored.samples(3), result.samples(3)).map { abs($0 - $1) }
      expectTrue(differences.max()! <= 1)
    }
  }

  @Test("A border lies inside the canvas's edge and over the layers", arguments: [1, 3, 2.25, 0.5])
  func border(width: Double) throws {
    let red = CanvasStyle.Border(width: width, color: Color(red: 1, green: 0, blue: 0))
    let result = try plan(size(20, 15), border: red).rendered([])
    expectTrue(result.samples(3).allSatisfy { $0 == 65535 })
    // White contains green, red does not. Coverage is proportional to light, so codes are decoded first.
    let green = result.samples(1).reduce(0.0) { $0 + light($1) }
    expectTrue(abs(green - (20 - 2 * width) * (15 - 2 * width)) < 2e-3)
    expectEqual(result.pixel(10, 7), [65535, 65535, 65535, 65535])
    if width >= 1 { expectEqual(result.pixel(0, 0), [65535, 0, 0, 65535]) }
  }

  @Test("A border follows rounded corners, with a smaller radius on its inner side")
  func roundBorder() throws {
    let red = CanvasStyle.Border(width: 4, color: Color(red: 1, green: 0, blue: 0))
    let result = try plan(size(40, 30), border: red, radius: 10).rendered([])
    let outer = 40 * 30 - (4 - Double.pi) * 100
    let inner = 32 * 22 - (4 - Double.pi) * 36
    expectTrue(abs(sum(result, 3) - outer) < 1e-3)
    let green = zip(result.samples(1), result.samples(3)).reduce(0.0) {
      $0 + light($1.0) * Double($1.1) / 65535
    }
    expectTrue(abs(green - inner) < 1e-2)
  }

  @Test("A border wider than half the canvas covers it")
  func wideBorder() throws {
    let red = CanvasStyle.Border(width: 10, color: Color(red: 1, green: 0, blue: 0))
    let result = try plan(size(20, 12), border: red).rendered([])
    expectEqual(result, Images.filled(20, 12, .rgba16, [65535, 0, 0, 65535]))
  }

  @Test("Border and corners belong to the canvas, not to the window")
  func window() throws {
    let red = CanvasStyle.Border(width: 2, color: Color(red: 1, green: 0, blue: 0))
    let whole = plan(size(20, 16), border: red, radius: 6)
    let result = try whole.rendered([])
    for (x, y) in [(0, 0), (3, 5), (11, 9)] {
      let part = size(9, 7)
      try expectEqual(whole.windowed(x, y, part).rendered([]), result.cut(x, y, part))
    }
  }

  @Test("Without alpha in the output, the matte shows outside the corners")
  func matte() throws {
    var plan = plan(size(12, 12), radius: 6, output: .rgb8)
    plan.items = [.card(white, Color(red: 0, green: 0, blue: 1))]
    plan.matte = .white
    let result = try plan.rendered([])
    expectEqual(result.pixel(0, 0), [255, 255, 255])
    expectEqual(result.pixel(6, 6), [0, 0, 255])
  }

  private func light(_ code: Int) -> Double {
    let v = Double(code) / 65535
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
  }
}
