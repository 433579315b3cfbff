/// The relation of stored rows and columns to the upright image: the eight values of EXIF's Orientation tag (CIPA
/// DC-008, 4.6.4), by number.
public enum Orientation: Int, Hashable, Sendable, CaseIterable {
  case up = 1
  case upMirrored = 2
  case down = 3
  case downMirrored = 4
  case leftMirrored = 5
  case right = 6
  case rightMirrored = 7
  case left = 8

  /// The linear part of the map from stored to upright pixels.
  public var linear: AffineTransform {
    switch self {
    case .up: AffineTransform(1, 0, 0, 1, 0, 0)
    case .upMirrored: AffineTransform(-1, 0, 0, 1, 0, 0)
    case .down: AffineTransform(-1, 0, 0, -1, 0, 0)
    case .downMirrored: AffineTransform(1, 0, 0, -1, 0, 0)
    case .leftMirrored: AffineTransform(0, 1, 1, 0, 0, 0)
    case .right: AffineTransform(0, 1, -1, 0, 0, 0)
    case .rightMirrored: AffineTransform(0, -1, -1, 0, 0, 0)
    case .left: AffineTransform(0, -1, 1, 0, 0, 0)
    }
  }

  /// True if width and height are swapped.
  public var swapsAxes: Bool { rawValue >= 5 }
}
