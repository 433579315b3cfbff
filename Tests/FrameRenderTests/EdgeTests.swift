@testable import FramePlan
import FrameGeometry
import FrameImage
import TestSupport
import Testing

/// What lies beyond the edge of an image, and of a part of it.
@Suite struct EdgeTests {
  private static let modes: [EdgeMode] = [.clamp, .mirror, .repeat]

  /// The index in a line of pixels at a place beyond it.
  private static func index(_ place: Int, _ count: Int, _ edge: EdgeMode) -> Int {
    switch edge {
    case .transparent, .clamp: return min(max(place, 0), count - 1)
    case .repeat: return ((place % count) + count) % count
    case .mirror:
      let folded = ((place % (2 * count)) + 2 * count) % (2 * count)
      return min(folded, 2 * count - 1 - folded)
    }
  }

  /// An image drawn again and again into a larger one.
  private static func plane(_ image: Bitmap, _ part: PixelRect, margin: Int, _ edge: EdgeMode) -> Bitmap {
    var plane = Bitmap(
      size: size(part.size.width + 2 * margin, part.size.height + 2 * margin), format: image.format)
    for y in 0..<plane.size.height {
      for x in 0..<plane.size.width {
        for channel in 0..<image.format.channels.rawValue {
          plane[x, y, channel] =
            image[
              part.x + index(x - margin, part.size.width, edge),
              part.y + index(y - margin, part.size.height, edge), channel]
        }
      }
    }
    return plane
  }

  private static let matrices: [AffineTransform] = [
    .moved(5, 7), .turned(90).then(.moved(30, 4)), .moved(0.5, 0.25), .turned(11).then(.moved(20, 3)),
    .scaled(1.5, 2.5).then(.moved(4, 4)), .scaled(0.5, 0.3).then(.moved(13, 12)),
    .scaled(0.3, 0.3).then(.turned(33)).then(.moved(25, 9)), AffineTransform(1, 0.2, 0.9, 0.4, 3, 9),
  ]

  private func draw(
    _ image: Bitmap, _ matrix: AffineTransform, _ edge: EdgeMode, part: PixelRect?, canvas: PixelSize
  ) -> RenderPlan.Item {
    guard case .image(var draw) = RenderPlan.Item.draw(image, by: matrix) else { preconditionFailure() }
    let window = Rect(origin: .zero, size: Size(canvas)).grown(by: 1)
    draw.visible = window.applying(matrix.inverse!)
    (draw.edge, draw.part) = (edge, part)
    return .image(draw)
  }

  @Test("Every edge mode looks like a large image", arguments: modes, matrices.indices)
  func planes(edge: EdgeMode, number: Int) throws {
    let canvas = size(48, 37)
    for (format, part) in [
      (PixelFormat.rgba8, PixelRect(x: 0, y: 0, size: size(13, 9))),
      (.rgb16, PixelRect(x: 3, y: 2, size: size(7, 5))), (.gray8, PixelRect(x: 12, y: 0, size: size(1, 9))),
    ] {
      let image = Images.noiseWithHoles(13, 9, format)
      let matrix = Self.matrices[number]
      let plan = RenderPlan(
        [image], canvas: canvas, [draw(image, matrix, edge, part: part, canvas: canvas)], output: format)
      let margin = 256
      let plane = Self.plane(image, part, margin: margin, edge)
      let moved = AffineTransform(
        translationX: Double(part.x - margin), y: Double(part.y - margin)
      ).concatenating(matrix)
      var reference = RenderPlan(plane, by: moved, canvas: canvas)
      // Composited, because a direct copy keeps the colors of transparent pixels.
      reference.style.border = CanvasStyle.Border(width: 0, color: .white)
      let expected = try reference.rendered(plane)
      let found = try plan.rendered([image])
      expectTrue(found.greatestDifference(from: expected) <= 1)
    }
  }

  @Test("Bands and tiles do not show", arguments: modes)
  func windows(edge: EdgeMode) throws {
    let image = Images.noiseWithHoles(40, 30, .rgb8)
    let canvas = size(150, 130)
    let matrix = AffineTransform.turned(20).then(.moved(60, 30))
    let whole = RenderPlan(
      [image], canvas: canvas, [draw(image, matrix, edge, part: nil, canvas: canvas)], output: .rgb8)
    let all = try whole.rendered([image])
    let cut = try whole.windowed(31, 77, size(60, 40)).rendered([image])
    for y in 0..<40 {
      for x in 0..<60 { expectTrue((0..<3).allSatisfy { cut[x, y, $0] == all[x + 31, y + 77, $0] }) }
    }
  }

  @Test("Pixels beside a part do not show in it") func parts() throws {
    var image = Bitmap(size: size(30, 30), format: .rgb8)
    for y in 0..<30 {
      for x in 0..<30 {
        let isInside = (10..<20).contains(x) && (10..<20).contains(y)
        for channel in 0..<3 { image[x, y, channel] = isInside ? 200 : 0 }
      }
    }
    let matrix = AffineTransform(translationX: -10, y: -10).concatenating(.scaled(3.3, 3.3))
    guard
      case .image(var draw) = RenderPlan.Item.draw(
        image, by: matrix, visible: Rect(x: 10, y: 10, width: 10, height: 10))
    else { return }
    draw.part = PixelRect(x: 10, y: 10, size: size(10, 10))
    let found = try RenderPlan([image], canvas: size(33, 33), [.image(draw)], output: .rgb8).rendered([image])
    for y in 0..<33 { for x in 0..<33 { expectEqual(found[x, y, 0], 200) } }
  }
}

extension Bitmap {
  fileprivate func greatestDifference(from other: Bitmap) -> Int {
    var greatest = 0
    for y in 0..<size.height {
      for x in 0..<size.width {
        for channel in 0..<format.channels.rawValue {
          greatest = max(greatest, abs(Int(self[x, y, channel]) - Int(other[x, y, channel])))
        }
      }
    }
    return greatest
  }
}
