import FrameGeometry

extension ComparisonMetric {
  /// The SSIMULACRA 2.1 score of the colors over the background; 100 for equal images.
  public static let ssimulacra2 = ComparisonMetric("ssimulacra2", perfect: 100, example: (3, "=90")) {
    (scales: Ssimulacra2, _) in scales.score
  }
}

/// The SSIMULACRA 2.1 score: 100 for equal images, 90 for visually lossless ones, and below 0 for strong distortion.
///
/// J. Sneyers, "SSIMULACRA 2", Cloudinary, 2022 and 2023. The images are compared in the XYB color space on six scales,
/// by their structural similarity, by edges that only the actual image has, and by edges that it lost; the score is a
/// weighted sum of the means and of the 4-norms. Blurs and borders are those of the package ssimulacra2 0.3.0 of PyPI:
/// zeros beside the image, and mirrored rows above and below.
struct Ssimulacra2: RowMetric {
  static let input = MetricInput.light

  private static let maxScales = 6
  /// A scale whose side is smaller is left out, except that of the images themselves.
  private static let minSide = 8

  private var pyramid: ScalePyramid<Ssimulacra2Scale>

  init(width: Int, height: Int, metrics: Set<ComparisonMetric>) {
    pyramid = ScalePyramid(width, height, most: Self.maxScales, least: Self.minSide, border: .nearest) {
      Ssimulacra2Scale(width: $0, height: $1)
    }
  }

  mutating func add(_ row: MetricRow) {
    pyramid.add((row.light.expected, row.light.actual, row.differs)) { scale, rows in
      scale.add(rows.expected, rows.actual, differs: rows.differs)
    }
  }

  var score: Double {
    // With fewer scales, the weights move up, as in the original.
    let values = (0..<3).flatMap { channel in pyramid.scales.flatMap { $0.norms(channel) } }
    let sum = zip(values, Self.weights.joined()).reduce(0) { $0 + $1.0 * $1.1 } * 0.9562382616834844
    let distance =
      2.326765642916932 * sum - 0.020884521182843837 * sum * sum + 6.248496625763138e-05 * sum * sum * sum
    return distance > 0 ? 100 - 10 * Exponentials.power(distance, 0.6276336467831387) : 100
  }

  /// The weights of version 2.1 for X, Y and B: six rows for the scales, each for the means of the three errors and for
  /// their 4-norms.
  private static let weights: [[Double]] = [
    [0, 0.0007376606707406586, 0, 0, 0.0007793481682867309, 0],
    [0, 0.0004371155730107379, 0, 1.1041726426657346, 0.00066284834129271, 0.00015231632783718752],
    [0, 0.0016406437456599754, 0, 1.8422455520539298, 11.441172603757666, 0],
    [0.0007989109436015163, 0.000176816438078653, 0, 1.8787594979546387, 10.94906990605142, 0],
    [
      0.0007289346991508072, 0.9677937080626833, 0, 0.00014003424285435884, 0.9981766977854967,
      0.00031949755934435053,
    ],
    [0.0004550992113792063, 0, 0, 0.0013648766163243398, 0, 0],
    [0, 0, 0, 7.466890328078848, 0, 17.445833984131262],
    [0.0006235601634041466, 0, 0, 6.683678146179332, 0.00037724407979611296, 1.027889937768264],
    [225.20515300849274, 0, 0, 19.213238186143016, 0.0011401524586618361, 0.001237755635509985],
    [176.39317598450694, 0, 0, 24.43300999870476, 0.28520802612117757, 0.0004485436923833408],
    [0, 0, 0, 34.77906344483772, 44.835625328877896, 0],
    [0, 0, 0, 0, 0, 0],
    [0, 0.0008680556573291698, 0, 0, 0, 0],
    [0, 0.0005313191874358747, 0, 0.00016533814161379112, 0, 0],
    [0, 0, 0, 0.0004179171803251336, 0.0017290828234722833, 0],
    [0.0020827005846636437, 0, 0, 8.826982764996862, 23.19243343998926, 0],
    [
      95.1080498811086, 0.9863978034400682, 0.9834382792465353, 0.0012286405048278493, 171.2667255897307,
      0.9807858872435379,
    ],
    [0, 0, 0, 0.0005130064588990679, 0, 0.00010854057858411537],
  ]
}

/// The errors of one scale.
private struct Ssimulacra2Scale {
  /// XYB of both images; per channel, the blurred planes of both, of the sum of their squares and of their product; and
  /// an auxiliary plane.
  let rows: FilterRows
  /// For each channel, the sums of the three errors, and of their fourth powers.
  private var sums = [Double](repeating: 0, count: 18)

