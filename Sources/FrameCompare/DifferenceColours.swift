/// What a picture of a difference looks like: red over the expected picture, grey and pale; yellow what is excused
/// for its smooth edges, blue what was not looked at.
public enum DifferenceColours {
  /// A third of the luma (ITU-R BT.601) over white.
  ///
  /// - Parameter row: of the expected picture, as red, green, blue, alpha.
  public static func pale(_ row: Span<UInt8>, _ i: Int) -> UInt8 {
    let luma = (299 * Int(row[4 * i]) + 587 * Int(row[4 * i + 1]) + 114 * Int(row[4 * i + 2])) / 1000
    return UInt8(255 - (255 - luma) * Int(row[4 * i + 3]) / 765)
  }

  /// - Parameter grey: the expected picture's, pale.
  public static func colour(_ verdict: PixelVerdict, over grey: UInt8) -> (
    red: UInt8, green: UInt8, blue: UInt8
  ) {
    switch verdict {
    case .differs: (255, 0, 0)
    case .antialiased: (255, 255, 0)
    case .same: (grey, grey, grey)
    case .ignored: (grey / 2, grey / 2, grey)
    }
  }
}
