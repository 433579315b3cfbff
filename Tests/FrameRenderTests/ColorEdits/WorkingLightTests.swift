import FrameGeometry
import FrameImage
import TestSupport
import Testing

@testable import FramePlan

@testable import FrameRender

/// Color edits of pixels that are copied, for which linear light does not matter.
@Suite struct WorkingLightTests {
  private static let size = PixelSize(width: 70, height: 40)!

  private static func plan(
    _ image: Bitmap, _ edits: [ColorEdit], by matrix: AffineTransform = .identity, opacity: Double = 1,
    light: Light = .linear
  ) -> RenderPlan {
    let group = RenderPlan.GroupDraw(
      layer: "photo", items: [.draw(image, by: matrix)], opacity: opacity, colors: ColorFunction(edits))
    return RenderPlan([image], canvas: size, [.group(group)], light: light, output: .rgb16)
  }

  @Test("Encoded samples are used where that is faster, and no pixel is blended")
  func chosen() {
    let photo = Images.noise(70, 40, .rgb8)
    expectEqual(Self.plan(photo, [.brightness(1.2)]).workingLight, .srgb)
    expectEqual(Self.plan(photo, [.saturation(1.2), .posterize(levels: 4)]).workingLight, .srgb)
    expectEqual(Self.plan(photo, [.brightness(1.2)], by: .moved(3, -2)).workingLight, .srgb)
    expectEqual(Self.plan(photo, [.exposure(stops: 1)]).workingLight, .linear)
    expectEqual(Self.plan(photo, [.brightness(1.2)], by: .moved(3.5, 0)).workingLight, .linear)
    expectEqual(Self.plan(photo, [.brightness(1.2)], by: .turned(3)).workingLight, .linear)
    expectEqual(Self.plan(photo, [.brightness(1.2)], opacity: 0.5).workingLight, .linear)
    expectEqual(Self.plan(Images.noise(70, 40, .rgba8), [.brightness(1.2)]).workingLight, .linear)
    var plan = Self.plan(photo, [.brightness(1.2)], by: .moved(3, -2))
    plan.style.background = .color(Color(red: 1, green: 0, blue: 0))
    expectEqual(plan.workingLight, .srgb)
    plan.style.background = .color(Color(red: 1, green: 0, blue: 0, alpha: 0.5))
    expectEqual(plan.workingLight, .linear)
  }

  @Test("Both lights give the same colors, within rounding", arguments: [PixelFormat.rgb8, .rgb16, .gray8])
  func equal(format: PixelFormat) throws {
    let photo = Images.noise(70, 40, format)
    let edits: [ColorEdit] = [.saturation(0.4), .contrast(1.3), .hue(.degrees(20)), .sepia(amount: 0.3)]
    let plan = Self.plan(photo, edits, by: .moved(-4, 6))
    // The same pixels, but with a second item that covers nothing.
    var blended = plan
    blended.items.append(.card(Rect(x: -9, y: -9, width: 1, height: 1), .white))
    expectEqual(plan.workingLight, .srgb)
    expectEqual(blended.workingLight, .linear)
    let (found, wanted) = (try plan.rendered(photo), try blended.rendered(photo))
    for y in 0..<Self.size.height {
      for x in 0..<Self.size.width {
        for channel in 0..<3 {
          expectTrue(abs(found[x, y, channel] - wanted[x, y, channel]) <= 2, "\(x),\(y)")
        }
      }
    }
  }
}
