import FrameGeometry

extension ComparisonMetric {
  /// The mean FLIP error of the colors over the background, viewed at 67 pixels per degree, 0 to 1.
  public static let flip = ComparisonMetric("flip", example: (1, "=0.05")) { (flip: Flip, pixels) in
    flip.sum / pixels
  }
}

/// The FLIP error of two images: how different they look to a viewer who alternates between them.
///
/// P. Andersson, J. Nilsson, T. Akenine-Möller, M. Oskarsson, K. Åström and M. Fairchild, "FLIP: A Difference Evaluator
/// for Alternating Images", Proceedings of the ACM on Computer Graphics and Interactive Techniques 3(2), 2020, for
/// images of low dynamic range. The constants are those of the paper. Where it leaves a choice, such as the size of the
/// kernels, this follows the authors' implementation, version 1.7.
struct Flip: RowMetric {
  static let input = MetricInput.light

  /// The pixels per degree of the visual field: a monitor 0.7 m wide with 3840 pixels, viewed from 0.7 m.
  static let pixelsPerDegree = 3840 * Double.pi / 180

  /// The sum of the errors of the compared pixels, each 0 to 1.
  private(set) var sum = 0.0

  /// The planes are those of both images, one after the other, and at the end one that is 1 for compared pixels.
  private let rows: FilterRows
  private let kernels = FlipKernels()
  private let colors = FlipColors()
  private let largest: Double
  private let logLimit: Double
  private static let comparedPlane = 2 * FlipKernels.planes

  init(width: Int, height: Int, metrics: Set<ComparisonMetric>) {
    rows = FilterRows(
      width: width, height: height, radius: kernels.radius, planes: 2 * FlipKernels.planes + 1,
      results: 2 * FlipKernels.results)
    // The paper's largest difference of two colors: that of green and blue.
    let (green, blue) = (colors.hunt(ofLinear: 0, 1, 0), colors.hunt(ofLinear: 0, 0, 1))
    largest = Exponentials.power(FlipColors.distance(green, blue), Self.colorExponent)
    logLimit = Exponentials.logarithm(0.4 * largest)
  }

  mutating func add(_ added: MetricRow) {
    for (first, image) in [(0, added.light.expected), (FlipKernels.planes, added.light.actual)] {
      for channel in 0..<3 {
        let row = rows.row(rows.count, first + channel)
        for x in 0..<rows.width { row[x] = image[channel * rows.width + x] }
      }
    }
    let compared = rows.row(rows.count, Self.comparedPlane)
    for x in 0..<rows.width { compared[x] = added.verdicts[x].isCompared ? 1 : 0 }
    let centers = rows.add(differs: added.differs) { y in
      for first in [0, FlipKernels.planes] {
        colors.convertToYCxCz(rows, y, first)
        kernels.filterRow(rows, y, first)
      }
    }
    for y in centers { addErrors(y) }
  }

  private mutating func addErrors(_ y: Int) {
    kernels.filterColumns(rows, around: y, 0, into: 0)
    kernels.filterColumns(rows, around: y, FlipKernels.planes, into: FlipKernels.results)
    let compared = rows.row(y, Self.comparedPlane)
    let all = (0..<2 * FlipKernels.results).map(rows.result)
    let (l, r) = (Array(all.prefix(FlipKernels.results)), Array(all.suffix(FlipKernels.results)))
    var sum = 0.0
    for x in 0..<rows.width where compared[x] != 0 {
      let distance = FlipColors.distance(
        colors.hunt(ofY: l[0][x], cx: l[1][x], cz: l[2][x] + l[3][x]),
        colors.hunt(ofY: r[0][x], cx: r[1][x], cz: r[2][x] + r[3][x]))
      guard distance > 0 else { continue }
      let edge = abs(Self.length(l[4][x], l[5][x]) - Self.length(r[4][x], r[5][x]))
      let point = abs(Self.length(l[6][x], l[7][x]) - Self.length(r[6][x], r[7][x]))
      let feature = (max(edge, point) / (116 * 2.0.squareRoot())).squareRoot()
      sum += Exponentials.exponential((1 - feature) * logColorError(distance))
    }
    self.sum += sum
  }

  private static let colorExponent = 0.7

