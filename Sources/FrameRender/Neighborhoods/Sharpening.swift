import FrameImage

/// An unsharp mask: differences from a blur are enlarged. Samples are encoded, because equal differences of encoded samples
/// look about equally large. Alpha stays.
struct Sharpening: Sendable {
  private let amount: Float
  private let threshold: Float
  private let encoding: SampleEncoding

  /// - Parameter threshold: from 0 to 1.
  init(amount: Double, threshold: Double, in space: WorkingSpace) {
    (self.amount, self.threshold) = (Float(amount), Float(threshold))
    encoding = SampleEncoding(space)
  }

  /// Converts working pixels to encoded ones.
  func encode(_ tile: Tile) { encoding.encode(tile) }

  /// - Parameters:
  ///   - tile: has the blurred pixels of these columns and rows.
  ///   - original: the encoded pixels before the blur.
  func apply(to tile: Tile, _ columns: Range<Int>, _ rows: Range<Int>, original: PixelField) {
    for y in rows {
      let line = tile.row(y) + (columns.lowerBound - tile.columns.lowerBound)
      let given = original.row(y) + (columns.lowerBound - original.columns.lowerBound)
      for i in 0..<columns.count { line[i] = sharpened(given[i], blurred: line[i]) }
      encoding.decode(line, count: columns.count)
    }
  }

  private func sharpened(_ pixel: WorkingPixel, blurred: WorkingPixel) -> WorkingPixel {
    guard pixel.w > 0, blurred.w > 0 else { return pixel }
    // Colors are compared as they are without alpha.
    let difference = pixel - blurred * (pixel.w / blurred.w)
    let least = threshold * pixel.w
    let isSmall = difference .< least .& (difference .> -least)
    var result = (pixel + difference * amount).replacing(with: pixel, where: isSmall)
    result.w = pixel.w
    return result.bounded
  }
}

/// A conversion between working pixels and pixels of encoded samples. It changes nothing if working samples are encoded.
struct SampleEncoding: Sendable {
  private let encoding, decoding: WorkingColors?

  init(_ space: WorkingSpace) {
    encoding = space.toneConversion(.encode)
    decoding = space.toneConversion(.decode)
  }

  func encode(_ tile: Tile) { encoding?.apply(to: tile.pixels, count: tile.columns.count * tile.rows.count) }

  func decode(_ pixels: UnsafeMutablePointer<WorkingPixel>, count: Int) {
    decoding?.apply(to: pixels, count: count)
  }
}
