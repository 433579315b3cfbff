import FrameImage

/// The rules that decide whether two pixels differ, and the metrics to compute.
public struct ComparisonOptions: Hashable, Sendable {
  /// The perceptual color distance, 0 to 1, up to which pixels count as equal, as pixelmatch defines it. If
  /// nil, a pixel differs if any stored sample does, including alpha.
  public var threshold: Double?
  /// True to excuse pixels that look antialiased in either image, by Vysniauskas' method.
  public var ignoresAntialiasing = false
  /// Rectangles of pixels to ignore. They may extend beyond the images.
  public var ignored: [PixelRect] = []
  /// The difference of one sample, as a fraction of the range, above which a pixel counts regardless of any
  /// excuse; nil for no such rule.
  public var hardThreshold: Double?
  /// The color behind transparent pixels when colors or brightness are compared as they appear. Its own alpha
  /// is not used. pixelmatch uses white.
  public var background = Color.white
  /// The measures to compute, in addition to the count of differing pixels.
  public var metrics: Set<ComparisonMetric> = []

  public init() {}
}

/// A reason why two images cannot be compared. Errors of the image sources are thrown as they are.
public enum ComparisonError: Error, Hashable, Sendable {
  /// The ignored rectangles and the mask leave no pixel to compare.
  case everythingIgnored
  /// The size of the mask is not the size of the common area.
  case maskSize(PixelSize, needed: PixelSize)
}
