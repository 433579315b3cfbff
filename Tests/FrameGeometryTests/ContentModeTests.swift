import FrameGeometry
import TestSupport
import Testing

/// UIKit's thirteen content modes.
@Suite struct ContentModeTests {
  /// An image of 300 by 200 in bounds of 100 by 100: wider than its bounds.
  static let wide: [(ContentMode, Rect)] = [
    (.scaleToFill, Rect(x: 0, y: 0, width: 100, height: 100)),
    (.scaleAspectFit, Rect(x: 0, y: 50.0 / 3, width: 100, height: 200.0 / 3)),
    (.scaleAspectFill, Rect(x: -25, y: 0, width: 150, height: 100)),
    (.redraw, Rect(x: 0, y: 0, width: 100, height: 100)),
    (.center, Rect(x: -100, y: -50, width: 300, height: 200)),
    (.top, Rect(x: -100, y: 0, width: 300, height: 200)),
    (.bottom, Rect(x: -100, y: -100, width: 300, height: 200)),
    (.left, Rect(x: 0, y: -50, width: 300, height: 200)),
    (.right, Rect(x: -200, y: -50, width: 300, height: 200)),
    (.topLeft, Rect(x: 0, y: 0, width: 300, height: 200)),
    (.topRight, Rect(x: -200, y: 0, width: 300, height: 200)),
    (.bottomLeft, Rect(x: 0, y: -100, width: 300, height: 200)),
    (.bottomRight, Rect(x: -200, y: -100, width: 300, height: 200)),
  ]

  @Test(
    "Each content mode places a landscape image in square bounds", arguments: wide)
  func largerImage(mode: ContentMode, expected: Rect) {
    let room = Size(width: 100, height: 100)
    let found = mode.rect(of: Size(width: 300, height: 200), in: room)
    expectTrue(found.distance(to: expected) < 1e-12)
  }

  /// The same case transposed: rows and columns are swapped.
  @Test(
    "Each content mode places a portrait image in square bounds", arguments: wide)
  func tallerImage(mode: ContentMode, expected: Rect) {
    let transposed: [ContentMode: ContentMode] = [
      .top: .left, .left: .top, .bottom: .right, .right: .bottom, .topRight: .bottomLeft,
      .bottomLeft: .topRight,
    ]
    let found = (transposed[mode] ?? mode)
      .rect(of: Size(width: 200, height: 300), in: Size(width: 100, height: 100))
    let box = Rect(
      x: expected.minY, y: expected.minX, width: expected.size.height, height: expected.size.width)
    expectTrue(found.distance(to: box) < 1e-12)
  }

  @Test(
    "Each content mode matches its formula for random sizes", arguments: ContentMode.allCases)
  func formulas(
    mode: ContentMode
  ) {
    var sampler = Sampler(seed: UInt64(mode.rawValue.utf8.count))
    for _ in 0..<100 {
      let (w, h) = (sampler.number(1, 500), sampler.number(1, 500))
      let (W, H) = (sampler.number(1, 500), sampler.number(1, 500))
      let factor = mode == .scaleAspectFill ? max(W / w, H / h) : min(W / w, H / h)
      let x: [ContentMode: Double] = [
        .left: 0, .topLeft: 0, .bottomLeft: 0, .right: W - w, .topRight: W - w, .bottomRight: W - w,
      ]
      let y: [ContentMode: Double] = [
        .top: 0, .topLeft: 0, .topRight: 0, .bottom: H - h, .bottomLeft: H - h, .bottomRight: H - h,
      ]
      let expected =
        switch mode {
        case .scaleToFill, .redraw: Rect(x: 0, y: 0, width: W, height: H)
        case .scaleAspectFit, .scaleAspectFill:
          Rect(
            x: (W - w * factor) / 2, y: (H - h * factor) / 2, width: w * factor, height: h * factor)
        default: Rect(x: x[mode] ?? (W - w) / 2, y: y[mode] ?? (H - h) / 2, width: w, height: h)
        }
      let found = mode.rect(of: Size(width: w, height: h), in: Size(width: W, height: H))
      expectTrue(found.distance(to: expected) < 1e-9)
    }
  }

  @Test("There are 13 content modes, in the order of UIKit") func modeCount() {
    expectEqual(ContentMode.allCases.count, 13)
    expectEqual(ContentMode.allCases, Self.wide.map(\.0))
  }

  /// A fitted side equals the side of the bounds exactly; otherwise a copy would be resampled.
  @Test("Aspect fit and fill match bounds of the same aspect ratio exactly") func fittedSide() {
    for w in 1...60 {
      for h in 1...60 {
        let image = Size(width: Double(w), height: Double(h))
        let room = Size(width: Double(w) * 7, height: Double(h) * 7)
        for mode in [ContentMode.scaleAspectFit, .scaleAspectFill] {
          expectEqual(mode.rect(of: image, in: room), Rect(origin: .zero, size: room))
        }
      }
    }
  }

  @Test(
    "An image without area gets an empty rectangle in every content mode", arguments: ContentMode.allCases)
  func emptyImage(
    mode: ContentMode
  ) {
    let room = Size(width: 100, height: 100)
    for empty in [Size.zero, Size(width: 0, height: 5), Size(width: 5, height: 0)] {
      expectTrue(mode.rect(of: empty, in: room).isEmpty)
    }
  }
}
