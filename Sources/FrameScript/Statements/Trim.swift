import FrameImage
import FramePlan
import FrameScene

extension Argument<LayerChange> {
  /// `trim A..B` of a path, or `trim [COLOR] [~TOL]` of an image
  static let trim = either(
    Argument(.part(otherwise: "'..' and the end of a path's part (a tolerance has '~' before it)")) {
      .trim($0)
    },
    or: Argument(.border) { .trimBorder($0) }
  ) { $0.startsPart }
}

extension Argument<RenderPlan.Trim> {
  /// The part of a path: `0.2..0.8`.
  static let part = part(otherwise: "'..' and the end of the part")

  /// - Parameter dots: What is expected where `..` is missing.
  fileprivate static func part(otherwise dots: String) -> Argument {
    Argument(
      .share("the start of a part", expecting: "the start of the part, from 0 to 1"),
      .afterDots(
        .share("the end of a part", expecting: "the end of the part, from 0 to 1"), otherwise: dots)
    ) { RenderPlan.Trim($0, $1) }
  }
}

extension Argument<ImageBorder> {
  /// The border of one color around an image: `[COLOR] [~TOL]`. Without a color, the border has the color of the upper left pixel.
  static let border = Argument(.borderColor, .borderTolerance) { ImageBorder(color: $0, tolerance: $1 ?? 0) }
}

extension Argument<Color?> {
  fileprivate static let borderColor = optional(.color) { $0.startsColor }
}

extension Argument<Double?> {
  /// How much a sample may differ, as a share of its range.
  fileprivate static let borderTolerance = optional(
    .share("a tolerance", expecting: "a tolerance from 0 to 1, or in percent")
  ) { p throws(ScriptError) in
    p.lexer.skipBlanks()
    if Lexer.isDigit(p.lexer.current) { throw p.expected("'~' before a tolerance") }
    return p.lexer.take("~")
  }
}

extension StatementEntry {
  /// Returns the border that `trim` removes, as written; nil for other statements, and for the part of a path. The border is
  /// the second form of `Argument.trim`.
  func border(of operand: Operand) -> Operand? {
    if word == "trim", case .form(1, let border) = operand { border } else { nil }
  }
}

extension Parser {
  /// True if a number is next, or a value before `..`.
  fileprivate var startsPart: Bool {
    var ahead = self
    ahead.lexer.skipBlanks()
    let first = ahead.lexer.current
    if Lexer.isDigit(first) || first == UInt8(ascii: "-") || first == UInt8(ascii: ".") { return true }
    return startsRange
  }

  /// True if a value before `..` is next.
  var startsRange: Bool {
    var ahead = self
    guard (try? ahead.parseFactor("")) != nil else { return false }
    ahead.lexer.skipBlanks()
    return ahead.lexer.looking(at: "..")
  }
}
