import FrameCodec
import FrameModel

/// A picture whose header is read and whose bytes are at hand.
public struct OpenPicture {
  public let name: String
  public let bytes: ByteInput
  public let codec: any Codec
  public let header: ImageHeader

  /// - Throws: `PictureFailure`
  public init(
    _ input: NamedInput, codecs: CodecList, limits: Limits
  ) throws(PictureFailure) {
    name = input.name
    bytes = input.bytes
    do throws(CodecError) {
      codec = try codecs.codec(for: input.bytes)
      header = try codec.probe(input.bytes, limits: limits)
    } catch {
      throw PictureFailure(name: input.name, error: error)
    }
  }

  /// As a scene knows it, under a number.
  func picture(id: Int) -> Picture {
    Picture(
      id: id, name: name, size: header.size, orientation: header.orientation, pixels: header.pixels,
      blocks: header.blocks, reductions: header.reductions)
  }
}
