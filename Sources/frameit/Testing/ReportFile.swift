import FrameKit

/// A file that the results of `test` go to. It may take the place of an older report, and of nothing else.
struct ReportFile {
  enum Kind: String {
    case html, junit

    /// How such a report begins, among what.
    fileprivate var marks: (start: String, part: String) {
      switch self {
      case .html: ("<!doctype html>", HTMLReport.mark)
      case .junit: ("<?xml", "<testsuite")
      }
    }
  }

  let path: String
  private let kind: Kind

  /// - Throws: `Failure` for a place where no report can be put, or none may.
  init(_ kind: Kind, _ path: String) throws(Failure) {
    (self.kind, self.path) = (kind, path)
    let option = "--\(kind.rawValue)"
    guard !FilePath.isStdout(path) else {
      throw Failure(.usage, "\(option) \(path): the lines are on stdout", note: "name a file")
    }
    try OutputFile.check(path, replaces: true, option: option)
    guard OutputFile.identity(of: path) != nil else { return }
    guard try isReport() else {
      throw Failure(.usage, "is no report of this kind; \(option) names another file", of: path)
    }
  }

  func put(_ text: String) throws(Failure) { try OutputFile.put(Array(text.utf8), at: path) }

  /// The same for two names of one file, there or not.
  var place: String { FilePath.join(FilePath.real(FilePath.folder(path)) ?? "", FilePath.name(path)) }

  /// An empty file holds nothing that could be lost.
  private func isReport() throws(Failure) -> Bool {
    let file = try InputFile(.file(path), limit: .nothing)
    guard let bytes = try? file.start(512) else { return false }
    let head = String(decoding: bytes, as: UTF8.self).lowercased()
    return head.isEmpty || head.hasPrefix(kind.marks.start) && head.contains(kind.marks.part)
  }
}
