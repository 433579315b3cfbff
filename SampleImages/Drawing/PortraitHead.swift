import FrameGeometry
import FrameImage

extension Portrait {
  static func head(_ easel: inout Easel) {
    let area = Rect(x: 50, y: 70, width: 140, height: 180)
    // Hair behind the face, and a braid with a bow on the left.
    easel.shade(area, { Shape.ellipse($0, Point(x: 119, y: 152), 56, 62) }) { p in
      (mix(hex(0x7A3B1E), hex(0x44200F), smooth(p.x, from: 66, to: 170)), 1)
    }
    for knot in 0..<6 {
      let step = Double(knot)
      let place = Point(x: 72 - step * 1.4 + (knot % 2 == 0 ? 2 : -2), y: 178 + step * 9)
      easel.shade(area, { Shape.ellipse($0, place, 10 - step * 0.7, 7.6) }) { p in
        (mix(hex(0x9A5228), hex(0x4E2612), smooth(p.y - place.y + 0.5 * (p.x - place.x), from: -5, to: 8)), 1)
      }
    }
    for side in [-1.0, 1.0] {
      let bow = [Point(x: 65, y: 231), Point(x: 65 + side * 12, y: 224), Point(x: 65 + side * 12, y: 238)]
      easel.fill(area, hex(0xD2452F)) { Shape.polygon($0, bow) - 1 }
    }
    easel.fill(area, hex(0xF5C445)) { Shape.circle($0, Point(x: 65, y: 231), 3.6) }
    // Ears, and an earring on the right one.
    for x in [71.0, 169.0] {
      easel.fill(area, hex(0xD6906A)) { Shape.ellipse($0, Point(x: x, y: 166), 8, 13) }
      easel.fill(area, hex(0xB9734E)) { Shape.ellipse($0, Point(x: x, y: 166), 4, 8) }
    }
    easel.fill(area, hex(0xF5C445)) { abs(Shape.circle($0, Point(x: 171, y: 189), 8.5)) - 1.9 }
    // The face, light from the left.
    easel.shade(
      area,
      { p in
        let skull = Shape.ellipse(p, Point(x: 120, y: 152), 48, 54)
        let jaw = Shape.ellipse(p, Point(x: 120, y: 178), 41, 48)
        return min(skull, jaw)
      }
    ) { p in
      let side = smooth(p.x + 0.2 * p.y, from: 125, to: 205)
      return (mix(hex(0xF6C59B), hex(0xDA9568), side), 1)
    }
    // A blush on each cheek.
    for x in [90.0, 150.0] {
      easel.shade(area, { Shape.circle($0, Point(x: x, y: 187), 16) }) { p in
        (hex(0xE8775A), 0.42 * bell(Trigonometry.hypot(p.x - x, (p.y - 187) * 1.2), 9))
      }
    }
  }

  static func face(_ easel: inout Easel) {
    let area = Rect(x: 60, y: 120, width: 120, height: 110)
    for x in [98.0, 142.0] {
      easel.fill(area, hex(0xFFFDF6)) { Shape.ellipse($0, Point(x: x, y: 160), 11, 8) }
      easel.fill(area, hex(0x2B6A6B)) { Shape.circle($0, Point(x: x + 3, y: 160), 6.2) }
      easel.fill(area, hex(0x14201F)) { Shape.circle($0, Point(x: x + 3, y: 160), 3.2) }
      easel.fill(area, hex(0xFFFFFF)) { Shape.circle($0, Point(x: x + 1, y: 157.5), 1.7) }
      arc(
        &easel, Point(x: x - 11.5, y: 159), Point(x: x, y: 148.5), Point(x: x + 12, y: 158), 1.2,
        hex(0x44200F))
    }
    // Eyebrows, the right one raised.
    arc(&easel, Point(x: 84, y: 145), Point(x: 97, y: 135), Point(x: 110, y: 142), 2.6, hex(0x54280F))
    arc(&easel, Point(x: 130, y: 138), Point(x: 144, y: 127), Point(x: 157, y: 138), 2.6, hex(0x3F1D0C))
    // The nose points right and casts its shadow there.
    let nose = [Point(x: 121, y: 152), Point(x: 133, y: 184), Point(x: 120, y: 188)]
    easel.fill(area, hex(0xC9835A), alpha: 0.75) { Shape.polygon($0, nose) - 1.5 }
    arc(&easel, Point(x: 112, y: 184), Point(x: 121, y: 193), Point(x: 133, y: 185), 1.5, hex(0xA9603D))
    // A crooked smile, higher on the right; a mole on the left.
    arc(&easel, Point(x: 98, y: 202), Point(x: 121, y: 220), Point(x: 147, y: 197), 2.5, hex(0x9E2F2B))
    arc(&easel, Point(x: 112, y: 219), Point(x: 122, y: 222), Point(x: 132, y: 217), 1.1, hex(0xC07A55))
    arc(&easel, Point(x: 145, y: 193), Point(x: 150, y: 196), Point(x: 149, y: 201), 1.1, hex(0xA9603D))
    easel.fill(area, hex(0x6B371F)) { Shape.circle($0, Point(x: 92, y: 198), 1.8) }
  }

