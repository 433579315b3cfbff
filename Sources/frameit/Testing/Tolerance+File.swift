import FrameCompare
import FrameModel

/// `tolerance.txt`, a word and its value a line.
extension Tolerance {
  private static let words = [
    "threshold", "antialiasing", "max-diff", "hard-threshold", "ignore", "background",
    "fuzz-align",
  ]

  /// - Throws: `Failure` with the line that is wrong.
  init(text: String, name: String) throws(Failure) {
    self = .exact
    for (i, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let words = line.prefix { $0 != "#" || line.first != "#" }.split(whereSeparator: \.isWhitespace).map(
        String.init)
      guard let word = words.first, !word.hasPrefix("#") else { continue }
      let isTaken: Bool
      if word == "antialiasing" {
        options.ignoresAntialiasing = true
        isTaken = words.count == 1
      } else {
        isTaken = words.count == 2 && take(word, words[1])
      }
      guard !isTaken else { continue }
      let known = Self.words.contains(word)
      throw Failure(
        .script, "line \(i + 1): " + (known ? "'\(word)' with a wrong value" : "unknown word '\(word)'"),
        note: known
          ? nil
          : word.nearest(in: Self.words).map { "did you mean '\($0)'?" }
            ?? "it is one of: \(Self.words.joined(separator: " "))", of: name)
    }
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
      guard let reach = Int(value), (1...PictureAlignment.farthest).contains(reach) else { return false }
      self.reach = reach
    case "background":
      guard let colour = Colour(argument: value) else { return false }
      options.ground = colour
    default: return false
    }
    return true
  }
}
