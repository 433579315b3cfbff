import FrameGeometry
import FrameImage

extension Landscape {
  /// A sailing dinghy with a red hull. It is small, but it shows every rotation and reflection of the image.
  enum Boat {
    /// The middle of the waterline.
    private static let place = Point(x: 655, y: 806)

    static func paint(on image: inout Painting) {
      for y in Int(place.y)..<Int(place.y) + 130 {
        for x in Int(place.x) - 70..<Int(place.x) + 70 { mirror(x, y, on: &image) }
      }
      for y in Int(place.y) - 130...Int(place.y) + 2 {
        for x in Int(place.x) - 70..<Int(place.x) + 70 {
          let (color, alpha) = look(Double(x) + 0.5 - place.x, Double(y) + 0.5 - place.y)
          image.blend(color, alpha, x, y)
        }
      }
    }

    /// The reflection, which ripples stretch and break up. It fades from row to row.
    private static func mirror(_ x: Int, _ y: Int, on image: inout Painting) {
      let down = Double(y) + 0.5 - place.y
      let ripple = Noise.fractal(Double(x) / 34, Double(y) / 5, octaves: 2, seed: 150)
      var (sum, cover) = (Color.zero, 0.0)
      for tap in -2...2 {
        let dx = ripple * (1.5 + down * 0.06)
        let dy = ripple * (2 + down * 0.06) + Double(tap) * (0.7 + down * 0.02)
        let (color, alpha) = look(Double(x) + 0.5 - place.x + dx, 1.0 - (down + dy) * 0.96)
        sum += color * alpha
        cover += alpha
      }
      guard cover > 0 else { return }
      image.blend(sum / cover * Color(0.82, 0.88, 0.90), cover / 5 * 0.72 * decay(down / 210), x, y)
    }

    /// Returns the color and coverage at a point, in pixels from the middle of the waterline; up is negative.
    private static func look(_ x: Double, _ y: Double) -> (Color, Double) {
      let p = Point(x: x, y: y)
      var (color, cover) = (Color.zero, 0.0)
      func coat(_ paint: Color, _ distance: Double) {
        let alpha = clamp(0.5 - distance)
        guard alpha > 0 else { return }
        color = mix(color, paint, cover == 0 ? 1 : alpha)
        cover = max(cover, alpha)
      }
      let belly = clamp((y + 110) / 90)
      coat(mix(sailDark, sailLight, clamp((x + 34) / 40)) * mix(1.0, 0.94, belly), Shape.polygon(p, main))
      coat(mix(hex(0xF3EBDD), hex(0xD9C7AE), clamp((36 - x) / 40)), Shape.polygon(p, jib))
      coat(hex(0xC4B59B), Shape.stroke(p, Point(x: -18, y: -47), Point(x: 1, y: -45), 0.4, 0.4))
      coat(hex(0x5A3B26), Shape.stroke(p, Point(x: 2, y: -8), Point(x: 2, y: -121), 1.3, 0.7))
      coat(hex(0x5A3B26), Shape.stroke(p, Point(x: 2, y: -20), Point(x: -40, y: -21), 0.9, 0.8))
      coat(hex(0x27364F), Shape.stroke(p, Point(x: -22, y: -9), Point(x: -20, y: -18), 4.2, 3.0))
      coat(hex(0xE0A878), Shape.circle(p, Point(x: -19.5, y: -23), 2.7))
      coat(hex(0xF4D35E), Shape.ellipse(p, Point(x: -19.5, y: -25.2), 4.0, 1.5))
      coat(mix(hex(0xC8372D), hex(0x8E2320), clamp((y + 12) / 15)), Shape.polygon(p, hull))
      coat(hex(0xF2E6D0), Shape.stroke(p, Point(x: -37, y: -11.5), Point(x: 12, y: -11), 0.9, 0.9))
      coat(hex(0xF2E6D0), Shape.stroke(p, Point(x: 12, y: -11), Point(x: 46, y: -15.5), 0.9, 0.9))
      return (color, cover)
    }

    private static let sailDark = hex(0xD96A3B)
    private static let sailLight = hex(0xF09A5A)
    private static let hull = [
      Point(x: -38, y: -12), Point(x: -10, y: -11.5), Point(x: 14, y: -11.5), Point(x: 34, y: -13.5),
      Point(x: 47, y: -16.5), Point(x: 43, y: -8), Point(x: 36, y: -1), Point(x: 26, y: 2),
      Point(x: -26, y: 2), Point(x: -34, y: 0),
    ]
    private static let main = [
      Point(x: 0, y: -23), Point(x: 0.5, y: -117), Point(x: -9, y: -92), Point(x: -20, y: -66),
      Point(x: -31, y: -41), Point(x: -39, y: -24),
    ]
    private static let jib = [
      Point(x: 5, y: -22), Point(x: 4, y: -101), Point(x: 16, y: -72), Point(x: 44, y: -19),
      Point(x: 24, y: -19),
    ]
  }
}
