import FrameCompare
import FrameModel

/// `tolerance.txt`, a word and its value a line.
extension Tolerance {
  /// What each word takes.
  private static let values = [
    "threshold": share, "antialiasing": "", "max-diff": DifferenceLimit.valid, "hard-threshold": share,
    "ignore": PixelRect.valid, "background": Color.valid,
    "fuzz-align": NumberRange.alignment.words,
  ]
  private static let share = "a number from 0 to 1"

  /// - Throws: `Failure` with the line that is wrong.
  init(lines: [(number: Int, text: String)], name: String) throws(Failure) {
    self = .exact
    var seen: Set<String> = []
    for (number, line) in lines {
      let words = Self.words(of: line)
      guard let word = words.first else { continue }
      func wrong(_ what: String) -> Failure { Failure(.script, "line \(number): \(what)", of: name) }
      guard let valid = Self.values[word] else {
        let known = Self.values.keys.sorted()
        let hint =
          word.nearest(in: known).map { "did you mean '\($0)'?" }
          ?? "it is one of \(known.joined(separator: ", "))"
        throw wrong("unknown word '\(word)': \(hint)")
      }
      guard seen.insert(word).inserted || word == "ignore" else {
        throw wrong("'\(word)' stands there twice")
      }
      if word == "antialiasing" {
        guard words.count == 1 else { throw wrong("'antialiasing' takes no value") }
        options.ignoresAntialiasing = true
      } else {
        guard words.count == 2, take(word, words[1]) else { throw wrong("'\(line)': it is \(valid)") }
      }
    }
  }

  /// Without a comment at the end; the value of `background` may begin as one does.
  private static func words(of line: String) -> [String] {
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    let comment = words.indices.first { index in
      words[index].hasPrefix("#") && !(index == 1 && words[0] == "background")
    }
    return Array(words[..<(comment ?? words.count)])
  }

  private mutating func take(_ word: String, _ value: String) -> Bool {
    switch word {
    case "threshold", "hard-threshold":
      guard let share = Double(value), (0...1).contains(share) else { return false }
      if word == "threshold" { options.threshold = share } else { options.hardThreshold = share }
    case "max-diff":
      guard let limit = DifferenceLimit(argument: value) else { return false }
      self.limit = limit
    case "ignore":
      guard let rect = PixelRect(argument: value) else { return false }
      options.ignored.append(rect)
    case "fuzz-align":
      guard let reach = NumberRange.alignment.number(value) else { return false }
      self.reach = reach
    case "background":
      guard let color = Color(argument: value) else { return false }
      options.ground = color
    default: return false
    }
    return true
  }
}
