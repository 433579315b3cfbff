import FrameCodec
import FrameImage

/// The result of an edit, in memory.
public struct RenderedImage: Sendable {
  /// The frames; one for a still image.
  public let frames: [RenderedFrame]
  /// How often an animation plays; 0 means forever.
  public let loopCount: Int
  /// Notices about the edit: something that the result lacks, or that its user may not expect.
  public let notices: [String]
  let metadata: ImageMetadata
  private let options: EditOptions

  init(
    frames: [RenderedFrame], loopCount: Int, metadata: ImageMetadata, notices: [String], options: EditOptions
  ) {
    (self.frames, self.loopCount, self.metadata) = (frames, loopCount, metadata)
    (self.notices, self.options) = (notices, options)
  }

  /// The pixels of the first frame: upright, with alpha not premultiplied.
  public var pixels: Bitmap { frames[0].pixels }
  /// The width and height in pixels.
  public var size: PixelSize { pixels.size }
  /// The ICC profile of the pixels; nil for sRGB.
  public var profile: [UInt8]? { metadata.profile }

  /// Encodes the image.
  ///
  /// - Parameters:
  ///   - format: The name or a file extension of the format: "jpeg", "png".
  ///   - quality: The quality of a lossy format, 1 to 100; nil for the format's default.
  /// - Throws: `EditError`
  public func encoded(as format: String, quality: Int? = nil) throws(EditError) -> [UInt8] {
    try identity.encode(.rendered(self), as: format, quality: quality)
  }

  /// Writes the image to a file, which appears under its name when it is complete and replaces an existing file.
  ///
  /// - Parameters:
  ///   - path: The path of the file. Its extension chooses the format.
  ///   - quality: The quality of a lossy format, 1 to 100; nil for the format's default.
  /// - Throws: `EditError`
  public func write(to path: String, quality: Int? = nil) throws(EditError) {
    try identity.write(.rendered(self), to: path, quality: quality)
  }

  var identity: Edit {
    // The edit has already chosen metadata, colors and frames.
    var options = EditOptions()
    (options.formats, options.limits, options.threads) = (
      self.options.formats, self.options.limits, self.options.threads
    )
    return .identity(options)
  }
}
