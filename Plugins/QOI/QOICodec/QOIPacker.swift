import FrameCodec
import FrameImage

/// Encodes pixels. It makes the same choices as the reference encoder, so an image has exactly one encoding.
struct QOIPacker {
  private let format: PixelFormat
  private var pixel = QOIPixel.first
  private var table = QOIPixel.emptyTable
  /// The number of repetitions of the last pixel that are not written yet.
  private var run = 0

  /// - Parameter format: 8 bits per sample.
  init(_ format: PixelFormat) {
    self.format = format
  }

  /// Encodes pixels. A run at the end is kept, because it may continue.
  mutating func pack(_ pixels: Span<UInt8>) -> [UInt8] {
    // The longest form of a pixel has five bytes, and a pending run may end before the first pixel.
    let most = pixels.count / format.bytesPerPixel * 5 + 1
    return [UInt8](unsafeUninitializedCapacity: most) { out, count in
      pixels.withUnsafeBufferPointer { count = pack($0, into: out) }
    }
  }

  /// Returns the pending run.
  mutating func finish() -> [UInt8] {
    defer { run = 0 }
    return run > 0 ? [QOITag.run | UInt8(run - 1)] : []
  }

  /// - Returns: the number of bytes written.
  private mutating func pack(
    _ bytes: UnsafeBufferPointer<UInt8>, into out: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    // Local variables, because most of the time is spent in this loop.
    var (last, run, at) = (pixel, self.run, 0)
    let (step, isGray, hasAlpha) = (format.bytesPerPixel, format.channels.isGray, format.channels.hasAlpha)
    table.withUnsafeMutableBufferPointer { table in
      for i in stride(from: 0, to: bytes.count, by: step) {
        let pixel = QOIPixel(
          bytes[i], bytes[isGray ? i : i + 1], bytes[isGray ? i : i + 2],
          hasAlpha ? bytes[i + step - 1] : 255)
        if pixel == last {
          run += 1
          if run == QOITag.longestRun {
            out[at] = QOITag.run | UInt8(run - 1)
            at += 1
            run = 0
          }
          continue
        }
        if run > 0 {
          out[at] = QOITag.run | UInt8(run - 1)
          at += 1
          run = 0
        }
        let slot = pixel.slot
        if table[slot] == pixel {
          out[at] = QOITag.index | UInt8(slot)
          at += 1
        } else {
          table[slot] = pixel
          at += Self.write(pixel, after: last, to: out, at)
        }
        last = pixel
      }
    }
    (pixel, self.run) = (last, run)
    return at
  }

  /// Writes a pixel in its shortest form: as a difference from the last pixel, or in full.
  ///
  /// - Returns: the number of bytes written.
  @inline(__always)
  private static func write(
    _ pixel: QOIPixel, after last: QOIPixel, to out: UnsafeMutableBufferPointer<UInt8>, _ at: Int
  ) -> Int {
    if pixel.alpha != last.alpha {
      out[at] = QOITag.rgba
      out[at + 1] = pixel.red
      out[at + 2] = pixel.green
      out[at + 3] = pixel.blue
      out[at + 4] = pixel.alpha
      return 5
    }
    // Differences wrap around. The offsets make them positive, so one comparison is enough.
    let (red, green) = (pixel.red &- last.red, pixel.green &- last.green)
    let blue = pixel.blue &- last.blue
    let (r, g, b) = (red &+ 2, green &+ 2, blue &+ 2)
    if (r | g | b) < 4 {
      out[at] = QOITag.difference | r << 4 | g << 2 | b
      return 1
    }
    let (redOff, greenOff, blueOff) = (red &- green &+ 8, green &+ 32, blue &- green &+ 8)
    if greenOff < 64, (redOff | blueOff) < 16 {
      out[at] = QOITag.luma | greenOff
      out[at + 1] = redOff << 4 | blueOff
      return 2
    }
    out[at] = QOITag.rgb
    out[at + 1] = pixel.red
    out[at + 2] = pixel.green
    out[at + 3] = pixel.blue
    return 4
  }
}

/// Encodes a QOI. The same rows always give the same bytes.
final class QOIEncoder: ImageEncoder {
  /// A gamma of 1, in the units of `ImageMetadata.Colorimetry`.
  private static let linearGamma: UInt32 = 100_000

  private let output: ByteOutput
  private var packer: QOIPacker

  /// Writes the header.
  ///
  /// - Throws: `CodecError.unsupported` for 16 bits or a profile, `.writeFailed`.
  init(_ output: ByteOutput, _ request: EncodeRequest) throws(CodecError) {
    guard request.pixels.depth == .eight else {
      throw .unsupported(detail: "QOI cannot store 16 bits per channel")
    }
    guard request.metadata.profile == nil else {
      throw .unsupported(detail: "QOI cannot store a color profile")
    }
    self.output = output
    packer = QOIPacker(request.pixels)
    let header = QOIHeader(
      size: request.size, hasAlpha: request.pixels.channels.hasAlpha,
      isLinear: request.metadata.colorimetry?.gamma == Self.linearGamma)
    try output.write(header.bytes)
  }

  func write(_ band: Span<UInt8>) throws(CodecError) { try output.write(packer.pack(band)) }

  func finish() throws(CodecError) { try output.write(packer.finish() + QOIHeader.endMarker) }
}
