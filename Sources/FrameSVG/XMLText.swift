extension String {
  /// The text as an attribute's value in double quotes: XML 1.0, parts 2.2 and 2.4.
  ///
  /// White space is spelled by number, as a reader would make blanks of it. Characters that no XML document can have,
  /// however they are spelled, become U+FFFD.
  package var xmlEscaped: String {
    guard unicodeScalars.contains(where: \.needsEscape) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "\t", "\n", "\r": text += "&#\(scalar.value);"
      default: text.unicodeScalars.append(scalar.isXML ? scalar : "\u{FFFD}")
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  fileprivate var needsEscape: Bool { !isXML || value < 0x20 || ["&", "<", ">", "\""].contains(self) }

  /// Whether a document may have it: the production Char, less the controls from 0x7F to 0x9F that it discourages.
  fileprivate var isXML: Bool {
    switch value {
    case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0xA0...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }
}
