import FrameCompare
import FrameImage
import FrameKit
import FrameScript

/// The contents of `tolerance.txt`, with one setting and its value per line.
package struct CaseTolerance {
  package private(set) var tolerance: Tolerance
  /// The name of the mask, relative to the file; nil without one.
  package private(set) var mask: String?

  /// The allowed values of each setting.
  private static let values = [
    "threshold": share, "antialiasing": "",
    "max-diff": DifferenceLimit.allowedValues,
    "hard-threshold": share, "ignore": PixelRect.allowedValues, "mask": "the name of an image",
    "background": Color.allowedValues, "fuzz-align": NumberRange.alignment.allowedValues,
    "align": Tolerance.Alignment.allowedValues,
    "min": MetricLimit.Side.min.allowedValues, "max": MetricLimit.Side.max.allowedValues,
  ]
  private static let share = Double.allowedShares
  /// The settings that can be repeated.
  private static let repeated: Set = ["ignore", "min", "max"]

  /// The tolerance of a case without the file.
  package init() { tolerance = .exact }

  /// Parses the lines of a file.
  ///
  /// - Parameters:
  ///   - base: The tolerance that the lines change.
  ///   - lines: The lines with their numbers.
  ///   - name: The name of the file in messages.
  /// - Throws: `BatchError` with the number of the invalid line.
  package init(
    over base: Tolerance = .exact, lines: [(number: Int, text: String)], name: String
  ) throws(BatchError) {
    tolerance = base
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
      guard seen.insert(word).inserted || Self.repeated.contains(word) else {
        throw invalid(.givenTwice(word))
      }
      // Alone, it is the flag of the command.
      let values = words.count == 1 && word == "antialiasing" ? ["on"] : Array(words.dropFirst())
      guard !values.isEmpty, set(word, values) else {
        if word == "antialiasing" { throw invalid(.takesNoValue(word)) }
        throw invalid(.value(line, expected: allowedValues))
      }
    }
    // A limit of a metric replaces the default limit, which allows no pixel to differ.
    let hasMetricLimit = seen.contains("min") || seen.contains("max")
    if hasMetricLimit, !seen.contains("max-diff") { tolerance.limit = .percent(100) }
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
  private mutating func set(_ word: String, _ values: [String]) -> Bool {
    // `min ssim 0.95` or `min ssim=0.95`
    let value = values.joined(separator: word == "min" || word == "max" ? "=" : " ")
    switch word {
    case "threshold", "hard-threshold":
      guard let share = Double(share: value) else { return false }
      if word == "threshold" {
        tolerance.options.threshold = share
      } else {
        tolerance.options.hardThreshold = share
      }
    case "antialiasing":
      guard ["on", "off"].contains(value) else { return false }
      tolerance.options.ignoresAntialiasing = value == "on"
    case "max-diff":
      guard let limit = DifferenceLimit(argument: value) else { return false }
      tolerance.limit = limit
    case "ignore":
      guard let rect = PixelRect(argument: value) else { return false }
      tolerance.options.ignored.append(rect)
    case "mask": mask = value
    case "fuzz-align":
      guard let maxShift = NumberRange.alignment.number(value) else { return false }
      tolerance.alignment = .shift(upTo: maxShift)
    case "align":
      guard let alignment = Tolerance.Alignment(argument: value) else { return false }
      tolerance.alignment = alignment
    case "background":
      guard let color = Color(argument: value) else { return false }
      tolerance.options.background = color
    case "min", "max":
      guard let limit = MetricLimit(argument: value, word == "min" ? .min : .max) else { return false }
      tolerance.metricLimits.removeAll { $0.metric == limit.metric }
      tolerance.metricLimits.append(limit)
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
