import Foundation
import Testing

/// Unusual images from other projects. Their folder is beside the repository and may be missing.
enum Corpora {
  /// The result of djpeg for a file: 0 is clean, 1 is an error, 2 is an image with warnings.
  struct Expectation: CustomTestStringConvertible {
    var path: String
    var result: Int
    var testDescription: String { path }
    var bytes: [UInt8] { Array((try? Data(contentsOf: folder.appending(path: path))) ?? Data()) }
  }

  static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "../shared/corpora").standardized

  /// The number of files when the tests were written.
  static let expectedCount = 52

  static var isThere: Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: "expected-jpeg.tsv").path)
  }

  /// The JPEGs of the corpora; empty if the corpora are missing.
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
