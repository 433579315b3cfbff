import FrameGeometry

/// Oklab (Björn Ottosson, "A perceptual color space for image processing", 2020).
enum Oklab {
  /// From light in sRGB's primaries to the responses of the cones.
  private static let cones = whiteKept(
    [0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005], sums: [1, 1, 1])

  /// From the cube roots of these to lightness, a and b.
  private static let lab = whiteKept(
    [0.2104542553, 0.7936177850, -0.0040720468], [1.9779984951, -2.4285922050, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.8086757660], sums: [1, 0, 0])

  /// The published digits turn grays by a few millionths. The last weight of each row makes up for it.
  private static func whiteKept(
    _ first: [Double], _ second: [Double], _ third: [Double], sums: [Double]
  ) -> ColorMatrix {
    let rows = zip([first, second, third], sums).map { row, sum in [row[0], row[1], sum - row[0] - row[1]] }
    return ColorMatrix(rows: rows[0], rows[1], rows[2])
  }

  /// Returns the stages that rotate hue, between samples of light.
  static func rotation(degrees: Double) -> [ColorStage] {
    let (sine, cosine) = Trigonometry.sineAndCosine(Angle(degrees: degrees))
    let turn = ColorMatrix(rows: [1, 0, 0], [0, cosine, -sine], [0, sine, cosine])
    let rotation = lab.inverse.after(turn).after(lab)
    guard !rotation.isIdentity else { return [] }
    return [
      .matrix(cones), .curves(.all(ToneFunction(.cubeRoot))), .matrix(rotation),
      .curves(.all(ToneFunction(.cubed))), .matrix(cones.inverse),
    ]
  }
}

/// The color of the light that a scene is lit by.
enum WhitePoint {
  /// D65, the white of sRGB, and the color temperature that is nearest to it, in mired.
  private static let d65 = Chromaticity(x: 0.3127, y: 0.3290)
  private static let d65Mired = 1e6 / 6504

  /// Returns the map of light in sRGB's primaries from D65 to another white, with the same luminance: Bradford's method
  /// (Lam, 1985).
  ///
  /// - Parameters:
  ///   - mired: the change of temperature.
  ///   - tint: the change across the line of temperatures, in 3000ths of CIE 1960 uv; a positive number is towards magenta.
  static func adaptation(mired: Double, tint: Double) -> ColorMatrix {
    guard mired != 0 || tint != 0 else { return .identity }
    let start = planckian(d65Mired)
    let end = planckian(d65Mired + mired)
    // The direction of the line, by a difference.
    let near = planckian(d65Mired + mired + 0.01)
    let (du, dv) = (near.u - end.u, near.v - end.v)
    let length = (du * du + dv * dv).squareRoot()
    let shift = tint / 3000 / length
    // Hotter light is to the left on the line, and green above it: magenta is across, downwards.
    let white = Chromaticity(
      u: d65.u + end.u - start.u + dv * shift, v: d65.v + end.v - start.v - du * shift)
    let (from, to) = (bradford.applied(d65.xyz), bradford.applied(white.xyz))
    let gain = ColorMatrix(
      rows: [to[0] / from[0], 0, 0], [0, to[1] / from[1], 0], [0, 0, to[2] / from[2]])
    let toCones = bradford.after(xyz)
    return toCones.inverse.after(gain).after(toCones)
  }

  /// From light in sRGB's primaries to XYZ (IEC 61966-2-1).
  private static let xyz = ColorMatrix(
    rows: [0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505])

  private static let bradford = ColorMatrix(
    rows: [0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296])

  /// The color of a black body: Kim et al., "Design of advanced color temperature control system for HDTV applications"
  /// (J. Korean Phys. Soc. 41, 2002), from 1,667 to 25,000 kelvin.
  private static func planckian(_ mired: Double) -> Chromaticity {
    // In thousandths: 1000 / T.
    let m = mired / 1000
    let x =
      mired > 250
      ? ((-0.2661239 * m - 0.2343589) * m + 0.8776956) * m + 0.179910
      : ((-3.0258469 * m + 2.1070379) * m + 0.2226347) * m + 0.240390
    let y =
      mired > 450
      ? ((-1.1063814 * x - 1.34811020) * x + 2.18555832) * x - 0.20219683
      : mired > 250
        ? ((-0.9549476 * x - 1.37418593) * x + 2.09137015) * x - 0.16748867
        : ((3.0817580 * x - 5.87338670) * x + 3.75112997) * x - 0.37001483
    return Chromaticity(x: x, y: y)
  }

  /// A color without its luminance, in CIE 1931 xy and CIE 1960 uv.
  private struct Chromaticity {
    let x, y: Double

    init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

    init(u: Double, v: Double) {
      let sum = 2 * u - 8 * v + 4
      (x, y) = (3 * u / sum, 2 * v / sum)
    }

    var u: Double { 4 * x / (-2 * x + 12 * y + 3) }
    var v: Double { 6 * y / (-2 * x + 12 * y + 3) }
    /// With the luminance 1.
    var xyz: [Double] { [x / y, 1, (1 - x - y) / y] }
  }
}

extension ColorMatrix {
  fileprivate func applied(_ v: [Double]) -> [Double] {
    let sum = red * v[0] + green * v[1] + blue * v[2]
    return [sum.x, sum.y, sum.z]
  }
}
