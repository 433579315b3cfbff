import FrameCodec
import FrameColor
import FrameModel

/// An image whose header is read and whose bytes are at hand.
public struct OpenImage {
  public let name: String
  public let bytes: ByteInput
  public let codec: any Codec
  /// Of the pixels as `SourceDecoder` gives them: inks have become RGB.
  public let header: ImageHeader
  /// As the codec has it.
  let stored: ImageHeader
  /// What makes colors of inks, where the file has those.
  let cmyk: (any SampleConversion)?

  /// - Throws: `ImageError`
  public init(
    _ input: NamedInput, codecs: CodecList, limits: Limits
  ) throws(ImageError) {
    name = input.name
    bytes = input.bytes
    do throws(CodecError) {
      codec = try codecs.codec(for: input.bytes)
      stored = try codec.probe(input.bytes.until(limits.cancellation), limits: limits)
    } catch {
      throw ImageError(name: input.name, error: error)
    }
    guard stored.samples == .cmyk else {
      (header, cmyk) = (stored, nil)
      return
    }
    let depth = stored.pixels.depth
    let byProfile = stored.metadata.profile.flatMap { CMYKConversion.byProfile($0, depth: depth) }
    cmyk = byProfile ?? CMYKConversion.plain(depth: depth)
    var header = stored
    header.samples = .colors
    header.pixels = PixelFormat(.rgb, depth)
    header.metadata.profile = nil
    header.notices.insert(.cmykConverted(byProfile: byProfile != nil), at: 0)
    self.header = header
  }

  /// Whether it is taken for sRGB, in which it need not be brought.
  var saysNothingOfColors: Bool { cmyk == nil && ImageColors(header.metadata) == .sRGB }

  /// What its samples mean, as they are stored.
  var colorsName: String {
    guard stored.samples == .cmyk, stored.metadata.profile == nil else {
      return ImageColors(stored.metadata).name
    }
    return "CMYK"
  }

  /// As a scene knows it, under a number.
  func image(id: Int) -> SourceImage {
    SourceImage(
      id: id, name: name, size: header.size, orientation: header.orientation, pixels: header.pixels,
      blocks: header.blocks, reductions: header.reductions)
  }
}
