/// The filters of FLIP: the eye's contrast sensitivity for each channel of YCxCz, and detectors of edges and points.
struct FlipKernels {
  /// The number of planes per image: YCxCz, four for contrast sensitivity and three for features.
  static let planes = 10
  /// The number of results per image: Y, Cx and two parts of Cz, then the edges and the points of Y, across and down.
  static let results = 8

  let radius: Int
  /// Gaussians for Y, for Cx, and two that are added for Cz.
  private let contrast: [FilterKernel]
  /// Their shares in the channel.
  private let shares: [Double]
  private let smooth: FilterKernel
  private let edge: FilterKernel
  private let point: FilterKernel

  init() {
    let scale = Flip.pixelsPerDegree
    // exp(-π² d² / b) for d in degrees has this standard deviation.
    func deviation(_ b: Double) -> Double { (b / 2).squareRoot() / Double.pi }
    let size = Int((3 * deviation(0.04) * scale).rounded(.up))
    contrast = [0.0047, 0.0053, 0.04, 0.025].map {
      FilterKernel.gaussian(radius: size, deviation: deviation($0) * scale)
    }
    // A Gaussian of two dimensions is scaled by a √(π / b). The sampled sum of each is a part of the whole.
    let parts = [(34.1, 0.04), (13.5, 0.025)].map { a, b in
      let sum = (-size...size).reduce(0) { $0 + FilterKernel.gauss($1, deviation(b) * scale) }
      return a * (Double.pi / b).squareRoot() * sum * sum
    }
    shares = [1, 1, parts[0] / (parts[0] + parts[1]), parts[1] / (parts[0] + parts[1])]

    // Features have a width of 0.082 degrees, which is twice the standard deviation.
    let sigma = 0.5 * 0.082 * scale
    let extent = Int((3 * sigma).rounded(.up))
    smooth = .gaussian(radius: extent, deviation: sigma)
    // The first and the second derivative of the Gaussian.
    edge = Self.balanced((-extent...extent).map { -Double($0) * FilterKernel.gauss($0, sigma) })
    point = Self.balanced(
      (-extent...extent).map { (Double($0 * $0) / (sigma * sigma) - 1) * FilterKernel.gauss($0, sigma) })
    radius = max(size, extent)
  }

  /// Scales the positive weights to a sum of 1, and the negative ones to a sum of -1.
  private static func balanced(_ weights: [Double]) -> FilterKernel {
    let positive = weights.reduce(0) { $0 + max(0, $1) }
    let negative = weights.reduce(0) { $0 + max(0, -$1) }
    return FilterKernel(weights: weights.map { $0 > 0 ? $0 / positive : $0 / negative })
  }

  /// Filters a row of an image along the row.
  ///
  /// - Parameter first: The first plane of the image.
  func filterRow(_ rows: FilterRows, _ y: Int, _ first: Int) {
    for plane in first..<first + 3 { rows.pad(y, plane, .nearest) }
    for (index, kernel) in contrast.enumerated() {
      rows.filterRow(y, first + min(index, 2), by: kernel, into: first + 3 + index)
    }
    for (index, kernel) in [smooth, edge, point].enumerated() {
      rows.filterRow(y, first, by: kernel, into: first + 7 + index)
    }
  }

  /// Filters an image along its columns, around a row.
  ///
  /// - Parameters:
  ///   - first: The first plane of the image.
  ///   - result: The first of its results.
  func filterColumns(_ rows: FilterRows, around y: Int, _ first: Int, into result: Int) {
    for (index, kernel) in contrast.enumerated() {
      let scaled = FilterKernel(weights: kernel.weights.map { $0 * shares[index] })
      rows.filterColumns(around: y, first + 3 + index, by: scaled, .nearest, into: result + index)
    }
    let pairs = [(8, smooth), (7, edge), (9, smooth), (7, point)]
    for (index, (plane, kernel)) in pairs.enumerated() {
      rows.filterColumns(around: y, first + plane, by: kernel, .nearest, into: result + 4 + index)
    }
  }
}
