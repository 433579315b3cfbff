import FrameImage
import FramePlan
import TestSupport
import Testing

@testable import FrameScript

/// The table of statements: its usages are what the parser accepts.
@Suite struct StatementTableTests {
  /// A usage and its first word.
  static let forms = StatementTable.all.flatMap { entry in entry.forms.map { (entry.word, $0.usage) } }

  @Test(
    "A color edit with one number is a statement, an option and an animated change",
    arguments: NumberEdit.all)
  func colorsOfOneNumber(color: NumberEdit) throws {
    let word = color.word
    let number = color == .hue ? "30deg" : "0.5"
    expectEqual(errors(in: "layer a image \(word) \(number)\n\(word) \(number)"), [])
    let isAnimated = color.neutral != nil
    expectEqual(
      errors(in: "layer a image\nanimate a \(word) from \(number) to \(number)").isEmpty, isAnimated)
    expectEqual(AnimatedWord(rawValue: word) != nil, isAnimated)
    // Only a share may be left out.
    expectEqual(errors(in: word).isEmpty, (color.kind == .share))
    expectTrue(!errors(in: "animate a \(word) to").isEmpty)
  }

  @Test(
    "A blur, sharpening, squares and effects are statements, options and animated changes",
    arguments: [
      ("blur", "3"), ("sharpen", "0.8 2 0.1"), ("pixelate", "4"), ("effect glow", "amount 3"),
    ])
  func neighborhoods(name: String, value: String) throws {
    let script = """
      layer a image \(name) \(value) in rect 0,0 5,5 opacity 1
      \(name) \(value)
      animate a \(name) from \(value) to \(value) over 1s in path "M0,0 h5 v5 z" evenodd ease in
      """
    expectEqual(errors(in: script), [])
  }

  @Test("Every statement has one entry, and every section some") func words() {
    expectEqual(Set(StatementTable.all.map(\.word)).count, StatementTable.all.count)
    expectTrue(!StatementTable.sections.contains { $0.value.isEmpty })
  }

  @Test("The parser accepts all that a usage says", arguments: forms)
  func accepted(word: String, usage: String) {
    for text in Usage(usage).examples { expectTrue(Self.found(in: text, word).isEmpty, "\(text)") }
  }

  @Test("A statement without its last part is an error that shows its usage", arguments: forms)
  func incomplete(word: String, usage: String) {
    let whole = Set(Self.forms.flatMap { Usage($0.1).examples })
    for text in Usage(usage).incompleteExamples where !whole.contains(text) {
      let lines = Self.found(in: text, word).map(\.message.line)
      // A stroke without its width has a hint of its own.
      let isKnown = lines.contains { $0.contains(usage) || $0.contains("the stroke has no width") }
      expectTrue(isKnown, "\(text): \(lines)")
    }
  }

  @Test("Every kind of statement has an entry") func kinds() throws {
    let statements = try Self.forms.flatMap { word, usage in
      try Usage(usage).examples.flatMap { text in
        try parse(Self.script(text, word), including: Self.files).statements
      }
    }
    expectEqual(Set(statements.map { Self.number($0.kind) }), Set(0...4))
  }

  @Test(
    "Usage narrows to the forms that begin as the statement does",
    arguments: [
      ("expect frame 1,2", ["expect frame X,Y W,H [~TOL]"]),
      ("expect transform 1", ["expect transform a b c d tx ty [~TOL]"]),
      ("canvas inside", ["canvas inside W,H"]), ("touch 1 up", ["touch ID up|cancel [P] @T|+T"]),
      ("on pan { rotate }", ["rotate ANGLE [about P]"]), ("recognise tap on", [Self.recognize]),
      ("menu m \"T\" { item \"A\" { tap } ; item }", ["tap P [over TIME]", Self.menu]),
      ("reset 1", ["reset"]), ("reset rotate 1deg", []), ("rotate 1", []), ("fill #12345", [Self.fill]),
      ("define f x y { }; f 1", []), ("define f x { }; f (", ["f x"]), ("1", []),
    ])
  func narrowing(text: String, usages: [String]) {
    expectEqual(errors(in: text).flatMap(\.usages), usages)
  }

  private static let recognize = "recognize KIND [on LAYER] [as NAME] [KEY VALUE]..."
  private static let menu = "menu NAME \"TITLE\" { item \"...\" { } destructive \"...\" { } cancel \"...\" }"
  private static let fill = "fill PAINT [nonzero|evenodd]"

  private static func found(in text: String, _ word: String) -> [ScriptError] {
    errors(in: script(text, word), including: files)
  }

  private static let files = [
    "FILE": "", "FILE.json": "[]", "FILE.csv": "a", "FILE.cube": "LUT_1D_SIZE 2\n0 0 0\n1 1 1\n",
    "ACTIONS": "[]",
    "LOG": """
    add device 1: touch
    ABS_MT_POSITION_X     : value 0, min 0, max 1079
    ABS_MT_POSITION_Y     : value 0, min 0, max 2399
    [ 1.0] EV_ABS ABS_MT_TRACKING_ID 00000000
    [ 1.0] EV_ABS ABS_MT_POSITION_X 0000000a
    [ 1.0] EV_ABS ABS_MT_POSITION_Y 00000014
    [ 1.0] EV_SYN SYN_REPORT 00000000
    [ 1.1] EV_ABS ABS_MT_TRACKING_ID ffffffff
    [ 1.1] EV_SYN SYN_REPORT 00000000
    """,
  ]

  /// `else` needs an `if`, and `return` a `define`.
  private static func script(_ text: String, _ word: String) -> String {
    switch word {
    case "else": "if 1 { } " + text
    case "return": "define z { \(text) }"
    default: text
    }
  }

  /// A new kind of statement does not compile here.
  private static func number(_ kind: Statement.Kind) -> Int {
    switch kind {
    case .regular: 0
    case .layer: 1
    case .touch: 2
    case .animate: 3
    case .flow: 4
    }
  }
}
