import FrameModel

/// What counts as a difference between two images, and what else is to be measured.
public struct ComparisonOptions: Hashable, Sendable {
  /// Nil: exact, a pixel differs where any stored sample does, alpha among them. 0 to 1: how far two
  /// colors may lie apart to the eye, as pixelmatch counts it.
  public var threshold: Double?
  /// Pixels that look antialiased in either image are excused, by Vysniauskas' method.
  public var ignoresAntialiasing = false
  /// Pixels in any of these are not looked at. Parts outside the images are allowed.
  public var ignored: [PixelRect] = []
  /// A pixel with any sample further off than this part of the range, 0 to 1, counts whatever else excuses
  /// it; nil: none does.
  public var hardThreshold: Double?
  /// What lies under the images where colors or brightness are compared as seen; its own alpha is not
  /// used. Pixelmatch's is white.
  public var ground = Color.white
  public var metrics: Set<ComparisonMetric> = []

  public init() {}
}

/// A number for how far two images lie apart. Means leave ignored pixels out.
public enum ComparisonMetric: String, CaseIterable, Sendable {
  /// The pixels that count.
  case count
  /// The largest difference of any sample, 0 to 1.
  case max
  /// How many pixels odiff would count: at the threshold, or at its own of 0.1, with antialiased ones
  /// excused where that is asked for.
  case odiff
  /// The mean of the samples' differences, 0 to 1. Alpha is one of the samples where an image has it.
  case mae
  /// The root of the mean of their squares, 0 to 1.
  case rmse
  /// The same in decibels below the range; infinite for equal samples.
  case psnr
  /// Structural similarity of the luma over the ground, 1 for equal ones.
  case ssim
  /// The same on five scales, each half the last.
  case msssim = "ms-ssim"
  /// (1 - ssim) / 2, 0 for equal ones.
  case dssim
  /// The mean of the colors' CIEDE2000 distances over the ground, 0 to about 100.
  case ciede2000

  /// What it is for two equal images.
  public var ofEqualImages: Double {
    switch self {
    case .count, .max, .odiff, .mae, .rmse, .dssim, .ciede2000: 0
    case .ssim, .msssim: 1
    case .psnr: .infinity
    }
  }
}

/// Why two images could not be compared, other than what their sources throw.
public enum ComparisonError: Error, Hashable, Sendable {
  /// Rectangles and mask leave nothing to look at.
  case everythingIgnored
  /// The mask is not as large as what the two images share.
  case maskSize(PixelSize, needed: PixelSize)
}
