import FrameCompare
import FrameModel
import FrameTerminal

/// A small image of a difference, made while rows are compared: as `DifferenceImage`, but that a pixel stands
/// for many. The expected image is reduced by its means; of the verdicts on a pixel's many the most important
/// one wins, so that the only pixel that differs is seen.
///
///     var thumbnail = DifferenceThumbnail(of: size, in: canvas)
///     for row in rows { thumbnail.write(row.verdicts, over: row.expected) }
///     thumbnail.image
public struct DifferenceThumbnail {
  private var ground: AreaDownscaler
  private var verdicts: PeakDownscaler
  private var grays: [UInt8]
  private var ranks: [UInt8]

  /// - Parameter most: no side becomes larger; and none larger than that of `size`.
  public init(of size: PixelSize, in most: PixelSize) {
    let target = size.fitted(in: most)
    ground = AreaDownscaler(size, .gray, to: target)
    verdicts = PeakDownscaler(size, to: target)
    grays = [UInt8](repeating: 0, count: size.width)
    ranks = grays
  }

  /// - Parameters:
  ///   - row: the verdicts on the next row.
  ///   - expected: the row, as red, green, blue, alpha, of 8 bits.
  public mutating func write(_ row: Span<PixelVerdict>, over expected: Span<UInt8>) {
    for i in grays.indices {
      grays[i] = DifferenceColors.pale(expected, i)
      // Verdicts stand in the order of their importance.
      ranks[i] = row[i].rawValue
    }
    let (grays, ranks) = (grays, ranks)
    ground.write(grays.span)
    verdicts.write(ranks.span)
  }

  /// `rgb8`; whole when all rows were written.
  public var image: Bitmap {
    let pixels = zip(verdicts.image.bytes, ground.image.bytes).flatMap { rank, gray in
      let color = DifferenceColors.color(PixelVerdict(rawValue: rank)!, over: gray)
      return [color.red, color.green, color.blue]
    }
    return Bitmap(size: ground.image.size, format: .rgb8, bytes: pixels)!
  }
}
