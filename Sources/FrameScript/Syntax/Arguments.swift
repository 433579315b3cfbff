import FrameImage
import FrameScene

/// A number with its unit, as far as written: if the value is a variable, the unit may be part of the variable's text
/// and is known only at run time.
package struct Quantity: Equatable, Sendable {
  package var value: Expression
  package var unit: Unit?

  package init(_ value: Expression, _ unit: Unit?) {
    self.value = value
    self.unit = unit
  }

  var position: ScriptPosition { value.position }

  package enum Unit: String, Hashable, Sendable, CaseIterable {
    case pixels = "px"
    /// The same as pixels.
    case points = "pt"
    case percent = "%"
    case degrees = "deg"
    case radians = "rad"
    case turns = "turn"
    case milliseconds = "ms"
    case seconds = "s"
  }
}

/// Two quantities joined by a comma, or one variable that holds both.
package enum PairArgument: Equatable, Sendable {
  case pair(Quantity, Quantity)
  case variable(Expression)
}

/// A keyword, written out or from a variable.
package enum Choice<Value: ScriptKeyword>: Equatable, Sendable {
  case word(Value)
  case template(Template)
}

/// A value with a keyword in scripts.
package protocol ScriptKeyword: Hashable, Sendable, CaseIterable, RawRepresentable
where RawValue == String {
  /// What errors say that the keywords are.
  static var meaning: WordMeaning { get }
  /// Other words for keywords.
  static var synonyms: [String: Self] { get }
  /// Returns the reason why a word that people may try is not one of the keywords; nil for any other word.
  static func refusal(of word: String) -> ScriptProblem?
}

extension ScriptKeyword {
  package static var synonyms: [String: Self] { [:] }

  package static func refusal(of word: String) -> ScriptProblem? { nil }

  /// Creates the keyword of a word in a script, in American or British spelling.
  package init?(word: String) {
    guard let value = Self(rawValue: word) ?? Self.synonyms[word] ?? Self(rawValue: Spelling.own(word))
    else { return nil }
    self = value
  }

  /// Returns the problem of a word that is not one of the keywords.
  package static func problem(with word: String) -> ScriptProblem {
    if let refusal = refusal(of: word) { return refusal }
    let words = allCases.map(\.rawValue)
    return .unknownWord(
      word, meaning: meaning, nearest: word.nearest(in: words + synonyms.keys.sorted()), choices: words)
  }
}

/// The spellings of the script language. It accepts American and British ones.
package enum Spelling {
  /// The keywords with another spelling. `cancelled` is a state of UIKit.
  private static let others = [
    "centre": "center", "recognise": "recognize", "recognised": "recognized", "canceled": "cancelled",
  ]

  /// Parts of keywords with another spelling.
  private static let parts = ["colour": "color", "grey": "gray"]

  /// Returns all spellings of a keyword.
  static func all(_ word: String) -> [String] {
    let others = others.filter { $0.value == word }.keys
    let variants = parts.filter { word.contains($0.value) }.map { word.replacing($0.value, with: $0.key) }
    return [word] + others + variants
  }

  /// Returns the language's own spelling of a word.
  package static func own(_ word: String) -> String {
    if let other = others[word] { return other }
    for (part, own) in parts where word.contains(part) { return word.replacing(part, with: own) }
    return word
  }
}

/// The source of an image layer's image.
package enum ImageReference: Written {
  /// The n-th input, from 1.
  case input(Int)
  case file(Template)
  /// A random image of a folder, selected by the script's random numbers.
  case random(Template)
  case placeholder

  package var image: ImageReference? { self }
}

/// The six numbers of a matrix, or nine, row by row.
package struct MatrixArgument: Equatable, Sendable {
  static let names = ["a", "b", "c", "d", "tx", "ty"]

  package var numbers: [Expression]
}
