import ArgumentParser
import FrameBatch
import FrameCodec
import FrameEngine
import FrameFiles
import FrameImage
import FrameScene
import Platform

struct Apply: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply",
    abstract: "Edit images.",
    usage: """
      frameit apply SCRIPT [INPUT...] [-o FILE] [options]
      frameit apply -e STATEMENTS [INPUT...] [-o FILE] [options]
      """,
    discussion: """
      Without -o, the output of photo.jpg is photo.framed.jpg in the current folder, and its path is printed. \
      With '-' as the input, the output goes to stdout. A scene without images is written to SCRIPT.framed.png. If \
      an output file exists, the image fails, unless --force or --in-place is given.

      If one of several images fails, the others are still edited. --resume continues an earlier run of the same \
      batch.

      'frameit help script' describes the script language.

      EXAMPLES
        frameit apply -e 'canvas inside 300,300' photo.jpg -o thumbnail.jpg
                                        a thumbnail
        frameit apply -e '' photo.png -o photo.jpg --quality 80
                                        another format
        frameit apply -e 'straighten 1.3deg' photo.jpg -o straight.jpg
                                        a level horizon
        frameit apply -e 'layer photo image' -e 'layer mark text "(c) Ann" at 5%,95%
          align left bottom font-size 4% fill white' photo.jpg -o marked.jpg
                                        a watermark
        frameit apply -e 'rotate 90deg' --lossless require --in-place scan.jpg
                                        a lossless quarter turn
        frameit apply card.txt -D name=Ada -o card.png
                                        a script with a parameter
        frameit apply frame.txt --recursive photos --out-dir framed
                                        all images in a folder and its subfolders
        find . -name '*.jpg' -print0 |
          frameit apply frame.txt --files-from - -0 --out-dir out
                                        the images in a list from stdin
        frameit apply frame.txt - <a.jpg >b.jpg
                                        an image in a pipeline
        frameit apply frame.txt photo.jpg --watch --show
                                        the result in the terminal while you write the script
      """)

  // Groups without a title come first in the help, in this order.
  @OptionGroup var output: OutputOptions
  @OptionGroup var scriptOptions: ScriptOptions

  @Flag(
    "Edit again whenever the script, an image or another file that the edits read changes, until Ctrl-C. "
      + "Replaces the outputs that it wrote itself.")
  var watch = false

  @Flag("Plan all edits, but write nothing.")
  var dryRun = false

  @Flag("Print one JSON object per output.")
  var json = false

  @Flag(
    "Print more to stderr: each output's size, time and chosen quality, menus, dialogs and 'say' messages, "
      + "skipped files, and all warnings of the same kind.", name: .shortAndLong)
  var verbose = false

  @Flag(
    "Print only failures and warnings; no paths, notices or summary. With --json, print the JSON, too.",
    name: .shortAndLong)
  var quiet = false

  @Flag("End each printed path with a NUL byte, for xargs -0.", name: .customLong("print0"))
  var printsZeros = false

  @OptionGroup(title: "Display") var showOptions: ShowOptions
  @OptionGroup(title: "Output") var formatOptions: FormatOptions
  @OptionGroup(title: "Encoding") var encoding: EncodingOptions
  @OptionGroup(title: "Metadata") var metadata: MetadataOptions
  @OptionGroup(title: "Animation") var sequence: AnimationOptions
  @OptionGroup(title: "Batches") var search: SearchOptions
  @OptionGroup(title: "Batches") var batching: BatchOptions
  @OptionGroup(title: "Batches") var sharding: ShardOptions
  @OptionGroup(title: "Limits") var inputOptions: InputOptions

  @Option(jobs: "Number of threads")
  var jobs: Int

  func validate() throws {
    try formatOptions.check(output)
    try sequence.check(encoding)
    if quiet, verbose || printsZeros {
      throw ValidationError("--quiet cannot be combined with --verbose or --print0.")
    }
    if json, printsZeros {
      throw ValidationError("--json cannot be combined with --print0: it prints no paths.")
    }
    if showOptions.isRequested {
      if json { throw ValidationError("--show cannot be combined with --json.") }
      if dryRun {
        throw ValidationError("--show cannot be combined with --dry-run, which decodes no images.")
      }
      if output.path.map(FilePath.isStdout) == true {
        throw ValidationError(
          "--show cannot be combined with -o -: an image on stdout cannot be shown there, too.")
      }
    }
    if watch { try checkWatch() }
  }

  func run() throws {
    if watch {
      var watch = try ApplyWatch(self)
      return try watch.run()
    }
    let temporaries = TemporaryFiles()
    let reporter = try reporter(temporaries)
    let (session, settings, output, batch, shard) = try reporter.reportingErrors {
      let shard = try sharding.selected()
      let (output, settings) = (try makeOutput(), try makeSettings())
      let session = try makeSession(output)
      try checkForUnnamedOutput(session)
      let batch = try Batch(
        session, settings, output, shard: shard, startTime: inputOptions.timeLimit())
      return (session, settings, output, batch, shard)
    }
    for note in session.notes + batch.notes where !quiet { Console.note(note.text) }
    try checkStdout(output, batch)
    let journal = try reporter.reportingErrors {
      if let file = batching.journal { try JournalFile.check(file) }
      if !dryRun { try output.folder?.prepare() }
      return try self.journal(for: batch, session, settings, shard)
    }
    let (runner, report, progress) = prepare(batch, session, settings, output, reporter, journal: journal)
    let isBatch = batch.count > 1
    let lastWords = { @Sendable in
      temporaries.removeAll()
      if progress != nil { BatchProgress.clearLine() }
      guard isBatch, Console.hasRoomForErrors else { return }
      BatchProgress.clearLine()
      Console.error("frameit: \(report.interruptionSummary)\n")
    }
    Deadlines.setLastWords(lastWords)
    SignalThread.end(by: [SIGINT, SIGTERM, SIGHUP]) { _ in
      Deadlines.interrupt()
      lastWords()
    }
    _ = Failure.reporting { () throws(BatchError) in
      try batch.run(with: runner, describing: report.describe) { job in
        progress?.end()
        report.add(job)
      }
    }
    try report.conclude()
  }

  /// Returns the runner of a batch, its report, and the progress of a frame sequence; nil if no progress is shown.
  ///
  /// - Parameter history: What earlier runs of this call left; nil if it runs its jobs once.
  func prepare(
    _ batch: Batch, _ session: EditSession, _ settings: OutputSettings, _ output: OutputNaming,
    _ reporter: EditReporter, journal: RunJournal? = nil, history: RunHistory? = nil
  ) -> (runner: JobRunner, report: BatchReport, progress: FrameProgress?) {
    let progress = batch.count == 1 && sequence.rate != nil && !quiet ? FrameProgress() : nil
    let threads = Processors.threads(jobs)
    let memory = MemoryBudget(
      limit: session.editor.limits.memory, jobs: min(threads, batch.indices.count))
    var runner = JobRunner(
      session, settings, output, timeLimit: batch.timeLimit, memory: memory, journal: journal,
      action: isOnlyShown ? .show : dryRun ? .report : .write(hash: json, progress: progress?.show),
      threads: threads,
      in: RunEnvironment(
        version: Version.number, temporaries: reporter.temporaries, writeToStdout: Console.write(image:)))
    runner.failsFast = batching.failFast
    (runner.history, runner.display) = (history, reporter.display?.bounds)
    return (runner, BatchReport(batch, runner, reporter), progress)
  }

  /// True if outputs are shown and not written.
  private var isOnlyShown: Bool {
    showOptions.isRequested && output.isDefault && formatOptions.name == nil && formatOptions.format == nil
      && formatOptions.sizes == nil
  }

  func reporter(_ temporaries: TemporaryFiles) throws -> EditReporter {
    var reporter = EditReporter(
      results: results, isVerbose: verbose, isQuiet: quiet, temporaries: temporaries)
    reporter.display = try showOptions.makeDisplay(isNeeded: isOnlyShown, isWatching: watch)
    return reporter
  }

  private var results: EditReporter.Results {
    if json { return .json }
    return quiet ? .nothing : .names(end: printsZeros ? 0 : UInt8(ascii: "\n"))
  }

  func makeOutput() throws -> OutputNaming {
    try OutputNaming(
      isOnlyShown ? .display : output.request(formatOptions), format: formatOptions.format,
      isSequence: sequence.rate != nil, codecs: inputOptions.codecs, script: scriptOptions.script)
  }

  func makeSettings() throws -> OutputSettings {
    var settings = try formatOptions.settings(encoding, force: output.force)
    settings.rate = sequence.rate
    return settings
  }

  /// Collects the inputs and parses the script.
  ///
  /// - Parameters:
  ///   - output: The destinations.
  ///   - parent: A flag that cancels all edits.
  ///   - used: Records the files of the script.
  ///   - listed: Records the lists and folders of inputs.
  func makeSession(
    _ output: OutputNaming, below parent: Cancellation? = nil, used: UsedFiles = UsedFiles(),
    listing listed: UsedFiles? = nil, without written: Set<FileIdentity> = []
  ) throws -> EditSession {
    var selection = search.selection(refusesFolders: true)
    (selection.used, selection.written) = (listed, written)
    return try EditSession(
      scriptOptions, inputOptions, selection: selection, out: output.folder,
      metadata: try metadata.policy(), encoding: encoding, sequence: sequence, below: parent, used: used)
  }

  /// Refuses `in.jpg out.jpg` as other tools take it: the second one is not an image to edit.
  func checkForUnnamedOutput(_ session: EditSession) throws(Failure) {
    guard self.output.isDefault, formatOptions.name == nil, !search.isGiven else { return }
    let images = scriptOptions.images
    guard images.count > 1 else { return }
    if let failure = ForeignUsage.failure(outputAmong: images, taken: session.inputsTaken) { throw failure }
  }

  /// Checks that an image may go to stdout, if one does.
  private func checkStdout(_ output: OutputNaming, _ batch: Batch) throws {
    guard batch.stdoutJob != nil else { return }
    if batch.count > 1, output.singlePath == nil, !json {
      // The paths of the other outputs are printed to stdout.
      throw Failure(
        .usage, "the output for stdin and the paths of the other outputs cannot both go to stdout",
        hint: "use --out-dir to write all outputs to files")
    }
    if formatOptions.sizes != nil {
      throw Failure(
        .usage, "--sizes writes several files, but the output goes to stdout",
        hint: "name a file with -o or a folder with --out-dir")
    }
    if json { throw Failure(.usage, "--json and an image cannot both go to stdout") }
    if Console.outIsTerminal, !dryRun {
      throw Failure(
        .usage, "cannot write an image to a terminal", hint: "name a file with -o, or redirect stdout")
    }
  }

  /// Returns the journal of the run; nil for a single edit without one.
  ///
  /// Batches have a journal, even those with a single image, and runs that ask for one. Edits in place have one because
  /// an edited image looks like any other.
  private func journal(
    for batch: Batch, _ session: EditSession, _ settings: OutputSettings, _ shard: Shard?
  ) throws(BatchError) -> RunJournal? {
    let isRequested = batching.resume || batching.journal != nil
    let isBatch = batch.count > 1 || search.isGiven || output.outDir != nil
    guard batch.count > 0, !isOnlyShown, isRequested || isBatch || output.inPlace else { return nil }
    let folder = output.outDir ?? output.path.map { FilePath.folder($0) } ?? "."
    let location = JournalLocation(
      file: batching.journal,
      of: output.inPlace
        ? .editsInPlace(fingerprint: Fingerprint.edit(session, settings)) : .results(in: folder),
      shard: shard, state: Environment.stateFolder)
    // A run that did not ask for a journal does not fail without one.
    let warn = { @Sendable (error: BatchError) in
      guard batch.count > 1 else { return }
      let failure = Failure(error)
      Console.warn(
        Message(
          "no journal is kept, so --resume will not work for this batch: \(failure.messages.joined())",
          hint: failure.hints.first))
    }
    do throws(BatchError) {
      let journal =
        dryRun
        ? try location.openForReading() : try location.open(isSmallRun: batch.count == 1 && !batching.resume)
      return journal.map {
        RunJournal($0, batching.resume ? .batch : .none, onFailure: isRequested ? nil : warn)
      }
    } catch {
      guard isRequested else {
        warn(error)
        return nil
      }
      throw error
    }
  }
}
