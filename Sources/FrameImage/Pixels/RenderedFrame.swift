/// A frame of a rendered image.
public struct RenderedFrame: Hashable, Sendable {
  /// The pixels of the frame, upright.
  public var pixels: Bitmap
  /// The time that the frame is shown, as files store it; 0 for a still image.
  package var milliseconds: Int

  /// - Parameter duration: The time that the frame is shown, which is rounded to milliseconds; 0 for a still image.
  public init(pixels: Bitmap, duration: Duration = .zero) {
    self.init(pixels: pixels, milliseconds: Int((duration.inSeconds * 1000).rounded()))
  }

  package init(pixels: Bitmap, milliseconds: Int) {
    (self.pixels, self.milliseconds) = (pixels, milliseconds)
  }

  /// The time that the frame is shown; 0 for a still image.
  public var duration: Duration { .milliseconds(milliseconds) }
}

extension Duration {
  package var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
