import FrameImage

/// Encodes an image as half-block characters (U+2580): the upper half shows one pixel and the lower half the
/// pixel below it. Colors use SGR of ECMA-48 and ISO 8613-6.
enum BlockEncoder {
  static func bytes(of image: Bitmap, _ colors: TerminalGraphics.CellColors) -> [UInt8] {
    var out: [UInt8] = []
    for top in stride(from: 0, to: image.size.height, by: 2) {
      // A color is written only when it changes. The previous line ended with a reset.
      var (upper, lower): (String?, String?)
      for x in 0..<image.size.width {
        let above = color(of: image, x, top, colors)
        // An odd last row has no pixel below it, so the background of the terminal shows.
        let below = top + 1 < image.size.height ? color(of: image, x, top + 1, colors) : nil
        let changes = [
          above == upper ? nil : "38;" + above, below == lower ? nil : below.map { "48;" + $0 },
        ].compactMap { $0 }
        if !changes.isEmpty { out += "\u{1B}[\(changes.joined(separator: ";"))m".utf8 }
        out += "\u{2580}".utf8
        (upper, lower) = (above, below)
      }
      out += "\u{1B}[0m\n".utf8
    }
    return out
  }

  /// Returns the parameters after 38 or 48 in an SGR sequence.
  private static func color(
    of image: Bitmap, _ x: Int, _ y: Int, _ colors: TerminalGraphics.CellColors
  ) -> String {
    let (red, green, blue) = (image[x, y, 0], image[x, y, 1], image[x, y, 2])
    switch colors {
    case .direct: return "2;\(red);\(green);\(blue)"
    case .indexed: return "5;\(IndexedColor.nearest(red, green, blue))"
    }
  }
}

/// xterm's 256 colors: 16 that users can redefine, a cube with six levels per channel, and 24 grays
/// (256colres.h).
enum IndexedColor {
  /// Returns the nearest color of the cube and the grays, by the sum of squared differences. The cube wins
  /// ties.
  ///
  /// - Parameters: 0 to 255.
  /// - Returns: 16 to 255.
  static func nearest(_ red: Int, _ green: Int, _ blue: Int) -> Int {
    func square(_ value: Int) -> Int { value * value }
    let channels = [red, green, blue]
    let steps = channels.map { value in
      levels.indices.min { abs(levels[$0] - value) < abs(levels[$1] - value) }!
    }
    let cubeDistance = zip(channels, steps).map { square($0 - levels[$1]) }.reduce(0, +)
    // The nearest gray is the one nearest to the mean. Grays are 10 apart, from 8 to 238.
    let gray = min(23, max(0, (channels.reduce(0, +) / 3 - 3) / 10))
    let grayDistance = channels.map { square($0 - (8 + 10 * gray)) }.reduce(0, +)
    return grayDistance < cubeDistance ? 232 + gray : 16 + 36 * steps[0] + 6 * steps[1] + steps[2]
  }

  private static let levels = [0, 95, 135, 175, 215, 255]
}
