import FrameCodec
import FrameColour
import FrameModel

/// A picture whose header is read and whose bytes are at hand.
public struct OpenPicture {
  public let name: String
  public let bytes: ByteInput
  public let codec: any Codec
  /// Of the pixels as `NamedDecoder` gives them: inks have become RGB.
  public let header: ImageHeader
  /// As the codec has it.
  let stored: ImageHeader
  /// What makes colours of inks, where the file has those.
  let inks: (any SampleConversion)?

  /// - Throws: `PictureFailure`
  public init(
    _ input: NamedInput, codecs: CodecList, limits: Limits
  ) throws(PictureFailure) {
    name = input.name
    bytes = input.bytes
    do throws(CodecError) {
      codec = try codecs.codec(for: input.bytes)
      stored = try codec.probe(input.bytes.until(limits.cancellation), limits: limits)
    } catch {
      throw PictureFailure(name: input.name, error: error)
    }
    guard stored.samples == .inks else {
      (header, inks) = (stored, nil)
      return
    }
    let depth = stored.pixels.depth
    let byProfile = stored.metadata.profile.flatMap { InkConversion.byProfile($0, depth: depth) }
    inks = byProfile ?? InkConversion.plain(depth: depth)
    var header = stored
    header.samples = .colours
    header.pixels = PixelFormat(.rgb, depth)
    header.metadata.profile = nil
    header.notices.insert(.cmykConverted(byProfile: byProfile != nil), at: 0)
    self.header = header
  }

  /// Whether it is taken for sRGB, in which it need not be brought.
  var saysNothingOfColours: Bool { inks == nil && PictureColours(header.metadata) == .sRGB }

  /// What its samples mean, as they are stored.
  var coloursName: String {
    guard stored.samples == .inks, stored.metadata.profile == nil else {
      return PictureColours(stored.metadata).name
    }
    return "CMYK"
  }

  /// As a scene knows it, under a number.
  func picture(id: Int) -> Picture {
    Picture(
      id: id, name: name, size: header.size, orientation: header.orientation, pixels: header.pixels,
      blocks: header.blocks, reductions: header.reductions)
  }
}
