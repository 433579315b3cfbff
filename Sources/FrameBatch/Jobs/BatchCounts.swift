/// The numbers of jobs of a batch, by their ends.
package struct BatchCounts: Sendable {
  package var done = 0
  package var skipped = 0
  package var failed = 0
  package var nonImages = 0
  /// The number of failed jobs whose output exists.
  package var existing = 0
  /// The number of failed jobs whose output is up to date.
  package var alreadyDone = 0
  package var reported: Int { done + skipped + failed + nonImages }

  package init() {}

  package mutating func add(_ report: Batch.Report) {
    if report.isNotAnImage {
      nonImages += 1
    } else if let error = report.error {
      failed += 1
      if error.existingOutput != nil { existing += 1 }
      if error.isAlreadyDone { alreadyDone += 1 }
    } else if report.outcomes.allSatisfy({ $0.status == .skipped }) {
      skipped += 1
    } else {
      done += 1
    }
  }
}
