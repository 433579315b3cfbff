import FoundationEssentials
import FrameCodec
import FrameCompare
import FrameEngine
import FrameFiles
import FrameImage
import FrameReports
import Platform

/// Makes actual images the expected ones, exactly as a report showed them. Writes only below the folder of expected images.
package struct Acceptance {
  package enum Outcome: Equatable, Sendable {
    /// The actual image is the expected one now.
    case accepted
    /// The expected image was deleted.
    case deleted
    /// It was accepted before.
    case unchanged
    /// It would be deleted, but there is none.
    case gone
    /// It was as expected, so there is nothing to accept.
    case asExpected
    /// The expected image would be deleted, which was not asked for.
    case kept
    /// The image is not accepted, for this reason.
    case refused(String)

    fileprivate static let outside = refused("the path leads out of the folder, or is not a plain path")
    fileprivate static let expectedChanged = refused(
      "the expected image is not the one in the report; compare again")
  }

  private let expected: String
  private let actual: String
  /// True to delete expected images that are missing or have moved.
  private let prunes: Bool
  private let codecs: CodecList
  private let describe: (BatchError) -> String

  /// - Parameters:
  ///   - expected, actual: The folders.
  ///   - prunes: True to delete expected images that are missing or have moved.
  ///   - describe: Returns the text of an error.
  package init(
    expected: String, actual: String, prunes: Bool, codecs: CodecList,
    describe: @escaping (BatchError) -> String
  ) {
    (self.expected, self.actual, self.prunes) = (expected, actual, prunes)
    (self.codecs, self.describe) = (codecs, describe)
  }

  /// Accepts one image.
  ///
  /// - Returns: The outcome for its path, and for a moved image, also that for its earlier path.
  package func accept(_ shown: ShownImage, limits: Limits) -> [(path: String, outcome: Outcome)] {
    func outcome(_ path: String, _ body: () throws(BatchError) -> Outcome) -> (path: String, outcome: Outcome)
    {
      guard Self.isRelative(path) else { return (path, .outside) }
      do throws(BatchError) {
        return (path, try body())
      } catch {
        return (path, .refused(describe(error)))
      }
    }
    let first = outcome(shown.path) { () throws(BatchError) in
      switch shown.verdict {
      case .same, .within: .asExpected
      case .broken: .refused("it is broken, so the report could not show it")
      case .differs, .added: try copy(shown, replacing: shown.expectedHash, limits)
      case .moved: try copy(shown, replacing: nil, limits)
      case .missing: try delete(shown.path, shown.expectedHash, limits)
      }
    }
    guard case .moved = shown.verdict, let from = shown.from,
      first.outcome == .accepted || first.outcome == .unchanged
    else { return [first] }
    return [first, outcome(from) { () throws(BatchError) in try delete(from, shown.expectedHash, limits) }]
  }

  /// Copies the actual image, whose bytes are read once: those are checked, decoded and written.
  ///
  /// - Parameter replaced: The fingerprint of the expected image that is replaced; nil for none.
  private func copy(_ shown: ShownImage, replacing replaced: String?, _ limits: Limits) throws(BatchError)
    -> Outcome
  {
    let source = FilePath.join(actual, shown.path)
    let target = FilePath.join(expected, shown.path)
    let bytes = try BatchError.converting(InputFile(.file(source), limit: .memory(limits)).contents())
    guard ContentHash.of(bytes.span) == shown.actualHash else {
      return .refused("the actual image is not the one in the report; compare again")
    }
    guard isInside(target) else { return .outside }
    let current = try hash(target, limits)
    if current == shown.actualHash { return .unchanged }
    guard current == replaced else { return .expectedChanged }
    // The whole image is decoded, so that no broken one becomes the expected image.
    let file = try BatchError.converting(InputFile(.memory(bytes, name: source), limit: .memory(limits)))
    _ = try BatchError.converting(OpenImage(file, codecs: codecs, limits: limits).pixelHash(limits: limits))
    try OutputFolder.create(FilePath.folder(target))
    try BatchError.converting(OutputFile.write(bytes, at: target))
    return .accepted
  }

  private func delete(_ path: String, _ fingerprint: String?, _ limits: Limits) throws(BatchError) -> Outcome
  {
    let target = FilePath.join(expected, path)
    guard isInside(target) else { return .outside }
    guard let current = try hash(target, limits) else { return .gone }
    guard prunes else { return .kept }
    guard current == fingerprint else { return .expectedChanged }
    if try exists(FilePath.join(actual, path)) { return .refused("there is an actual image now") }
    OutputFile.remove(target)
    return OutputFile.exists(target) ? .refused("cannot be deleted") : .deleted
  }

  /// - Throws: `BatchError` for a file in a folder that cannot be read, which may exist.
  private func exists(_ path: String) throws(BatchError) -> Bool {
    if OutputFile.exists(path) { return true }
    guard [ENOENT, ENOTDIR].contains(errno) else { throw BatchError(FileError(path, .system(errno))) }
    return false
  }

  /// Returns the fingerprint of a file; nil if there is none.
  private func hash(_ path: String, _ limits: Limits) throws(BatchError) -> String? {
    guard try exists(path) else { return nil }
    let bytes = try BatchError.converting(InputFile(.file(path), limit: .memory(limits)).contents())
    return ContentHash.of(bytes.span)
  }

  /// Returns whether a path has no parts that lead upwards, and is not absolute.
  private static func isRelative(_ path: String) -> Bool {
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return parts.allSatisfy {
      !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8) && !$0.contains(0)
    }
  }

  /// Returns whether a file is a regular one below the folder of expected images, or can be made there: no link on its path
  /// leads elsewhere.
  private func isInside(_ target: String) -> Bool {
    if OutputFile.exists(target), !OutputFile.isRegular(target) { return false }
    // The deepest folder that exists.
    var folder = FilePath.folder(target)
    while !FilePath.isFolder(folder), folder.utf8.count > expected.utf8.count {
      folder = FilePath.folder(folder)
    }
    guard let root = FilePath.real(expected), let real = FilePath.real(folder) else { return false }
    return FilePath.isInside(real, root)
  }
}

