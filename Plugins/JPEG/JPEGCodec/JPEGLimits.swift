/// Limits for one JPEG that no option raises.
enum JPEGLimits {
  /// The scans of a progressive image. libjpeg's own tools have the same limit.
  static let scans = 500
  /// The markers before the first scan.
  static let markers = 1_000
}
