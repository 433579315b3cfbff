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
    background: Color = .clear, output: PixelFormat = .rgba16
  ) -> RenderPlan {
    let group = RenderPlan.GroupDraw(
      layer: "photo", items: [.draw(image, by: matrix)], opacity: opacity, colors: ColorFunction(edits),
      light: .resampling)
    return RenderPlan(
      [image], canvas: size, [.group(group)], background: background, lights: Lights(), output: output)
  }

  private static let resampled = Lights(both: .linear)
  private static let encoded = Lights(both: .srgb)

  @Test("Encoded samples are used where that is faster, and no pixel is resampled or blended")
  func chosen() {
    let photo = Images.noise(70, 40, .rgb8)
    expectEqual(Self.plan(photo, [.brightness(1.2)]).workingLights, Self.encoded)
    expectEqual(Self.plan(photo, [.saturation(1.2), .posterize(levels: 4)]).workingLights, Self.encoded)
    expectEqual(Self.plan(photo, [.brightness(1.2)], by: .moved(3, -2)).workingLights, Self.encoded)
    expectEqual(Self.plan(photo, [.exposure(stops: 1)]).workingLights, Self.resampled)
    let red = Color(red: 1, green: 0, blue: 0)
    let moved = Self.plan(photo, [.brightness(1.2)], by: .moved(3, -2), background: red)
    expectEqual(moved.workingLights, Self.encoded)
    var translucent = moved
    translucent.style.background = .color(Color(red: 1, green: 0, blue: 0, alpha: 0.5))
    expectEqual(translucent.workingLights, Lights())
  }

  @Test("Pixels that are not blended are not converted for it") func unblended() {
    let photo = Images.noise(70, 40, .rgb8)
    let moved = AffineTransform.moved(3.5, 0)
    expectEqual(Self.plan(photo, [.brightness(1.2)], by: moved).workingLights, Self.resampled)
    expectEqual(Self.plan(photo, [.brightness(1.2)], by: .turned(3)).workingLights, Self.resampled)
    expectEqual(Self.plan(photo, [.brightness(1.2)], opacity: 0.5).workingLights, Self.resampled)
    let logo = Images.noise(70, 40, .rgba8)
    expectEqual(Self.plan(logo, [.brightness(1.2)]).workingLights, Self.resampled)
    // A photo that covers a background, and one that does not.
    let large = AffineTransform.scaled(1.5, 1.5)
    for (image, matrix, opacity, lights) in [
      (photo, large, 1, Self.resampled), (photo, moved, 1, Lights()), (photo, large, 0.5, Lights()),
      (logo, large, 1, Lights()),
    ] {
      let plan = Self.plan(image, [.brightness(1.2)], by: matrix, opacity: opacity, background: .white)
      expectEqual(plan.workingLights, lights)
    }
    var matted = Self.plan(photo, [], by: moved, output: .rgb8)
    expectEqual(matted.workingLights, Self.resampled)
    matted.matte = .white
    expectEqual(matted.workingLights, Lights())
    for style in [CanvasStyle(cornerRadius: 3), CanvasStyle(border: .init(width: 1, color: .white))] {
      var plan = Self.plan(photo, [])
      plan.style = style
      expectEqual(plan.workingLights, Lights())
    }
    var shadowed = Self.plan(photo, [])
    guard case .group(var group) = shadowed.items[0] else { return }
    group.shadow = .init(offset: .zero, deviation: 2, color: .white)
    shadowed.items = [.group(group)]
    expectEqual(shadowed.workingLights, Lights())
    var blurred = Self.plan(photo, [], by: large, background: .white)
    let box = Rect(x: 0, y: 0, width: 70, height: 40)
    func blur(_ light: RenderPlan.LightUse) -> RenderPlan.Item {
      .neighborhood(.init(layer: "photo", items: blurred.items, .blur(deviation: 2), box: box, light: light))
    }
    let cut = blur(.resampling)
    for (item, lights) in [(cut, Lights()), (blur(.blending), Lights())] {
      blurred.items = [item]
      expectEqual(blurred.workingLights, lights)
    }
  }

  @Test("Both lights give the same colors, within rounding", arguments: [PixelFormat.rgb8, .rgb16, .gray8])
  func equal(format: PixelFormat) throws {
    let photo = Images.noise(70, 40, format)
    let edits: [ColorEdit] = [.saturation(0.4), .contrast(1.3), .hue(.degrees(20)), .sepia(amount: 0.3)]
    let plan = Self.plan(photo, edits, by: .moved(-4, 6), output: .rgb16)
    // The same pixels, but with a second item that covers nothing.
    var blended = plan
    blended.items.append(.card(Rect(x: -9, y: -9, width: 1, height: 1), .white))
    expectEqual(plan.workingLights, Self.encoded)
    expectEqual(blended.workingLights, Lights())
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
