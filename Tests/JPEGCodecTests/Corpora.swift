import Foundation
import Testing

/// Odd images of other projects, which lie beside the repository where they are at all.
enum Corpora {
  /// What djpeg made of a file: 0 clean, 1 an error, 2 an image with warnings.
  struct Expectation: CustomTestStringConvertible {
    var path: String
    var result: Int
    var testDescription: String { path }
    var bytes: [UInt8] { Array((try? Data(contentsOf: folder.appending(path: path))) ?? Data()) }
  }

  static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "../shared/corpora").standardized

  /// How many there were when the tests were written.
  static let expectedCount = 52

  static var isThere: Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: "expected-jpeg.tsv").path)
  }

  /// Empty where the corpora are not there.
  static let jpegs: [Expectation] = {
    let table = folder.appending(path: "expected-jpeg.tsv")
    guard let text = try? String(contentsOf: table, encoding: .utf8) else { return [] }
    return text.split(separator: "\n").dropFirst().compactMap { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard fields.count >= 3, let result = Int(fields[2]) else { return nil }
      return Expectation(path: String(fields[0]), result: result)
    }
  }()
}
