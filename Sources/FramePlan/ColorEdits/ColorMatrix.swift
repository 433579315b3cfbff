/// A linear map of colors: each output channel is a sum of the channels, alpha and 1, each with a weight. It has three rows
/// and five columns, as SVG's feColorMatrix without its row for alpha.
package struct ColorMatrix: Hashable, Sendable {
  /// The weights of red, green, blue, alpha and 1 for each output channel.
  package var red, green, blue, alpha, constant: SIMD3<Double>

  package init(
    red: SIMD3<Double>, green: SIMD3<Double>, blue: SIMD3<Double>, alpha: SIMD3<Double> = .zero,
    constant: SIMD3<Double> = .zero
  ) {
    (self.red, self.green, self.blue, self.alpha, self.constant) = (red, green, blue, alpha, constant)
  }

  /// - Parameter rows: For each output channel, the weights of red, green and blue, and perhaps those of alpha and 1.
  package init(rows first: [Double], _ second: [Double], _ third: [Double]) {
    func column(_ i: Int) -> SIMD3<Double> {
      i < first.count ? SIMD3(first[i], second[i], third[i]) : .zero
    }
    self.init(red: column(0), green: column(1), blue: column(2), alpha: column(3), constant: column(4))
  }

  /// For each output channel, the weights of red, green, blue, alpha and 1.
  package var rows: [[Double]] {
    (0..<3).map { (i: Int) -> [Double] in [red[i], green[i], blue[i], alpha[i], constant[i]] }
  }

  package static let identity = ColorMatrix(red: [1, 0, 0], green: [0, 1, 0], blue: [0, 0, 1])

  /// Multiplies each channel, and adds a number.
  static func scale(_ factor: Double, offset: Double = 0) -> ColorMatrix {
    ColorMatrix(
      red: [factor, 0, 0], green: [0, factor, 0], blue: [0, 0, factor],
      constant: SIMD3(repeating: offset))
  }

  /// Replaces a share of a color by its gray.
  static func towards(_ weights: ColorEdit.ChannelWeights, share: Double) -> ColorMatrix {
    let row = [weights.red, weights.green, weights.blue]
    return ColorMatrix(rows: row, row, row).mixed(share)
  }

  /// Returns a mixture of this map, with this share, and no change.
  func mixed(_ share: Double) -> ColorMatrix {
    let rest = 1 - share
    return ColorMatrix(
      red: red * share + [rest, 0, 0], green: green * share + [0, rest, 0],
      blue: blue * share + [0, 0, rest], alpha: alpha * share, constant: constant * share)
  }

  /// Returns this map after another one.
  package func after(_ first: ColorMatrix) -> ColorMatrix {
    ColorMatrix(
      red: color(first.red), green: color(first.green), blue: color(first.blue),
      alpha: color(first.alpha) + alpha, constant: color(first.constant) + constant)
  }

  /// Returns what a color becomes, without alpha and the constant. A gray becomes a gray, bit for bit, if the sums are equal.
  private func color(_ v: SIMD3<Double>) -> SIMD3<Double> {
    v.x == v.y && v.y == v.z ? sums * v.x : red * v.x + green * v.y + blue * v.z
  }

  /// The sums of the weights of red, green and blue: the factors that a gray is multiplied by. Sums that differ only by rounding
  /// errors are made equal, so that a gray stays gray.
  package var sums: SIMD3<Double> {
    let sums = red + green + blue
    let first = sums.x
    guard abs(sums.y - first) < Self.tolerance, abs(sums.z - first) < Self.tolerance else { return sums }
    let nearest = first.rounded()
    return SIMD3(repeating: abs(first - nearest) < Self.tolerance ? nearest : first)
  }

  /// Rounding errors of products are smaller than this.
  private static let tolerance = 1e-9

  /// True if it changes nothing, or only by rounding.
  var isIdentity: Bool {
    let one = Self.identity
    return [
      red - one.red, green - one.green, blue - one.blue, alpha, constant,
    ].allSatisfy { abs($0.x) < Self.tolerance && abs($0.y) < Self.tolerance && abs($0.z) < Self.tolerance }
  }

  /// True if every output channel depends only on itself.
  var isDiagonal: Bool {
    red.y == 0 && red.z == 0 && green.x == 0 && green.z == 0 && blue.x == 0 && blue.y == 0 && alpha == .zero
  }

  /// True if every gray becomes a gray.
  var keepsGray: Bool {
    let sums = sums
    return sums.x == sums.y && sums.y == sums.z && constant.x == constant.y && constant.y == constant.z
      && alpha.x == alpha.y && alpha.y == alpha.z
  }

  /// The inverse of the map without alpha and constant. Its determinant must not be 0.
  package var inverse: ColorMatrix {
    func cross(_ u: SIMD3<Double>, _ v: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x)
    }
    let rows = [cross(green, blue), cross(blue, red), cross(red, green)]
    let determinant = (red * rows[0]).sum()
    func row(_ i: Int) -> [Double] {
      [rows[i].x / determinant, rows[i].y / determinant, rows[i].z / determinant]
    }
    return ColorMatrix(rows: row(0), row(1), row(2))
  }
}
