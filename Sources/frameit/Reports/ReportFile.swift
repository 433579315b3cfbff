import FrameBatch
import FrameFiles

/// A report file of `test` or `compare`. It may replace an earlier report of the same kind, but no other file.
struct ReportFile {
  let path: String
  private let format: ReportFormat

  /// - Throws: `Failure` if the report cannot be written there, or must not replace the existing file.
  init(_ format: ReportFormat, _ path: String, option: String? = nil) throws {
    (self.format, self.path) = (format, path)
    let option = option ?? "--\(format.rawValue)"
    guard !FilePath.isStdout(path) else {
      throw Failure(.usage, "\(option) \(path): stdout is used for the results", hint: "name a file")
    }
    try Failure.writing(OutputFile.check(path, replaces: true), option: option)
    guard OutputFile.identity(of: path) != nil else { return }
    guard try isReport() else {
      throw Failure(
        .usage, "exists, but is not a report that \(option) writes", hint: "name another file", of: path)
    }
  }

  func write(_ text: String) throws { try write(Array(text.utf8)) }

  func write(_ bytes: [UInt8]) throws { try OutputFile.write(bytes, at: path) }

  /// A path that is equal for two names of the same file, whether it exists or not.
  var canonicalPath: String { FilePath.join(FilePath.real(FilePath.folder(path)) ?? "", FilePath.name(path)) }

  /// Returns true for a report of this kind, and for an empty file, which contains nothing to lose.
  private func isReport() throws -> Bool {
    let file = try InputFile(.file(path), limit: .nothing)
    guard let bytes = try? file.start(512) else { return false }
    return bytes.isEmpty || format.canBegin(bytes)
  }
}
