import CCodecChannel
import FrameCodec
import FrameModel

/// Rows to another process that encodes them. It never has the output: what it made comes back, and is written here.
final class IsolatedEncoder: ImageEncoder {
  private let picture: IsolatedPicture
  private let output: ByteOutput
  private let rowBytes: Int
  /// Of a frame.
  private let pixels: Int

  /// - Parameter begun: the answer with the file's first bytes.
  init(
    _ picture: IsolatedPicture, _ output: ByteOutput, _ request: EncodeRequest, _ begun: codec_reply
  ) throws(CodecError) {
    self.picture = picture
    self.output = output
    rowBytes = request.pixels.rowBytes(width: request.size.width)
    pixels = request.size.area
    try picture.pass(begun, to: output)
  }

  func beginFrame(milliseconds: Int) throws(CodecError) {
    picture.extend(pixels: pixels)
    let begun = try picture.ask(.encodeFrame) { $0.milliseconds = UInt32(clamping: milliseconds) }
    try picture.pass(begun, to: output)
  }

  func write(_ band: Span<UInt8>) throws(CodecError) {
    let most = max(1, IsolatedPicture.sharedBytes / rowBytes) * rowBytes
    for start in stride(from: 0, to: band.count, by: most) {
      let part = band.extracting(start..<min(start + most, band.count))
      try picture.write(part.bytes, to: output)
    }
  }

  func finish() throws(CodecError) { try picture.pass(try picture.ask(.finishEncoding), to: output) }
}
