import FrameImage
import TestSupport
import Testing

@Suite struct ColorTests {
  @Test(
    "Three, four, six or eight hex digits make a color",
    arguments: [
      ("f00", "#ff0000"), ("f008", "#ff000088"), ("00ff7f", "#00ff7f"), ("00FF7F80", "#00ff7f80"),
      ("000", "#000000"), ("ffff", "#ffffff"), ("12345678", "#12345678"), ("0000", "#00000000"),
    ])
  func hexDigits(digits: String, hex: String) throws {
    let color = try #require(Color(hex: digits))
    expectEqual(color.hex, hex)
    expectEqual(Color(hex: color.hex.dropFirst()), color)
  }

  @Test(
    "Text other than 3, 4, 6 or 8 ASCII hex digits is not a color",
    arguments: [
      "", "f", "ff", "fffff", "fffffff", "fffffffff", "ffg", "#fff", "+ff", "ÿÿÿ", "٣٣٣", "f f",
    ])
  func invalidHex(text: String) {
    expectTrue(Color(hex: text) == nil)
  }

  @Test("A channel between two bytes is rounded to the nearer one in hex") func hexRounding() {
    expectEqual(Color(red: 127.4 / 255, green: 127.6 / 255, blue: 0, alpha: 0.5).hex, "#7f800080")
  }

  @Test("Every byte value of every channel survives a round trip through hex") func everyByte() {
    func value(_ byte: Int) -> Double { Double(byte % 256) / 255 }
    for byte in 0...255 {
      let color = Color(
        red: value(byte), green: value(byte + 85), blue: value(byte + 170), alpha: value(255 - byte))
      expectEqual(Color(hex: color.hex.dropFirst()), color)
    }
  }

  @Test("There are 148 color names, plus none and transparent") func nameCount() {
    expectEqual(Color.allNames.count, 148 + 2)
    expectEqual(Set(Color.allNames).count, 150)
    for name in Color.allNames { expectTrue(Color(name: name) != nil) }
    expectEqual(Color(name: "none"), .clear)
    expectEqual(Color(name: "transparent"), .clear)
    expectTrue(Color(name: "") == nil && Color(name: "ffffff") == nil && Color(name: "reddish") == nil)
  }

  @Test(
    "Color names have their CSS values, regardless of case",
    arguments: [
      ("red", "#ff0000"), ("Lime", "#00ff00"), ("BLUE", "#0000ff"), ("green", "#008000"),
      ("rebeccapurple", "#663399"), ("cornflowerblue", "#6495ed"), ("darkslategray", "#2f4f4f"),
      ("lightgoldenrodyellow", "#fafad2"), ("papayawhip", "#ffefd5"), ("transparent", "#00000000"),
    ])
  func cssNames(name: String, hex: String) {
    expectEqual(Color(name: name)?.hex, hex)
  }

  @Test("Gray and grey are the same shades, and snow is not gray") func grayAndGrey() {
    for name in Color.allNames where name.contains("gray") {
      expectEqual(Color(name: name), Color(name: name.replacing("gray", with: "grey")))
    }
    expectEqual(Color(name: "gray")?.isGray, true)
    expectEqual(Color(name: "snow")?.isGray, false)
  }
}
