import CFrameSystem
import FrameCodec
import FrameEngine
import FrameFiles
import FrameGeometry
import FrameImage
import FramePlan
import FrameScene

/// Runs the jobs of a call: their settings, and the resources that they share.
package struct JobRunner: Sendable {
  package let session: EditSession
  package let settings: OutputSettings
  package let naming: OutputNaming
  /// The time limit of each output; nil if all outputs share the time limit of the session.
  let timeLimit: TimeLimit?
  /// The memory that concurrent edits share.
  let memory: MemoryBudget
  /// The journal; nil if the run keeps none.
  package let journal: RunJournal?
  package let action: Action
  /// True if a job must not have more images than the script takes. A batch gives each job exactly as many.
  var refusesSpareInputs = false
  /// The number of threads that all jobs share.
  let threads: Int
  /// True if no further job starts after one fails.
  package var failsFast = false
  /// What earlier runs of this call left; nil if it runs its jobs once.
  package var history: RunHistory?
  /// The size of the display on which edits are shown; nil to show none.
  package var display: PixelSize?
  let environment: RunEnvironment
  /// The settings in fingerprints. Empty without a journal, because there are no fingerprints then.
  let settingsText: String
  /// The files that the call uses, now or later, and the problems of outputs that would replace one.
  let usedFiles: [FileIdentity: OutputProblem]
  /// The folders that are synced after the last edit; nil to sync each with its output.
  var unsyncedFolders: UnsyncedFolders?

  /// What a run does with planned outputs.
  package enum Action: Sendable {
    /// Reports them. A dry run decodes and writes nothing.
    case report
    /// Writes them, and hashes their pixels on request.
    ///
    /// `progress` receives the number of rendered frames and the total, for a run with one job; nil to show none.
    case write(hash: Bool, progress: (@Sendable (Int, Int) -> Void)?)
    /// Shows them on the display, and writes nothing.
    case show
  }

  package init(
    _ session: EditSession, _ settings: OutputSettings, _ naming: OutputNaming, timeLimit: TimeLimit?,
    memory: MemoryBudget, journal: RunJournal?, action: Action, threads: Int,
    in environment: RunEnvironment
  ) {
    (self.session, self.settings, self.naming) = (session, settings, naming)
    (self.timeLimit, self.memory, self.journal) = (timeLimit, memory, journal)
    (self.action, self.threads, self.environment) = (action, threads, environment)
    let inputs = session.inputs.compactMap(\.source.path)
    let others =
      session.source.used.all.map(\.path) + (session.lists.map(\.path) + [journal?.path]).compactMap(\.self)
    let files = inputs.map { ($0, OutputProblem.isInput) } + others.map { ($0, .isUsed) }
    usedFiles = Dictionary(
      files.compactMap { path, problem in OutputFile.identity(of: path).map { ($0, problem) } },
      uniquingKeysWith: { first, _ in first })
    settingsText = journal == nil ? "" : settings.text(session.editor.metadata)
  }

  /// True for a dry run.
  package var isDry: Bool { if case .report = action { true } else { false } }

  /// Writes all outputs of a job: one, or one for each width in the settings. All widths that would enlarge images share one
  /// output, as wide as the images allow. Stops at the first error.
  func run(_ job: Job, threads: Int) -> Batch.Report {
    var report = Batch.Report(job: job)
    let widths: [Int?] = settings.sizes?.widths ?? [nil]
    var decoded = history?.decoded
    if widths != [nil], decoded == nil {
      decoded = DecodedImages(maximumBytes: session.editor.limits.memory / 2)
    }
    var largest = Int.max
    var written: Set<Int?> = []
    do throws(BatchError) {
      for width in widths where !written.contains(width.map { min($0, largest) }) {
        let outcome = try outcome(
          of: job, width: width, sharing: decoded, threads: threads, using: report.used)
        largest = outcome.largestWidth ?? largest
        written.insert(width.map { min($0, largest) })
        report.outcomes.append(outcome)
      }
    } catch {
      report.error = error
      report.isNotAnImage = error.isNotAnImage && session.mightNotBeImage(job)
    }
    return report
  }

  /// Writes one output of a job.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - width: The width of this output if there are several sizes; nil for the width of the canvas.
  ///   - decoded: The decoded images that the sizes of the job share; nil for a single size.
  ///   - threads: The number of threads.
  ///   - used: Records the files that the job uses.
  /// - Throws: `BatchError` if the output was not written.
  func outcome(
    of job: Job, width: Int? = nil, sharing decoded: DecodedImages? = nil, threads: Int,
    using used: UsedFiles = UsedFiles()
  ) throws(BatchError) -> EditOutcome {
    let editor = session.editor.limited(by: timeLimit)
    return try editor.limits.working(on: job.inputs.first?.source.name ?? session.script.name) {
      () throws(BatchError) in
      func output(within memory: MemoryBudget) -> JobOutput {
        JobOutput(
          runner: self, job: job, editor: editor, width: width, decoded: decoded, threads: threads,
          host: session.host(for: job.inputs, using: used), memory: memory)
      }
      if let outcome = try output(within: memory).outcome() { return outcome }
      // A script that needs more than its share runs again while no other edit holds memory.
      return try memory.reservingAll(until: editor.limits.cancellation) { () throws(BatchError) in
        guard let outcome = try output(within: .unlimited).outcome() else {
          throw BatchError(.bug("a script has no memory"))
        }
        return outcome
      }
    }
  }
}

