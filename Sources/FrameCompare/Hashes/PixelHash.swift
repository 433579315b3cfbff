import CNettle
import FrameImage

/// A hash of the pixels of an image, independent of the file format.
///
/// It is the SHA-256 (FIPS 180-4) of this text and these bytes:
///
///     frameit-pixels 1\n
///     WIDTH HEIGHT DEPTH CHANNELS\n        in decimal; depth 8 or 16, channels "rgb" or "rgba"
///     the samples, row by row, 16-bit ones with the high byte first
///
/// A gray pixel counts as a pixel with three equal channels, so a gray PNG and the same image in a format
/// without gray have the same hash. Depth and alpha count.
package struct PixelHash: PixelSink {
  private var digest = cnettle_sha256()
  private let format: PixelFormat
  /// The hash in hexadecimal; nil until all rows are written.
  package private(set) var text: String?

  /// - Parameters: The size and format of the rows that will be written.
  package init(size: PixelSize, format: PixelFormat) {
    self.format = format
    let channels = format.channels.hasAlpha ? "rgba" : "rgb"
    let header = "frameit-pixels 1\n\(size.width) \(size.height) \(format.depth.rawValue) \(channels)\n"
    cnettle_sha256_start(&digest)
    add(Array(header.utf8).span)
  }

  package mutating func write(_ band: Span<UInt8>) {
    let isGray = format.channels.isGray
    let is16Bit = format.depth == .sixteen
    guard isGray || is16Bit else {
      add(band)
      return
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(band.count * (isGray ? 3 : 1))
    let sample = format.depth.bytes
    let channels = format.channels.rawValue
    for pixel in stride(from: 0, to: band.count, by: format.bytesPerPixel) {
      for channel in 0..<channels {
        let repeats = isGray && channel == 0 ? 3 : 1
        let at = pixel + channel * sample
        for _ in 0..<repeats {
          // Converts from native byte order to high byte first.
          if !is16Bit {
            bytes.append(band[at])
          } else if UInt16(1).littleEndian == 1 {
            bytes.append(band[at + 1])
            bytes.append(band[at])
          } else {
            bytes.append(band[at])
            bytes.append(band[at + 1])
          }
        }
      }
    }
    add(bytes.span)
  }

  private mutating func add(_ bytes: Span<UInt8>) {
    bytes.withUnsafeBufferPointer { cnettle_sha256_add(&digest, $0.baseAddress, $0.count) }
  }

  package mutating func finish() {
    var bytes = [UInt8](repeating: 0, count: 32)
    cnettle_sha256_end(&digest, &bytes)
    text = bytes.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count < 2 ? "0" + digits : digits
    }.joined()
  }
}
