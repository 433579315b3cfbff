import FrameKit

extension NameTemplate {
  /// Why a text is no template.
  enum Problem: Error {
    case unknownWord(String)
    /// A brace without its other.
    case openBrace, closingBrace
    /// A `/`: folders are those of the inputs.
    case folder
    /// What would be no file's name.
    case noName
  }
}

extension NameTemplate.Problem {
  var message: Message {
    let words = NameTemplate.Field.allCases.map { "{\($0.rawValue)}" }
    switch self {
    case .unknownWord(let word):
      return Message(
        "there is no {\(word)}",
        note: "the words are \(words.joined(separator: " ")), and {index:04} has four digits")
    case .openBrace: return Message("a '{' has no '}'", note: "'{{' is a brace")
    case .closingBrace: return Message("a '}' has no '{'", note: "'}}' is a brace")
    case .folder:
      return Message("a name has no '/' in it", note: "--out-dir keeps the folders of the inputs")
    case .noName:
      return Message("that is no file's name", note: "the words are \(words.joined(separator: " "))")
    }
  }
}
