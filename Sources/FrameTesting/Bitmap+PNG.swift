import Foundation
import FrameCodec
import FrameImage
import PNGCodec

extension Bitmap {
  /// Creates an image from raw pixels.
  ///
  ///     Bitmap(width: 320, height: 200, format: .rgba8, bytes: pixels)
  ///
  /// - Parameter bytes: Rows from the top down without padding, with interleaved channels, not premultiplied.
  ///   16-bit samples are in native byte order.
  /// - Returns: nil if the number of bytes does not match the size and format, or if a side is less than 1.
  public init?(width: Int, height: Int, format: PixelFormat, bytes: [UInt8]) {
    guard let size = PixelSize(width: width, height: height) else { return nil }
    self.init(size: size, format: format, bytes: bytes)
  }

  /// Decodes a PNG, without color conversion.
  ///
  /// - Throws: An error if the bytes are not an intact PNG.
  public init(png: [UInt8]) throws {
    var decoder = try PNGCodec().decoder(ByteInput(bytes: png), DecodeRequest())
    let (size, format) = (decoder.size, decoder.format)
    var bytes = [UInt8](repeating: 0, count: format.rowBytes(width: size.width) * size.height)
    var span = bytes.mutableSpan
    try decoder.read(from: 0, into: &span)
    try decoder.finish()
    self.init(size: size, format: format, bytes: bytes)!
  }

  /// Reads and decodes a PNG file.
  ///
  /// - Throws: An error if the file cannot be read or is not an intact PNG.
  public init(pngFile path: String) throws {
    try self.init(png: [UInt8](Data(contentsOf: URL(filePath: path))))
  }

  /// The image encoded as a PNG.
  public var png: [UInt8] {
    let output = ByteOutput()
    // Encoding into memory without a profile throws no errors.
    var encoder = try! PNGCodec().encoder(output, EncodeRequest(size: size, pixels: format))
    try! encoder.write(bytes.span)
    try! encoder.finish()
    return output.bytes
  }
}
