import FrameCompare
import FrameImage
import FrameKit
import FrameScript

/// Reads `tolerance.txt`, with one setting and its value per line.
extension Tolerance {
  /// The allowed values of each setting.
  private static let values = [
    "threshold": share, "antialiasing": "", "max-diff": DifferenceLimit.allowedValues,
    "hard-threshold": share,
    "ignore": PixelRect.allowedValues, "background": Color.allowedValues,
    "fuzz-align": NumberRange.alignment.allowedValues,
  ]
  private static let share = "a number from 0 to 1"

  /// Parses the lines of a file.
  ///
  /// - Parameters:
  ///   - lines: The lines with their numbers.
  ///   - name: The name of the file in messages.
  /// - Throws: `BatchError` with the number of the invalid line.
  package init(lines: [(number: Int, text: String)], name: String) throws(BatchError) {
    self = .exact
    var seen: Set<String> = []
    for (number, line) in lines {
      let words = Self.words(of: line)
      guard let word = words.first else { continue }
      func invalid(_ problem: CaseProblem.Setting) -> BatchError {
        BatchError(.testCase(.setting(line: number, problem)), of: name)
      }
      guard let allowedValues = Self.values[word] else {
        let known = Self.values.keys.sorted()
        throw invalid(.unknown(word, nearest: word.nearest(in: known), known: known))
      }
      guard seen.insert(word).inserted || word == "ignore" else {
        throw invalid(.givenTwice(word))
      }
      if word == "antialiasing" {
        guard words.count == 1 else { throw invalid(.takesNoValue(word)) }
        options.ignoresAntialiasing = true
      } else {
        guard words.count == 2, set(word, words[1]) else {
          throw invalid(.value(line, expected: allowedValues))
        }
      }
    }
  }

  /// Splits a line into words, without a comment at its end. The value of `background` may begin with `#`, too.
  private static func words(of line: String) -> [String] {
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    let comment = words.indices.first { index in
      words[index].hasPrefix("#") && !(index == 1 && words[0] == "background")
    }
    return Array(words[..<(comment ?? words.count)])
  }

  /// Sets one value; returns false if it is not allowed.
  private mutating func set(_ word: String, _ value: String) -> Bool {
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
      guard let maxShift = NumberRange.alignment.number(value) else { return false }
      self.maxShift = maxShift
    case "background":
      guard let color = Color(argument: value) else { return false }
      options.background = color
    default: return false
    }
    return true
  }
}

/// Reads the lines of `inputs.txt` and `tolerance.txt`.
package enum CaseLines {
  /// Reads the lines of a file.
  ///
  /// - Returns: The lines with their numbers, without surrounding spaces, empty lines and comments.
  /// - Throws: `BatchError` if the file cannot be read or is not UTF-8.
  package static func lines(of path: String, _ limits: Limits) throws(BatchError) -> [(
    number: Int, text: String
  )] {
    let bytes = try BatchError.reading(InputFile(.file(path), limit: .caseFile(limits)).contents())
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw BatchError(.testCase(.notUTF8), of: path)
    }
    return lines(of: text)
  }

  package static func lines(of text: String) -> [(number: Int, text: String)] {
    let byteOrderMark: Character = "\u{FEFF}"
    return text.drop { $0 == byteOrderMark }
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated().compactMap { index, line in
        let start = line.drop(while: \.isWhitespace)
        guard let last = start.lastIndex(where: { !$0.isWhitespace }), start.first != "#" else { return nil }
        return (index + 1, String(start[...last]))
      }
  }
}
