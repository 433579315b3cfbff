import FrameCodec
import FrameColour
import FrameModel

/// A decoder of the picture that was planned for, which says its name when it fails, and makes colours of inks.
final class NamedDecoder: PixelSource {
  let name: String
  private var decoder: CheckedDecoder
  private let inks: (any SampleConversion)?
  let format: PixelFormat

  init(_ picture: OpenPicture, _ request: DecodeRequest) throws(PictureFailure) {
    name = picture.name
    inks = picture.inks
    format = picture.header.pixels
    do throws(CodecError) {
      decoder = try picture.codec.decoder(picture.bytes, request)
    } catch {
      throw PictureFailure(name: picture.name, error: error)
    }
    // A file can be written while it is read.
    let size = picture.header.size.reduced(by: request.reduction)
    guard decoder.size == size, decoder.format == picture.stored.pixels,
      decoder.frames >= picture.header.frames
    else {
      throw PictureFailure(
        name: picture.name, error: .damaged(detail: "it is not the picture any more that it was"))
    }
  }

  var size: PixelSize { decoder.size }
  var notices: [EditNotice] {
    decoder.notices.map { .picture(name, $0) }
  }

  /// - Returns: how long the frame is shown, in milliseconds.
  func beginFrame(_ index: Int) throws(PictureFailure) -> Int {
    do throws(CodecError) {
      return try decoder.beginFrame(index)
    } catch {
      throw PictureFailure(name: name, error: error)
    }
  }

  func read(from row: Int, into band: inout MutableSpan<UInt8>) throws {
    do {
      guard let inks else { return try decoder.read(from: row, into: &band) }
      try inks.read(&decoder, from: row, into: &band, as: format)
    } catch let error as CodecError {
      throw PictureFailure(name: name, error: error)
    }
  }

  func finish() throws(PictureFailure) {
    do throws(CodecError) {
      try decoder.finish()
    } catch {
      throw PictureFailure(name: name, error: error)
    }
  }
}
