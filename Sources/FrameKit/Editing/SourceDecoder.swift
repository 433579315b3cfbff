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
