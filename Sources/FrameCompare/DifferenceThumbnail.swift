import FrameImage

/// A small difference image, built while rows are compared. It looks like `DifferenceImage`, but one of its pixels
/// stands for many.
///
/// The expected image is reduced by averaging. Of the verdicts on the many pixels the most important one is kept, so
/// that a single differing pixel stays visible.
///
///     var thumbnail = DifferenceThumbnail(of: size, in: canvas)
///     for row in rows { thumbnail.write(row.verdicts, over: row.expected) }
///     thumbnail.image
package struct DifferenceThumbnail {
  private var background: AreaDownscaler
  private var verdicts: PeakDownscaler
  private var grays: [UInt8]
  private var ranks: [UInt8]

  /// - Parameters:
  ///   - size: the size of the compared images.
  ///   - maximum: the largest size of the thumbnail. It never becomes larger than `size` either.
  package init(of size: PixelSize, in maximum: PixelSize) {
    let target = size.fitted(in: maximum)
    background = AreaDownscaler(size, .gray, to: target)
    verdicts = PeakDownscaler(size, to: target)
    grays = [UInt8](repeating: 0, count: size.width)
    ranks = grays
  }

  /// Adds the next row.
  ///
  /// - Parameters:
  ///   - row: the verdicts on the row's pixels.
  ///   - expected: the row of the expected image, as RGBA with 8 bits per channel.
  package mutating func write(_ row: Span<PixelVerdict>, over expected: Span<UInt8>) {
    for i in grays.indices {
      grays[i] = DifferenceColors.fadedGray(expected, i)
      // The raw values of verdicts are in the order of their importance.
      ranks[i] = row[i].rawValue
    }
    let (grays, ranks) = (grays, ranks)
    background.write(grays.span)
    verdicts.write(ranks.span)
  }

  /// The thumbnail as `rgb8`; complete after all rows have been written.
  package var image: Bitmap {
    let pixels = zip(verdicts.image.bytes, background.image.bytes).flatMap { rank, gray in
      let color = DifferenceColors.color(PixelVerdict(rawValue: rank)!, over: gray)
      return [color.red, color.green, color.blue]
    }
    return Bitmap(size: background.image.size, format: .rgb8, bytes: pixels)!
  }
}
