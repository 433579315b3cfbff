import FrameImage

// The functions below use only additions, multiplications, divisions and square roots. The results of the C library's
// functions differ in the last bit between machines, and the checksums of the samples must not.

/// Red, green and blue, gamma-encoded; 0 is black and 1 is white.
typealias Color = SIMD3<Double>

/// Returns a color by its hexadecimal number in CSS: `hex(0xFF8000)` is orange.
func hex(_ code: Int) -> Color {
  Color(Double(code >> 16 & 255), Double(code >> 8 & 255), Double(code & 255)) / 255
}

func mix(_ a: Double, _ b: Double, _ t: Double) -> Double { a + (b - a) * t }
func mix(_ a: Color, _ b: Color, _ t: Double) -> Color { a + (b - a) * t }

func clamp(_ x: Double, _ low: Double = 0, _ high: Double = 1) -> Double { min(max(x, low), high) }

/// Returns 0 below `from`, 1 above `to`, and Hermite's cubic between them; `from` may be the larger one.
func smooth(_ x: Double, from: Double, to: Double) -> Double {
  let t = clamp((x - from) / (to - from))
  return t * t * (3 - 2 * t)
}

/// Returns e to the power of -x for x >= 0, within about 1e-4, as the 64th power of a short series.
func decay(_ x: Double) -> Double {
  let u = max(x, 0) / 64
  var power = 1 / (1 + u + u * u / 2)
  for _ in 0..<6 { power *= power }
  return power
}

/// Returns a bell curve: 1 at 0, and 0.37 at `width`.
func bell(_ x: Double, _ width: Double) -> Double { decay(x * x / (width * width)) }

/// Returns the color at `t` between stops, which are sorted by place.
func gradient(_ stops: [(place: Double, color: Color)], at t: Double) -> Color {
  var before = stops[0]
  for stop in stops {
    if t < stop.place {
      let part = clamp((t - before.place) / max(stop.place - before.place, 1e-9))
      return mix(before.color, stop.color, part)
    }
    before = stop
  }
  return before.color
}
