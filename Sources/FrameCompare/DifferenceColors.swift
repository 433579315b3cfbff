/// What an image of a difference looks like: red over the expected image, gray and pale; yellow what is excused
/// for its smooth edges, blue what was not looked at.
public enum DifferenceColors {
  /// A third of the luma (ITU-R BT.601) over white.
  ///
  /// - Parameter row: of the expected image, as red, green, blue, alpha.
  public static func pale(_ row: Span<UInt8>, _ i: Int) -> UInt8 {
    let luma = (299 * Int(row[4 * i]) + 587 * Int(row[4 * i + 1]) + 114 * Int(row[4 * i + 2])) / 1000
    return UInt8(255 - (255 - luma) * Int(row[4 * i + 3]) / 765)
  }

  /// - Parameter gray: the expected image's, pale.
  public static func color(_ verdict: PixelVerdict, over gray: UInt8) -> (
    red: UInt8, green: UInt8, blue: UInt8
  ) {
    switch verdict {
    case .differs: (255, 0, 0)
    case .antialiased: (255, 255, 0)
    case .same: (gray, gray, gray)
    case .ignored: (gray / 2, gray / 2, gray)
    }
  }
}