/// What a report of folders showed of one path, with fingerprints of the files, so that exactly these are accepted.
package struct ShownImage: Codable, Sendable {
  package let path: String
  let verdict: FolderRecord.Verdict
  /// The earlier path of a moved image.
  let from: String?
  /// The SHA-256 of the files.
  let expectedHash: String?
  let actualHash: String?

  /// True if it is not as expected, and not broken.
  package var isAcceptable: Bool {
    switch verdict {
    case .differs, .added, .missing, .moved: true
    case .same, .within, .broken: false
    }
  }

  /// Reads the images of an HTML report, or of a list that its page has copied: one JSON object per line.
  ///
  /// - Parameter folders: The folders of expected and of actual images. A report must be theirs.
  /// - Throws: `BatchError` if the file cannot be read, a line is no such object, or the report is of other folders.
  package static func all(in path: String, of folders: [String], limits: Limits) throws(BatchError)
    -> [ShownImage]
  {
    let bytes = try BatchError.converting(InputFile(.file(path), limit: .memory(limits)).contents())
    let (start, end) = (Array(ReportPage.itemTags.0.utf8), Array(ReportPage.itemTags.1.utf8))
    let isReport = bytes.starts(with: "<!doctype html>".utf8)
    var images: [ShownImage] = []
    for (number, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated()
    {
      var line = line
      if isReport {
        if line.starts(with: ReportPage.headingTag.utf8),
          let heading = try? JSONDecoder().decode(
            ReportHeading.self,
            from: Data(line.dropFirst(ReportPage.headingTag.utf8.count).dropLast(end.count))),
          heading.folders.count == 2, !zip(heading.folders, folders).allSatisfy(Self.isSame)
        {
          throw BatchError(.acceptList(.otherFolders(heading.folders[0], heading.folders[1])), of: path)
        }
        guard line.starts(with: start) else { continue }
        line = line.dropFirst(start.count).dropLast(end.count)
      } else if line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) {
        continue
      }
      guard let image = try? JSONDecoder().decode(ShownImage.self, from: Data(line)) else {
        throw BatchError(.acceptList(.line(number + 1)), of: path)
      }
      images.append(image)
    }
    if isReport, images.isEmpty { throw BatchError(.acceptList(.noReport), of: path) }
    return images
  }

  private static func isSame(_ folder: String, _ other: String) -> Bool {
    let (l, r) = (FilePath.real(folder) ?? folder, FilePath.real(other) ?? other)
    return folder.utf8.elementsEqual(other.utf8) || l.utf8.elementsEqual(r.utf8)
  }
}

/// What `ReportPage` writes about the folders that it compared.
private struct ReportHeading: Decodable {
  let folders: [String]
}

extension FolderRecord.Verdict: Decodable {}

/// A problem of a report or a list of images to accept.
package enum AcceptListProblem: Equatable, Sendable {
  /// The line is not an object that a report has copied.
  case line(Int)
  /// An HTML page without images.
  case noReport
  /// A report of other folders, which these are.
  case otherFolders(String, String)
}
