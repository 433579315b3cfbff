/// 256 colors for every image: a cube of six levels a channel, and 40 grays between black and white.
///
/// Sixels tell colors in percent, so the levels of the cube are 0, 20 ... 100, exactly those of 51 of 255.
enum SixelPalette {
  /// Percent, 0 to 100, of a register.
  static func percents(_ register: Int) -> (red: Int, green: Int, blue: Int) {
    if register < 216 {
      return (register / 36 * 20, register / 6 % 6 * 20, register % 6 * 20)
    }
    let gray = grayPercent(register - 216)
    return (gray, gray, gray)
  }

  /// The register for a color at a place. Grays are the nearest there is; other colors are dithered, unless
  /// the cube has them.
  static func register(red: UInt8, green: UInt8, blue: UInt8, x: Int, y: Int) -> Int {
    if red == green, green == blue { return grays[Int(red)] }
    // Between 0 and 255 on average a half: what is between two levels becomes one or the other in proportion.
    let threshold = (2 * bayer[y & 3][x & 3] + 1) * 255 / 32
    func level(_ value: UInt8) -> Int { (Int(value) * 5 + threshold) / 255 }
    return level(red) * 36 + level(green) * 6 + level(blue)
  }

  /// - Parameter index: 0 to 39.
  private static func grayPercent(_ index: Int) -> Int { (index + 1) * 100 / 41 }

  /// The register for each gray.
  private static let grays: [Int] = {
    let all = (0..<6).map { $0 * 43 } + Array(216..<256)
    return (0..<256).map { value in
      all.min { abs(percents($0).red * 255 - value * 100) < abs(percents($1).red * 255 - value * 100) }!
    }
  }()

  /// Bayer's ordered dither of 4 x 4 (1973).
  private static let bayer = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]]
}
