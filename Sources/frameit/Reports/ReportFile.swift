import FrameBatch
import FrameKit

/// A report file of `test`. It may replace an earlier report of the same kind, but no other file.
struct ReportFile {
  enum Kind: String {
    case html, junit

    /// The start of such a report, and a part of its beginning.
    fileprivate var signature: (start: String, part: String) {
      switch self {
      case .html: ("<!doctype html>", HTMLReport.signature)
      case .junit: ("<?xml", "<testsuite")
      }
    }
  }

  let path: String
  private let kind: Kind

  /// - Throws: `Failure` if the report cannot be written there, or must not replace the existing file.
  init(_ kind: Kind, _ path: String) throws {
    (self.kind, self.path) = (kind, path)
    let option = "--\(kind.rawValue)"
    guard !FilePath.isStdout(path) else {
      throw Failure(.usage, "\(option) \(path): stdout is used for the results", hint: "name a file")
    }
    try Failure.converting(option: option) { () throws(FileError) in
      try OutputFile.check(path, replaces: true)
    }
    guard OutputFile.identity(of: path) != nil else { return }
    guard try isReport() else {
      throw Failure(
        .usage, "exists, but is not a report that \(option) writes", hint: "name another file", of: path)
    }
  }

  func write(_ text: String) throws { try OutputFile.write(Array(text.utf8), at: path) }

  /// A path that is equal for two names of the same file, whether it exists or not.
  var canonicalPath: String { FilePath.join(FilePath.real(FilePath.folder(path)) ?? "", FilePath.name(path)) }

  /// Returns true for a report of this kind, and for an empty file, which contains nothing to lose.
  private func isReport() throws -> Bool {
    let file = try InputFile(.file(path), limit: .nothing)
    guard let bytes = try? file.start(512) else { return false }
    let head = String(decoding: bytes, as: UTF8.self).lowercased()
    return head.isEmpty || head.hasPrefix(kind.signature.start) && head.contains(kind.signature.part)
  }
}
