import FrameGeometry
import FrameImage

extension Landscape {
  /// An evening sky: a smooth ramp, a glow around the sun, and clouds on a plane high above.
  enum Sky {
    static let ramp: [(place: Double, color: Color)] = [
      (0.00, hex(0x3F6FA8)), (0.30, hex(0x6F9CCB)), (0.58, hex(0xA9C6DF)),
      (0.78, hex(0xE3DCCB)), (0.92, hex(0xFAD9A8)), (1.00, hex(0xFBCF98)),
    ]

    static func paint(on image: inout Painting, scale: Int) {
      let rows = Int(horizon) * scale
      for y in 0..<rows {
        for x in 0..<image.width {
          let place = Point(x: (Double(x) + 0.5) / Double(scale), y: (Double(y) + 0.5) / Double(scale))
          image[x, y] = shade(place)
        }
      }
    }

    static func shade(_ p: Point) -> Color {
      var sky = gradient(ramp, at: p.y / horizon)
      let away = Trigonometry.hypot(p.x - sun.x, (p.y - sun.y) * 1.25)
      sky = mix(sky, hex(0xFFE3B0), 0.75 * decay(away / 230))
      sky = mix(sky, hex(0xFFF6DC), bell(away, 95))
      return cloud(p, over: sky, away: away)
    }

    /// Clouds lie on a plane, so they become flat and dense toward the horizon. A cloud is lit where fewer clouds lie
    /// between it and the sun.
    private static func cloud(_ p: Point, over sky: Color, away: Double) -> Color {
      let rise = (horizon - p.y) / focal
      guard rise > 0.004 else { return sky }
      let depth = 1 / (rise + 0.10)
      let (u, v) = ((p.x - 800) / focal * depth * 0.85, depth * 0.95)
      let here = amount(u, v)
      guard here > 0 else { return sky }
      let open = clamp(0.5 + 2.6 * (here - amount(u + 0.10, v + 0.07)))
      let near = decay(away / 520)
      let lit = mix(hex(0xFFF7EC), hex(0xFFE2B4), near)
      let dark = mix(hex(0x8C9AB8), hex(0xD9A58C), near)
      let body = mix(dark, lit, clamp(0.25 + 0.75 * open - 0.35 * smooth(here, from: 0.3, to: 0.9)))
      let cover = smooth(here, from: 0, to: 0.55) * smooth(rise, from: 0.004, to: 0.05)
      return mix(sky, body, 0.88 * cover)
    }

    private static func amount(_ u: Double, _ v: Double) -> Double {
      let (a, b) = (Noise.wave(u * 0.9, v * 0.9, seed: 300), Noise.wave(u * 0.9, v * 0.9, seed: 301))
      let puffs = Noise.fractal(u * 1.05 + 0.35 * a, v * 1.05 + 0.35 * b, octaves: 6, seed: 310)
      let banks = Noise.wave(u * 0.35, v * 0.35, seed: 320)
      return 1.75 * puffs + 0.5 * banks + 0.06
    }
  }
}
