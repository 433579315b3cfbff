import FramePlan
import FrameScene

/// `trim`: the part of a path, or the border of an image, as written.
enum TrimArgument: Written {
  case part(start: Quantity, end: Quantity)
  case border(BorderArgument)

  var border: BorderArgument? { if case .border(let border) = self { border } else { nil } }
}

/// The border of one color around an image, as written.
struct BorderArgument: Equatable, Sendable {
  /// nil for the color of the upper left pixel.
  var color: ColorArgument?
  /// How much a sample may differ, as a share of its range; nil for not at all.
  var tolerance: Quantity?
}

/// The part of a path, as written: `0.2..0.8`.
struct PartArgument: Written {
  let start, end: Quantity
}

extension Argument<LayerChange> {
  static let trim = Argument({ p throws(ScriptError) in try p.parseTrim() }) {
    written, e throws(ScriptError) in
    switch written {
    case .part(let start, let end): .trim(try e.part(start, end))
    case .border(let border): .trimBorder(try e.border(border))
    }
  }
}

extension Argument<RenderPlan.Trim> {
  static let part = Argument({ p throws(ScriptError) in
    let (start, end) = try p.parsePart()
    return PartArgument(start: start, end: end)
  }) { written, e throws(ScriptError) in try e.part(written.start, written.end) }
}

extension Parser {
  /// `trim A..B` of a path, or `trim [COLOR] [~TOL]` of an image
  fileprivate mutating func parseTrim() throws(ScriptError) -> TrimArgument {
    if startsPart {
      let (start, end) = try parsePart(
        otherwise: "'..' and the end of a path's part (a tolerance has '~' before it)")
      return .part(start: start, end: end)
    }
    var border = BorderArgument()
    if startsColor { border.color = try parsePlainColor(of: "trim") }
    lexer.skipBlanks()
    if Lexer.isDigit(lexer.current) { throw expected("'~' before a tolerance") }
    if lexer.take("~") { border.tolerance = try parseFactor("a tolerance from 0 to 1, or in percent") }
    return .border(border)
  }

  /// True if a number is next, or a value before `..`.
  private var startsPart: Bool {
    var ahead = self
    ahead.lexer.skipBlanks()
    let first = ahead.lexer.current
    if Lexer.isDigit(first) || first == UInt8(ascii: "-") || first == UInt8(ascii: ".") { return true }
    return startsRange
  }

  /// Parses the part of a path: `0.2..0.8`.
  ///
  /// - Parameter dots: what is expected where `..` is missing.
  fileprivate mutating func parsePart(
    otherwise dots: String = "'..' and the end of the part"
  ) throws(ScriptError) -> (start: Quantity, end: Quantity) {
    try parseRange(from: "the start of the part, from 0 to 1", dots, to: "the end of the part, from 0 to 1")
  }

  /// Parses two numbers with `..` between them. Its arguments are what is expected in errors.
  mutating func parseRange(
    from start: String, _ dots: String, to end: String
  ) throws(ScriptError) -> (start: Quantity, end: Quantity) {
    let first = try parseFactor(start)
    lexer.skipBlanks()
    guard lexer.take("..") else { throw expected(dots) }
    return (first, try parseFactor(end))
  }

  /// True if a value before `..` is next.
  var startsRange: Bool {
    var ahead = self
    guard (try? ahead.parseFactor("")) != nil else { return false }
    ahead.lexer.skipBlanks()
    return ahead.lexer.looking(at: "..")
  }
}

extension Evaluator {
  fileprivate mutating func part(_ start: Quantity, _ end: Quantity) throws(ScriptError) -> RenderPlan.Trim {
    RenderPlan.Trim(try share(start, of: "the start of a part"), try share(end, of: "the end of a part"))
  }

  mutating func border(_ argument: BorderArgument) throws(ScriptError) -> ImageBorder {
    ImageBorder(
      color: try argument.color.map { color throws(ScriptError) in try self.color(color) },
      tolerance: try argument.tolerance.map { share throws(ScriptError) in
        try self.share(share, of: "a tolerance")
      } ?? 0)
  }
}
