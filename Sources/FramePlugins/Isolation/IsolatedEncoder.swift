import CCodecChannel
import FrameCodec
import FrameModel

/// Sends rows to another process that encodes them. That process never has the output file: its bytes come back and
/// are written here.
final class IsolatedEncoder: ImageEncoder {
  private let image: IsolatedImage
  private let output: ByteOutput
  private let rowBytes: Int
  /// Of a frame.
  private let pixels: Int

  /// - Parameter begun: the reply with the file's first bytes.
  init(
    _ image: IsolatedImage, _ output: ByteOutput, _ request: EncodeRequest, _ begun: codec_reply
  ) throws(CodecError) {
    self.image = image
    self.output = output
    rowBytes = request.pixels.rowBytes(width: request.size.width)
    pixels = request.size.area
    try image.pass(begun, to: output)
  }

  func beginFrame(milliseconds: Int) throws(CodecError) {
    image.extend(pixels: pixels)
    let begun = try image.ask(.encodeFrame) { $0.milliseconds = UInt32(clamping: milliseconds) }
    try image.pass(begun, to: output)
  }

  func write(_ band: Span<UInt8>) throws(CodecError) {
    let most = max(1, IsolatedImage.sharedBytes / rowBytes) * rowBytes
    for start in stride(from: 0, to: band.count, by: most) {
      let part = band.extracting(start..<min(start + most, band.count))
      try image.write(part.bytes, to: output)
    }
  }

  func finish() throws(CodecError) { try image.pass(try image.ask(.finishEncoding), to: output) }
}
