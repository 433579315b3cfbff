import FrameModel

extension RenderPlan {
  /// Selects the smallest size at which each image can be decoded so that it is still shrunk, or drawn pixel by
  /// pixel, wherever it is drawn.
  ///
  /// A codec averages encoded samples, so this applies only to `light srgb`. And `nearest` must show pixels of the
  /// image.
  mutating func chooseReductions() {
    guard light == .srgb, filter != .nearest else { return }
    for index in images.indices {
      let room = draws.filter { $0.image == index }.map(\.largestReduction).min() ?? 1
      let fitting = images[index].reductions.filter { Double($0.rawValue) <= room }
      images[index].reduction = fitting.max { $0.rawValue < $1.rawValue } ?? .none
    }
  }
}

extension RenderPlan.ImageDraw {
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
