import FrameCodec
import FrameColor
import FrameModel

/// A decoder of the image that was planned for, which says its name when it fails, and makes colors of inks.
final class SourceDecoder: PixelSource {
  let name: String
  private var decoder: CheckedDecoder
  private let cmyk: (any SampleConversion)?
  let format: PixelFormat

  init(_ image: OpenImage, _ request: DecodeRequest) throws(ImageError) {
    name = image.name
    cmyk = image.cmyk
    format = image.header.pixels
    do throws(CodecError) {
      decoder = try image.codec.decoder(image.bytes, request)
    } catch {
      throw ImageError(name: image.name, error: error)
    }
    // A file can be written while it is read.
    let size = image.header.size.reduced(by: request.reduction)
    guard decoder.size == size, decoder.format == image.stored.pixels,
      decoder.frames >= image.header.frames
    else {
      throw ImageError(
        name: image.name, error: .damaged(detail: "it is not the image any more that it was"))
    }
  }

  var size: PixelSize { decoder.size }
  var notices: [EditNotice] {
    decoder.notices.map { .image(name, $0) }
  }

  /// - Returns: how long the frame is shown, in milliseconds.
  func beginFrame(_ index: Int) throws(ImageError) -> Int {
    do throws(CodecError) {
      return try decoder.beginFrame(index)
    } catch {
      throw ImageError(name: name, error: error)
    }
  }

  func read(from row: Int, into band: inout MutableSpan<UInt8>) throws {
    do {
      guard let cmyk else { return try decoder.read(from: row, into: &band) }
      try cmyk.read(&decoder, from: row, into: &band, as: format)
    } catch let error as CodecError {
      throw ImageError(name: name, error: error)
    }
  }

  func finish() throws(ImageError) {
    do throws(CodecError) {
      try decoder.finish()
    } catch {
      throw ImageError(name: name, error: error)
    }
  }
}
