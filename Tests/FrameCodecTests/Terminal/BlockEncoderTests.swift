import FrameImage
import TestSupport
import Testing

@testable import FrameCodec

@Suite struct BlockEncoderTests {
  private func text(_ colors: TerminalGraphics.CellColors, _ image: Bitmap) -> String {
    String(decoding: TerminalGraphics.blocks(colors).bytes(of: image), as: UTF8.self)
      .replacing("\u{1B}", with: "^")
  }

  /// Red and white above blue and white. The third row, two red pixels, has nothing below it.
  private let image = Bitmap(
    size: .of(2, 3), format: .rgb8,
    bytes: [
      255, 0, 0, 255, 255, 255,
      0, 0, 255, 255, 255, 255,
      255, 0, 0, 255, 0, 0,
    ])!

  @Test("A character shows two pixels") func twoPixels() {
    expectEqual(
      text(.direct, image),
      """
      ^[38;2;255;0;0;48;2;0;0;255m▀^[38;2;255;255;255;48;2;255;255;255m▀^[0m
      ^[38;2;255;0;0m▀▀^[0m

      """)
    expectEqual(
      text(.indexed, image),
      """
      ^[38;5;196;48;5;21m▀^[38;5;231;48;5;231m▀^[0m
      ^[38;5;196m▀▀^[0m

      """)
  }

  @Test(
    "A line shows two rows", arguments: oddSizes)
  func twoRows(size: PixelSize) {
    let lines = text(.direct, Bitmap(size: size, format: .rgb8)).split(separator: "\n")
    expectEqual(lines.count, (size.height + 1) / 2)
    for line in lines {
      expectEqual(line.count { $0 == "▀" }, size.width)
      expectTrue(line.hasSuffix("^[0m"))
    }
  }

  /// The expected color is found by comparing with all 240 colors.
  @Test("Limited palettes use the nearest color") func nearestColor() {
    let levels = [0, 95, 135, 175, 215, 255]
    var colors: [[Int]] = []
    for red in levels {
      for green in levels {
        for blue in levels { colors.append([red, green, blue]) }
      }
    }
    for gray in stride(from: 8, through: 238, by: 10) { colors.append([gray, gray, gray]) }
    func distance(_ color: [Int], _ index: Int) -> Int {
      var sum = 0
      for channel in 0..<3 {
        let difference = color[channel] - colors[index - 16][channel]
        sum += difference * difference
      }
      return sum
    }
    for red in stride(from: 0, through: 255, by: 51) {
      for green in stride(from: 0, through: 255, by: 51) {
        for blue in stride(from: 0, through: 255, by: 15) {
          let found = IndexedColor.nearest(red, green, blue)
          let best = (16..<256).map { distance([red, green, blue], $0) }.min()!
          expectEqual(distance([red, green, blue], found), best, "\(red) \(green) \(blue)")
        }
      }
    }
  }
}
