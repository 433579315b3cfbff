import FrameCompare
import FrameEngine
import FrameFiles
import FrameImage
import FrameScene
import FrameScript

/// The contents of `tolerance.txt`, with one setting and its value per line.
package struct ToleranceSettings: Sendable {
  fileprivate enum Setting: Sendable {
    case threshold(Double)
    case hardThreshold(Double)
    case antialiasing(Bool)
    case limit(DifferenceLimit)
    case metricLimit(MetricLimit)
    case ignored(PixelRect)
    case mask(String)
    case background(Color)
    case alignment(Tolerance.Alignment)
  }

  private var settings: [Setting] = []

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

  /// Parses the lines of a file.
  ///
  /// - Parameters:
  ///   - lines: The lines with their numbers.
  ///   - name: The name of the file in messages.
  /// - Throws: `BatchError` with the number of the invalid line.
  package init(lines: [(number: Int, text: String)], name: String) throws(BatchError) {
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
      guard !values.isEmpty, let setting = Setting(word, values) else {
        if word == "antialiasing" { throw invalid(.takesNoValue(word)) }
        throw invalid(.value(line, expected: allowedValues))
      }
      settings.append(setting)
    }
  }

  /// Changes a tolerance.
  package func apply(to image: inout MaskedTolerance) {
    for setting in settings { setting.apply(to: &image) }
  }

  /// Splits a line into words, without a comment at its end. The value of `background` may begin with `#`, too.
  private static func words(of line: String) -> [String] {
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    let comment = words.indices.first { index in
      words[index].hasPrefix("#") && !(index == 1 && words[0] == "background")
    }
    return Array(words[..<(comment ?? words.count)])
  }
}

extension ToleranceSettings.Setting {
  /// Parses the words of a line; returns nil if the value is not allowed.
  fileprivate init?(_ word: String, _ values: [String]) {
    // `min ssim 0.95` or `min ssim=0.95`
    let value = values.joined(separator: word == "min" || word == "max" ? "=" : " ")
    let setting: Self? =
      switch word {
      case "threshold": Double(share: value).map { .threshold($0) }
      case "hard-threshold": Double(share: value).map { .hardThreshold($0) }
      case "antialiasing": ["on", "off"].contains(value) ? .antialiasing(value == "on") : nil
      case "max-diff": DifferenceLimit(argument: value).map { .limit($0) }
      case "min": MetricLimit(argument: value, .min).map { .metricLimit($0) }
      case "max": MetricLimit(argument: value, .max).map { .metricLimit($0) }
      case "ignore": PixelRect(argument: value).map { .ignored($0) }
      case "mask": .mask(value)
      case "background": Color(argument: value).map { .background($0) }
      case "fuzz-align": NumberRange.alignment.number(value).map { .alignment(.shift(upTo: $0)) }
      case "align": Tolerance.Alignment(argument: value).map { .alignment($0) }
      default: nil
      }
    guard let setting else { return nil }
    self = setting
  }

  fileprivate func apply(to image: inout MaskedTolerance) {
    switch self {
    case .threshold(let share): image.tolerance.options.threshold = share
    case .hardThreshold(let share): image.tolerance.options.hardThreshold = share
    case .antialiasing(let ignores): image.tolerance.options.ignoresAntialiasing = ignores
    case .limit(let limit): image.tolerance.limit = limit
    case .metricLimit(let limit):
      image.tolerance.metricLimits.removeAll { $0.metric == limit.metric }
      image.tolerance.metricLimits.append(limit)
    case .ignored(let rect): image.tolerance.options.ignored.append(rect)
    case .mask(let name): image.mask = name
    case .background(let color): image.tolerance.options.background = color
    case .alignment(let alignment): image.tolerance.alignment = alignment
    }
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
