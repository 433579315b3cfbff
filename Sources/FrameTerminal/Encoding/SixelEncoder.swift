import FrameModel

/// DEC's sixels (VT330/VT340 Programmer Reference Manual, chapter 14): bands of six rows, and in each a line of
/// characters for every color that occurs, a character for the six pixels of a column.
enum SixelEncoder {
  static func bytes(of image: Bitmap) -> [UInt8] {
    let (width, height) = (image.size.width, image.size.height)
    let registers = registers(of: image)
    // Pixels of no color stay what they were: those that the last band has below the image.
    var out = Array("\u{1B}P0;1;0q\"1;1;\(width);\(height)".utf8)
    for register in Set(registers).sorted() {
      let (red, green, blue) = SixelPalette.percents(Int(register))
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
    // For each color that occurs a bit for each of its pixels, the topmost the lowest.
    var columns = [[UInt8]](repeating: [], count: 256)
    for (i, register) in band.enumerated() {
      let register = Int(register)
      if columns[register].isEmpty { columns[register] = [UInt8](repeating: 0, count: width) }
      columns[register][i % width] |= 1 << UInt8(i / width)
    }
    var isFirst = true
    for (register, bits) in columns.enumerated() where !bits.isEmpty {
      // Back to the left edge: the colors of a band lie over each other.
      if !isFirst { out += "$".utf8 }
      isFirst = false
      out += "#\(register)".utf8
      append(bits, to: &out)
    }
  }

  /// Runs as a count and a character; what is empty at the end needs none.
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
