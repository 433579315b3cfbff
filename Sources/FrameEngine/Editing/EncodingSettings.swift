import FrameCodec
import FrameImage
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
public struct EncodingSettings: Hashable, Sendable {
  /// The quality of a lossy format; nil for the format's default. With `maximumBytes`, it is the highest one that is tried.
  public var quality: Quality?
  /// The resolution of chroma; nil for one that depends on the quality. Only for JPEG.
  public var chroma: ChromaSubsampling?
  /// True for a progressive JPEG.
  public var isProgressive = false
  /// What the edit does with the HDR gain maps of its images.
  package var gainMap = GainMapPolicy.keep
  /// The largest length of the file, for which the quality is lowered; nil for any length.
  public var maximumBytes: Int?
  /// The bits per channel; nil for the depth of the images, or the largest depth of the format if it is less. An HDR image that a
  /// gain map gives has 16.
  public var depth: PixelFormat.Depth?
  /// The resolution for printing, from 1 to 65,535 dots per inch; nil for the resolution of the first image.
  public var dotsPerInch: Int?
  /// How often an animation plays, 0 for forever; nil for the loop count of the first animated image.
  public var loopCount: Int?

  package init(quality: Quality? = nil) { self.quality = quality }

  /// The first setting that a lossless transform could not honor; nil if there is none.
  package var pixelSetting: PixelSetting? { PixelSetting.all.first { $0.isSet(self) } }

  fileprivate var appliesGainMap: Bool { if case .apply = gainMap { true } else { false } }

  /// Returns the range of depths that an output may have. Within the range, it has the depth of its images.
  func depths(in format: ImageFormat.Capabilities) -> ClosedRange<PixelFormat.Depth> {
    depth.map { $0...$0 } ?? .eight...(format.depths.max() ?? .eight)
  }

  var resolution: ImageMetadata.Resolution? {
    dotsPerInch.map { ImageMetadata.Resolution(x: Double($0) / 0.0254, y: Double($0) / 0.0254) }
  }

  /// Checks that a format can honor the settings.
  ///
  /// - Throws: `EditFailure.encoding`
  func check(_ format: ImageFormat) throws(EditFailure) {
    for option in EncodingOption.all where option.isRefused(self, format.capabilities) {
      throw .encoding(option.refusal(format.title))
    }
  }
}

/// A setting that a lossless transform cannot honor.
package struct PixelSetting: Sendable {
  /// The key of the option, also of one that jobs do not have.
  package let key: String
  /// The value that needs pixels, after a space; empty for every value.
  package let value: String
  /// The reason why the quality of the image cannot be kept with the setting, as a clause.
  package let reason: String
  let isSet: @Sendable (EncodingSettings) -> Bool

  package static let all = [
    PixelSetting(key: EncodingOption.quality.key, value: " with a number", reason: "which is another quality")
    {
      if case .level = $0.quality { true } else { false }
    },
    PixelSetting(key: EncodingOption.maxBytes.key, value: "", reason: "which chooses the quality") {
      $0.maximumBytes != nil
    },
    PixelSetting(key: "gainMap", value: " apply", reason: "which makes other pixels") { $0.appliesGainMap },
    PixelSetting(key: EncodingOption.chroma.key, value: "", reason: "which is kept, too") {
      $0.chroma != nil
    },
  ]
}

/// An option of encodings, declared once for all callers: the flag of the program, the key of jobs, and the range of a property
/// of `EncodingSettings`. The flag adds only its help.
package struct EncodingOption: Sendable {
  /// The key of jobs, such as `maxBytes`. The flag has the same words.
  package let key: String
  /// The allowed values, as a noun phrase.
  package let allowedValues: String
  /// The only string in JSON, where all other values are numbers; nil if all values may be strings.
  package var onlyString: String?
  /// True if the value is a Boolean.
  package var isBoolean = false
  /// The range and the value of a number that callers of the library set without parsing; with its name in messages.
  package var number: (name: String, range: ClosedRange<Int>, value: @Sendable (EncodingSettings) -> Int?)?
  /// Returns true if a format cannot honor the setting.
  var isRefused: @Sendable (EncodingSettings, ImageFormat.Capabilities) -> Bool = { _, _ in false }
  /// Returns the message for such a format, by its title.
  var refusal: @Sendable (String) -> Message = { Message($0) }
  /// Parses a value and sets the option; returns false for text that is not allowed.
  package let set: @Sendable (inout EncodingSettings, String) -> Bool

  /// The allowed values in JSON, as a noun phrase.
  package var allowedJSON: String {
    guard let onlyString, let number else { return allowedValues }
    return "\(Self.allowed(number.range)) or \"\(onlyString)\""
  }

  /// Returns true for the text of an allowed value.
  package func allows(_ text: String) -> Bool {
    var settings = EncodingSettings()
    return set(&settings, text)
  }
}

// MARK: The options

extension EncodingOption {
  /// All options, in the order of the keys in messages.
  package static let all = [quality, maxBytes, chroma, progressive, depth, dpi, loop]

