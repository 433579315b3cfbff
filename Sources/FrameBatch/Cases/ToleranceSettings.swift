import FrameCompare
import FrameEngine
import FrameFiles
import FrameImage
import FrameScene

/// The contents of `tolerance.txt`, with one setting and its value per line.
package struct ToleranceSettings: Sendable {
  private typealias Change = @Sendable (inout MaskedTolerance) -> Void

  /// A setting: its allowed values, and how a value changes a tolerance.
  private struct Setting: Sendable {
    let allowedValues: String
    /// Parses a value; returns nil if it is not allowed.
    let change: @Sendable (String) -> Change?

    init<Value: Sendable>(
      _ allowedValues: String, _ parse: @escaping @Sendable (String) -> Value?,
      _ set: @escaping @Sendable (inout MaskedTolerance, Value) -> Void
    ) {
      self.allowedValues = allowedValues
      change = { text in
        guard let value = parse(text) else { return nil }
        return { set(&$0, value) }
      }
    }

    init<Value: ArgumentValue>(
      _: Value.Type, _ set: @escaping @Sendable (inout MaskedTolerance, Value) -> Void
    ) {
      self.init(Value.allowedValues, { Value(argument: $0) }, set)
    }

    init(_ side: MetricLimit.Side) {
      self.init(side.allowedValues, { MetricLimit(argument: $0, side) }) { image, limit in
        image.tolerance.metricLimits.removeAll { $0.metric == limit.metric }
        image.tolerance.metricLimits.append(limit)
      }
    }
  }

  private static let settings = [
    "threshold": Setting(Double.allowedShares, { Double(share: $0) }) { $0.tolerance.options.threshold = $1 },
    "hard-threshold": Setting(Double.allowedShares, { Double(share: $0) }) {
      $0.tolerance.options.hardThreshold = $1
    },
    "antialiasing": Setting("", { ["on": true, "off": false][$0] }) {
      $0.tolerance.options.ignoresAntialiasing = $1
    },
    "max-diff": Setting(DifferenceLimit.self) { $0.tolerance.limit = $1 },
    "min": Setting(.min), "max": Setting(.max),
    "ignore": Setting(PixelRect.self) { $0.tolerance.options.ignored.append($1) },
    "mask": Setting("the name of an image", { $0 }) { $0.mask = $1 },
    "background": Setting(Color.self) { $0.tolerance.options.background = $1 },
    "align": Setting(Tolerance.Alignment.self) { $0.tolerance.alignment = $1 },
    "fuzz-align": Setting(NumberRange.alignment.allowedValues, { NumberRange.alignment.number($0) }) {
      $0.tolerance.alignment = .shift(upTo: $1)
    },
  ]
  /// The settings that can be repeated.
  private static let repeated: Set = ["ignore", "min", "max"]

  private var changes: [Change] = []

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
      guard let setting = Self.settings[word] else {
        let known = Self.settings.keys.sorted()
        throw invalid(.unknown(word, nearest: word.nearest(in: known), known: known))
      }
      guard seen.insert(word).inserted || Self.repeated.contains(word) else {
        throw invalid(.givenTwice(word))
      }
      // Alone, it is the flag of the command.
      let values = words.count == 1 && word == "antialiasing" ? ["on"] : Array(words.dropFirst())
      // `min ssim 0.95` or `min ssim=0.95`
      let value = values.joined(separator: word == "min" || word == "max" ? "=" : " ")
      guard !values.isEmpty, let change = setting.change(value) else {
        if word == "antialiasing" { throw invalid(.takesNoValue(word)) }
        throw invalid(.value(line, expected: setting.allowedValues))
      }
      changes.append(change)
    }
  }

  /// Changes a tolerance.
  package func apply(to image: inout MaskedTolerance) {
    for change in changes { change(&image) }
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

/// Reads the lines of `inputs.txt` and `tolerance.txt`.
package enum CaseLines {
  /// Reads the lines of a file.
  ///
  /// - Returns: The lines with their numbers, without surrounding spaces, empty lines and comments.
  /// - Throws: `BatchError` if the file cannot be read or is not UTF-8.
  package static func lines(of path: String, _ limits: Limits) throws(BatchError) -> [(
    number: Int, text: String
  )] {
    let bytes = try BatchError.converting(InputFile(.file(path), limit: .caseFile(limits)).contents())
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

/// The tolerances of a comparison of folders: one for all images, and the settings of a file for some of them.
///
/// The file has the grammar of `tolerance.txt`, in sections that begin with a pattern in brackets, as in
/// `[pages/*.png]`. Lines before the first section apply to all images. Of the sections that match a path, all apply, in
/// the order of the file.
package struct FolderTolerances: Sendable {
  private let base: MaskedTolerance
  /// Masks are relative to this folder.
  private let folder: String
  /// The settings, each with its pattern; nil for all images.
  private let sections: [(pattern: NamePattern?, settings: ToleranceSettings)]
  /// The sections for one path or name each, and all others, in the order of the file.
  private let ofNames: [String: [Int]]
  private let ofPatterns: [Int]

  /// - Parameter base: The tolerance of images that no section matches.
  package init(_ base: MaskedTolerance) {
    (self.base, folder, sections, ofNames, ofPatterns) = (base, "", [], [:], [])
  }

  /// - Throws: `BatchError` with the number of an invalid line, or if the file cannot be read.
  package init(_ base: MaskedTolerance, file path: String, limits: Limits) throws(BatchError) {
    (self.base, folder) = (base, FilePath.folder(path))
    var parts: [(pattern: NamePattern?, lines: [(number: Int, text: String)])] = [(nil, [])]
    for line in try CaseLines.lines(of: path, limits) {
      guard line.text.hasPrefix("[") else {
        parts[parts.count - 1].lines.append(line)
        continue
      }
      guard let pattern = Self.pattern(line.text) else {
        throw BatchError(.testCase(.setting(line: line.number, .section(line.text))), of: path)
      }
      parts.append((NamePattern(pattern), []))
    }
    let sections = try parts.map { pattern, lines throws(BatchError) in
      (pattern: pattern, settings: try ToleranceSettings(lines: lines, name: path))
    }
    let names = sections.indices.filter { sections[$0].pattern?.isLiteral ?? false }
    ofNames = Dictionary(grouping: names) { sections[$0].pattern!.text }
    ofPatterns = sections.indices.filter { !(sections[$0].pattern?.isLiteral ?? false) }
    self.sections = sections
  }

  /// Returns the pattern of the first line of a section, without a comment at its end; nil for another line.
  private static func pattern(_ line: String) -> String? {
    guard let end = line.lastIndex(of: "]") else { return nil }
    let rest = line[line.index(after: end)...].drop(while: \.isWhitespace)
    // The comment may have a bracket, too.
    if let comment = line.firstRange(of: " #"), comment.lowerBound < end {
      return pattern(String(line[..<comment.lowerBound]))
    }
    guard rest.isEmpty || rest.hasPrefix("#") else { return nil }
    let pattern = line[..<end].dropFirst()
    let start = pattern.drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    return String(start[...last])
  }

  /// Returns the patterns of sections that match none of the paths. They may be mistakes.
  package func patternsWithoutMatch(_ paths: [String]) -> [String] {
    let all = Set(paths + paths.map(FilePath.name))
    return sections.compactMap(\.pattern).filter { pattern in
      pattern.isLiteral ? !all.contains(pattern.text) : !paths.contains { pattern.matches($0) }
    }.map(\.text)
  }

  /// Returns the tolerance of a path.
  package func tolerance(of path: String) -> MaskedTolerance {
    var image = MaskedTolerance(base.tolerance)
    let matching =
      ofPatterns.filter { sections[$0].pattern?.matches(path) ?? true }
      + Set([path, FilePath.name(path)]).flatMap { ofNames[$0] ?? [] }
    for index in matching.sorted() { sections[index].settings.apply(to: &image) }
    image.mask = image.mask.map { FilePath.join(folder, $0) } ?? base.mask
    return image
  }
}
