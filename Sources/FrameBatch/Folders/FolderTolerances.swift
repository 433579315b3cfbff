import FrameCompare
import FrameImage
import FrameKit

/// The tolerances of a comparison of folders: one for all images, and the settings of a file for some of them.
///
/// The file has the grammar of `tolerance.txt`, in sections that begin with a pattern in brackets, as in
/// `[pages/*.png]`. Lines before the first section apply to all images. Of the sections that match a path, all apply, in
/// the order of the file.
package struct FolderTolerances: Sendable {
  private struct Section: Sendable {
    /// nil for all images.
    let pattern: NamePattern?
    var lines: [(number: Int, text: String)] = []
  }

  private let base: Tolerance
  private let name: String
  private let sections: [Section]

  /// - Parameter base: The tolerance of images that no section matches.
  package init(_ base: Tolerance) { (self.base, name, sections) = (base, "", []) }

  /// - Throws: `BatchError` with the number of an invalid line, or if the file cannot be read.
  package init(_ base: Tolerance, file path: String, limits: Limits) throws(BatchError) {
    (self.base, name) = (base, path)
    var sections = [Section(pattern: nil)]
    for line in try CaseLines.lines(of: path, limits) {
      if line.text.hasPrefix("["), line.text.hasSuffix("]") {
        sections.append(Section(pattern: NamePattern(String(line.text.dropFirst().dropLast()))))
      } else {
        sections[sections.count - 1].lines.append(line)
      }
    }
    self.sections = sections
    for section in sections { _ = try CaseTolerance(over: base, lines: section.lines, name: path) }
  }

  /// Returns the tolerance of a path, and the path of its mask; nil without one.
  package func tolerance(of path: String) throws(BatchError) -> (tolerance: Tolerance, mask: String?) {
    var (tolerance, mask) = (base, String?.none)
    for section in sections where section.pattern?.matches(path) ?? true {
      let settings = try CaseTolerance(over: tolerance, lines: section.lines, name: name)
      tolerance = settings.tolerance
      mask = settings.mask ?? mask
    }
    return (tolerance, mask.map { FilePath.join(FilePath.folder(name), $0) })
  }
}
