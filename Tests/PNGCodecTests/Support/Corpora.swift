import Foundation

/// Unusual images from other projects, which are not part of the repository: `../shared/corpora` from the package's
/// root. Tests that use them print the number of files, and pass if the folder is missing.
enum Corpora {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "../../../../shared/corpora/"
  ).standardized

  /// The result of libpng 1.6.39 for one file: a line of `expected-png.tsv`.
  struct Expectation {
    var path: String
    /// 0 if the file decodes, 1 if it is an error.
    var code: Int
    var width: Int
    var height: Int
    var depth: Int
    var colorType: Int
    var interlaced: Bool
    /// The checksum of the rows as stored, not expanded.
    var crc: UInt32
    var warning: String
    var error: String

    var bytes: [UInt8] { Corpora.bytes(path) ?? [] }
  }

  static func bytes(_ path: String) -> [UInt8]? {
    (try? Data(contentsOf: root.appending(path: path))).map { [UInt8]($0) }
  }

  static let expectations: [Expectation] = {
    guard let table = try? String(contentsOf: root.appending(path: "expected-png.tsv"), encoding: .utf8)
    else { return [] }
    return table.split(separator: "\n").dropFirst().compactMap { line in
      let f = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard f.count == 12 else { return nil }
      let n = f[1...8].compactMap { Int($0) }
      guard n.count == 8 else { return nil }
      return Expectation(
        path: f[0], code: n[0], width: n[1], height: n[2], depth: n[3], colorType: n[4],
        interlaced: n[5] != 0, crc: UInt32(truncatingIfNeeded: n[7]), warning: f[10], error: f[11])
    }
  }()

  /// Prints the number of files that a test used, so that a run without the folder is noticed.
  static func report(_ test: String, _ count: Int) {
    print("corpora: \(test): \(count)")
  }

  static var isThere: Bool { FileManager.default.fileExists(atPath: root.path) }
}
