import FrameBatch
import FrameCodec
import FrameFiles
import FrameGeometry
import FrameReports
import Platform

/// The files of the reports of a comparison of folders. They are checked before the first image is compared, so that a long
/// run does not end without a place for its results.
final class FolderReportFiles {
  /// Makes the images of the HTML report; nil without one.
  let gallery: ReportGallery?
  /// The folder of the HTML report; nil without one, and if the page contains the images.
  private let folder: String?
  private let page: ReportPage?
  private let suite: ReportFile?
  private let reg: ReportFile?
  private let summary: String?
  private var reports: FolderReports
  /// True if a report holds every path.
  private let growsByPaths: Bool
  /// The first error of the HTML report. The comparison goes on.
  private var failure: BatchError?

  /// - Parameters:
  ///   - folder: The folder of the HTML report; nil without one.
  ///   - differences: The folder of difference images; nil without one.
  init(
    _ options: FolderOptions, report folder: String?, _ expected: String, _ actual: String,
    differences: String?, codecs: CodecList
  ) throws {
    suite = try options.junit.map { try ReportFile(.junit, $0) }
    reg = try options.reg.map { try ReportFile(.reg, $0) }
    summary = options.github ? Self.githubSummary() : nil
    self.folder = options.html == nil ? folder : nil
    var file = try options.html.map { try ReportFile(.html, $0).path }
    if let folder = self.folder {
      try ReportFolder.prepare(folder)
      file = ReportFolder.page(in: folder)
    }
    page = try file.map { try ReportPage($0, of: "image", in: [expected, actual], accepts: true) }
    gallery = page == nil ? nil : ReportGallery(folder: self.folder, codecs: codecs)
    reports = FolderReports(expected: expected, actual: actual, differences: differences)
    growsByPaths = suite != nil || reg != nil || options.github
  }

  /// - Parameters:
  ///   - images: The images of the HTML report; nil without one, and for an image that is as expected.
  ///   - difference: The name of its difference image; nil without one.
  func add(
    _ record: FolderRecord, _ images: Result<ReportImages, BatchError>?, difference: String?
  ) {
    if growsByPaths { reports.add(record, difference: difference) }
    guard let page, failure == nil else { return }
    do throws(BatchError) {
      try page.add(record.reportItem(try images?.get()))
    } catch {
      failure = error
    }
  }

  /// Returns the command that annotates a GitHub run with a result; nil for an image that is as expected.
  func annotation(_ record: FolderRecord) -> String? { reports.annotation(record) }

  /// Writes the reports, and prints their errors. All reports are tried.
  ///
  /// - Returns: The statuses of the errors.
  func finish(_ counts: FolderCounts, seconds: Double) -> [ExitStatus] {
    let writers: [() throws -> Void] = [
      { [self] in try finishPage(counts) },
      { [self] in try suite?.write(reports.suite.text(seconds: seconds)) },
      { [self] in try reg?.write(JSONLine.bytes(of: reports.reg)) },
      { [self] in try summary.map { try Self.append(reports.summary.text(counts), to: $0) } },
    ]
    return writers.compactMap { Failure.reporting($0) }
  }

  /// Writes the page, or removes the images that were written for it.
  private func finishPage(_ counts: FolderCounts) throws(BatchError) {
    let result = Result { () throws(BatchError) in
      if let failure { throw failure }
      try page?.finish(counts.text)
    }
    if case .failure = result, let folder { ReportFolder.remove(folder) }
    try result.get()
  }

  /// Returns the path of the summary of a GitHub step; nil elsewhere.
  private static func githubSummary() -> String? {
    guard let path = Environment.variable("GITHUB_STEP_SUMMARY"), !path.isEmpty else {
      Console.note("GITHUB_STEP_SUMMARY is not set, so there is no summary")
      return nil
    }
    return path
  }

  private static func append(_ text: String, to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw BatchError(FileError(path, .output(.system(errno)))) }
    defer { close(descriptor) }
    try converting(ByteOutput(descriptor: descriptor).write(Array(text.utf8))) {
      BatchError(FileError(path, .output(.codec($0))))
    }
  }
}
