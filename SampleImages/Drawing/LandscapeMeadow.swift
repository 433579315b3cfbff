import FrameGeometry

extension Landscape {
  /// Draws the near bank, the ground of the grass.
  enum Meadow {
    /// The row where the bank ends and the lake begins.
    static func edge(_ x: Double) -> Double {
      let bay = smooth(x, from: 60, to: 560) - smooth(x, from: 760, to: 1560) * 1.25
      return 925 + 62 * bay + 9 * Noise.fractal(x / 150, 0.4, octaves: 4, seed: 160)
    }

    static func paint(on image: inout Painting) {
      for x in 0..<width {
        let top = edge(Double(x) + 0.5)
        for y in Int(top)..<height {
          let tone = Noise.fractal(Double(x) / 60, Double(y) / 24, octaves: 4, seed: 165)
          let ground = mix(hex(0x1D2B16), hex(0x47561F), clamp(0.45 + 0.6 * tone))
          image.blend(ground, Double(y) + 1 - top, x, y)
        }
      }
    }
  }

  /// Draws grass and flowers, from the far edge of the bank toward the viewer.
  enum Grass {
    private static let count = 18_500
    private static let fringe = 2_200

    static func paint(on image: inout Painting) {
      for i in 0..<count {
        func random(_ seed: Int) -> Double { Noise.unit(i, seed: seed) }
        let t = Double(i) / Double(count)
        let x = random(170) * 1700 - 50
        let edge = Meadow.edge(x)
        // The first blades hide the edge of the bank.
        let y = i < fringe ? edge + 6 * random(180) : mix(878, 1150, t * (0.55 + 0.45 * t))
        guard y > edge else { continue }
        let root = Point(x: x, y: y)
        let near = clamp((root.y - 878) / 250)
        let length = mix(11, 74, near) * (0.55 + 0.7 * random(171))
        let wind = Noise.wave(root.x / 210, root.y / 90, seed: 172)
        let lean = length * (0.28 * wind + 0.55 * (random(173) - 0.5) + 0.10)
        let tip = Point(x: root.x + lean, y: root.y - length)
        let blossoms = Noise.fractal(root.x / 230, root.y / 70, octaves: 2, seed: 174)
        if random(175) < 0.10 * smooth(blossoms, from: 0.0, to: 0.4) {
          blade(root, tip, 0.5 + near, tone: 0.25, on: &image)
          flower(tip, 1.5 + 4.2 * near, kind: random(176), turn: random(177), on: &image)
        } else {
          let tone = 0.5 + 0.75 * Noise.fractal(root.x / 170, root.y / 60, octaves: 3, seed: 178)
          blade(root, tip, 0.55 + 1.5 * near, tone: tone + 0.5 * (random(179) - 0.5), on: &image)
        }
      }
    }

    /// Draws a curve of four segments, dark at the shaded root and golden at the tip.
    private static func blade(
      _ root: Point, _ tip: Point, _ radius: Double, tone: Double, on image: inout Painting
    ) {
      let warm = bell(root.x - sun.x, 560)
      let low = mix(hex(0x1F3316), hex(0x33481C), clamp(tone))
      let high = mix(hex(0x5B7C2C), mix(hex(0xA6A545), hex(0xD8BE62), warm), clamp(tone))
      var a = root
      for segment in 1...4 {
        let t = Double(segment) / 4
        // The blade is upright at its foot and bends more toward its tip.
        let b = Point(x: mix(root.x, tip.x, t * t), y: mix(root.y, tip.y, t * (1.25 - 0.25 * t)))
        let light = mix(low, high, t * t * 0.85 + 0.15 * t)
        image.stroke(a, b, radius * (1.1 - 0.9 * (t - 0.25)), radius * (1.1 - 0.9 * t), light)
        a = b
      }
    }

    /// Draws a daisy, a poppy or a bluebell, seen slightly from above.
    private static func flower(
      _ at: Point, _ size: Double, kind: Double, turn: Double, on image: inout Painting
    ) {
      let box = Shape.bounds([at], margin: size + 2)
      switch kind {
      case ..<0.5:
        for petal in 0..<9 {
          let (s, c) = Trigonometry.sineAndCosine(Angle(degrees: (Double(petal) + turn) * 40))
          let end = Point(x: at.x + c * size, y: at.y + s * size * 0.62)
          let shade = mix(hex(0xD8D6DE), hex(0xFFFBF0), clamp(0.6 - s * 0.5))
          image.stroke(at, end, size * 0.16, size * 0.20, shade)
        }
        image.fill(box, hex(0xF2B72E)) { Shape.ellipse($0, at, size * 0.34, size * 0.26) }
      case ..<0.78:
        image.fill(box, hex(0xB4261E)) { Shape.ellipse($0, at, size * 0.85, size * 0.62) }
        let upper = Point(x: at.x - size * 0.1, y: at.y - size * 0.22)
        image.fill(box, hex(0xE8503A)) { Shape.ellipse($0, upper, size * 0.66, size * 0.34) }
        image.fill(box, hex(0x2A1A1E)) { Shape.ellipse($0, at, size * 0.22, size * 0.14) }
      default:
        for bud in 0..<7 {
          let side = Double(bud % 2) * 2 - 1
          let step = Double(bud)
          let place = Point(
            x: at.x + side * size * 0.28 * (1 - step / 9), y: at.y + size * (1.0 - 0.36 * step))
          let tint = mix(hex(0x5A4FA0), hex(0x9A8FE0), step / 7)
          image.stroke(place, Point(x: place.x + side, y: place.y + 1), size * 0.26, size * 0.16, tint)
        }
      }
    }
  }
}
