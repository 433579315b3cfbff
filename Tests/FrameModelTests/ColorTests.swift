import FrameModel
import Testing

@Suite struct ColorTests {
  @Test(arguments: [
    ("f00", "#ff0000"), ("f008", "#ff000088"), ("00ff7f", "#00ff7f"), ("00FF7F80", "#00ff7f80"),
    ("000", "#000000"), ("ffff", "#ffffff"), ("12345678", "#12345678"), ("0000", "#00000000"),
  ])
  func digitsAreColors(digits: String, hex: String) throws {
    let color = try #require(Color(hex: digits))
    #expect(color.hex == hex)
    #expect(Color(hex: color.hex.dropFirst()) == color)
  }

  @Test(arguments: [
    "", "f", "ff", "fffff", "fffffff", "fffffffff", "ffg", "#fff", "+ff", "ÿÿÿ", "٣٣٣", "f f",
  ])
  func otherTextIsNone(text: String) {
    #expect(Color(hex: text) == nil)
  }

  @Test func everyByteIsKept() {
    for byte in 0...255 {
      let value = Double(byte) / 255
      let color = Color(red: value, green: 1 - value, blue: 0)
      #expect(Color(hex: color.hex.dropFirst())?.red == value)
    }
  }

  @Test func thereAre148NamesAndNone() {
    #expect(Color.allNames.count == 148 + 2)
    #expect(Set(Color.allNames).count == 150)
    for name in Color.allNames { #expect(Color(name: name) != nil) }
    #expect(Color(name: "none") == .clear)
    #expect(Color(name: "transparent") == .clear)
    #expect(Color(name: "") == nil && Color(name: "ffffff") == nil && Color(name: "reddish") == nil)
  }

  @Test(arguments: [
    ("red", "#ff0000"), ("Lime", "#00ff00"), ("BLUE", "#0000ff"), ("green", "#008000"),
    ("rebeccapurple", "#663399"), ("cornflowerblue", "#6495ed"), ("darkslategray", "#2f4f4f"),
    ("lightgoldenrodyellow", "#fafad2"), ("papayawhip", "#ffefd5"), ("transparent", "#00000000"),
  ])
  func namesAreCSS(name: String, hex: String) {
    #expect(Color(name: name)?.hex == hex)
  }

  @Test func grayAndGrayAreOne() {
    for name in Color.allNames where name.contains("gray") {
      #expect(Color(name: name) == Color(name: name.replacing("gray", with: "gray")))
    }
    #expect(Color(name: "gray")?.isGray == true)
    #expect(Color(name: "snow")?.isGray == false)
  }
}
