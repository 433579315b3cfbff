import FrameKit

/// What journals know of the file that has an output's name.
enum FileState {
  /// There is none.
  case missing
  /// It follows from the same.
  case same
  /// It was made of something else, and is as it was left.
  case other
  /// It was made, and is not as it was left.
  case changed
  /// Nobody knows who made it.
  case strange

  /// - Parameters:
  ///   - path: of a file.
  ///   - mark: the file's.
  ///   - known: what was done there.
  ///   - key: what a result of the same follows from.
  init(of path: String, _ mark: FileStamp, _ known: [JournalRecords.Result], key: String) {
    guard !known.isEmpty else {
      self = .strange
      return
    }
    var found = known.last { $0.mark == mark }
    // It may have been touched, or copied, and have the same bytes.
    let alike = known.filter { $0.mark.size == mark.size && $0.content != nil }
    if found == nil, !alike.isEmpty, let content = Fingerprint.sum(of: path) {
      found = alike.last { $0.content == content }
    }
    self = found.map { $0.key == key ? .same : .other } ?? .changed
  }
}

extension Failure {
  /// An output that is there already.
  ///
  /// - Parameters:
  ///   - standing: nil where there is no journal.
  ///   - elsewhere: the option that names another output.
  init(occupied path: String, _ fileState: FileState?, _ resumption: ResumePolicy, elsewhere: String) {
    let force = "--force replaces it, \(elsewhere) writes another file"
    let why: String? =
      switch (fileState, resumption) {
      case (nil, _), (.missing, _): nil
      case (.same, _): "it is done: --resume passes over it"
      case (.other, .none): "an earlier run has made it of something else: --resume makes it anew"
      case (.other, _): "it was made of something else"
      case (.changed, _): "it has been changed since frameit has made it"
      case (.strange, _): "no journal says that frameit has made it"
      }
    self.init(
      .output, "exists already", note: [why, force].compactMap(\.self).joined(separator: "; "), of: path)
    isDone = fileState == .same
    isOccupied = true
  }
}
