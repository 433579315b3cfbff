import FrameModel

extension RenderPlan {
  /// Lets each image be decoded as small as its codec can, as long as it is still shrunk, or drawn pixel
  /// by pixel, wherever it is drawn.
  ///
  /// A codec averages pixels as they are encoded, so this is for `light srgb` alone. And `nearest` is to
  /// show pixels that are in the image.
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
  /// By how much the image can be reduced so that drawing it enlarges it in no direction.
  fileprivate var largestReduction: Double {
    switch path {
    case .copy, .rightAngleCopy: return 1
    case .axisAligned, .affine:
      // An image made exactly half as large comes out a rounding error smaller or larger.
      let slack = 1e-9
      return (1 + slack) / matrix.singularValues.large
    }
  }
}
