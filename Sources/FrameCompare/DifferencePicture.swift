import FrameModel

/// Draws where two pictures differ: red over the expected one, grey and pale; yellow what is excused for its smooth
/// edges, blue what was not looked at.
public struct DifferencePicture {
  private var encoder: any PixelSink
  private var line: [UInt8]

  /// - Parameter encoder: takes rows of `rgb8`.
  public init(encoder: any PixelSink, width: Int) {
    self.encoder = encoder
    line = [UInt8](repeating: 0, count: width * 3)
  }

  /// - Parameter expected: the row, as red, green, blue, alpha.
  public mutating func write(_ verdicts: Span<PixelVerdict>, over expected: Span<UInt8>) throws {
    for i in 0..<verdicts.count {
      let colour: (UInt8, UInt8, UInt8)
      switch verdicts[i] {
      case .differs: colour = (255, 0, 0)
      case .antialiased: colour = (255, 255, 0)
      case .same:
        let grey = Self.pale(expected, i)
        colour = (grey, grey, grey)
      case .ignored:
        let grey = Self.pale(expected, i)
        colour = (grey / 2, grey / 2, grey)
      }
      (line[3 * i], line[3 * i + 1], line[3 * i + 2]) = colour
    }
    let drawn = line
    try encoder.write(drawn.span)
  }

  public mutating func finish() throws { try encoder.finish() }

  /// A third of the luma (ITU-R BT.601) over white.
  private static func pale(_ row: Span<UInt8>, _ i: Int) -> UInt8 {
    let luma = (299 * Int(row[4 * i]) + 587 * Int(row[4 * i + 1]) + 114 * Int(row[4 * i + 2])) / 1000
    return UInt8(255 - (255 - luma) * Int(row[4 * i + 3]) / 765)
  }
}
