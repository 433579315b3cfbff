import ArgumentParser
import FrameKit
import FrameThreads

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

struct Apply: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Edit images.",
    usage: """
      frameit apply SCRIPT [INPUT...] [-o FILE] [options]
      frameit apply -e 'canvas fit; rotate 90deg' [INPUT...]
      frameit apply SCRIPT --recursive photos --out-dir framed
      find . -print0 | frameit apply SCRIPT --files-from - -0 --out-dir DIR
      """,
    discussion: """
      Without -o the result of photo.jpg is photo.framed.jpg in the current folder, and that \
      path is printed; the result of '-' goes to stdout, and a scene without images to SCRIPT.framed.png. Nothing that exists is overwritten. \
      Of several images one that fails does not stop the others; --resume goes on where an \
      earlier run of the same batch was stopped.
      """)

  @OptionGroup var edit: ScriptOptions
  @OptionGroup(title: "Limits") var reading: InputOptions
  @OptionGroup(title: "Batches") var search: SearchOptions
  @OptionGroup(title: "Batches") var sharding: ShardOptions
  @OptionGroup(title: "Batches") var batching: BatchOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Output") var encoding: EncodingOptions
  @OptionGroup(title: "Animation") var sequence: AnimationOptions
  @OptionGroup(title: "Metadata") var metadata: MetadataOptions

  @Flag(help: "Plan everything and write nothing.")
  var dryRun = false

  @Flag(help: "One JSON object a result on stdout.")
  var json = false

  @Flag(name: .shortAndLong, help: "What menus and dialogs say goes to stderr.")
  var verbose = false

  @Flag(
    name: .shortAndLong, help: "Print no results' names, notes and summaries; failures and warnings alone.")
  var quiet = false

  @Flag(name: .customLong("print0"), help: "Results' names end with a zero byte, for xargs -0.")
  var printsZeros = false

  @Option(
    help: ArgumentHelp("Threads to work with; 0 is one for each core.", valueName: "n"),
    transform: NumberRange.threads.option)
  var jobs = 0

  func validate() throws {
    try sequence.check(encoding)
    if quiet, json || verbose || printsZeros {
      throw ValidationError("--quiet excludes --json, --verbose and --print0.")
    }
    if json, printsZeros { throw ValidationError("--print0 is about names, and --json prints none.") }
  }

  func run() throws {
    let temporaries = TemporaryFiles()
    let reporter = EditReporter(results: results, isVerbose: verbose, temporaries: temporaries)
    let setup: EditRun
    let batch: Batch
    let part: Shard?
    do throws(Failure) {
      part = try sharding.part()
      setup = try prepare(temporaries)
      batch = try Batch(setup.session, setup.output, shard: part)
    } catch {
      reporter.report(error, of: nil)
      throw ExitRequest(status: error.status)
    }
    for note in setup.session.notes + batch.notes where !quiet { Console.note(note) }
    try checkStdout(setup, batch)
    var edit = setup
    do throws(Failure) {
      if let file = batching.journal { try JournalFile.check(file) }
      if !dryRun { try edit.output.folder?.prepare() }
      edit.journal = try journal(for: setup, batch, part)
    } catch {
      reporter.report(error, of: nil)
      throw ExitRequest(status: error.status)
    }
    if batch.count > 1 || output.sizes != nil { edit.timeEachResult() }
    if batch.count == 1, sequence.rate != nil, !quiet { edit.progress = FrameProgress() }
    let threads = Processors.threads(jobs)
    edit.memory = MemoryBudget(
      limit: edit.session.editor.limits.memory, jobs: min(threads, batch.indices.count))
    let run = BatchRun(batch, edit, reporter, failsFast: batching.failFast, threads: threads)
    let (isBatch, isFilm) = (batch.count > 1, edit.progress != nil)
    SignalThread.end(by: [SIGINT, SIGTERM, SIGHUP]) {
      Deadlines.interrupt()
      temporaries.removeAll()
      if isFilm { BatchProgress.wipe() }
      guard isBatch, Console.hasRoomForErrors else { return }
      BatchProgress.wipe()
      Console.error("frameit: \(run.lastWords)\n")
    }
    run.run()
    try run.conclude()
  }

  private var results: EditReporter.Results {
    if quiet { return .nothing }
    return json ? .json : .names(end: printsZeros ? 0 : UInt8(ascii: "\n"))
  }

  private func prepare(_ temporaries: TemporaryFiles) throws(Failure) -> EditRun {
    let output = try Output(
      output, isFilm: sequence.rate != nil, codecs: reading.codecs,
      script: edit.script)
    let session = try EditSession(
      edit, reading, inputs: search.selection(refusesFolders: true), out: output.folder,
      metadata: metadata.policy,
      encoding: encoding, sequence: sequence)
    var settings = try self.output.settings(encoding)
    settings.rate = sequence.rate
    return EditRun(
      session: session, settings: settings, output: output, journal: nil,
      resumption: batching.resume ? .batch : .none,
      wantsHash: json, isDry: dryRun, temporaries: temporaries,
      memory: MemoryBudget(limit: session.editor.limits.memory, jobs: 1))
  }

  private func checkStdout(_ edit: EditRun, _ batch: Batch) throws {
    let writes = batch.indices.contains { (try? edit.output.key(batch.job($0))) == .some(nil) }
    guard writes else { return }
    if batch.count > 1, edit.output.onlyPath == nil, !json {
      // Other results are named on stdout.
      throw Failure(
        .usage, "stdin's result goes to stdout, where the others are named", note: "--out-dir keeps it apart")
    }
    if output.sizes != nil {
      throw Failure(
        .usage, "--sizes makes files, and the result goes to stdout", note: "-o or --out-dir says where to")
    }
    if json { throw Failure(.usage, "--json and an image cannot both go to stdout") }
    if Console.outIsTerminal, !dryRun {
      throw Failure(
        .usage, "an image is not written to a terminal", note: "name a file with -o, or redirect stdout")
    }
  }

  /// Batches have one, also those that come to a single image, and whoever asks for it. Who edits in place has one, as
  /// an image that was edited looks like any other.
  private func journal(for edit: EditRun, _ batch: Batch, _ part: Shard?) throws(Failure) -> Journal? {
    let isAskedFor = batching.resume || batching.journal != nil
    let isBatch = batch.count > 1 || search.isGiven || output.outDir != nil
    guard batch.count > 0, isAskedFor || isBatch || output.inPlace else { return nil }
    let folder = output.outDir ?? output.path.map { FilePath.folder($0) } ?? "."
    let place = JournalLocation(
      file: batching.journal,
      of: output.inPlace ? .editsInPlace(key: edit.keyInPlace) : .results(in: folder), shard: part)
    do throws(Failure) {
      return dryRun ? try place.look() : try place.open(isShort: batch.count == 1 && !batching.resume)
    } catch {
      // Who does not count on it shall not fail for it.
      guard isAskedFor else {
        if batch.count > 1 {
          Console.warn("no journal is kept, so that --resume will not know of this batch: \(error.reason)")
        }
        return nil
      }
      throw error
    }
  }
}
