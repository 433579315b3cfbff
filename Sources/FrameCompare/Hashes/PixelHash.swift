import CNettle
import FrameGeometry
import FrameImage

/// A hash of the pixels of an image, independent of the file format.
///
/// It is the SHA-256 (FIPS 180-4) of this text and these bytes:
///
///     frameit-pixels 1\n
///     WIDTH HEIGHT DEPTH CHANNELS\n        in decimal; depth 8 or 16, channels "rgb", or "rgba" if a pixel is not opaque
///     the samples, row by row, 16-bit ones with the high byte first
///
/// A gray pixel counts as a pixel with three equal channels, so a gray PNG and the same image in a format
/// without gray have the same hash. Opaque pixels have no alpha, so an opaque image has the same hash with and without
/// an alpha channel. Depth counts.
package struct PixelHash: PixelSink {
  /// The digest with alpha; nil for pixels without an alpha channel.
  private var translucent: cnettle_sha256?
  /// The digest without alpha; nil after a pixel that is not opaque.
  private var opaque: cnettle_sha256?
  private let format: PixelFormat
  /// The hash in hexadecimal; nil until all rows are written.
  package private(set) var text: String?

  /// - Parameters: The size and format of the rows that will be written.
  package init(size: PixelSize, format: PixelFormat) {
    self.format = format
    func start(_ channels: String) -> cnettle_sha256 {
      var digest = cnettle_sha256()
      cnettle_sha256_start(&digest)
      let header = "frameit-pixels 1\n\(size.width) \(size.height) \(format.depth.rawValue) \(channels)\n"
      digest.add(Array(header.utf8).span)
      return digest
    }
    opaque = start("rgb")
    if format.channels.hasAlpha { translucent = start("rgba") }
  }

  package mutating func write(_ band: Span<UInt8>) {
    if translucent != nil, opaque != nil, !isOpaque(band) { opaque = nil }
    if opaque != nil {
      let bytes = format == .rgb8 ? [] : samples(of: band, alpha: false)
      if format == .rgb8 { opaque?.add(band) } else { opaque?.add(bytes.span) }
    }
    if translucent != nil {
      let bytes = format == .rgba8 ? [] : samples(of: band, alpha: true)
      if format == .rgba8 { translucent?.add(band) } else { translucent?.add(bytes.span) }
    }
  }

  private func isOpaque(_ band: Span<UInt8>) -> Bool {
    let pixelBytes = format.bytesPerPixel
    for pixel in stride(from: 0, to: band.count, by: pixelBytes) {
      for at in pixel + pixelBytes - format.depth.bytes..<pixel + pixelBytes where band[at] != 0xFF {
        return false
      }
    }
    return true
  }

  /// Returns the bytes that count, with three color channels.
  private func samples(of band: Span<UInt8>, alpha: Bool) -> [UInt8] {
    let isGray = format.channels.isGray
    let sample = format.depth.bytes
    // The bytes of a sample, with the high one first.
    let order = sample == 2 && UInt16(1).littleEndian == 1 ? [1, 0] : Array(0..<sample)
    var offsets = (0..<3).flatMap { channel in order.map { (isGray ? 0 : channel * sample) + $0 } }
    if alpha { offsets += order.map { format.bytesPerPixel - sample + $0 } }
    return [UInt8](unsafeUninitializedCapacity: band.count / format.bytesPerPixel * offsets.count) {
      bytes, count in
      for pixel in stride(from: 0, to: band.count, by: format.bytesPerPixel) {
        for offset in offsets {
          bytes[count] = band[pixel + offset]
          count += 1
        }
      }
    }
  }

  package mutating func finish() {
    guard var digest = opaque ?? translucent else { return }
    text = digest.hexadecimal()
  }
}

/// The SHA-256 of bytes, as 64 hexadecimal digits.
package enum ContentHash {
  package static func of(_ bytes: Span<UInt8>) -> String {
    var digest = cnettle_sha256()
    cnettle_sha256_start(&digest)
    digest.add(bytes)
    return digest.hexadecimal()
  }
}

extension cnettle_sha256 {
  mutating func add(_ bytes: Span<UInt8>) {
    bytes.withUnsafeBufferPointer { cnettle_sha256_add(&self, $0.baseAddress, $0.count) }
  }

  /// Ends the hash.
  mutating func hexadecimal() -> String {
    var bytes = [UInt8](repeating: 0, count: 32)
    cnettle_sha256_end(&self, &bytes)
    return bytes.map { String($0, digits: 2, radix: 16) }.joined()
  }
}