  /// Draws a quadratic curve as a chain of short strokes.
  private static func arc(
    _ easel: inout Easel, _ a: Point, _ b: Point, _ c: Point, _ radius: Double, _ paint: Color
  ) {
    var points: [Point] = []
    for i in 0...14 {
      let t = Double(i) / 14
      let (u, v, w) = ((1 - t) * (1 - t), 2 * t * (1 - t), t * t)
      points.append(Point(x: u * a.x + v * b.x + w * c.x, y: u * a.y + v * b.y + w * c.y))
    }
    easel.fill(Shape.bounds(points, margin: radius + 1), paint) { p in
      zip(points, points.dropFirst()).map { Shape.stroke(p, $0, $1, radius, radius) }.min()!
    }
  }

  /// Draws a tilted felt hat with a band, and a feather on the left.
  static func hat(_ easel: inout Easel) {
    let area = Rect(x: 20, y: 8, width: 205, height: 140)
    func tilted(_ p: Point) -> Point {
      let (x, y) = (p.x - 120, p.y - 112)
      return Point(x: 0.9945 * x + 0.1045 * y, y: -0.1045 * x + 0.9945 * y)
    }
    // The brim's shadow on the forehead.
    easel.fill(Rect(x: 70, y: 100, width: 100, height: 40), hex(0x8A4B2C), alpha: 0.35, soft: 6) {
      Shape.ellipse(tilted($0), Point(x: 0, y: 9), 49, 9)
    }
    let crown = [
      Point(x: -50, y: 2), Point(x: -46, y: -42), Point(x: -41, y: -57), Point(x: -32, y: -66),
      Point(x: -20, y: -69), Point(x: -8, y: -67), Point(x: 4, y: -63), Point(x: 14, y: -66),
      Point(x: 26, y: -67), Point(x: 37, y: -62), Point(x: 43, y: -53), Point(x: 46, y: -42),
      Point(x: 50, y: 2),
    ]
    easel.shade(area, { Shape.polygon(tilted($0), crown) - 6 }) { p in
      let dent = 0.30 * bell(tilted(p).x - 4, 15) * smooth(tilted(p).y, from: -26, to: -72)
      return (mix(mix(hex(0x8B5BA6), hex(0x4B2C68), smooth(p.x, from: 72, to: 176)), hex(0x2D1842), dent), 1)
    }
    easel.shade(
      area,
      {
        max(
          Shape.polygon(tilted($0), crown) - 6,
          Shape.box(tilted($0), Rect(x: -70, y: -20, width: 140, height: 17)))
      }
    ) { p in
      (mix(hex(0xF5C445), hex(0xC98A22), smooth(p.x, from: 72, to: 176)), 1)
    }
    easel.shade(area, { Shape.ellipse(tilted($0), Point(x: 0, y: 0), 82, 13) }) { p in
      let lit = smooth(tilted(p).y, from: 10, to: -9)
      return (mix(hex(0x40245C), mix(hex(0x9A69B5), hex(0x5C3879), smooth(p.x, from: 60, to: 200)), lit), 1)
    }
    feather(&easel)
  }

  private static func feather(_ easel: inout Easel) {
    let (root, tip) = (Point(x: 78, y: 104), Point(x: 46, y: 20))
    for i in 0..<60 {
      let t = Double(i) / 60
      let at = Point(x: mix(root.x, tip.x, t) - 22 * t * (1 - t), y: mix(root.y, tip.y, t))
      let vane = 19 * (t * (1.0 - t)).squareRoot() + 1
      for side in [-1.0, 1.0] {
        let end = Point(x: at.x + side * vane, y: at.y - vane * 0.85 + side * 3)
        let paint = mix(hex(side < 0 ? 0xFF9E4A : 0xE8552F), hex(0xFFD98A), t * 0.5)
        easel.fill(Shape.bounds([at, end], margin: 2), paint) { Shape.stroke($0, at, end, 1.3, 0.7) }
      }
    }
    arc(&easel, root, Point(x: 51, y: 62), tip, 1.1, hex(0xFFF1D0))
  }
}
