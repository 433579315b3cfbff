import FrameImage
import TestSupport
import Testing

@testable import FrameCodec

@Suite struct SixelEncoderTests {
  private func text(_ image: Bitmap) -> String {
    String(decoding: TerminalGraphics.sixel.bytes(of: image), as: UTF8.self)
  }

  @Test("A pixel is encoded as a sixel") func pixel() {
    let red = Bitmap(size: .of(1, 1), format: .rgb8, bytes: [255, 0, 0])!
    expectEqual(text(red), "\u{1B}P0;1;0q\"1;1;1;1#180;2;100;0;0#180@\u{1B}\\\n")
  }

  /// The first row is white with one black pixel, and the other six rows are black. Runs of four or more pixels are
  /// written as counts.
  @Test("Runs are compressed, and bands are separated") func runsAndBands() {
    var image = Bitmap(size: .of(6, 7), format: .rgb8)
    for x in [0, 1, 2, 4, 5] { for channel in 0..<3 { image[x, 0, channel] = 255 } }
    expectEqual(
      text(image),
      "\u{1B}P0;1;0q\"1;1;6;7#0;2;0;0;0#215;2;100;100;100"
        + "#0}}}~}}$#215@@@?@@" + "-#0!6@" + "\u{1B}\\\n")
  }

  @Test(
    "Decoded sixels equal the image in the palette", arguments: oddSizes)
  func roundTrip(size: PixelSize) throws {
    var chance = Chance(2)
    let image = chance.bitmap(size.width, size.height)
    let decoder = try SixelDecoder(TerminalGraphics.sixel.bytes(of: image))
    expectEqual(decoder.size, [size.width, size.height])
    for y in 0..<decoder.pixels.count {
      for x in 0..<size.width {
        guard y < size.height else {
          expectTrue(decoder.pixels[y][x] == nil, "nothing below the image")
          continue
        }
        let register = SixelPalette.register(
          red: UInt8(image[x, y, 0]), green: UInt8(image[x, y, 1]), blue: UInt8(image[x, y, 2]), x: x,
          y: y)
        let (red, green, blue) = SixelPalette.percentages(register)
        expectEqual(decoder.pixels[y][x], [red, green, blue])
      }
    }
  }

  /// Colors of the 6 x 6 x 6 cube are exact at every position, and grays are within two percent.
  @Test("Palette colors are exact, and grays within two percent") func palette() {
    for place in 0..<16 {
      func percents(_ red: Int, _ green: Int, _ blue: Int) -> [Int] {
        let register = SixelPalette.register(
          red: UInt8(red), green: UInt8(green), blue: UInt8(blue), x: place % 4, y: place / 4)
        let (red, green, blue) = SixelPalette.percentages(register)
        return [red, green, blue]
      }
      for red in 0..<6 {
        for green in 0..<6 {
          for blue in 0..<6 {
            expectEqual(percents(red * 51, green * 51, blue * 51), [red * 20, green * 20, blue * 20])
          }
        }
      }
      for gray in 0..<256 {
        let found = percents(gray, gray, gray)
        expectTrue(found[0] == found[1] && found[1] == found[2])
        expectTrue(abs(found[0] * 255 - gray * 100) <= 2 * 255)
      }
    }
  }

  /// The mean of a dithered color over 4 x 4 pixels is the color itself, within one step of the dither.
  @Test("Dithering keeps the mean") func dithering() {
    for value in 0..<256 {
      let sum = (0..<16).map { place in
        SixelPalette.percentages(
          SixelPalette.register(red: UInt8(value), green: 0, blue: 255, x: place % 4, y: place / 4)
        ).red
      }.reduce(0, +)
      expectTrue(value == 0 || abs(sum * 255 - value * 1600) <= 20 * 255)
    }
  }
}
