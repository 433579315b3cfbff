import ArgumentParser
import CFrameSystem
import FrameBatch
import FrameCodec
import FrameFiles
import FrameImage
import FrameMessages
import Platform

/// `apply --watch`: runs the jobs again whenever a file changes that they use.
///
/// Each run reads the script and the list of inputs anew, and runs the jobs whose files have changed since they were
/// reported. A change during a run cancels it, unless the run before was canceled, too: changes that never stop must not
/// keep the output from appearing.
struct ApplyWatch {
  /// A job that was reported.
  private struct JobKey: Hashable {
    var index: Int
    var names: [String]

    init(_ job: Job) { (index, names) = (job.index, job.names) }
  }

  private let apply: Apply
  private let temporaries = TemporaryFiles()
  private let reporter: EditReporter
  private let output: OutputNaming
  private let settings: OutputSettings
  private let watcher = FileWatcher()
  private let history = RunHistory()
  /// The changes that no run has seen yet, and the run that they cancel.
  private let changes = Monitor((paths: Set<String>(), run: Cancellation?.none))

  /// The reported jobs, and the files that they used.
  private var finished: [JobKey: [UsedFile]] = [:]
  /// The files of the script, which all jobs use.
  private var script: [UsedFile] = []
  /// The lists and folders that inputs come from.
  private var lists: [UsedFile] = []
  /// The files of jobs whose errors were not reported, because the files have changed since.
  private var outdated: [UsedFile] = []
  private var isFirst = true
  private var notes: Set<String> = []

  /// - Throws: an error of the options.
  init(_ apply: Apply) throws {
    self.apply = apply
    reporter = try apply.reporter(temporaries)
    (output, settings) = try reporter.reportingErrors { (try apply.makeOutput(), try apply.makeSettings()) }
    try apply.checkForPipes()
    if output.folder != nil { try reporter.reportingErrors { [output] in try output.folder?.prepare() } }
  }

  /// Runs until a signal ends the program.
  ///
  /// - Throws: `Failure` or a reported `Failure` for what no change of a file mends.
  mutating func run() throws {
    // Every run needs as much memory as the one before.
    frameit_keep_freed_memory()
    Deadlines.setLastWords(temporaries.removeAll)
    SignalThread.end(by: [SIGINT, SIGTERM, SIGHUP]) { [temporaries] number in
      Deadlines.interrupt()
      temporaries.removeAll()
      // This is how users end a watch, so it is a success. Other threads may be in the middle of anything.
      if number == SIGINT { _exit(ExitStatus.success.rawValue) }
    }
    Workers.detach { [watcher, changes] in
      while true {
        let paths = watcher.wait()
        let run = changes.change { changes in
          changes.paths.formUnion(paths)
          return changes.run
        }
        run?.cancel()
      }
    }
    var mayCancel = true
    while true {
      let cancellation = Cancellation()
      changes.change { $0.run = mayCancel ? cancellation : nil }
      try runJobs(cancellation)
      changes.change { $0.run = nil }
      mayCancel = !cancellation.isCancelled
      if !cancellation.isCancelled { try watchFiles() }
      forget(
        changes.wait { changes in
          if changes.paths.isEmpty { return nil }
          defer { changes.paths = [] }
          return changes.paths
        })
    }
  }

  /// Runs the jobs that were not reported.
  private mutating func runJobs(_ cancellation: Cancellation) throws {
    let (used, listed) = (UsedFiles(), UsedFiles())
    defer { (script, lists) = (used.all, listed.all) }
    outdated = []
    do {
      let session = try apply.makeSession(
        output, below: cancellation, used: used, listing: listed, without: history.files)
      if isFirst { try apply.checkForUnnamedOutput(session) }
      var batch = try Batch(
        session, settings, output, shard: nil, startTime: apply.inputOptions.timeLimit(below: cancellation))
      if isFirst, !apply.quiet { for note in session.notes + batch.notes { Console.note(note.text) } }
      let all = Set(batch.indices.map { JobKey(batch.job($0)) })
      finished = finished.filter { all.contains($0.key) }
      batch.remove { finished[JobKey($0)] != nil }
      try run(batch, session, used, cancellation)
    } catch {
      settle()
      guard !cancellation.isCancelled, areCurrent(used.all + listed.all) else { return }
      if let failure = error as? Failure, failure.isReported || isFirst { throw failure }
      guard let failure = Failure(thrown: error) else { throw error }
      reporter.report(failure, of: nil)
      finished = [:]
    }
    isFirst = false
  }

  /// Waits before an error is reported: a program may be in the middle of saving a file, and the error is gone when it
  /// has finished.
  private func settle() {
    for _ in 0..<Self.settlingSteps where changes.read({ $0.paths.isEmpty }) { usleep(5000) }
  }

  private static let settlingSteps = 12

