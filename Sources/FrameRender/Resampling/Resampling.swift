import FrameModel

/// How the pixels of one picture come to their places in the output: what every resampler has to know.
struct Resampling: Sendable {
  let kernel: Kernel
  let footprint: Footprint
  let x: SourceAxis
  let y: SourceAxis

  /// - Parameters:
  ///   - inverse: output pixels to source pixels.
  ///   - size: the source's.
  init(filter: Filter, inverse m: AffineTransform, size: PixelSize) {
    let kernel = Kernel(filter)
    let footprint = Footprint(jacobian: m.linear, filter: filter, source: size)
    self.kernel = kernel
    self.footprint = footprint
    x = SourceAxis(
      stepX: m.a, stepY: m.c, offset: m.tx, reach: footprint.reachX, inverse: footprint.inverseX,
      taps: footprint.columns, size: size.width, kernel: kernel)
    y = SourceAxis(
      stepX: m.b, stepY: m.d, offset: m.ty, reach: footprint.reachY, inverse: footprint.inverseY,
      taps: footprint.rows, size: size.height, kernel: kernel)
  }

  /// How many source pixels a square tile needs at the most, wherever it lies.
  func neededPixels(forSide side: Int) -> Double { x.needed(forSide: side) * y.needed(forSide: side) }
}
