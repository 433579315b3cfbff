import FrameGeometry
import FrameImage
import FramePlan
import FrameRender
import FrameScript

/// A harness that reads arbitrary text as path data. It writes the path and reads it again, flattens, trims, strokes and
/// hit-tests it, and draws it on a few pixels.
enum Harness: FuzzTarget {
  static func seeds() -> [[UInt8]] {
    [
      "M1 1 L9 9 H3 V2 h-1 v4 l2,2 Z m3 3 l1-1.5.5z",
      "M1,1 C2 3 4 5 6 7 S8 9 1 2 c1 1 2 2 3 3 s4 4 5 5",
      "M0 0 Q5 9 9 0 T3 3 q1 2 3 1 t2 2",
      "M2 5 A3 4 30 0 1 9 9 a3 3 0 1010 5 A0 3 0 0 0 1 1 a1e3 1e-3 720 11.5.5",
      "M.5.5-1e1+2E-1 1e300 1e300z", "", "M", "M1 1 zz l3 3", "M5 5 L5 5 z M3 3 L3 3",
    ].map { Array($0.utf8) }
  }

  static func run(_ choice: Choice, _ bytes: [UInt8]) {
    let path: Path
    do throws(PathDataError) {
      path = try Path(svgData: String(decoding: bytes, as: UTF8.self))
    } catch {
      // A byte that is invalid UTF-8 becomes three bytes.
      hold((0...3 * bytes.count).contains(error.offset))
      return
    }
    // A path that draws nothing has empty path data.
    hold(path.svgData.isEmpty || (try? Path(svgData: path.svgData)) != nil, path.svgData)
    let lines = path.flattened(tolerance: 0.25)
    if let box = path.boundingBox {
      let slack = 0.25 + 1e-9 * [box.minX, box.maxX, box.minY, box.maxY].map(abs).max()!
      for point in lines.flatMap(\.points) {
        hold(point.x >= box.minX - slack && point.x <= box.maxX + slack)
        hold(point.y >= box.minY - slack && point.y <= box.maxY + slack)
      }
    }
    _ = lines.trimmed(from: 0.2, to: 0.7)
    _ = path.contains(Point(x: 3, y: 3), rule: choice.bit(0) ? .evenOdd : .nonZero)
    draw(path, choice)
  }

  private static func draw(_ path: Path, _ choice: Choice) {
    let style = StrokeStyle(
      width: choice.pick([0.5, 3, 100]), join: choice.pick(StrokeStyle.Join.allCases, shift: 1),
      cap: choice.pick(StrokeStyle.Cap.allCases, shift: 3), dashes: choice.bit(5) ? [3, 1.5] : [])
    let size = PixelSize(width: 12, height: 10)!
    let shape = RenderPlan.ShapeDraw(
      layer: "a", path: path, trim: choice.bit(6) ? RenderPlan.Trim(0.1, 0.8) : .all,
      fill: RenderPlan.Fill(
        .color(Color(red: 1, green: 0, blue: 0)), rule: choice.bit(0) ? .evenOdd : .nonZero),
      stroke: RenderPlan.Stroke(.color(Color(red: 0, green: 0, blue: 0, alpha: 0.5)), style),
      matrix: choice.bit(7) ? AffineTransform(a: 2, b: 1, c: -0.5, d: 0.1, tx: 3, ty: 1) : .identity)
    // Planning rejects paths with too many dashes.
    guard (try? ShapeOutlines(shape, window: nil)) != nil else { return }
    let plan = RenderPlan(
      canvas: size, window: PixelRect(x: 0, y: 0, size: size), items: [.shape(shape)], output: .rgba8)
    var image = Bitmap(size: size, format: .rgba8)
    do {
      try Renderer(plan).render([], into: &image)
    } catch {
      fatalError("\(error)")
    }
  }
}