  /// Returns true if no change of these files is known.
  private func areCurrent(_ files: [UsedFile]) -> Bool {
    let changed = changes.read { $0.paths }
    return files.allSatisfy { $0.isCurrent && !changed.contains($0.path) }
  }

  private mutating func run(
    _ batch: Batch, _ session: EditSession, _ used: UsedFiles, _ cancellation: Cancellation
  ) throws {
    if batch.indices.isEmpty { return }
    let (runner, report, progress) = apply.prepare(
      batch, session, settings, output, reporter, history: history)
    reporter.display?.begin()
    var (finished, outdated) = (finished, outdated)
    var (isBlocked, isSettled) = (false, false)
    let watch = self
    try batch.run(with: runner, describing: report.describe) { [history] job in
      progress?.end()
      let files = job.used.all
      if let error = job.error {
        if cancellation.isCancelled { return }
        if !isSettled {
          isSettled = true
          watch.settle()
        }
        guard !cancellation.isCancelled, watch.areCurrent(used.all + files) else {
          outdated += files
          return
        }
        // Before the first output, an existing file is in the way as it is without --watch.
        if error.existingOutput != nil, history.isEmpty { isBlocked = true }
      }
      finished[JobKey(job.job)] = files
      report.add(job)
    }
    (self.finished, self.outdated) = (finished, outdated)
    if cancellation.isCancelled || !outdated.isEmpty { return }
    do {
      try report.conclude()
    } catch let failure as Failure where failure.isReported && !isBlocked {
      return
    }
  }

  /// Watches all files that the jobs used.
  private mutating func watchFiles() throws {
    var files: [[UInt8]: UsedFile] = [:]
    for file in script + lists + outdated + finished.values.joined() {
      // Of several states, one that is not current is reported at once.
      let key = file.path.systemBytes
      if let known = files[key], known.state == file.state || !known.isCurrent { continue }
      files[key] = file
    }
    watcher.watch(Array(files.values))
    guard !files.isEmpty else {
      throw Failure(
        .usage, "there is no file to watch", hint: "write the statements to a file, or leave out --watch")
    }
    if notes.isEmpty { note("watching \(files.count == 1 ? "1 file" : "\(files.count) files"); Ctrl-C ends") }
    if let reason = watcher.pollingReason { note(reason.text) }
  }

  /// Prints a note once.
  private mutating func note(_ text: String) {
    if notes.insert(text).inserted, !apply.quiet { Console.note(text) }
  }

  /// Forgets the jobs that used changed files, so that they run again.
  private mutating func forget(_ paths: Set<String>) {
    let known = Set((lists + outdated + finished.values.joined()).map(\.path))
    // A canceled run has not recorded all files of the script, so an unknown file can be one of them.
    if !paths.isSubset(of: known) || script.contains(where: { paths.contains($0.path) }) {
      finished = [:]
    } else {
      finished = finished.filter { !$0.value.contains { paths.contains($0.path) } }
    }
  }
}

extension Apply {
  /// Refuses the options that make no sense with `--watch`.
  func checkWatch() throws {
    let others: [(name: String, isGiven: Bool)] = [
      ("--dry-run", dryRun), ("--in-place, whose outputs are inputs", output.inPlace),
      ("--resume", batching.resume), ("--journal", batching.journal != nil),
      ("--fail-fast", batching.failFast), ("--shard", sharding.shard != nil),
      ("-o -", output.path.map(FilePath.isStdout) == true),
    ]
    if let other = others.first(where: \.isGiven) {
      throw ValidationError("--watch cannot be combined with \(other.name).")
    }
    if (scriptOptions.paths + search.lists).contains(where: \.readsStdin) {
      throw ValidationError("--watch cannot be combined with '-': stdin can be read only once.")
    }
  }

  /// Refuses pipes, such as those of `<(...)`, because they can be read only once.
  func checkForPipes() throws(Failure) {
    for path in (scriptOptions.paths + search.lists).compactMap(\.path) where FilePath.isPipe(path) {
      throw Failure(
        .usage, "is a pipe, which can be read only once", hint: "write it to a file, or leave out --watch",
        of: path)
    }
  }
}

extension FileWatcher.PollingReason {
  fileprivate var text: String {
    let consequence = ", so frameit looks at files ten times a second"
    return switch self {
    case .system(ENOSPC):
      "the system watches no more folders (see fs.inotify.max_user_watches)" + consequence
    case .system(EMFILE):
      "the system has no more watchers (see fs.inotify.max_user_instances)" + consequence
    case .system(ENOSYS): "the system does not report changes of files" + consequence
    case .system(let number): "changes cannot be watched: \(CodecError.systemMessage(number))" + consequence
    case .fileSystem(let folder):
      "the file system of \(folder.quoted) does not report all changes" + consequence
    }
  }
}
