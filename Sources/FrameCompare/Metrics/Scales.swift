import FrameModel

/// Structural similarity on one scale, or on several, each half the last.
///
/// Z. Wang, E. Simoncelli and A. Bovik, "Multiscale structural similarity for image quality assessment",
/// Asilomar 2003: contrast and structure on every scale, luminance on the coarsest alone. Where an image is
/// too small for five scales, the weights of those that it has are scaled to a sum of 1.
struct Scales {
  private static let weights = [0.0448, 0.2856, 0.3001, 0.2363, 0.1333]

  private var scales: [Scale] = []

  private struct Scale {
    let width: Int
    let similarity: StructuralSimilarity
    /// The last row whose partner has not come; rows beneath each other are halved together.
    var waiting: (l: [Double], r: [Double])?
  }

  init(width: Int, height: Int, several: Bool) {
    var (width, height) = (width, height)
    repeat {
      let similarity = StructuralSimilarity(width: width, height: height)
      scales.append(Scale(width: width, similarity: similarity))
      (width, height) = (width / 2, height / 2)
    } while several && scales.count < Self.weights.count && min(width, height) >= StructuralSimilarity.side
  }

  var ssim: Double { scales[0].similarity.means.similarity }

  var multiscale: Double {
    let total = Self.weights.prefix(scales.count).reduce(0, +)
    var product = 1.0
    for (index, scale) in scales.enumerated() {
      let means = scale.similarity.means
      let value = index == scales.count - 1 ? means.similarity : means.contrast
      product *= value == 1 ? 1 : Exponentials.power(max(0, value), Self.weights[index] / total)
    }
    return product
  }

  mutating func add(_ l: [Double], _ r: [Double]) { add(l, r, to: 0) }

  private mutating func add(_ l: [Double], _ r: [Double], to index: Int) {
    scales[index].similarity.add(l, r)
    guard index + 1 < scales.count else { return }
    guard let above = scales[index].waiting else {
      scales[index].waiting = (l, r)
      return
    }
    scales[index].waiting = nil
    let width = scales[index + 1].width
    func halved(_ upper: [Double], _ lower: [Double]) -> [Double] {
      (0..<width).map { x -> Double in
        let above = upper[2 * x] + upper[2 * x + 1]
        let below = lower[2 * x] + lower[2 * x + 1]
        return (above + below) / 4
      }
    }
    add(halved(above.l, l), halved(above.r, r), to: index + 1)
  }
}
