import FrameCodec
import FrameModel
import Foundation
import PNGCodec

extension Bitmap {
  /// An image from a drawing's own bytes.
  ///
  ///     Bitmap(width: 320, height: 200, format: .rgba8, bytes: pixels)
  ///
  /// - Parameter bytes: row by row from the top, channels interleaved, alpha not multiplied in, 16-bit samples in the
  ///   machine's byte order, nothing between rows.
  /// - Returns: nil where their number is not that of the size and format, or a side is less than 1.
  public init?(width: Int, height: Int, format: PixelFormat, bytes: [UInt8]) {
    guard let size = PixelSize(width: width, height: height) else { return nil }
    self.init(size: size, format: format, bytes: bytes)
  }

  /// The pixels of a PNG, as they are stored.
  ///
  /// - Throws: where the bytes are no PNG, or a damaged one.
  public init(png: [UInt8]) throws {
    var decoder = try PNGCodec().decoder(ByteInput(bytes: png), DecodeRequest())
    let (size, format) = (decoder.size, decoder.format)
    var bytes = [UInt8](repeating: 0, count: format.rowBytes(width: size.width) * size.height)
    var span = bytes.mutableSpan
    try decoder.read(from: 0, into: &span)
    try decoder.finish()
    self.init(size: size, format: format, bytes: bytes)!
  }

  /// The pixels of a PNG file.
  ///
  /// - Throws: as `init(png:)`, and where the file cannot be read.
  public init(pngFile path: String) throws {
    try self.init(png: [UInt8](Data(contentsOf: URL(filePath: path))))
  }

  /// As a PNG.
  public var png: [UInt8] {
    let output = ByteOutput()
    // Into memory, and without a profile, nothing is thrown.
    var encoder = try! PNGCodec().encoder(output, EncodeRequest(size: size, pixels: format))
    try! encoder.write(bytes.span)
    try! encoder.finish()
    return output.bytes
  }
}
