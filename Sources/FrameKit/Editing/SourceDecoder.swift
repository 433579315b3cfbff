import FrameCodec
import FrameImage

/// A decoder of an opened image. Its errors name the image, and it converts CMYK to RGB.
final class SourceDecoder: PixelSource {
  let name: String
  private var decoder: CheckedDecoder
  private let cmyk: (any SampleConversion)?
  let format: PixelFormat

  /// - Throws: `InputError` if the image cannot be decoded, or is not the one that was opened.
  init(_ image: OpenImage, _ request: DecodeRequest) throws(InputError) {
    name = image.name
    cmyk = image.cmyk
    format = image.header.pixels
    do throws(CodecError) {
      decoder = try image.codec.decoder(image.bytes, request)
    } catch {
      throw InputError(image.name, .unreadable(error))
    }
    // The file may have been written since it was opened.
    let size = image.header.size.reduced(by: request.reduction)
    guard decoder.size == size, decoder.format == image.stored.pixels,
      decoder.frames >= image.header.frames
    else {
      throw InputError(image.name, .unreadable(.damaged(detail: "the file changed after it was opened")))
    }
  }

  var size: PixelSize { decoder.size }
  var notices: [EditNotice] {
    decoder.notices.map { .image(name, $0) }
  }

  /// Begins a frame and returns its delay in milliseconds.
  func beginFrame(_ index: Int) throws(InputError) -> Int {
    do throws(CodecError) {
      return try decoder.beginFrame(index)
    } catch {
      throw InputError(name, .unreadable(error))
    }
  }

  func read(from row: Int, into band: inout MutableSpan<UInt8>) throws {
    do {
      guard let cmyk else { return try decoder.read(from: row, into: &band) }
      try cmyk.read(&decoder, from: row, into: &band, as: format)
    } catch let error as CodecError {
      throw InputError(name, .unreadable(error))
    }
  }

  func finish() throws(InputError) {
    do throws(CodecError) {
      try decoder.finish()
    } catch {
      throw InputError(name, .unreadable(error))
    }
  }
}

/// A cache of decoded images for several outputs of the same inputs.
///
/// It keeps still images only, in at most half of the memory limit. Other images are decoded again for each output.
package final class DecodeCache {
  private struct Key: Hashable {
    var name: String
    var reduction: ShrinkFactor
  }

  private struct Decoded {
    var pixels: Bitmap
    var notices: [EditNotice]
  }

  private var decoded: [Key: Decoded] = [:]
  private var heldBytes = 0

  package init() {}

  /// Returns the rows of an image and the notices of its decoder; nil if the image cannot be cached.
  ///
  /// - Throws: `InputError`
  func rows(of image: OpenImage, _ request: DecodeRequest) throws -> (
    rows: Bitmap, notices: [EditNotice]
  )? {
    guard image.header.frames == 1 else { return nil }
    let key = Key(name: image.name, reduction: request.reduction)
    if let cached = decoded[key] { return (cached.pixels, cached.notices) }
    let size = image.header.size.reduced(by: request.reduction)
    let (bytes, isTooMuch) = image.header.pixels.rowBytes(width: size.width).multipliedReportingOverflow(
      by: size.height)
    guard !isTooMuch, bytes <= request.limits.memory / 2 - heldBytes else { return nil }
    var decoder = try SourceDecoder(image, request)
    var pixels = Bitmap(size: size, format: image.header.pixels)
    try decoder.forEachBand { pixels.write($0) }
    try decoder.finish()
    heldBytes += bytes
    decoded[key] = Decoded(pixels: pixels, notices: decoder.notices)
    return (pixels, decoder.notices)
  }
}
