import CNettle
import FrameModel

/// A number for what an image shows, whatever file it came from.
///
/// It is the SHA-256 (FIPS 180-4) of this text and these bytes:
///
///     frameit-pixels 1\n
///     WIDTH HEIGHT DEPTH CHANNELS\n        in decimal; depth 8 or 16, channels "rgb" or "rgba"
///     the samples, row by row, 16-bit ones with the high byte first
///
/// A gray pixel counts as one with three equal channels, so that a gray PNG and the same image in a
/// format without gray have one hash. Depth and alpha count.
public struct PixelHash: PixelSink {
  private var digest = cnettle_sha256()
  private let format: PixelFormat
  /// In hexadecimal; nil until all rows have come.
  public private(set) var text: String?

  /// - Parameters: of the rows that will be written.
  public init(size: PixelSize, format: PixelFormat) {
    self.format = format
    let channels = format.channels.hasAlpha ? "rgba" : "rgb"
    let head = "frameit-pixels 1\n\(size.width) \(size.height) \(format.depth.rawValue) \(channels)\n"
    cnettle_sha256_start(&digest)
    add(Array(head.utf8).span)
  }

  public mutating func write(_ band: Span<UInt8>) {
    let gray = format.channels.isGray
    let wide = format.depth == .sixteen
    guard gray || wide else {
      add(band)
      return
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(band.count * (gray ? 3 : 1))
    let sample = format.depth.bytes
    let channels = format.channels.rawValue
    for pixel in stride(from: 0, to: band.count, by: format.bytesPerPixel) {
      for channel in 0..<channels {
        let repeats = gray && channel == 0 ? 3 : 1
        let at = pixel + channel * sample
        for _ in 0..<repeats {
          // Machine order to high byte first.
          if !wide {
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

  public mutating func finish() {
    var bytes = [UInt8](repeating: 0, count: 32)
    cnettle_sha256_end(&digest, &bytes)
    text = bytes.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count < 2 ? "0" + digits : digits
    }.joined()
  }
}
