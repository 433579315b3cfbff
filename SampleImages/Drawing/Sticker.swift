import FrameGeometry
import FrameImage

/// A smiling sun with a white rim and a soft shadow on a transparent background: alpha from 0 to 255, not
/// premultiplied.
enum Sticker {
  static let side = 256
  private static let center = Point(x: 128, y: 124)
  private static let samples = 4

  static func draw() -> Bitmap {
    var bitmap = Bitmap(size: PixelSize(width: side, height: side)!, format: .rgba8)
    for y in 0..<side {
      for x in 0..<side {
        var (sum, cover) = (Color.zero, 0.0)
        for i in 0..<samples * samples {
          let dx = (Double(i % samples) + 0.5) / Double(samples)
          let dy = (Double(i / samples) + 0.5) / Double(samples)
          let (color, alpha) = look(Point(x: Double(x) + dx, y: Double(y) + dy))
          sum += color * alpha
          cover += alpha
        }
        guard cover > 0 else { continue }
        let color = sum / cover
        for channel in 0..<3 {
          bitmap[x, y, channel] = Int((clamp(color[channel]) * 255).rounded())
        }
        bitmap[x, y, 3] = Int((cover / Double(samples * samples) * 255).rounded())
      }
    }
    return bitmap
  }

  /// Returns the color at a point: the topmost coat that covers it.
  private static func look(_ p: Point) -> (Color, Double) {
    let rays = flower(p, 84, 12)
    let rim = flower(p, 95, 8.5)
    if let color = features(p) { return (color, 1) }
    let disc = Shape.circle(p, center, 62)
    if disc < 0 {
      let lit = smooth(p.x + p.y, from: 160, to: 350)
      return (mix(hex(0xFFE169), hex(0xFFA62B), lit), 1)
    }
    if disc < 4 { return (hex(0xE8731A), 1) }
    if rays < 0 {
      return (mix(hex(0xFF9A2E), hex(0xF2542D), smooth(disc, from: 4, to: 36)), 1)
    }
    if rim < 0 { return (hex(0xFFFFFF), 1) }
    // The shadow falls down and to the right, and fades out.
    let shadow = flower(Point(x: p.x - 4, y: p.y - 8), 95, 6)
    return (hex(0x1B1430), 0.46 * smooth(shadow, from: 11, to: -9))
  }

  /// Returns the approximate distance to the edge of twelve rounded rays with radii from `mean - wave` to
  /// `mean + wave`: the distance along the radius, less where the edge is oblique.
  private static func flower(_ p: Point, _ mean: Double, _ wave: Double) -> Double {
    let (x, y) = (p.x - center.x, p.y - center.y)
    let (s, c) = Trigonometry.sineAndCosine(Angle(radians: 12 * Trigonometry.atan2(y, x)))
    let reach = mean + wave * c
    let slope = 12 * wave * s / reach
    return (Trigonometry.hypot(x, y) - reach) / (1 + slope * slope).squareRoot()
  }

  private static func features(_ p: Point) -> Color? {
    // A wink: the left eye is open and the right one is a curve, so that a mirror image looks different.
    let eye = Point(x: 107, y: 112)
    if Shape.circle(p, Point(x: 104.5, y: 108), 3) < 0 { return hex(0xFFFFFF) }
    if Shape.ellipse(p, eye, 8, 11) < 0 { return hex(0x4A2511) }
    let wink = abs(Shape.circle(p, Point(x: 149, y: 119), 12)) - 2.6
    if wink < 0, p.y < 115 { return hex(0x4A2511) }
    let mouth = Shape.circle(p, Point(x: 128, y: 131), 28)
    let tongue = Shape.ellipse(p, Point(x: 131, y: 158), 15, 10)
    if mouth < 0, p.y > 136 { return tongue < 0 ? hex(0xFF7F7A) : hex(0x7E1F1B) }
    if mouth < 3, p.y > 133, mouth > 0 || p.y < 136 { return hex(0x4A2511) }
    for x in [86.0, 170.0] where Shape.ellipse(p, Point(x: x, y: 136), 10, 7) < 0 {
      return hex(0xFF8A4C)
    }
    return nil
  }
}
