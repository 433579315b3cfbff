/// The journal of a run, and the policy for outputs that it knows.
package struct RunJournal: Sendable {
  let journal: Journal
  let policy: ResumePolicy

  package init(_ journal: Journal, _ policy: ResumePolicy) {
    (self.journal, self.policy) = (journal, policy)
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
