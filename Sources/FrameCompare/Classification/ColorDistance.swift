import FrameModel

/// How far two colors lie apart to the eye, and how bright one is, over a ground.
///
/// Y. Kotsarenko and F. Ramos, "Measuring perceived color difference using YIQ NTSC transmission color space
/// in mobile applications", 2010. Coefficients, blending and the order of operations are those of pixelmatch
/// (PyPI, 0.4.0), so that sums are rounded alike and equal counts come out.
struct ColorDistance<Pixel: PackedPixel> {
  /// The largest distance that there is, rounded as pixelmatch has it.
  static var largest: Double { 35215 }

  /// 0 to 255.
  private let ground: (red: Double, green: Double, blue: Double)

  init(over ground: Color) {
    self.ground = (ground.red * 255, ground.green * 255, ground.blue * 255)
  }

  /// Red, green and blue as seen over the ground, 0 to 255.
  @inline(__always)
  func seen(_ pixel: Pixel) -> (red: Double, green: Double, blue: Double) {
    let (red, green, blue) = (pixel.level(0), pixel.level(1), pixel.level(2))
    guard pixel.sample(3) < Pixel.maximum else { return (red, green, blue) }
    let alpha = pixel.level(3) / 255
    return (
      ground.red + (red - ground.red) * alpha,
      ground.green + (green - ground.green) * alpha,
      ground.blue + (blue - ground.blue) * alpha
    )
  }

  @inline(__always)
  func brightness(_ pixel: Pixel) -> Double {
    let (red, green, blue) = seen(pixel)
    return red * 0.29889531 + green * 0.58662247 + blue * 0.11448223
  }

  @inline(__always)
  func between(_ one: Pixel, _ other: Pixel) -> Double {
    let (l, r) = (seen(one), seen(other))
    let y =
      (l.red * 0.29889531 + l.green * 0.58662247 + l.blue * 0.11448223)
      - (r.red * 0.29889531 + r.green * 0.58662247 + r.blue * 0.11448223)
    let i =
      (l.red * 0.59597799 - l.green * 0.27417610 - l.blue * 0.32180189)
      - (r.red * 0.59597799 - r.green * 0.27417610 - r.blue * 0.32180189)
    let q =
      (l.red * 0.21147017 - l.green * 0.52261711 + l.blue * 0.31114694)
      - (r.red * 0.21147017 - r.green * 0.52261711 + r.blue * 0.31114694)
    return 0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q
  }
}
