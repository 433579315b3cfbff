import FrameBatch
import FrameFiles
import FrameImage
import Platform

/// A report file of `test` or `compare`. It may replace an earlier report of the same kind, but no other file.
struct ReportFile {
  let path: String
  private let format: ReportFormat

  /// - Parameter noun: What the option names.
  /// - Throws: `Failure` if the report cannot be written there, or must not replace the existing file.
  init(_ format: ReportFormat, _ path: String, option: String? = nil, noun: String = "file") throws {
    (self.format, self.path) = (format, path)
    let option = option ?? "--\(format.rawValue)"
    guard !FilePath.isStdout(path) else {
      throw Failure(.usage, "\(option) \(path): stdout is used for the results", hint: "name a file")
    }
    try Failure.writing(OutputFile.check(path, replaces: true), option: option)
    guard OutputFile.identity(of: path) != nil else { return }
    guard try isReport() else {
      throw Failure(
        .usage, "exists, but is not a report that \(option) writes", hint: "name another \(noun)",
        of: path)
    }
  }

  func write(_ text: String) throws { try write(Array(text.utf8)) }

  func write(_ bytes: [UInt8]) throws { try OutputFile.write(bytes, at: path) }

  /// A path that is equal for two names of the same file, whether it exists or not.
  var canonicalPath: String { FilePath.join(FilePath.real(FilePath.folder(path)) ?? "", FilePath.name(path)) }

  /// Returns true for a report of this kind, and for an empty file, which contains nothing to lose.
  private func isReport() throws -> Bool {
    let file = try InputFile(.file(path), limit: .nothing)
    guard let bytes = try? file.bytes(512) else { return false }
    return bytes.isEmpty || format.canBegin(bytes)
  }
}

/// The folder of an HTML report: `index.html`, and the images in `images`.
enum ReportFolder {
  static func page(in folder: String) -> String { FilePath.join(folder, "index.html") }

  private static func images(in folder: String) -> String { FilePath.join(folder, "images") }

  /// Makes the folder, or empties that of an earlier report.
  ///
  /// - Throws: `Failure` if the folder holds something else.
  static func prepare(_ folder: String) throws {
    try OutputFolder.create(folder)
    let names = try BatchError.converting(FilePath.names(in: folder))
    let isReport = names.contains("index.html")
    guard names.isEmpty || isReport else {
      throw Failure(
        .usage, "is not empty, and holds no report of --report", hint: "name another folder", of: folder)
    }
    // The page is removed first, so that it never shows images of another run.
    if isReport {
      _ = try ReportFile(.html, page(in: folder), option: "--report", noun: "folder")
      OutputFile.remove(page(in: folder))
    }
    let images = images(in: folder)
    try OutputFolder.create(images)
    remove(try BatchError.converting(FilePath.names(in: images)), from: images)
  }

  /// Makes a folder that only this user can read. It is removed if a signal ends the program.
  static func temporary() throws(Failure) -> String {
    let place = FilePath.join(Environment.nonempty("TMPDIR") ?? "/tmp", "frameit-review-XXXXXX")
    var name = Array(place.utf8CString)
    guard mkdtemp(&name) != nil else {
      throw Failure(BatchError(FileError(FilePath.folder(place), .output(.system(errno)))))
    }
    let folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    SignalThread.end(by: [SIGINT, SIGTERM, SIGHUP]) { _ in remove(folder) }
    return folder
  }

  /// Removes the folder of a report.
  static func remove(_ folder: String) {
    let images = images(in: folder)
    remove((try? FilePath.names(in: images)) ?? [], from: images)
    OutputFile.remove(page(in: folder))
    rmdir(images.systemName)
    rmdir(folder.systemName)
  }

  /// Removes the images among these files.
  private static func remove(_ names: [String], from images: String) {
    for name in names where isImage(name) { OutputFile.remove(FilePath.join(images, name)) }
  }

  /// Returns whether a report gives this name to an image, as in `12-expected.png`.
  private static func isImage(_ name: String) -> Bool {
    let parts = name.split(separator: "-", maxSplits: 1)
    return parts.count == 2 && Int(parts[0]) != nil
      && ["expected.", "actual.", "difference.", "thumbnail."].contains { parts[1].hasPrefix($0) }
  }
}
