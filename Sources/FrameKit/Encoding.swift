import FrameEngine

/// A format of image files, by its short name.
///
/// The built-in formats have names here. Those of plugins are values as well: `ImageFileType(rawValue: "avif")`.
public struct ImageFileType: RawRepresentable, Hashable, Sendable {
  /// The name or a file extension of the format, in any case.
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// JPEG.
  public static let jpeg = ImageFileType(rawValue: "jpeg")
  /// PNG, also animated.
  public static let png = ImageFileType(rawValue: "png")
  /// QOI.
  public static let qoi = ImageFileType(rawValue: "qoi")
  /// PPM. Its siblings PBM, PGM and PAM have types of their own, by their names.
  public static let ppm = ImageFileType(rawValue: "ppm")
  /// With the plugin for it.
  public static let webP = ImageFileType(rawValue: "webp")
  /// With the plugin for it.
  public static let avif = ImageFileType(rawValue: "avif")
  /// With the plugin for it.
  public static let tiff = ImageFileType(rawValue: "tiff")
  /// With the plugin for it.
  public static let gif = ImageFileType(rawValue: "gif")
}

/// The format of an output, and how an image is encoded in it. It has the properties of `EncodingSettings`.
///
///     try edit.apply(to: photo).write(to: "small.jpg", as: .jpeg(quality: 80, maximumBytes: 200_000))
///
/// A setting that the format does not have is an error of the call that writes the output.
@dynamicMemberLookup
public struct Encoding: Hashable, Sendable {
  /// The format.
  public var format: ImageFileType
  private var settings: EncodingSettings

  /// A setting, such as `encoding.dotsPerInch`.
  public subscript<Value>(dynamicMember setting: WritableKeyPath<EncodingSettings, Value>) -> Value {
    get { settings[keyPath: setting] }
    set { settings[keyPath: setting] = newValue }
  }

  /// - Parameters:
  ///   - format: The format.
  ///   - quality: The quality of a lossy format; nil for the format's default.
  ///   - maximumBytes: The largest length of the file; nil for any length.
  public init(_ format: ImageFileType, quality: Quality? = nil, maximumBytes: Int? = nil) {
    (self.format, settings) = (format, EncodingSettings(quality: quality))
    settings.maximumBytes = maximumBytes
  }

  /// PNG with its defaults.
  public static let png = Encoding(.png)
  /// QOI.
  public static let qoi = Encoding(.qoi)

  /// JPEG.
  public static func jpeg(quality: Quality? = nil, maximumBytes: Int? = nil) -> Encoding {
    Encoding(.jpeg, quality: quality, maximumBytes: maximumBytes)
  }

  /// With the plugin for it.
  public static func webP(quality: Quality? = nil, maximumBytes: Int? = nil) -> Encoding {
    Encoding(.webP, quality: quality, maximumBytes: maximumBytes)
  }

  /// With the plugin for it.
  public static func avif(quality: Quality? = nil, maximumBytes: Int? = nil) -> Encoding {
    Encoding(.avif, quality: quality, maximumBytes: maximumBytes)
  }

  /// Returns the settings of the engine.
  ///
  /// - Parameter output: The name of the output in errors.
  /// - Throws: `EditError` for a number that is out of range.
  func settings(for output: String) throws(EditError) -> EncodingSettings {
    for case let number? in EncodingOption.all.map(\.number) {
      guard let value = number.value(settings), !number.range.contains(value) else { continue }
      let (least, most) = (number.range.lowerBound, number.range.upperBound)
      let wanted = most == .max ? "\(least) or more" : "from \(least) to \(most)"
      throw EditError(.plan, .output(output), .setting, "\(number.name) must be \(wanted), not \(value)")
    }
    return settings
  }
}
