import FrameGeometry
import FrameImage

/// Images for measurements.
enum Charts {
  /// Rings that become finer toward the edges, 0.5 + 0.5 cos(k r²). In the middle of each side, a ring has two pixels, the
  /// finest possible; in the corners, the rings alias.
  static func zonePlate() -> Bitmap {
    let side = 512
    return gray(side, side) { x, y in
      let (dx, dy) = (Double(x) + 0.5 - 256, Double(y) + 0.5 - 256)
      // The phase changes by 2 k r per pixel, which is half a turn at r = 256.
      let phase = Angle(degrees: (dx * dx + dy * dy) * 180 / 512)
      return 0.5 + 0.5 * Trigonometry.sineAndCosine(phase).cosine
    }
  }

  /// Alternating black and white pixels, which together emit half the light of white. A reduction in linear
  /// light gives 188; one that ignores gamma gives 128.
  static func checker() -> Bitmap {
    gray(64, 64) { x, y in Double((x + y) % 2) }
  }

  /// Three 16-bit ramps, in which an 8-bit stage would cause visible steps: a linear ramp in red, a quadratic ramp in the
  /// opposite direction in green, and a cosine wave along the diagonal in blue.
  static func deepGradient() -> Bitmap {
    let (width, height) = (512, 128)
    var bitmap = Bitmap(size: PixelSize(width: width, height: height)!, format: .rgb16)
    for y in 0..<height {
      for x in 0..<width {
        // Each row adds a fraction of a column's step, so that all low bits are used.
        let along = (Double(x) + (Double(y) + 0.5) / Double(height)) / Double(width)
        let down = (Double(y) + 0.5) / Double(height)
        let wave = Trigonometry.cosine(radians: 2 * Double.pi * (along + 0.5 * down))
        for (channel, value) in [along, (1 - along) * (1 - along), 0.5 - 0.5 * wave].enumerated() {
          bitmap[x, y, channel] = Int((clamp(value) * 65535).rounded())
        }
      }
    }
    return bitmap
  }

  private static func gray(_ width: Int, _ height: Int, _ value: (Int, Int) -> Double) -> Bitmap {
    var bitmap = Bitmap(size: PixelSize(width: width, height: height)!, format: .gray8)
    for y in 0..<height {
      for x in 0..<width { bitmap[x, y, 0] = Int((value(x, y) * 255).rounded()) }
    }
    return bitmap
  }
}
