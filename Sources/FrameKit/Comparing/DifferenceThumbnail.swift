import FrameCompare
import FrameModel
import FrameTerminal

/// A small picture of a difference, made while rows are compared: as `DifferencePicture`, but that a pixel stands
/// for many. The expected picture is reduced by its means; of the verdicts on a pixel's many the most important
/// one wins, so that the only pixel that differs is seen.
///
///     var thumbnail = DifferenceThumbnail(of: size, in: canvas)
///     for row in rows { thumbnail.write(row.verdicts, over: row.expected) }
///     thumbnail.picture
public struct DifferenceThumbnail {
  private var ground: AreaReducer
  private var verdicts: PeakReducer
  private var greys: [UInt8]
  private var ranks: [UInt8]

  /// - Parameter most: no side becomes larger; and none larger than that of `size`.
  public init(of size: PixelSize, in most: PixelSize) {
    let target = size.fitted(in: most)
    ground = AreaReducer(size, .gray, to: target)
    verdicts = PeakReducer(size, to: target)
    greys = [UInt8](repeating: 0, count: size.width)
    ranks = greys
  }

  /// - Parameters:
  ///   - row: the verdicts on the next row.
  ///   - expected: the row, as red, green, blue, alpha, of 8 bits.
  public mutating func write(_ row: Span<PixelVerdict>, over expected: Span<UInt8>) {
    for i in greys.indices {
      greys[i] = DifferenceColours.pale(expected, i)
      // Verdicts stand in the order of their importance.
      ranks[i] = row[i].rawValue
    }
    let (greys, ranks) = (greys, ranks)
    ground.write(greys.span)
    verdicts.write(ranks.span)
  }

  /// `rgb8`; whole when all rows were written.
  public var picture: Bitmap {
    let pixels = zip(verdicts.picture.bytes, ground.picture.bytes).flatMap { rank, grey in
      let colour = DifferenceColours.colour(PixelVerdict(rawValue: rank)!, over: grey)
      return [colour.red, colour.green, colour.blue]
    }
    return Bitmap(size: ground.picture.size, format: .rgb8, bytes: pixels)!
  }
}
