import FrameGeometry
import FrameText
import TestSupport
import Testing

/// Tests that outlines are the same on every machine, to the last bit. HarfBuzz 6.0 and 14.5 both give these hashes.
@Suite struct DeterminismTests {
  /// Returns the FNV-1a hash of all elements and coordinates.
  private func hash(_ path: Path) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ kind: UInt64, _ points: Point...) {
      for word in [kind] + points.flatMap({ [$0.x.bitPattern, $0.y.bitPattern] }) {
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
          hash = (hash ^ (word >> shift & 255)) &* 0x100_0000_01B3
        }
      }
    }
    for element in path.elements {
      switch element {
      case .move(let p): add(1, p)
      case .line(let p): add(2, p)
      case .quadratic(let c, let p): add(3, c, p)
      case .cubic(let c, let d, let p): add(4, c, d, p)
      case .close: add(5)
      case .arc: Issue.record("no glyph has an arc")
      }
    }
    return hash
  }

  static let known: [(String, TextStyle, UInt64)] = [
    ("To be, or not to be", TextStyle(size: 16, weight: 400), 0x1AF4_5706_E017_3172),
    ("To be, or not to be", TextStyle(size: 16, weight: 250, width: 100), 0x97E6_0150_F28C_A586),
    ("Größe 1:2 -> 3, Привет, Ελληνικά", TextStyle(size: 23.7, weight: 555), 0x5433_2FDC_B76B_DB6B),
    ("AVATAR office", TextStyle(size: 704, weight: 900), 0xC323_7D2D_16A6_48C2),
    (
      "(o) \u{5D0}\u{5D1}12 fio\u{301}", TextStyle(font: .file("bars.ttf"), size: 13, width: 40),
      0x5126_A7D4_A26C_D215
    ),
    ("oo foo", TextStyle(font: .file("curves.otf"), size: 33.3), 0xF645_3828_ECE4_0E74),
  ]

  @Test("Outlines are the same to the last bit", arguments: known)
  func bits(text: String, style: TextStyle, hash: UInt64) throws {
    try expectEqual(self.hash(set(text, in: style).path), hash)
  }

  @Test("A typesetter gives the same result after setting other texts")
  func again() throws {
    var setter = HarfBuzzTypesetter(files: TestFonts())
    let style = TextStyle(size: 21, weight: 640, width: 150)
    let first = try setter.set("To be, or not to be", in: style)
    _ = try setter.set("Other", in: TextStyle(font: .file("bars.ttf")))
    _ = try setter.set("To be", in: TextStyle(weight: 200))
    try expectEqual(setter.set("To be, or not to be", in: style), first)
    try expectEqual(set("To be, or not to be", in: style), first)
  }
}
