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

/// A measure of the difference between two images. Means exclude ignored pixels.
public enum ComparisonMetric: String, CaseIterable, Sendable {
  /// The number of differing pixels.
  case count
  /// The largest difference of two samples, 0 to 1.
  case max
  /// The number of pixels that odiff counts, at the given threshold or at odiff's default of 0.1. Excludes
  /// antialiased pixels if `ignoresAntialiasing` is set.
  case odiff
  /// The mean absolute difference of the samples, 0 to 1. Alpha counts as a sample if either image has it.
  case mae
  /// The root mean square of the differences, 0 to 1.
  case rmse
  /// The peak signal-to-noise ratio in decibels; infinite for equal samples.
  case psnr
  /// The structural similarity of the luma over the background; 1 for equal images.
  case ssim
  /// The structural similarity over five scales, each half the size of the previous one.
  case msssim = "ms-ssim"
  /// The structural dissimilarity, (1 - ssim) / 2; 0 for equal images.
  case dssim
  /// The mean CIEDE2000 distance of the colors over the background, 0 to about 100.
  case ciede2000
  /// The mean FLIP error of the colors over the background, viewed at 67 pixels per degree, 0 to 1.
  case flip
  /// The SSIMULACRA 2.1 score of the colors over the background; 100 for equal images.
  case ssimulacra2

  /// The value of the metric for two equal images.
  public var valueForEqualImages: Double {
    switch self {
    case .count, .max, .odiff, .mae, .rmse, .dssim, .ciede2000, .flip: 0
    case .ssim, .msssim: 1
    case .ssimulacra2: 100
    case .psnr: .infinity
    }
  }
}

/// A reason why two images cannot be compared. Errors of the image sources are thrown as they are.
public enum ComparisonError: Error, Hashable, Sendable {
  /// The ignored rectangles and the mask leave no pixel to compare.
  case everythingIgnored
  /// The size of the mask is not the size of the common area.
  case maskSize(PixelSize, needed: PixelSize)
}
