import FrameCodec
import FrameModel

/// A decoder that says which picture failed.
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
  }

  var size: PixelSize { decoder.size }
  var format: PixelFormat { decoder.format }
  var notices: [EditNotice] {
    decoder.notices.map { .picture(name, $0) }
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
