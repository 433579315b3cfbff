import FrameGeometry
import FrameImage
import TestSupport
import Testing

@testable import FramePlan
@testable import FrameRender

/// Outlines that are kept while there is memory for them, and otherwise rebuilt for each tile.
@Suite struct OutlineRoomTests {
  private let canvas = size(200, 150)

  private func shape(
    _ path: Path, _ matrix: AffineTransform = .identity, trim: RenderPlan.Trim = .all, pen: StrokeStyle? = nil
  ) -> RenderPlan.Item {
    .shape(
      RenderPlan.ShapeDraw(
        layer: "a", path: path, trim: trim, fill: .init(.color(.white), rule: .evenOdd),
        stroke: pen.map { .init(.color(Color(red: 1, green: 0, blue: 0, alpha: 0.5)), $0) }, matrix: matrix)
    )
  }

  private func plan(_ items: [RenderPlan.Item]) -> RenderPlan {
    RenderPlan([], canvas: canvas, items, light: .srgb, output: .rgba16)
  }

  private func drawn(_ plan: RenderPlan, room: Int) throws -> Bitmap {
    var image = Bitmap(size: canvas, format: .rgba16)
    let renderer = Renderer(plan, kernels: .fastest, jobs: 1, room: OutlineRoom(room))
    try renderer.render([], into: &image)
    return image
  }

  private var star: Path {
    get throws {
      try Path(svgData: "M20 10C90 200 130 -90 190 140Q10 20 150 30A70 40 20 1 0 60 130zM5 5h9v9z")
    }
  }

  @Test("Kept and rebuilt outlines draw the same pixels")
  func samePixels() throws {
    let pens = [
      nil, StrokeStyle(width: 7), StrokeStyle(width: 3, join: .round, cap: .round, dashes: [11, 4]),
      StrokeStyle(width: 30, join: .bevel, cap: .square),
    ]
    for pen in pens {
      for trim in [RenderPlan.Trim.all, .init(0.2, 0.7)] {
        let plan = plan([
          shape(try star, trim: trim, pen: pen), shape(try star, .turned(31), trim: trim, pen: pen),
        ])
        let (kept, made) = (try drawn(plan, room: 1 << 20), try drawn(plan, room: 0))
        if pen == nil || trim != .all || pen?.dashes.isEmpty == false {
          expectEqual(kept, made)
        } else {
          // If a curve leaves the part that a tile shows, the pen's direction may differ by less than the tolerance.
          expectTrue(zip(kept.bytes, made.bytes).allSatisfy { $0 == $1 } || kept.isClose(to: made))
        }
      }
    }
  }

  @Test("Kept and rebuilt outlines draw the same clips and shadows")
  func groups() throws {
    let clip = RenderPlan.Clip(try star, matrix: .turned(-12))
    let shadow = RenderPlan.Shadow(
      offset: Vector(dx: 5.5, dy: 4), deviation: 3, color: Color(red: 0, green: 0, blue: 0))
    let group = RenderPlan.Item.group(
      RenderPlan.GroupDraw(layer: "g", items: [shape(try star)], clip: clip, shadow: shadow))
    try expectEqual(drawn(plan([group]), room: 1 << 20), drawn(plan([group]), room: 0))
  }

  @Test("Memory for kept outlines is bounded, however many shapes there are")
  func bounded() throws {
    let plan = plan(Array(repeating: shape(try star), count: 300))
    var making = PainterFactory(
      plan,
      spaces: WorkingSpaces(
        Lights(both: .srgb), curve: .sRGB, uses16Bits: false, output: .eight, kernels: .fastest),
      room: OutlineRoom(1 << 20))
    _ = PainterList(plan.items, &making)
    expectTrue(making.room.cost.shared <= 1 << 20 && making.room.cost.shared > 1 << 19)
    expectTrue(making.room.cost.peak > 0)
  }
}

extension Bitmap {
  /// Returns whether every 16-bit sample differs by less than a 500th of the range.
  fileprivate func isClose(to other: Bitmap) -> Bool {
    (0..<size.height).allSatisfy { y in
      (0..<size.width).allSatisfy { x in
        (0..<4).allSatisfy { abs(Int(self[x, y, $0]) - Int(other[x, y, $0])) < 131 }
      }
    }
  }
}

/// Pens that are wider than their visible part, which are reduced before stroking.
@Suite struct WidePenTests {
  private let canvas = size(60, 44)

  private func drawn(_ path: Path, _ style: StrokeStyle) throws -> Bitmap {
    let draw = RenderPlan.ShapeDraw(
      layer: "a", path: path, stroke: .init(.color(.white), style), matrix: .turned(7))
    var image = Bitmap(size: canvas, format: .rgba8)
    try Renderer(RenderPlan([], canvas: canvas, [.shape(draw)], light: .srgb, output: .rgba8))
      .render([], into: &image)
    return image
  }

  @Test("Pens whose rim is beyond the canvas draw the same at any width")
  func sameBeyondTheCanvas() throws {
    let paths = [
      "M20 20L40 25", "M20 20L40 25L12 30", "M5 5C20 40 40 40 50 10", "M30 10L31 40L32 10", "M10 10h30v20z",
      "M30 22z",
    ]
    for (i, text) in paths.enumerated() where Trials.includes(i, of: 3) {
      for join in StrokeStyle.Join.allCases {
        for cap in StrokeStyle.Cap.allCases {
          // From a width of 1,000 on, the pen's rim is not visible. A width of 10,000,000 is always reduced. One of
          // 400,000 is not, if the path has sharp corners with a miter or a bevel.
          let near = try drawn(try Path(svgData: text), StrokeStyle(width: 400_000, join: join, cap: cap))
          let far = try drawn(try Path(svgData: text), StrokeStyle(width: 10_000_000, join: join, cap: cap))
          if join == .round || text != "M30 10L31 40L32 10" {
            expectEqual(near, far, "\(text) \(join) \(cap)")
          }
        }
      }
    }
  }

  @Test("A pen a billion wide turns an ellipse into fewer than 20,000 edges")
  func fewEdges() throws {
    for width in [1e9, 1e18] {
      let draw = RenderPlan.ShapeDraw(
        layer: "a", path: Path(ellipseIn: Rect(x: 20, y: 20, width: 150, height: 90)),
        stroke: .init(.color(.white), StrokeStyle(width: width)), matrix: .identity)
      let window = Rect(x: 0, y: 0, width: 300, height: 220)
      try expectTrue(ShapeOutlines(draw, window: window).survey().edges < 20_000)
    }
  }

  @Test("Reducing a wide pen does not move the visible chord of a bevel")
  func seenBevel() throws {
    // A turn by almost 180 degrees: the bevel's chord is a few pixels away from a corner, with a pen a million wide.
    let path = try Path(svgData: "M10 20L40 20L10 20.0004")
    let style = StrokeStyle(width: 1_000_000, join: .bevel)
    let draw = RenderPlan.ShapeDraw(
      layer: "a", path: path, stroke: .init(.color(.white), style), matrix: .identity)
    var xs: [Double] = []
    for window in [nil, Rect(x: 0, y: 0, width: 60, height: 44)] {
      var most = 0.0
      try ShapeOutlines(draw, window: window).forEach(filled: { _ in }) { contour in
        most = contour.reduce(most) { max($0, $1.x) }
      }
      xs.append(most)
    }
    expectEqual(xs[0], xs[1])
  }
}
