import FrameCodec

/// The result of an edit, in memory.
public struct RenderedImage: Sendable {
  /// The frames; one for a still image.
  public let frames: [RenderedFrame]
  /// How often an animation plays; 0 means forever.
  public let loopCount: Int
  /// Notices about the edit: something that the result lacks, or that its user may not expect.
  public let notices: [String]
  private(set) var stored: ImageMetadata
  let options: EditOptions

  init(
    frames: [RenderedFrame], loopCount: Int, metadata: ImageMetadata, notices: [String], options: EditOptions
  ) {
    (self.frames, self.loopCount, stored) = (frames, loopCount, metadata)
    (self.notices, self.options) = (notices, options)
  }

  /// The pixels of the first frame: upright, with alpha not premultiplied.
  public var pixels: Bitmap { frames[0].pixels }
  /// The width and height in pixels.
  public var size: PixelSize { pixels.size }
  /// The ICC profile of the pixels; nil for sRGB.
  public var profile: [UInt8]? { stored.profile }
  /// The metadata that files of the image get.
  public var metadata: Metadata {
    get { Metadata(stored) }
    set { newValue.replace(in: &stored) }
  }
}
