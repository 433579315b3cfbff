import FrameCodec
import FrameEngine
import FrameImage

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

/// The format of an output, and how an image is encoded in it.
///
///     try edit.apply(to: photo).write(to: "small.jpg", as: .jpeg(quality: 80, maximumBytes: 200_000))
///
/// A setting that the format does not have is an error of the call that writes the output.
public struct Encoding: Hashable, Sendable {
  /// The format.
  public var format: ImageFileType
  /// The quality of a lossy format; nil for the format's default. With `maximumBytes`, it is the highest one that is tried.
  public var quality: Quality?
  /// The largest length of the file, for which the quality is lowered; nil for any length.
  public var maximumBytes: Int?
  /// The resolution of chroma; nil for one that depends on the quality. Only for JPEG.
  public var chroma: ChromaSubsampling?
  /// True for a progressive JPEG.
  public var isProgressive = false
  /// The resolution for printing, from 1 to 65,535; nil for that of the first image.
  public var dotsPerInch: Int?
  /// How often an animation plays, 0 for forever; nil for the loop count of the first animated image.
  public var loopCount: Int?

  /// - Parameters:
  ///   - format: The format.
  ///   - quality: The quality of a lossy format; nil for the format's default.
  ///   - maximumBytes: The largest length of the file; nil for any length.
  public init(_ format: ImageFileType, quality: Quality? = nil, maximumBytes: Int? = nil) {
    (self.format, self.quality, self.maximumBytes) = (format, quality, maximumBytes)
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
    func check(_ number: Int?, _ name: String, _ range: ClosedRange<Int>) throws(EditError) {
      guard let number, !range.contains(number) else { return }
      let wanted =
        range.upperBound == .max
        ? "\(range.lowerBound) or more" : "from \(range.lowerBound) to \(range.upperBound)"
      throw EditError(.plan, .output(output), .setting, "\(name) must be \(wanted), not \(number)")
    }
    if case .level(let level)? = quality { try check(level, "a quality", 1...100) }
    try check(maximumBytes, "a number of bytes", 1...Int.max)
    try check(dotsPerInch, "a resolution", 1...65_535)
    try check(loopCount, "a loop count", 0...65_535)
    var settings = EncodingSettings(quality: quality)
    (settings.maximumBytes, settings.chroma, settings.isProgressive) = (maximumBytes, chroma, isProgressive)
    (settings.dotsPerInch, settings.loopCount) = (dotsPerInch, loopCount)
    return settings
  }
}