  package static let quality = EncodingOption(
    key: "quality", allowedValues: "\(allowed(1...100)), or 'keep'", onlyString: "keep",
    number: ("a quality", 1...100, { if case .level(let level) = $0.quality { level } else { nil } }),
    set: { settings, text in
      settings.quality = text == "keep" ? .keep : Int(text, in: 1...100).map(Quality.level)
      return settings.quality != nil
    })

  package static let maxBytes = EncodingOption(
    key: "maxBytes", allowedValues: "a number of bytes, such as 200000, 200K or 1.5M",
    number: ("a number of bytes", 1...Int.max, { $0.maximumBytes }),
    isRefused: { $0.maximumBytes != nil && $1.loss != .detail },
    refusal: {
      Message(
        "\($0) has no quality that could be lowered to a number of bytes",
        hint: "JPEG, WebP and AVIF have one"
      )
    },
    set: { settings, text in
      settings.maximumBytes = Int(bytes: text)
      return settings.maximumBytes != nil
    })

  package static let chroma = EncodingOption(
    key: "chroma", allowedValues: "444, 422, 420 or auto",
    isRefused: { $0.chroma != nil && $1.holding != .coefficients },
    refusal: {
      Message("the chroma subsampling of \($0) cannot be chosen", hint: "write JPEG to choose it")
    },
    set: { settings, text in
      // Also as "4:2:0".
      settings.chroma = ChromaSubsampling.allCases.first {
        ["\($0.rawValue)", "\($0.rawValue)".map(String.init).joined(separator: ":")].contains(text)
      }
      return settings.chroma != nil || text == "auto"
    })

  package static let progressive = EncodingOption(
    key: "progressive", allowedValues: "true or false", isBoolean: true,
    isRefused: { $0.isProgressive && $1.holding != .coefficients },
    refusal: { Message("\($0) cannot be written as a progressive image", hint: "JPEG can") },
    set: { settings, text in
      settings.isProgressive = text == "true"
      return settings.isProgressive || text == "false"
    })

  package static let depth = EncodingOption(
    key: "depth", allowedValues: "8 or 16",
    isRefused: {
      guard let depth = $0.depth else { return false }
      return !$1.depths.contains(depth) || ($0.appliesGainMap && $1.storesHDR && depth != .sixteen)
    },
    refusal: {
      Message(
        "\($0) cannot be written with this number of bits per channel",
        hint: "PNG, TIFF, PNM, AVIF and JPEG XL can have 16; HDR images of gain maps have no other")
    },
    set: { settings, text in
      settings.depth = PixelFormat.Depth.allCases.first { text == "\($0.rawValue)" }
      return settings.depth != nil
    })

  /// JFIF has this range.
  package static let dpi = EncodingOption(
    key: "dpi", allowedValues: allowed(1...65_535), number: ("a resolution", 1...65_535, { $0.dotsPerInch }),
    isRefused: { $0.dotsPerInch != nil && !$1.resolution && $1.metadata[.exif] == nil },
    refusal: { Message("\($0) stores no resolution", hint: "JPEG, PNG and TIFF do") },
    set: { settings, text in
      settings.dotsPerInch = Int(text, in: 1...65_535)
      return settings.dotsPerInch != nil
    })

  /// GIF has this range.
  package static let loop = EncodingOption(
    key: "loop", allowedValues: "\(allowed(0...65_535)), or 'forever'",
    number: ("a loop count", 0...65_535, { $0.loopCount }),
    isRefused: { $0.loopCount != nil && !$1.animation },
    refusal: {
      Message("\($0) stores no animation, so it has no loop count", hint: "PNG, GIF and WebP have one")
    },
    set: { settings, text in
      settings.loopCount = text == "forever" ? 0 : Int(text, in: 0...65_535)
      return settings.loopCount != nil
    })

  private static func allowed(_ range: ClosedRange<Int>) -> String {
    "a whole number from \(range.lowerBound) to \(range.upperBound)"
  }
}

extension Int {
  /// Parses a whole number; nil for other text.
  fileprivate init?(_ text: String, in range: ClosedRange<Int>) {
    guard let number = Int(text), range.contains(number) else { return nil }
    self = number
  }

  /// Parses a number of bytes such as `200000`, `200K`, `1.5MB` (powers of 1000) or `200KiB` (powers of 1024).
  fileprivate init?(bytes text: String) {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let units = [
      "": 1, "B": 1, "K": 1e3, "KB": 1e3, "KIB": 0x1p10, "M": 1e6, "MB": 1e6, "MIB": 0x1p20, "G": 1e9,
      "GB": 1e9,
      "GIB": 0x1p30,
    ]
    guard let unit = units[text[digits.endIndex...].uppercased()], let number = Double(digits) else {
      return nil
    }
    let bytes = (number * unit).rounded()
    guard bytes >= 1, bytes < 1e15 else { return nil }
    self = Int(bytes)
  }
}
