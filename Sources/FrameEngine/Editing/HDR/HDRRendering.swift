import FrameCodec
import FrameImage
import FramePixels
import FramePlan

/// A gain map that is applied to the picture instead of being written beside it. A class, because an `ImageRendering` contains
/// one, and it contains another.
package final class HDRRendering {
  let settings: HDRSettings
  /// The format of the output.
  package let output: PixelFormat
  /// True if the output is an HDR image, and false if it is compressed to the range of SDR.
  let isHDR: Bool
  /// The plan of the picture before its gain is applied: in 16 bits and its own colors.
  let picture: RenderPlan
  private let parameters: GainMapParameters
  /// The map at the size of the picture.
  private let map: ImageRendering
  private let curve: ToneCurve
  private let primaries: ColorMatrix

  /// - Parameters:
  ///   - plan: the plan of the picture, in the output's colors.
  ///   - maps: the gain maps of its images.
  ///   - codec: that of the output, which does not write the map.
  /// - Returns: nil if the picture shows no image that has a gain map.
  init?(
    _ plan: RenderPlan, _ maps: ImageGainMaps, _ settings: HDRSettings, _ colors: ColorManagement,
    _ codec: any Codec, _ memory: EditMemory, _ editor: Editor
  ) {
    let channels: PixelFormat.Channels = plan.output.channels.hasAlpha ? .rgba : .rgb
    var picture = plan
    (picture.output, picture.writing) = (PixelFormat(channels, .sixteen), .encoded(because: .notWanted))
    guard let (made, parameters) = maps.combined(in: picture) else { return nil }
    var parts = made
    parts.output = PixelFormat(parts.output.channels, .sixteen)
    guard let map = GainMapPlan(picture, parts, size: picture.window.size) else { return nil }
    (self.settings, self.picture, self.parameters) = (settings, picture, parameters)
    isHDR = codec.format.capabilities.storesHDR
    output = PixelFormat(channels, isHDR ? .sixteen : plan.output.depth)
    (curve, primaries) = (picture.toneCurve, colors.primaries)
    var request = EncodeRequest(size: map.plan.window.size, pixels: map.plan.output)
    request.limits = editor.limits
    let encoder = OutputEncoder(codec: codec, request: request, EncodingSettings(), qualitySource: nil)
    self.map = maps.rendering(map, parameters, encoder, memory, editor)
  }

  /// The colors of the output; nil if it is not an HDR image.
  package var codePoints: ImageMetadata.Colorimetry? { isHDR ? settings.transfer.colorimetry : nil }

  /// The bytes of the map, which is held while the picture is rendered.
  var heldBytes: Int { map.outputBytes }

  /// Renders the map.
  ///
  /// - Returns: the conversion of the picture's rows, and notices about damage.
  /// - Throws: `EditFailure` of an image or of a limit.
  func conversion(
    _ options: PreparedEdit.Options
  ) throws(EditFailure) -> (conversion: HDRConversion, notices: [EditNotice]) {
    var own = options
    (own.hash, own.progress) = (false, nil)
    let rendered = try map.renderIntoMemory(own)
    guard let pixels = rendered.frames.first?.pixels else { throw .bug("a gain map has no frame") }
    var gainPrimaries = primaries
    if case .profile(let bytes?) = parameters.colors, let profile = ColorProfile(bytes) {
      gainPrimaries = ColorMatrix(toSRGBFrom: profile) ?? .identity
    }
    let conversion = HDRConversion(
      pixels, parameters, headroom: settings.headroom, to: isHDR ? settings.transfer.output : .sdr,
      picture: picture.output, output: output, curve: curve, primaries: primaries,
      gainPrimaries: gainPrimaries)
    return (conversion, rendered.notices)
  }
}

extension ImageFormat.Capabilities {
  /// True if a file can have 16 bits per channel, and say that they are HDR.
  var storesHDR: Bool { depths.contains(.sixteen) && colorimetry.hasCodePoints }
}
