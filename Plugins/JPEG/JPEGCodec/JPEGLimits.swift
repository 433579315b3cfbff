/// Bounds of what is done for one JPEG, that no flag raises.
enum JPEGLimits {
  /// Scans of a progressive image; the library's own tools stop at the same.
  static let scans = 500
  /// Markers before the first scan.
  static let markers = 1_000
}
