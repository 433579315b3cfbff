import FrameModel

/// Characters whose upper half is a pixel and whose lower half is the one below it: U+2580 in colors of
/// ECMA-48's SGR and ISO 8613-6.
struct BlockEncoder {
  let colors: TerminalGraphics.CellColors

  func bytes(of image: Bitmap) -> [UInt8] {
    var out: [UInt8] = []
    for top in stride(from: 0, to: image.size.height, by: 2) {
      // Colors are told where they change; those of the line before were reset.
      var (upper, lower): (String?, String?)
      for x in 0..<image.size.width {
        let above = color(of: image, x, top)
        // An odd last row has nothing below it: the terminal's own ground shows.
        let below = top + 1 < image.size.height ? color(of: image, x, top + 1) : nil
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

  /// What SGR wants after 38 or 48.
  private func color(of image: Bitmap, _ x: Int, _ y: Int) -> String {
    let (red, green, blue) = (image[x, y, 0], image[x, y, 1], image[x, y, 2])
    switch colors {
    case .direct: return "2;\(red);\(green);\(blue)"
    case .indexed: return "5;\(IndexedColor.nearest(red, green, blue))"
    }
  }
}
