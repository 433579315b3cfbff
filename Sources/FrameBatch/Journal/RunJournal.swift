import FrameImage

/// The journal of a run, and the policy for outputs that it knows.
package final class RunJournal: Sendable {
  /// What happens if a line cannot be written.
  package enum WriteFailure: Sendable {
    /// The run ends, because it was asked to keep a journal.
    case endsRun
    /// The run goes on without the journal, after it has reported the error.
    case endsJournal(report: @Sendable (BatchError) -> Void)
  }

  private let journal: Journal
  let policy: ResumePolicy
  private let onFailure: WriteFailure
  private let isLost = Monitor(false)

  package init(_ journal: Journal, _ policy: ResumePolicy, onFailure: WriteFailure = .endsRun) {
    (self.journal, self.policy, self.onFailure) = (journal, policy, onFailure)
  }

  /// False if a line could not be written.
  package var isKept: Bool { !isLost.read { $0 } }

  /// Appends a line.
  ///
  /// - Throws: `BatchError` that ends the run: without the journal, a later run would not know the outputs.
  func add(_ line: Journal.Line) throws(BatchError) {
    guard isKept else { return }
    do throws(BatchError) {
      try journal.add(line)
    } catch {
      guard case .endsJournal(let report) = onFailure else { throw error }
      let isFirst = isLost.change { isLost in
        defer { isLost = true }
        return !isLost
      }
      if isFirst { report(error) }
    }
  }

  /// Returns the common state of the existing files of an output; nil for an output without files.
  ///
  /// - Parameters:
  ///   - files: The paths of the output's files.
  ///   - fingerprint: The fingerprint of the output that this run would write.
  func fileState(of files: [String], fingerprint: String) -> FileState? {
    let all = files.map { journal.fileState(of: $0, fingerprint: fingerprint) }
    guard let first = all.first else { return nil }
    if all.allSatisfy({ $0 == first }) { return first }
    // Some frames are missing or outdated: all are written again, unless one of them was modified.
    return all.first { $0 == .unknown || $0 == .modified } ?? .outdated
  }
}

/// The policy for existing outputs that the journal knows.
package enum ResumePolicy: Sendable {
  /// Existing outputs block their jobs, as any other file does.
  case none
  /// Outputs that are up to date are skipped: a job may be sent twice.
  case retries
  /// Outputs that are up to date are skipped, and outdated ones are replaced.
  case batch
}
