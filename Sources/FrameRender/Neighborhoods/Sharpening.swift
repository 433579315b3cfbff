import FrameImage

/// An unsharp mask: differences from a blur are enlarged. Samples are encoded, because equal differences of encoded samples
/// look about equally large. Alpha stays.
struct SharpeningFilter: NeighborhoodFilter {
  private let amount: Float
  private let threshold: Float
  private let blur: BlurFilter
  fileprivate let encoding: SampleEncoding

  /// - Parameter threshold: from 0 to 1.
  init(amount: Double, threshold: Double, blur: BlurFilter, in space: WorkingSpace) {
    (self.amount, self.threshold, self.blur) = (Float(amount), Float(threshold), blur)
    encoding = SampleEncoding(space)
  }

  func contentRows(for rows: Range<Int>) -> Range<Int> { blur.contentRows(for: rows) }

  func cost(columns: Int, rows: Int) -> Cost {
    blur.cost(columns: columns, rows: rows) + Cost(held: PixelField.bytes(columns: columns, rows: rows))
  }

  func pixels(
    of place: PixelArea, from content: NeighborhoodContent, in workspace: Workspace
  ) throws -> any FilteredPixels {
    let original = try PixelField(place, in: workspace)
    let encoded = NeighborhoodContent(place: content.place) { tile in
      content.draw(tile)
      encoding.encode(tile)
      original.copy(from: tile)
    }
    let blurred = try blur.pixels(of: place, from: encoded, in: workspace)
    return SharpenedPixels(filter: self, original: original, blurred: blurred)
  }

  fileprivate func sharpened(_ pixel: WorkingPixel, blurred: WorkingPixel) -> WorkingPixel {
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

/// Pixels of a rectangle with their blurred ones, both encoded.
private struct SharpenedPixels: FilteredPixels {
  let filter: SharpeningFilter
  let original: PixelField
  let blurred: any FilteredPixels

  func write(_ part: PixelArea, to tile: Tile) {
    blurred.write(part, to: tile)
    let (left, count) = (part.columns.lowerBound, part.columns.count)
    for y in part.rows {
      let line = tile.pixel(left, y)
      let given = original.pixel(left, y)
      for i in 0..<count { line[i] = filter.sharpened(given[i], blurred: line[i]) }
      filter.encoding.decode(line, count: count)
    }
  }
}

/// A conversion between working pixels and pixels of encoded samples. It changes nothing if working samples are encoded.
struct SampleEncoding: Sendable {
  private let encoding, decoding: WorkingColors?

  init(_ space: WorkingSpace) {
    encoding = space.toneConversion(.encode)
    decoding = space.toneConversion(.decode)
  }

  func encode(_ tile: Tile) { encoding?.apply(to: tile.pixels, count: tile.area.count) }

  func decode(_ pixels: UnsafeMutablePointer<WorkingPixel>, count: Int) {
    decoding?.apply(to: pixels, count: count)
  }
}
