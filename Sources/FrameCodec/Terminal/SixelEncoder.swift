import FrameImage

/// DEC sixels (VT330/VT340 Programmer Reference Manual, chapter 14): bands of six rows. Each band has a line
/// of characters per color, and each character describes the six pixels of a column.
enum SixelEncoder {
  static func bytes(of image: Bitmap) -> [UInt8] {
    let (width, height) = (image.size.width, image.size.height)
    let registers = registers(of: image)
    // P2 = 1 leaves pixels without a color unchanged. These are the pixels of the last band below the image.
    var out = Array("\u{1B}P0;1;0q\"1;1;\(width);\(height)".utf8)
    for register in Set(registers).sorted() {
      let (red, green, blue) = SixelPalette.percentages(Int(register))
      out += "#\(register);2;\(red);\(green);\(blue)".utf8
    }
    for top in stride(from: 0, to: height, by: 6) {
      if top > 0 { out += "-".utf8 }
      let band = registers[top * width..<min(top + 6, height) * width]
      append(band: band, width: width, to: &out)
    }
    out += "\u{1B}\\\n".utf8
    return out
  }

  private static func registers(of image: Bitmap) -> [UInt8] {
    let (pixels, width) = (image.bytes, image.size.width)
    return (0..<image.size.area).map { i in
      UInt8(
        SixelPalette.register(
          red: pixels[3 * i], green: pixels[3 * i + 1], blue: pixels[3 * i + 2], x: i % width, y: i / width))
    }
  }

  private static func append(band: ArraySlice<UInt8>, width: Int, to out: inout [UInt8]) {
    // For each color in the band, one bit per pixel of each column; the topmost pixel is the lowest bit.
    var columns = [[UInt8]](repeating: [], count: 256)
    for (i, register) in band.enumerated() {
      let register = Int(register)
      if columns[register].isEmpty { columns[register] = [UInt8](repeating: 0, count: width) }
      columns[register][i % width] |= 1 << UInt8(i / width)
    }
    var isFirst = true
    for (register, bits) in columns.enumerated() where !bits.isEmpty {
      // Returns to the left edge: the colors of a band are drawn over each other.
      if !isFirst { out += "$".utf8 }
      isFirst = false
      out += "#\(register)".utf8
      append(bits, to: &out)
    }
  }

  /// Writes runs as a count and a character, and omits empty columns at the end.
  private static func append(_ bits: [UInt8], to out: inout [UInt8]) {
    let end = bits.lastIndex { $0 != 0 }! + 1
    var start = 0
    while start < end {
      let next = bits[start..<end].firstIndex { $0 != bits[start] } ?? end
      let sixel = 63 + bits[start]
      if next - start > 3 {
        out += "!\(next - start)".utf8
        out.append(sixel)
      } else {
        out.append(contentsOf: repeatElement(sixel, count: next - start))
      }
      start = next
    }
  }
}

/// A palette of 256 colors for every image: a cube with six levels per channel, and 40 grays between black
/// and white.
///
/// Sixel colors are percentages. The levels of the cube are 0, 20 ... 100, which are exact multiples of
/// 51/255.
enum SixelPalette {
  /// Returns the color of a register, each channel 0 to 100.
  static func percentages(_ register: Int) -> (red: Int, green: Int, blue: Int) {
    if register < 216 {
      return (register / 36 * 20, register / 6 % 6 * 20, register % 6 * 20)
    }
    let gray = grayPercent(register - 216)
    return (gray, gray, gray)
  }

  /// Returns the register for a color at a position. Grays map to the nearest gray. Other colors are
  /// dithered, unless the cube contains them.
  static func register(red: UInt8, green: UInt8, blue: UInt8, x: Int, y: Int) -> Int {
    if red == green, green == blue { return grays[Int(red)] }
    // The threshold varies between 0 and 255 with a mean of one half, so a value between two levels becomes
    // each of them in proportion.
    let threshold = (2 * bayerMatrix[y & 3][x & 3] + 1) * 255 / 32
    func level(_ value: UInt8) -> Int { (Int(value) * 5 + threshold) / 255 }
    return level(red) * 36 + level(green) * 6 + level(blue)
  }

  /// - Parameter index: 0 to 39.
  private static func grayPercent(_ index: Int) -> Int { (index + 1) * 100 / 41 }

  /// The register for each gray value.
  private static let grays: [Int] = {
    let all = (0..<6).map { $0 * 43 } + Array(216..<256)
    return (0..<256).map { value in
      all.min { abs(percentages($0).red * 255 - value * 100) < abs(percentages($1).red * 255 - value * 100) }!
    }
  }()

  /// Bayer's ordered dither matrix, 4 x 4 (1973).
  private static let bayerMatrix = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]]
}
