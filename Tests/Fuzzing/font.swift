import FrameScript
import FrameText

/// A harness that reads arbitrary bytes as a font file and lays out text with it, in some cases with a given weight.
enum Harness: FuzzTarget {
  // scripts/fuzz adds the fonts of the tests as seeds.
  static func seeds() -> [[UInt8]] { [[], Array("OTTO".utf8), [0, 1, 0, 0]] }

  private static let texts = [
    "A", "AVA To\nWe", "aé\u{301} \u{5D0}b 12", "ll ll ll ll ll", "\u{1F600}\u{200D}x\u{FFFF}",
  ]

  static func run(_ choice: Choice, _ bytes: [UInt8]) {
    var setter = HarfBuzzTypesetter(files: OneFile(font: bytes), limits: fuzzLimits)
    let style = TextStyle(
      font: .file("a.ttf"), size: choice.pick([1, 16, 300], shift: 3), weight: choice.bit(5) ? 700 : nil,
      alignment: choice.pick(TextAlignment.allCases, shift: 1), width: choice.bit(6) ? 20 : nil)
    guard let text = try? setter.set(choice.pick(texts), in: style) else { return }
    _ = text.shortfalls(of: style)
    for point in text.path.flattened(tolerance: 0.25).flatMap(\.points) {
      hold(point.x.isFinite && point.y.isFinite)
    }
    hold(text.lines.allSatisfy { $0.width.isFinite && $0.origin.x.isFinite && $0.origin.y.isFinite })
  }

  private struct OneFile: FontFiles {
    let font: [UInt8]

    mutating func bytes(of file: String) throws(TextError) -> [UInt8] { font }
  }
}
