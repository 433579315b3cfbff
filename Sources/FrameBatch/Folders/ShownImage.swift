import FoundationEssentials
import FrameEngine
import FrameFiles
import FrameImage
import FrameReports

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
  /// - Throws: `BatchError` if the file cannot be read, or a line is no such object.
  package static func all(in path: String, limits: Limits) throws(BatchError) -> [ShownImage] {
    let bytes = try BatchError.converting(InputFile(.file(path), limit: .memory(limits)).contents())
    let (start, end) = (Array(ReportPage.itemTags.0.utf8), Array(ReportPage.itemTags.1.utf8))
    let isReport = bytes.starts(with: "<!doctype html>".utf8)
    var images: [ShownImage] = []
    for (number, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated()
    {
      var line = line
      if isReport {
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
}

extension FolderRecord.Verdict: Decodable {}

/// A problem of a report or a list of images to accept.
package enum AcceptListProblem: Equatable, Sendable {
  /// The line is not an object that a report has copied.
  case line(Int)
  /// An HTML page without images.
  case noReport
}
