import FrameGeometry
import FrameImage
import PNMCodec
import Testing

enum PNM {
  static let codec = PNMCodec(.pnm)

  /// Returns a text and the bytes after it as a file.
  static func file(_ text: String, _ bytes: [UInt8] = []) -> [UInt8] { Array(text.utf8) + bytes }

  static func noise(_ width: Int, _ height: Int, _ format: PixelFormat) throws -> Bitmap {
    let size = try #require(PixelSize(width: width, height: height))
    var generator = SplitMix64(seed: 7)
    let bytes = (0..<format.rowBytes(width: width) * height).map { _ in
      UInt8.random(in: 0...255, using: &generator)
    }
    return try #require(Bitmap(size: size, format: format, bytes: bytes))
  }
}
