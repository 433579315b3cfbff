@testable import FramePlan
import FrameGeometry
import FrameImage
import TestSupport
import Testing

/// Plans whose output is a copy of one image's pixels.
@Suite struct CopiedImageTests {
  private static func plan(
    image: PixelFormat = .rgb8, output: PixelFormat = .rgb8, _ change: (inout RenderPlan) -> Void = { _ in }
  ) -> RenderPlan {
    let draw = RenderPlan.ImageDraw(
      layer: "photo", image: 0, map: .affine(.identity, visible: Rect(x: 0, y: 0, width: 8, height: 6)),
      opacity: 1)
    var plan = RenderPlan(
      canvas: size(8, 6), window: PixelRect(x: 0, y: 0, size: size(8, 6)),
      images: [SourceImage(id: 1, name: "a", size: size(8, 6), pixels: image)],
      items: [.image(draw)], output: output)
    change(&plan)
    return plan
  }

  private static func redraw(
    _ change: @escaping (inout RenderPlan.ImageDraw) -> Void
  ) -> (inout RenderPlan) -> Void {
    { plan in
      guard case .image(var draw) = plan.items[0] else { return }
      change(&draw)
      plan.items[0] = .image(draw)
    }
  }

  private static let gradient = RenderPlan.Paint.gradient(
    RenderPlan.Gradient(
      .linear(from: .zero, to: Point(x: 8, y: 0)), stops: [.init(0, .clear), .init(1, .white)]))

  @Test("A plan that draws one whole image is a copy of the image") func wholeImage() {
    expectTrue(Self.plan().copied != nil)
    expectTrue(Self.plan { $0.style.background = .color(.white) }.copied != nil)
    expectTrue(Self.plan { $0.style.background = Self.gradient }.copied != nil)
    expectTrue(Self.plan { $0.matte = .white }.copied != nil)
    expectTrue(Self.plan(output: .rgba8).copied != nil)
    expectTrue(Self.plan(image: .gray8).copied != nil)
    expectTrue(Self.plan(image: .rgba8, output: .rgba8).copied != nil)
    expectTrue(Self.plan(image: .rgb16, output: .rgb16).copied != nil)
    let turned = Self.redraw { $0.matrix = AffineTransform(-1, 0, 0, -1, 8, 6) }
    expectTrue(Self.plan(turned).copied != nil)
  }

  @Test("A plan that must composite or resample pixels is not a copy") func composedPlan() {
    expectTrue(Self.plan { $0.items = [] }.copied == nil)
    expectTrue(Self.plan { $0.items += $0.items }.copied == nil)
    expectTrue(Self.plan { $0.style.border = .init(width: 1, color: .white) }.copied == nil)
    expectTrue(Self.plan { $0.style.cornerRadius = 3 }.copied == nil)
    expectTrue(Self.plan(Self.redraw { $0.opacity = 0.5 }).copied == nil)
    expectTrue(Self.plan(Self.redraw { $0.matrix.tx = 0.5 }).copied == nil)
    expectTrue(Self.plan(Self.redraw { $0.matrix.c = 0.1 }).copied == nil)
    expectTrue(Self.plan(Self.redraw { $0.visible.size.width = 7.5 }).copied == nil)
  }

  @Test("A copy never changes the depth, drops channels or blends with a background") func droppedContent() {
    expectTrue(Self.plan(image: .rgb16, output: .rgb8).copied == nil)
    expectTrue(Self.plan(image: .rgb8, output: .rgb16).copied == nil)
    expectTrue(Self.plan(image: .rgba8, output: .rgb8).copied == nil)
    expectTrue(Self.plan(image: .rgb8, output: .gray8).copied == nil)
    for background in [.color(.white), Self.gradient] {
      expectTrue(Self.plan(image: .rgba8, output: .rgba8) { $0.style.background = background }.copied == nil)
    }
  }

  @Test("An image that leaves canvas uncovered is a copy only without background and matte")
  func surroundings() {
    let aside = Self.redraw { $0.matrix.tx = 2 }
    expectTrue(Self.plan(output: .rgba8, aside).copied != nil)
    for ground in [
      { (plan: inout RenderPlan) in plan.style.background = .color(.white) },
      { $0.style.background = Self.gradient }, { $0.matte = .white },
    ] {
      let both: (inout RenderPlan) -> Void = { plan in
        aside(&plan)
        ground(&plan)
      }
      expectTrue(Self.plan(both).copied == nil)
    }
  }

  @Test("An image covers a canvas despite rounding errors but not despite real gaps") func roundingSlack() {
    func draw(_ matrix: AffineTransform) -> RenderPlan.ImageDraw {
      .init(
        layer: "a", image: 0, map: .affine(matrix, visible: Rect(x: 0, y: 0, width: 8, height: 6)), opacity: 1
      )
    }
    expectTrue(draw(.identity).covers(size(8, 6)))
    expectTrue(draw(AffineTransform(translationX: 1e-9, y: 0)).covers(size(8, 6)))
    expectTrue(!draw(AffineTransform(translationX: 1e-3, y: 0)).covers(size(8, 6)))
    expectTrue(!draw(.identity).covers(size(8, 7)))
    expectTrue(!draw(AffineTransform(rotation: Angle(degrees: 1))).covers(size(8, 6)))
    expectTrue(draw(AffineTransform(4, 4, -4, 4, 0, -20)).covers(size(8, 6)))
    expectTrue(!draw(AffineTransform(0, 0, 0, 0, 0, 0)).covers(size(8, 6)))
  }
}
