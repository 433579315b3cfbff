import FrameGeometry
import FrameGesture
import FrameImage
import FrameText

/// The words of the script language by their kind, for editors.
package struct LanguageWords: Sendable {
  /// The first words of statements that control others: `repeat`, `if`, `define`.
  package let controls: [String]
  /// The first words of the other statements.
  package let statements: [String]
  /// The words after the first one: options and their values.
  package let keywords: [String]
  /// The functions and constants of expressions.
  package let functions: [String]
  /// The operators of expressions that are words.
  package static let operators = ["and", "not", "or"]
  /// The units of numbers, the longest first.
  package static let units = ["turn", "deg", "rad", "px", "pt", "ms", "s", "%"]

  /// Collects the words of the table of statements.
  package init() {
    let flow = Set(StatementTable.flow.map(\.word))
    controls = Self.spelled(flow)
    statements = Self.spelled(Set(StatementTable.all.map(\.word)).subtracting(flow))
    let usages = StatementTable.all.flatMap(\.forms).flatMap { Self.words(of: $0.usage).dropFirst() }
    let words = Set(usages).union(Parser.options.keys).union(Self.values.flatMap { Self.words(of: $0) })
    keywords = Self.spelled(words.subtracting(Self.operators))
    let functions = Expression.Function.allCases.map(\.rawValue)
    self.functions = (functions + Expression.LayerFunction.allCases.map(\.rawValue) + ["pi"]).sorted()
  }

  /// The kinds of values that are words.
  private static let values: [any ScriptKeyword.Type] = [
    BlendMode.self, Light.self, ContentMode.self, Overflow.self, Easing.Name.self, EdgeMode.self,
    FillRule.self,
    Filter.self, GesturePivot.self, GesturePreset.self, GestureState.self, LimitHardness.self,
    PanTarget.self, RecognizerKind.self, StrokeStyle.Cap.self, StrokeStyle.Join.self,
    SwipeDirection.self, TextAlignment.self, TouchPhase.self,
  ]

  /// Returns the lowercase words of a usage: `align` of `[align left|center]`.
  private static func words(of usage: String) -> [String] {
    usage.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == ".")) }.map(String.init)
      .filter { word in
        word.count > 1 && word.first!.isLowercase && !word.hasSuffix(".") && !Self.units.contains(word)
      }
  }

  private static func words<Word: ScriptKeyword>(of _: Word.Type) -> [String] {
    Word.allCases.map(\.rawValue) + Word.synonyms.keys
  }

  /// Returns the words in both spellings, in alphabetical order.
  private static func spelled(_ words: Set<String>) -> [String] {
    words.union(words.flatMap(Spelling.all)).sorted()
  }
}
