import FrameBatch
import FrameFiles
import FrameImage
import Platform

/// The folder of an HTML report: `index.html`, and the images in `images`.
enum ReportFolder {
  static func page(in folder: String) -> String { FilePath.join(folder, "index.html") }

  private static func images(in folder: String) -> String { FilePath.join(folder, "images") }

  /// Makes the folder, or empties that of an earlier report.
  ///
  /// - Throws: `Failure` if the folder holds something else.
  static func prepare(_ folder: String) throws {
    try OutputFolder.create(folder)
    let names = try BatchError.reading(FilePath.names(in: folder))
    let isReport = names.contains("index.html")
    guard names.isEmpty || isReport else {
      throw Failure(
        .usage, "is not empty, and holds no report of --report", hint: "name another folder", of: folder)
    }
    // The page is removed first, so that it never shows images of another run.
    if isReport {
      _ = try ReportFile(.html, page(in: folder), option: "--report")
      OutputFile.remove(page(in: folder))
    }
    let images = images(in: folder)
    try OutputFolder.create(images)
    for name in try BatchError.reading(FilePath.names(in: images)) where isImage(name) {
      OutputFile.remove(FilePath.join(images, name))
    }
  }

  /// Makes a folder that only this user can read. It is removed if a signal ends the program.
  static func temporary() throws(Failure) -> String {
    let place = FilePath.join(Environment.nonempty("TMPDIR") ?? "/tmp", "frameit-review-XXXXXX")
    var name = Array(place.utf8CString)
    guard mkdtemp(&name) != nil else {
      throw Failure(BatchError(FileError(FilePath.folder(place), .system(errno))))
    }
    let folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    SignalThread.end(by: [SIGINT, SIGTERM, SIGHUP]) { _ in remove(folder) }
    return folder
  }

  /// Removes the folder of a report.
  static func remove(_ folder: String) {
    let images = images(in: folder)
    for name in (try? FilePath.names(in: images)) ?? [] where isImage(name) {
      OutputFile.remove(FilePath.join(images, name))
    }
    OutputFile.remove(page(in: folder))
    rmdir(images.systemName)
    rmdir(folder.systemName)
  }

  /// Returns whether a report gives this name to an image, as in `12-expected.png`.
  private static func isImage(_ name: String) -> Bool {
    let parts = name.split(separator: "-", maxSplits: 1)
    return parts.count == 2 && Int(parts[0]) != nil
      && ["expected.", "actual.", "difference.", "thumbnail."].contains { parts[1].hasPrefix($0) }
  }
}
