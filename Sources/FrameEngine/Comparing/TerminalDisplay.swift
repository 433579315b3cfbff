import FrameCodec
import FrameCompare
import FrameImage

/// Collects a difference image and encodes it for the terminal.
package struct TerminalDisplay {
  private let graphics: TerminalGraphics
  /// The maximum size of the shown image in pixels.
  private let canvas: PixelSize
  private var thumbnail: DifferenceThumbnail?

  package init(graphics: TerminalGraphics, canvas: PixelSize) {
    self.graphics = graphics
    self.canvas = canvas
  }

  /// Adds a row.
  ///
  /// - Parameters:
  ///   - verdicts: The verdicts for the pixels of the row.
  ///   - expected: The pixels of the row in the expected image.
  ///   - size: The size of the compared area.
  package mutating func write(_ verdicts: Span<PixelVerdict>, over expected: Span<UInt8>, of size: PixelSize)
  {
    if thumbnail == nil { thumbnail = DifferenceThumbnail(of: size, in: canvas) }
    thumbnail?.write(verdicts, over: expected)
  }

  /// The encoded image; nil if nothing was compared.
  package var bytes: [UInt8]? { thumbnail.map { graphics.bytes(of: $0.image) } }
}