  /// Returns the logarithm of the error of a color distance above 0. Powers of distances up to 40% of the largest one are
  /// mapped linearly to 95% of the range 0 to 1, and larger ones to the rest.
  private func logColorError(_ distance: Double) -> Double {
    let power = Self.colorExponent * Exponentials.logarithm(distance)
    if power < logLimit { return power - logLimit + Self.logShare }
    let beyond = (Exponentials.exponential(power) - 0.4 * largest) / (0.6 * largest)
    return Exponentials.logarithm(Self.share + beyond * (1 - Self.share))
  }

  private static let share = 0.95
  private static let logShare = Exponentials.logarithm(share)

  private static func length(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }
}

/// The color spaces of FLIP, under D65.
private struct FlipColors {
  typealias Hunt = (l: Double, a: Double, b: Double)

  /// Linear sRGB to XYZ, in units of white, whose channels are the sums of the original rows.
  private let toRelative: [SIMD3<Double>]
  private let toLinear: [SIMD3<Double>]

  init() {
    let toXYZ = [
      SIMD3(10135552.0, 8788810, 4435075) / 24577794,
      SIMD3(2613072.0, 8788810, 887015) / 12288897,
      SIMD3(1425312.0, 8788810, 70074185) / 73733382,
    ]
    let toRGB = [
      SIMD3(3.241003275, -1.537398934, -0.498615861),
      SIMD3(-0.969224334, 1.875930071, 0.041554224),
      SIMD3(0.055639423, -0.204011202, 1.057148933),
    ]
    let white = SIMD3(toXYZ[0].sum(), toXYZ[1].sum(), toXYZ[2].sum())
    toRelative = (0..<3).map { toXYZ[$0] / white[$0] }
    toLinear = toRGB.map { $0 * white }
  }

  /// Converts three planes from linear sRGB to YCxCz, which is linear, too, and whose channels have the units of CIELAB.
  func convertToYCxCz(_ rows: FilterRows, _ y: Int, _ first: Int) {
    let planes = (rows.row(y, first), rows.row(y, first + 1), rows.row(y, first + 2))
    for i in 0..<rows.width {
      let (x, y, z) = Self.product(toRelative, planes.0[i], planes.1[i], planes.2[i])
      planes.0[i] = 116 * y - 16
      planes.1[i] = 500 * (x - y)
      planes.2[i] = 200 * (y - z)
    }
  }

  /// Returns a color of YCxCz, limited to what sRGB can represent, as `hunt(ofLinear:)` does.
  func hunt(ofY luminance: Double, cx: Double, cz: Double) -> Hunt {
    let y = (luminance + 16) / 116
    let (red, green, blue) = Self.product(toLinear, y + cx / 500, y, y - cz / 200)
    return hunt(ofLinear: min(max(0, red), 1), min(max(0, green), 1), min(max(0, blue), 1))
  }

  /// Returns a color in CIELAB, with the Hunt effect: dark colors are less colorful.
  func hunt(ofLinear red: Double, _ green: Double, _ blue: Double) -> Hunt {
    let (x, y, z) = Self.product(toRelative, red, green, blue)
    let (fx, fy, fz) = (Self.compressed(x), Self.compressed(y), Self.compressed(z))
    let l = 116 * fy - 16
    return (l, 0.01 * l * 500 * (fx - fy), 0.01 * l * 200 * (fy - fz))
  }

  /// Returns the HyAB distance: that of the lightness plus that of the other two channels.
  static func distance(_ l: Hunt, _ r: Hunt) -> Double {
    let (a, b) = (l.a - r.a, l.b - r.b)
    return abs(l.l - r.l) + (a * a + b * b).squareRoot()
  }

  private static func product(
    _ matrix: [SIMD3<Double>], _ a: Double, _ b: Double, _ c: Double
  ) -> (Double, Double, Double) {
    func row(_ index: Int) -> Double {
      let row = matrix[index]
      return row.x * a + row.y * b + row.z * c
    }
    return (row(0), row(1), row(2))
  }

  private static func compressed(_ t: Double) -> Double {
    let delta = 6.0 / 29
    return t > delta * delta * delta ? Exponentials.cubeRoot(t) : t / (3 * delta * delta) + 4.0 / 29
  }
}
