import FrameCodec
import FrameModel

/// A decoder of the picture that was planned for, which says its name when it fails.
final class NamedDecoder: PixelSource {
  private let name: String
  private var decoder: any ImageDecoder

  init(_ picture: OpenPicture, _ request: DecodeRequest) throws(PictureFailure) {
    name = picture.name
    do throws(CodecError) {
      decoder = try picture.codec.decoder(picture.bytes, request)
    } catch {
      throw PictureFailure(name: picture.name, error: error)
    }
    // A file can be written while it is read.
    let size = picture.header.size.reduced(by: request.reduction)
    guard decoder.size == size, decoder.format == picture.header.pixels else {
      throw PictureFailure(
        name: picture.name, error: .damaged(detail: "it is not the picture any more that it was"))
    }
  }

  var size: PixelSize { decoder.size }
  var format: PixelFormat { decoder.format }
  var notices: [EditNotice] {
    decoder.notices.map { .picture(name, $0) }
  }

  /// - Returns: how long the frame is shown, in milliseconds.
  func beginFrame(_ index: Int) throws -> Int {
    do {
      return try decoder.beginFrame(index)
    } catch let error as CodecError {
      throw PictureFailure(name: name, error: error)
    }
  }

  func read(from row: Int, into band: inout MutableSpan<UInt8>) throws {
    do {
      try decoder.read(from: row, into: &band)
    } catch let error as CodecError {
      throw PictureFailure(name: name, error: error)
    }
  }

  func finish() throws {
    do {
      try decoder.finish()
    } catch let error as CodecError {
      throw PictureFailure(name: name, error: error)
    }
  }
}
