import FrameModel
import Testing

@Suite struct ColourTests {
  @Test(arguments: [
    ("f00", "#ff0000"), ("f008", "#ff000088"), ("00ff7f", "#00ff7f"), ("00FF7F80", "#00ff7f80"),
    ("000", "#000000"), ("ffff", "#ffffff"), ("12345678", "#12345678"), ("0000", "#00000000"),
  ])
  func digitsAreColours(digits: String, hex: String) throws {
    let colour = try #require(Colour(hex: digits))
    #expect(colour.hex == hex)
    #expect(Colour(hex: colour.hex.dropFirst()) == colour)
  }

  @Test(arguments: [
    "", "f", "ff", "fffff", "fffffff", "fffffffff", "ffg", "#fff", "+ff", "ÿÿÿ", "٣٣٣", "f f",
  ])
  func otherTextIsNone(text: String) {
    #expect(Colour(hex: text) == nil)
  }

  @Test func everyByteIsKept() {
    for byte in 0...255 {
      let value = Double(byte) / 255
      let colour = Colour(red: value, green: 1 - value, blue: 0)
      #expect(Colour(hex: colour.hex.dropFirst())?.red == value)
    }
  }

  @Test func thereAre148NamesAndNone() {
    #expect(Colour.allNames.count == 148 + 2)
    #expect(Set(Colour.allNames).count == 150)
    for name in Colour.allNames { #expect(Colour(name: name) != nil) }
    #expect(Colour(name: "none") == .clear)
    #expect(Colour(name: "transparent") == .clear)
    #expect(Colour(name: "") == nil && Colour(name: "ffffff") == nil && Colour(name: "reddish") == nil)
  }

  @Test(arguments: [
    ("red", "#ff0000"), ("Lime", "#00ff00"), ("BLUE", "#0000ff"), ("green", "#008000"),
    ("rebeccapurple", "#663399"), ("cornflowerblue", "#6495ed"), ("darkslategrey", "#2f4f4f"),
    ("lightgoldenrodyellow", "#fafad2"), ("papayawhip", "#ffefd5"), ("transparent", "#00000000"),
  ])
  func namesAreCSS(name: String, hex: String) {
    #expect(Colour(name: name)?.hex == hex)
  }

  @Test func greyAndGrayAreOne() {
    for name in Colour.allNames where name.contains("gray") {
      #expect(Colour(name: name) == Colour(name: name.replacing("gray", with: "grey")))
    }
    #expect(Colour(name: "gray")?.isGray == true)
    #expect(Colour(name: "snow")?.isGray == false)
  }
}
