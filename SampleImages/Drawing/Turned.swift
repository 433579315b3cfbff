import FrameGeometry
import FrameImage

extension Bitmap {
  /// Returns the stored form of this upright image, as a camera in that orientation would have written it.
  func stored(_ orientation: Orientation) -> Bitmap {
    let size = orientation.swapsAxes ? size.transposed : size
    let upright = orientation.uprightTransform(stored: size)
    var result = Bitmap(size: size, format: format)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let from = Point(x: Double(x) + 0.5, y: Double(y) + 0.5).applying(upright)
        for channel in 0..<format.channels.rawValue {
          result[x, y, channel] = self[Int(from.x), Int(from.y), channel]
        }
      }
    }
    return result
  }
}

/// Inserts an EXIF segment that contains only the orientation.
enum Exif {
  /// - Parameter jpeg: an encoded image. The segment follows its first marker, as CIPA DC-008, 4.5.4 requires.
  static func insert(_ orientation: Orientation, into jpeg: [UInt8]) -> [UInt8] {
    let startOfImage = 2
    let tiff: [UInt8] =
      [0x4D, 0x4D, 0, 42, 0, 0, 0, 8]  // big endian, the first directory at 8
      + [0, 1]  // one entry:
      + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation.rawValue), 0, 0]  // one SHORT
      + [0, 0, 0, 0]  // no further directory
    let payload = Array("Exif\0\0".utf8) + tiff
    let length = payload.count + 2
    let segment = [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + payload
    return Array(jpeg[..<startOfImage]) + segment + Array(jpeg[startOfImage...])
  }
}