  private static let kernel = FilterKernel.gaussian(radius: 5, deviation: 1.5)
  private static let borders = (sides: FilterBorder.zero, ends: FilterBorder.mirrored)
  private static let auxiliary = 18
  private static let c2 = 0.0009

  init(width: Int, height: Int) {
    rows = FilterRows(width: width, height: height, radius: Self.kernel.radius, planes: 19, results: 4)
  }

  mutating func add(_ expected: [Double], _ actual: [Double], differs: Bool) {
    for channel in 0..<3 {
      let (l, r) = (rows.row(rows.count, channel), rows.row(rows.count, 3 + channel))
      for x in 0..<rows.width {
        l[x] = expected[channel * rows.width + x]
        r[x] = actual[channel * rows.width + x]
      }
    }
    for y in rows.add(differs: differs, prepare: prepare) {
      for channel in 0..<3 { addErrors(y, channel) }
    }
  }

  /// Returns the means of the three errors of a channel, and their 4-norms.
  func norms(_ channel: Int) -> [Double] {
    let area = Double(rows.width * rows.height)
    return (6 * channel..<6 * channel + 6).map { index in
      let mean = sums[index] / area
      return index % 6 < 3 ? mean : mean.squareRoot().squareRoot()
    }
  }

  private func prepare(_ y: Int) {
    convertToXYB(y, 0)
    convertToXYB(y, 3)
    for channel in 0..<3 {
      let (l, r) = (rows.row(y, channel), rows.row(y, 3 + channel))
      let products = rows.row(y, Self.auxiliary)
      func blur(_ plane: Int, _ index: Int) {
        rows.pad(y, plane, Self.borders.sides)
        rows.filterRow(y, plane, by: Self.kernel, into: 6 + 4 * channel + index)
      }
      blur(channel, 0)
      blur(3 + channel, 1)
      for x in 0..<rows.width { products[x] = l[x] * l[x] + r[x] * r[x] }
      blur(Self.auxiliary, 2)
      for x in 0..<rows.width { products[x] = l[x] * r[x] }
      blur(Self.auxiliary, 3)
    }
  }

  /// Converts three planes from linear sRGB to XYB, scaled and moved so that no value is negative. The numbers are those
  /// of JPEG XL and of the original.
  private func convertToXYB(_ y: Int, _ first: Int) {
    let bias = 0.0037930732552754493
    let root = Exponentials.cubeRoot(bias)
    let planes = (rows.row(y, first), rows.row(y, first + 1), rows.row(y, first + 2))
    for x in 0..<rows.width {
      let (red, green, blue) = (planes.0[x], planes.1[x], planes.2[x])
      let long = 0.3 * red + 0.622 * green + 0.078 * blue + bias
      let medium = 0.23 * red + 0.692 * green + 0.078 * blue + bias
      let short =
        0.24342268924547819 * red + 0.20476744424496821 * green + 0.5518098665095536 * blue + bias
      let (l, m) = (Exponentials.cubeRoot(long) - root, Exponentials.cubeRoot(medium) - root)
      let luminance = (l + m) / 2
      planes.0[x] = (l - m) / 2 * 14 + 0.42
      planes.1[x] = luminance + 0.01
      planes.2[x] = Exponentials.cubeRoot(short) - root - luminance + 0.55
    }
  }

  private mutating func addErrors(_ y: Int, _ channel: Int) {
    for index in 0..<4 {
      rows.filterColumns(
        around: y, 6 + 4 * channel + index, by: Self.kernel, Self.borders.ends, into: index)
    }
    let (l, r) = (rows.row(y, channel), rows.row(y, 3 + channel))
    let (meansL, meansR) = (rows.result(0), rows.result(1))
    let (squares, products) = (rows.result(2), rows.result(3))
    // Written so that equal windows have errors of exactly 0.
    var (first, fourth) = (SIMD3<Double>.zero, SIMD3<Double>.zero)
    for x in 0..<rows.width {
      let (ml, mr) = (meansL[x], meansR[x])
      let contrast = 2 * (products[x] - ml * mr) + Self.c2
      let similarity =
        (1 - (ml - mr) * (ml - mr)) * contrast / (squares[x] - (ml * ml + mr * mr) + Self.c2)
      let edges = (1 + abs(r[x] - mr)) / (1 + abs(l[x] - ml)) - 1
      let errors = SIMD3(max(0, 1 - similarity), max(0, edges), max(0, -edges))
      first += errors
      let squared = errors * errors
      fourth += squared * squared
    }
    for error in 0..<3 {
      sums[6 * channel + error] += first[error]
      sums[6 * channel + 3 + error] += fourth[error]
    }
  }
}
