import FrameGeometry
import FrameImage

extension Landscape {
  /// Draws a height field of ridged noise in perspective. Each column is traversed from the eye outward, and ground
  /// that rises above everything nearer is painted.
  enum Mountains {
    static func paint(on image: inout Painting, scale: Int) {
      for column in 0..<image.width {
        paintColumn(column, on: &image, scale: Double(scale))
      }
    }

    private static func paintColumn(_ column: Int, on image: inout Painting, scale: Double) {
      let screen = (Double(column) + 0.5) / scale
      let slope = (screen - 800) / focal
      var top = image.height

      /// The row of the ground and its trees at a distance.
      func row(_ z: Double) -> Int {
        let ground = height(slope * z, z)
        guard ground > 0 else { return image.height }
        return Int((horizon - focal * (ground + crown(slope * z, z, ground) - eye) / z) * scale)
      }
      func paint(_ row: Int, _ z: Double) {
        let x = slope * z
        let seen = air(surface(x, z), screen, x, z, height(x, z))
        let shore = Int((horizon + focal * eye / z) * scale)
        for y in max(row, 0)..<min(top, max(shore, row)) { image[column, y] = seen }
        top = row
      }

      var z = 600.0
      while z < 17_000 {
        let next = z * 1.0014
        let jump = top - row(next)
        // Without this, a face that spans many rows in one step would be a stripe of one color.
        let pieces = top < image.height ? min(max(jump / 2, 1), 12) : 1
        for piece in 1...pieces where jump > 0 {
          let here = mix(z, next, Double(piece) / Double(pieces))
          let reached = row(here)
          if reached < top { paint(reached, here) }
        }
        z = next
      }
    }

    /// Haze, and evening mist that lies in banks over the shore.
    private static func air(
      _ seen: Color, _ screen: Double, _ x: Double, _ z: Double, _ ground: Double
    ) -> Color {
      let banks = Noise.fractal(x / 520, z / 260 + ground / 60, octaves: 3, seed: 75)
      let mist = 0.85 * decay(ground / 75) * smooth(banks, from: -0.30, to: 0.35)
      let hazy = haze(seen, x: screen, distance: z)
      return haze(hazy, x: screen, distance: mist * 9000 * smooth(z, from: 1500, to: 2900))
    }

    /// Returns the height in meters above the lake; negative under water.
    static func height(_ x: Double, _ z: Double, octaves: Int = 9) -> Double {
      let shore = 1500 + 420 * Noise.wave(x / 900, 0.3, seed: 40) + 60 * Noise.wave(x / 130, 0.7, seed: 41)
      let inland = z - shore
      if inland < 0 { return -1 }
      // A valley runs toward the sun, so that the light comes out of it.
      let side = abs(x - z * (sun.x - 800) / focal) / z
      let floor = 0.14 + 0.42 * smooth(z, from: 8500, to: 13_000)
      let wall = floor + (1 - floor) * smooth(side, from: 0.03, to: 0.42)
      let rise = smooth(inland, from: 0, to: 5200)
      let (u, v) = (x / 3300 + 0.15 * Noise.wave(x / 1500, z / 1500, seed: 50), z / 3300)
      let crests = Noise.ridged(u + 4.2, v + 1.7, octaves: octaves, seed: 60)
      let hills =
        70 * smooth(inland, from: 0, to: 700) * (0.7 + Noise.fractal(x / 700, z / 700, octaves: 4, seed: 80))
      return 0.4 + hills + 2100 * rise * wall * crests
    }

    /// The distance in meters beyond which a spruce is only a few pixels tall, so that forests are drawn as color only.
    static let treesEnd = 5200.0

    /// Returns the height that spruces add: cones on a jittered grid, sparser toward the tree line.
    static func crown(_ x: Double, _ z: Double, _ ground: Double) -> Double {
      guard z < treesEnd, ground > 1.5 else { return 0 }
      let density = forest(x, z, ground)
      guard density > 0 else { return 0 }
      let (cx, cz) = (Int((x / 9).rounded(.down)), Int((z / 9).rounded(.down)))
      var tallest = 0.0
      for j in -1...1 {
        for i in -1...1 {
          guard Noise.unit(cx + i, cz + j, seed: 91) < density else { continue }
          let tx = (Double(cx + i) + Noise.unit(cx + i, cz + j, seed: 92)) * 9
          let tz = (Double(cz + j) + Noise.unit(cx + i, cz + j, seed: 93)) * 9
          let size = 0.6 + 0.7 * Noise.unit(cx + i, cz + j, seed: 94)
          let away = Trigonometry.hypot(x - tx, z - tz)
          tallest = max(tallest, 24 * size * (1 - away / (5.5 * size)))
        }
      }
      return tallest
    }

    /// Returns the wooded share of the ground, 0...1.
    static func forest(_ x: Double, _ z: Double, _ ground: Double) -> Double {
      let clearing = Noise.fractal(x / 420, z / 420, octaves: 3, seed: 85)
      return smooth(ground, from: 420 + 240 * clearing, to: 180) * smooth(clearing, from: -0.34, to: -0.12)
    }
  }
}
