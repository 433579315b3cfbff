import FrameEngine
import FrameFiles
import FrameImage

/// The tolerances of a comparison of folders: one for all images, and the settings of a file for some of them.
///
/// The file has the grammar of `tolerance.txt`, in sections that begin with a pattern in brackets, as in
/// `[pages/*.png]`. Lines before the first section apply to all images. Of the sections that match a path, all apply, in
/// the order of the file.
package struct FolderTolerances: Sendable {
  private let base: MaskedTolerance
  /// Masks are relative to this folder.
  private let folder: String
  /// The settings, each with its pattern; nil for all images.
  private let sections: [(pattern: NamePattern?, settings: ToleranceSettings)]
  /// The sections for one path or name each, and all others, in the order of the file.
  private let ofNames: [String: [Int]]
  private let ofPatterns: [Int]

  /// - Parameter base: The tolerance of images that no section matches.
  package init(_ base: MaskedTolerance) {
    (self.base, folder, sections, ofNames, ofPatterns) = (base, "", [], [:], [])
  }

  /// - Throws: `BatchError` with the number of an invalid line, or if the file cannot be read.
  package init(_ base: MaskedTolerance, file path: String, limits: Limits) throws(BatchError) {
    (self.base, folder) = (base, FilePath.folder(path))
    var parts: [(pattern: NamePattern?, lines: [(number: Int, text: String)])] = [(nil, [])]
    for line in try CaseLines.lines(of: path, limits) {
      guard line.text.hasPrefix("[") else {
        parts[parts.count - 1].lines.append(line)
        continue
      }
      guard let pattern = Self.pattern(line.text) else {
        throw BatchError(.testCase(.setting(line: line.number, .section(line.text))), of: path)
      }
      parts.append((NamePattern(pattern), []))
    }
    let sections = try parts.map { pattern, lines throws(BatchError) in
      (pattern: pattern, settings: try ToleranceSettings(lines: lines, name: path))
    }
    let names = sections.indices.filter { sections[$0].pattern?.isLiteral ?? false }
    ofNames = Dictionary(grouping: names) { sections[$0].pattern!.text }
    ofPatterns = sections.indices.filter { !(sections[$0].pattern?.isLiteral ?? false) }
    self.sections = sections
  }

  /// Returns the pattern of the first line of a section, without a comment at its end; nil for another line.
  private static func pattern(_ line: String) -> String? {
    guard let end = line.lastIndex(of: "]") else { return nil }
    let rest = line[line.index(after: end)...].drop(while: \.isWhitespace)
    // The comment may have a bracket, too.
    if let comment = line.firstRange(of: " #"), comment.lowerBound < end {
      return pattern(String(line[..<comment.lowerBound]))
    }
    guard rest.isEmpty || rest.hasPrefix("#") else { return nil }
    let pattern = line[..<end].dropFirst()
    let start = pattern.drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    return String(start[...last])
  }

  /// Returns the patterns of sections that match none of the paths. They may be mistakes.
  package func patternsWithoutMatch(_ paths: [String]) -> [String] {
    let all = Set(paths + paths.map(FilePath.name))
    return sections.compactMap(\.pattern).filter { pattern in
      pattern.isLiteral ? !all.contains(pattern.text) : !paths.contains { pattern.matches($0) }
    }.map(\.text)
  }

  /// Returns the tolerance of a path.
  package func tolerance(of path: String) -> MaskedTolerance {
    var image = MaskedTolerance(base.tolerance)
    let matching =
      ofPatterns.filter { sections[$0].pattern?.matches(path) ?? true }
      + Set([path, FilePath.name(path)]).flatMap { ofNames[$0] ?? [] }
    for index in matching.sorted() { sections[index].settings.apply(to: &image) }
    image.mask = image.mask.map { FilePath.join(folder, $0) } ?? base.mask
    return image
  }
}
