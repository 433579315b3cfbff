/// A frame of a rendered image.
public struct RenderedFrame: Hashable, Sendable {
  /// The pixels of the frame, upright.
  public var pixels: Bitmap
  /// The time that the frame is shown; 0 for a still image.
  public var milliseconds: Int

  public init(pixels: Bitmap, milliseconds: Int = 0) {
    self.pixels = pixels
    self.milliseconds = milliseconds
  }
}
