import FrameCodec
import FrameCompare
import FrameModel

/// Draws where two pictures differ, in `DifferenceColours`.
struct DifferencePicture {
  private var encoder: any PixelSink
  private var line: [UInt8]

  init(encoder: any PixelSink, width: Int) {
    self.encoder = encoder
    line = [UInt8](repeating: 0, count: width * 3)
  }

  /// - Parameter expected: the row, as red, green, blue, alpha.
  mutating func write(_ verdicts: Span<PixelVerdict>, over expected: Span<UInt8>) throws {
    for i in 0..<verdicts.count {
      let colour = DifferenceColours.colour(verdicts[i], over: DifferenceColours.pale(expected, i))
      (line[3 * i], line[3 * i + 1], line[3 * i + 2]) = colour
    }
    let drawn = line
    try encoder.write(drawn.span)
  }

  mutating func finish() throws { try encoder.finish() }
}
