import FrameEngine
import FrameFiles

/// The golden cases that failed in their last run. They are remembered in a file of the user's state folder, with the
/// resolved path of a folder on each line.
package struct FailedCases {
  /// nil without a state folder.
  private let path: String?
  private var folders: Set<[UInt8]> = []

  private static let mostBytes = 16 << 20

  /// Reads the cases. A file that cannot be read counts as empty, because it holds nothing that a run cannot find again.
  ///
  /// - Parameter state: The user's state folder; nil without one.
  package init(state: String?) {
    path = state.map { FilePath.join($0, "frameit/failed-cases.txt") }
    guard let path, let file = try? InputFile(.file(path), limit: .memory(bytes: Self.mostBytes)),
      let bytes = try? file.contents()
    else { return }
    folders = Set(bytes.split(separator: UInt8(ascii: "\n")).map(Array.init))
  }

  package func contains(_ testCase: TestCase) -> Bool { folders.contains(Self.line(testCase)) }

  /// Stores the results of cases that ran.
  ///
  /// - Throws: `BatchError` if the file cannot be written.
  package mutating func update(_ reports: [CaseReport]) throws(BatchError) {
    let before = folders
    for report in reports {
      let line = Self.line(TestCase(folder: report.name))
      // A line break would make two lines of one.
      if line.contains(UInt8(ascii: "\n")) { continue }
      if report.isPassed { folders.remove(line) } else { folders.insert(line) }
    }
    guard let path, folders != before else { return }
    try OutputFolder.create(FilePath.folder(path))
    let lines = folders.sorted { $0.lexicographicallyPrecedes($1) }
    try BatchError.converting(OutputFile.write(lines.flatMap { $0 + [UInt8(ascii: "\n")] }, at: path))
  }

  private static func line(_ testCase: TestCase) -> [UInt8] {
    Array((FilePath.real(testCase.folder) ?? testCase.folder).utf8)
  }
}
