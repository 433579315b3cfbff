import FrameGeometry
import FrameImage

/// A poster of a person that looks different from every rotated or mirrored copy of itself: the feather, the braid,
/// the earring, the scarf's end and the letter F are each on one side only.
enum Portrait {
  static let width = 240
  static let height = 320
  private static let scale = 3

  /// The upright image.
  static func draw() -> Painting {
    // Drawn at three times the size and reduced, so that all edges are antialiased in the same way.
    let large = Painting(width: width * scale, height: height * scale)
    var easel = Easel(scale: Double(scale), painting: large)
    background(&easel)
    body(&easel)
    head(&easel)
    face(&easel)
    hat(&easel)
    letter(&easel)
    return easel.painting.reduced(by: scale)
  }

  /// Shapes in the poster's own units, 240 by 320.
  struct Easel {
    let scale: Double
    var painting: Painting

    mutating func fill(
      _ box: Rect, _ paint: Color, alpha: Double = 1, soft: Double = 0.3, _ distance: (Point) -> Double
    ) {
      shade(box, soft: soft, distance) { _ in (paint, alpha) }
    }

    mutating func shade(
      _ box: Rect, soft: Double = 0.3, _ distance: (Point) -> Double,
      _ paint: (Point) -> (Color, Double)
    ) {
      let s = scale
      func own(_ p: Point) -> Point { Point(x: p.x / s, y: p.y / s) }
      let large = Rect(
        x: box.minX * s, y: box.minY * s, width: box.size.width * s, height: box.size.height * s)
      painting.shade(large, { distance(own($0)) / soft }) { paint(own($0)) }
    }
  }

  static let whole = Rect(x: 0, y: 0, width: 240, height: 320)

  /// Rays from behind the head, on a ramp from teal to warm.
  private static func background(_ easel: inout Easel) {
    let center = Point(x: 120, y: 150)
    easel.shade(whole, { _ in -1 }) { p in
      let ramp = gradient([(0, hex(0x1F7A7A)), (0.55, hex(0x58B09C)), (1, hex(0xF2D399))], at: p.y / 320)
      let turn = Trigonometry.atan2(p.y - center.y, p.x - center.x) / Double.pi * 12
      let saw = abs((turn - turn.rounded(.down)) - 0.5)
      let ray = smooth(saw, from: 0.235, to: 0.265)
      let away = Trigonometry.hypot(p.x - center.x, p.y - center.y)
      let glow = 0.16 * bell(away, 120)
      return (mix(mix(ramp, hex(0xFFF1C9), 0.16 * ray), hex(0xFFF1C9), glow), 1)
    }
  }

  private static func body(_ easel: inout Easel) {
    // Shoulders in a blue coat, lit from the left.
    easel.shade(
      whole,
      { p in
        min(
          Shape.ellipse(p, Point(x: 120, y: 330), 98, 82),
          Shape.box(p, Rect(x: 60, y: 290, width: 120, height: 60)))
      }
    ) { p in (mix(hex(0x33518F), hex(0x1D2C57), smooth(p.x, from: 60, to: 190)), 1) }
    // Neck, and the shadow of the chin on it.
    let neck = Rect(x: 99, y: 205, width: 42, height: 62)
    easel.shade(neck, { Shape.box($0, neck, radius: 12) }) { p in
      (mix(hex(0xB9734E), hex(0xE2A277), smooth(p.y, from: 220, to: 246)), 1)
    }
    scarf(&easel)
  }

  /// A striped scarf. One end hangs on the right.
  private static func scarf(_ easel: inout Easel) {
    let end = [Point(x: 142, y: 256), Point(x: 173, y: 250), Point(x: 186, y: 318), Point(x: 152, y: 322)]
    easel.shade(Shape.bounds(end, margin: 2), { Shape.polygon($0, end) - 2 }) { p in
      let stripe = (p.y - 0.18 * p.x) / 15
      let band = stripe - stripe.rounded(.down) < 0.42
      return (
        mix(band ? hex(0xF6E3B8) : hex(0xD2452F), hex(0x6A1F1B), 0.22 * smooth(p.x, from: 150, to: 186)), 1
      )
    }
    let wrap = Rect(x: 70, y: 232, width: 110, height: 46)
    easel.shade(wrap, { Shape.ellipse($0, Point(x: 122, y: 254), 48, 19) }) { p in
      let stripe = (p.x + 0.5 * p.y) / 19
      let band = stripe - stripe.rounded(.down) < 0.38
      let shadow = 0.45 * smooth(p.y, from: 247, to: 236) + 0.25 * smooth(p.y, from: 260, to: 274)
      return (mix(band ? hex(0xF6E3B8) : hex(0xD2452F), hex(0x6A1F1B), shadow), 1)
    }
  }

  /// The letter F on the left side of the coat, as a badge.
  private static func letter(_ easel: inout Easel) {
    let badge = Point(x: 74, y: 287)
    easel.fill(whole, hex(0xFFF6E0)) { Shape.circle($0, badge, 24) }
    easel.fill(whole, hex(0xD2452F)) { abs(Shape.circle($0, badge, 20.5)) - 1 }
    let strokes = [
      Rect(x: 65, y: 273, width: 6, height: 29), Rect(x: 65, y: 273, width: 20, height: 6),
      Rect(x: 65, y: 285, width: 15, height: 5.5),
    ]
    easel.fill(whole, hex(0x1D2C57)) { p in strokes.map { Shape.box(p, $0, radius: 1) }.min()! }
  }
}
