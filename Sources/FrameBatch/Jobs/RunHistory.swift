import FrameImage
import FrameKit

/// What the runs of one call share, if it runs its jobs again whenever their files change: the decoded images, and the
/// files that the call wrote.
package final class RunHistory: Sendable {
  /// The decoded images. They fit into the memory that the edits leave.
  let decoded = DecodedImages(maximumBytes: 0, evicting: .leastRecentlyUsed)
  /// The stamps of the files that were written, by the bytes of their paths.
  private let written = Monitor<[[UInt8]: FileStamp]>([:])

  package init() {}

  /// True if nothing was written yet.
  package var isEmpty: Bool { written.read { $0.isEmpty } }

  func add(_ path: String, _ stamp: FileStamp) {
    written.change { $0[path.systemBytes] = stamp }
  }

  /// Returns the common state of the existing files among these, as far as this call knows them.
  ///
  /// - Returns: `.outdated` if this call wrote all of them as they are; nil without files, and for other files.
  func fileState(of files: [String]) -> FileState? {
    let states = files.compactMap { path -> FileState? in
      guard let stamp = FileStamp(of: path) else { return nil }
      guard let own = written.read({ $0[path.systemBytes] }) else { return .unknown }
      return own == stamp ? .outdated : .modified
    }
    if states.contains(.unknown) { return nil }
    return states.contains(.modified) ? .modified : states.first
  }
}