extension MemoryBudget {
  /// Waits until the bytes are available, reserves them and runs `body`.
  ///
  /// - Throws: `BatchError` if the wait was canceled, and the errors of `body`.
  package func reserving<R>(
    _ bytes: Int, until cancellation: Cancellation?, _ body: () throws(BatchError) -> R
  ) throws(BatchError) -> R {
    try converting(reserve(bytes, until: cancellation)) { (error: LimitExceeded) in BatchError(.limit(error))
    }
    defer { release(bytes) }
    return try body()
  }

  /// Waits until no other edit holds memory, reserves the whole limit and runs `body`.
  func reservingAll<R>(
    until cancellation: Cancellation?, _ body: () throws(BatchError) -> R
  ) throws(BatchError) -> R {
    // The allocator keeps memory that a thread has freed for that thread, but the next edit may run on another one.
    defer { frameit_return_freed_memory() }
    return try reserving(limit, until: cancellation, body)
  }
}

/// Starts the time limit of one output.
package typealias TimeLimit = @Sendable () -> Cancellation

extension Editor {
  /// Returns the editor with a time limit that starts now; nil for the limit of the session, which includes parsing the
  /// script.
  func limited(by timeLimit: TimeLimit?) -> Editor {
    guard let timeLimit else { return self }
    var editor = self
    editor.limits.cancellation = timeLimit()
    return editor
  }
}

/// The program that edits run in.
package struct RunEnvironment: Sendable {
  /// The version of the program, on which outputs depend.
  let version: String
  package let temporaries: TemporaryFiles
  /// Writes a complete image to stdout.
  let writeToStdout: @Sendable ([UInt8]) throws(BatchError) -> Void

  package init(
    version: String, temporaries: TemporaryFiles = TemporaryFiles(),
    writeToStdout: @escaping @Sendable ([UInt8]) throws(BatchError) -> Void = { _ in }
  ) {
    (self.version, self.temporaries, self.writeToStdout) = (version, temporaries, writeToStdout)
  }
}

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

  /// The identities of the files that now have the names of those that were written.
  package var files: Set<FileIdentity> {
    Set(written.read { Array($0.keys) }.compactMap { OutputFile.identity(of: RawFileName.text($0)) })
  }

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

/// The settings of outputs, for `apply` and `serve`.
package struct OutputSettings: Sendable {
  package var encoding = EncodingSettings()
  package var lossless: LosslessPolicy?
  package var to: ColorTarget?
  package var frames = FrameChoice.all
  /// The frame rate; nil if only the end of the edit is rendered.
  package var rate: FrameRate?
  package var onDamage = DamagePolicy.fail
  /// True if existing files are replaced.
  package var force = false
  /// Several outputs by their widths, and whether images may be enlarged to one of them; nil for one output with the
  /// width of its canvas.
  package var sizes: (widths: [Int], enlarges: Bool)?

  package init() {}

  /// The lossless policy. Some settings require that pixels are encoded.
  package var policy: LosslessPolicy { encoding.pixelSetting != nil ? .never : lossless ?? .prefer }
}
