import Foundation
import Testing

/// The result of a program: how it ended and what it printed.
struct Outcome {
  var ending: Ending
  var out: [UInt8]
  var err: String

  var text: String { String(decoding: out, as: UTF8.self) }
  var lines: [String] { text.split(separator: "\n").map(String.init) }

  /// Returns stdout as JSON, one object per line.
  func records(_ place: SourceLocation = #_sourceLocation) throws -> [[String: Any]] {
    try lines.map { line in
      let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
      return try #require(value as? [String: Any], sourceLocation: place)
    }
  }

  /// stderr without the summary of a batch.
  var complaints: String {
    err.split(separator: "\n").filter { !$0.contains(/^frameit: .*\d+ of \d+ (would be )?done/) }.map {
      $0 + "\n"
    }
    .joined()
  }

  /// The number of skipped images in the summary of a batch.
  var doneBefore: Int { err.firstMatch(of: /, (\d+) done before/).flatMap { Int($0.1) } ?? 0 }

  /// Expects exit code 0, this output, and nothing on stderr except a summary or this warning.
  @discardableResult
  func succeeds(
    printing wanted: String? = nil, warning: String? = nil, _ place: SourceLocation = #_sourceLocation
  ) -> Outcome {
    #expect(ending == .exit(0), "\(err)", sourceLocation: place)
    if let wanted { #expect(text == wanted, sourceLocation: place) }
    if let warning {
      #expect(err.contains("warning: "), sourceLocation: place)
      #expect(err.contains(warning), sourceLocation: place)
    } else {
      #expect(complaints == "", sourceLocation: place)
    }
    return self
  }

  /// Expects this exit code, an empty stdout, and a message on stderr.
  @discardableResult
  func fails(_ code: Int32, place: SourceLocation = #_sourceLocation) -> Outcome {
    #expect(ending == .exit(code), "\(err)", sourceLocation: place)
    #expect(text == "", sourceLocation: place)
    #expect(!err.isEmpty, sourceLocation: place)
    return says([], place)
  }

  /// Expects this exit code, an empty stdout, and each of these parts on stderr.
  @discardableResult
  func fails(
    _ code: Int32, saying parts: String..., place: SourceLocation = #_sourceLocation
  ) -> Outcome {
    fails(code, place: place)
    return says(parts, place)
  }

  /// Expects this exit code, an empty stdout, and each of these words on stderr: files, positions, options, numbers.
  /// The suites of messages check the wording.
  @discardableResult
  func fails(
    _ code: Int32, naming words: String..., place: SourceLocation = #_sourceLocation
  ) -> Outcome {
    fails(code, place: place)
    for word in words {
      let isNamed = err.ranges(of: word).contains { range in
        let before = err[..<range.lowerBound].last
        let after = err[range.upperBound...].first
        return ![before, after].contains { $0?.isLetter == true || $0?.isNumber == true }
      }
      #expect(isNamed, "no '\(word)' in: \(err)", sourceLocation: place)
    }
    return self
  }

  @discardableResult
  func says(_ parts: [String], _ place: SourceLocation = #_sourceLocation) -> Outcome {
    for part in parts { #expect(err.contains(part), "\(err)", sourceLocation: place) }
    // Messages contain no text of Swift's runtime.
    for leak in ["Optional(", "Error(", "Fatal error", ".swift:"] {
      #expect(!err.contains(leak), "\(err)", sourceLocation: place)
    }
    if ending != .exit(0) { #expect(err.hasSuffix("\n"), sourceLocation: place) }
    return self
  }
}
