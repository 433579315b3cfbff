import FrameImage

/// Records the files and folders that a script or an edit opens, each with its state before it was opened.
///
/// Files that cannot be opened are recorded as well: the result changes when they appear. So the record is everything in
/// the file system that the result depends on, and `FileWatcher` can tell when it is out of date.
package final class UsedFiles: Sendable {
  private let files = Monitor<[[UInt8]: UsedFile]>([:])

  package init() {}

  /// All files and folders, in the order of their paths' bytes.
  package var all: [UsedFile] {
    files.read { files in
      files.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
    }
  }

  /// Records a file or folder that is about to be opened. Its first state counts, so that a change between two openings
  /// is noticed.
  package func add(_ path: String) {
    let bytes = path.systemBytes
    guard files.read({ $0[bytes] == nil }) else { return }
    let file = UsedFile(path: path, state: PathState(of: path))
    files.change { files in
      if files[bytes] == nil { files[bytes] = file }
    }
  }

  /// Records a source that is a file.
  package func add(_ source: InputSource) {
    if let path = source.path { add(path) }
  }
}

/// A file or folder, and its state when it was used.
package struct UsedFile: Equatable, Sendable {
  package let path: String
  package let state: PathState

  package init(path: String, state: PathState) { (self.path, self.state) = (path, state) }

  /// True if the file is still as it was used.
  package var isCurrent: Bool { PathState(of: path) == state }
}
