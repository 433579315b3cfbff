import FrameCodec
import FrameScene

/// The quality of an output in a lossy format.
public enum Quality: Hashable, Sendable, ExpressibleByIntegerLiteral {
  /// A level from 1 to 100.
  case level(Int)
  /// The quantizers and the chroma subsampling of the primary image, if it has the output's format.
  case keep

  public init(integerLiteral level: Int) { self = .level(level) }
}

/// How an output is encoded, as far as a caller chooses it.
package struct EncodingSettings: Equatable, Sendable {
  /// The quality; with `maximumBytes`, the highest one. Nil for the format's default; with `maximumBytes`, for 100.
  package var quality: Quality?
  /// The resolution of chroma; nil for one that depends on the quality.
  package var chroma: ChromaSubsampling?
  package var isProgressive = false
  /// What the edit does with the HDR gain maps of its images.
  package var gainMap = GainMapPolicy.keep
  /// The largest length of the file, for which the quality is lowered; nil for any length.
  package var maximumBytes: Int?
  /// The resolution that replaces that of the primary image.
  package var dotsPerInch: Int?
  /// How often an animation plays, 0 for forever; nil for the loop count of the first animated image.
  package var loopCount: Int?

  package init(quality: Quality? = nil) { self.quality = quality }

  /// A setting that a lossless transform cannot honor.
  package enum PixelSetting: Sendable {
    case quality, maximumBytes, gainMap, chroma
  }

  /// The first setting that a lossless transform could not honor; nil if there is none.
  package var pixelSetting: PixelSetting? {
    if case .level = quality { return .quality }
    if maximumBytes != nil { return .maximumBytes }
    if case .apply = gainMap { return .gainMap }
    return chroma != nil ? .chroma : nil
  }

  var resolution: ImageMetadata.Resolution? {
    dotsPerInch.map { ImageMetadata.Resolution(x: Double($0) / 0.0254, y: Double($0) / 0.0254) }
  }

  /// Checks that a format can honor the settings.
  ///
  /// - Throws: `EditFailure.encoding`
  func check(_ format: ImageFormat) throws(EditFailure) {
    let can = format.capabilities
    if isProgressive, can.holding != .coefficients { throw .encoding(.progressive(format.title)) }
    if chroma != nil, can.holding != .coefficients { throw .encoding(.chroma(format.title)) }
    if maximumBytes != nil, can.loss != .detail { throw .encoding(.maximumBytes(format.title)) }
    if dotsPerInch != nil, !can.resolution, can.metadata[.exif] == nil {
      throw .encoding(.resolution(format.title))
    }
    if loopCount != nil, !can.animation { throw .encoding(.loops(format.title)) }
  }
}

/// A setting that an output cannot honor; its format is given by its title.
package enum EncodingProblem: Equatable, Sendable {
  case progressive(String)
  case chroma(String)
  case maximumBytes(String)
  case resolution(String)
  case loops(String)
  /// A lossless transform was required, and the gain map would be encoded again.
  case gainMapBlocks

  package var message: Message {
    switch self {
    case .progressive(let format):
      Message("\(format) cannot be written as a progressive image", hint: "JPEG can")
    case .chroma(let format):
      Message("the chroma subsampling of \(format) cannot be chosen", hint: "write JPEG to choose it")
    case .maximumBytes(let format):
      Message(
        "\(format) has no quality that could be lowered to a number of bytes",
        hint: "JPEG, WebP and AVIF have one")
    case .resolution(let format):
      Message("\(format) stores no resolution", hint: "JPEG, PNG and TIFF do")
    case .loops(let format):
      Message("\(format) stores no animation, so it has no loop count", hint: "PNG, GIF and WebP have one")
    case .gainMapBlocks:
      Message(
        "the blocks of the HDR gain map cannot move as those of the photo do",
        hint:
          "the map is encoded again if no lossless transform is required, and left out if gain maps are dropped"
      )
    }
  }
}
