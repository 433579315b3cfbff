import FrameImage

extension Landscape {
  /// Draws still water with a light breeze: a wavy reflection of the image above, over a dark ground.
  enum Lake {
    static func paint(on image: inout Painting) {
      let above = image
      for x in 0..<width {
        // The far shore is the last row that the terrain painted.
        var shore = Int(horizon) + 60
        while shore > 0, above[x, shore] == .zero { shore -= 1 }
        for y in (shore + 1)..<height {
          image[x, y] = water(Double(x) + 0.5, Double(y) + 0.5, shore: Double(shore), above)
        }
      }
    }

    private static func water(_ x: Double, _ y: Double, shore: Double, _ above: Painting) -> Color {
      let down = max(y - horizon, 1)
      let distance = focal * eye / down
      let (wx, wz) = ((x - 800) * distance / focal, distance)
      // Cat's paws: patches where the wind touches the water, stretched across the view.
      let wind = smooth(Noise.fractal(wx / 130, wz / 85, octaves: 3, seed: 120), from: -0.10, to: 0.35)
      let fine = smooth(distance, from: 900, to: 120)
      let wave =
        Noise.fractal(wx / 7, wz / 3.2, octaves: 3, seed: 130) * fine
        + 0.6 * Noise.fractal(wx / 30, wz / 14, octaves: 2, seed: 140)
      let shake = wave * (0.35 + wind) * (4 + down * 0.10)
      let reach = 2.5 + (0.3 + wind) * (6 + down * 0.16)
      var mirrored = Color.zero
      for tap in -5...5 {
        let dy = shake + Double(tap) / 5 * reach
        mirrored += above.sample(x + shake * 0.35, min(2 * shore - y + dy + 1, shore - 0.5))
      }
      mirrored /= 11
      // A steeper view reflects less, and the near sides of waves show more of the ground.
      let grazing = clamp(0.93 - down / 1300 - 0.10 * wave * fine)
      let deep = mix(hex(0x1C3A4C), hex(0x2C5563), smooth(down, from: 0, to: 330))
      let sparkle = bell(x - sun.x + shake * 3, 60 + down * 0.35) * smooth(wave, from: 0.16, to: 0.5) * 0.5
      let seen = mix(deep, mirrored * Color(0.95, 0.97, 0.98), grazing)
      let streak = mix(seen, hex(0xC9D6DF), 0.12 * wind * decay(down / 150))
      return mix(streak, hex(0xFFF0D0), sparkle)
    }
  }
}
