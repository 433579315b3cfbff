import FrameGeometry
import FrameImage

extension RenderPlan {
  /// Selects the smallest size at which each image can be decoded so that it is still shrunk, or drawn pixel by
  /// pixel, wherever it is drawn.
  ///
  /// A codec averages encoded samples, so this applies only to `light srgb`. And `nearest` must show pixels of the
  /// image.
  ///
  /// - Parameter isPreview: True if averages of encoded samples do, whatever the light is.
  package mutating func chooseReductions(isPreview: Bool) {
    guard light == .srgb || isPreview, filter != .nearest else { return }
    for index in images.indices {
      let room = draws.filter { $0.image == index }.map(\.largestReduction).min() ?? 1
      let fitting = images[index].reductions.filter { factor in
        Double(factor.rawValue) <= room
          && draws.allSatisfy { $0.image != index || $0.allows(factor, of: images[index].size) }
      }
      images[index].reduction = fitting.max { $0.rawValue < $1.rawValue } ?? .none
    }
  }
}

extension RenderPlan.ImageDraw {
  /// Returns whether decoding at a fraction of the size keeps the pixels beside the sampled part out of it, and the
  /// distance from one copy of the image to the next.
  fileprivate func allows(_ factor: ShrinkFactor, of size: PixelSize) -> Bool {
    let divisor = factor.rawValue
    guard divisor > 1 else { return true }
    guard edge == .transparent else { return false }
    guard let part else { return true }
    let (right, bottom) = (part.x + part.size.width, part.y + part.size.height)
    return part.x % divisor == 0 && part.y % divisor == 0
      && (right % divisor == 0 || right == size.width) && (bottom % divisor == 0 || bottom == size.height)
  }

  /// The largest reduction for which drawing enlarges the image in no direction.
  fileprivate var largestReduction: Double {
    switch path {
    case .copy, .rightAngleCopy: return 1
    case .axisAligned, .affine:
      // An image of exactly half the size may be off by a rounding error.
      let slack = 1e-9
      return (1 + slack) / matrix.singularValues.large
    }
  }
}
