import ArgumentParser
import CCodecWorker
import FrameBatch
import FrameCodec
import FrameEngine
import FrameFiles
import FrameImage
import FrameMessages
import FrameRender
import Platform

struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Edit images for another program, with one line of JSON per job.",
    usage: "frameit serve [options] < jobs.ndjson > answers.ndjson",
    discussion: """
      A job is a JSON object on one line:

        {"id": 1, "script": "rotate 3deg", "input": "a.jpg", "output": "b.jpg"}

      The keys are script or scriptFile; input, inputs or inputBase64; output, or "outputBase64": true to get the \
      bytes in the answer; and format, \(EncodingOption.all.map(\.key).joined(separator: ", ")), force, define, seed, \
      index and maxTime.

      Each job is answered with one line, in the order of the jobs: the object that apply --json prints, with the \
      job's id. An error in a job is reported in its answer and does not stop the other jobs. At the end of stdin, \
      serve exits, with exit code 7 if any job failed. See docs/serve.md.
      """)

  @Flag("Read jobs from stdin, even if it is a terminal.")
  var stdin = false

  @Option(jobs: "Number of concurrent jobs")
  var jobs: Int

  @Option("n", "Maximum length of a job in bytes. Units: K, M and G (powers of 1024).")
  var maxLine = ByteCount(64 << 20)!

  @Flag("Keep a journal, and skip jobs whose outputs were already written by a run that kept one.")
  var resume = false

  @Option(
    file: "Keep the journal in this file, which several processes can share. (default: a file in the user's "
      + "state folder)")
  var journal: String?

  @Option("dir", "Also allow scripts to read files in this folder. Can be repeated.", completion: .directory)
  var allowRead: [String] = []

  @Option(
    "name",
    "Output format for jobs whose output name has no known file extension. For outputBase64, the default is "
      + "the format of the first image.", completion: .outputFormat)
  var format: String?

  @OptionGroup(title: "Encoding") var encoding: EncodingOptions

  @Flag("Replace existing files.", name: .force)
  var force = false

  @Option(
    help: ArgumentHelp(
      "Action for a damaged image: fail, warn, or salvage the readable part.", valueName: "policy"))
  var onDamage: DamagePolicy = .fail

  @OptionGroup(title: "Metadata") var metadata: MetadataOptions
  @OptionGroup(title: "Limits") var inputOptions: InputOptions

  func validate() throws {
    try FormatOptions.check(format: format)
    try ScriptValues.check(allowRead: allowRead)
  }

  func run() throws {
    // Not in `validate`, which would hide that an option is unknown.
    guard stdin || isatty(STDIN_FILENO) == 0 else {
      throw Failure(
        .usage, "serve reads jobs from stdin, which is a terminal",
        hint: "write frameit serve <jobs.ndjson, or --stdin to type jobs")
    }
    let threads = Processors.threads(jobs)
    let server = try server(threads: threads)
    let before = ServeSuccession.begin()
    let source = try Self.detachStdin()
    let run = ServeRun(
      server, from: source, lineLimit: maxLine.count, threads: threads, continuing: before?.rest)
    SignalThread.end(by: [SIGINT, SIGTERM, SIGHUP]) { [temporaries = server.environment.temporaries] _ in
      Deadlines.interrupt()
      temporaries.removeAll()
      if Console.hasRoomForErrors { Console.error("frameit: \(run.interruptionSummary)\n") }
    }
    var failed = try run.run { [onDamage] answer in
      // A job that a signal interrupted has not failed.
      if case .failure = answer.result { Deadlines.waitIfInterrupted() }
      return JSONLine.bytes(of: JSONFields(answer: answer) { Failure($0, onDamage: onDamage).record })
    } write: { [temporaries = server.environment.temporaries] line in
      Console.out(line, beforeExit: temporaries.removeAll)
    }
    failed += before?.failed ?? 0
    if let rest = run.rest {
      ServeSuccession(rest: rest, failed: failed).continueInNewProgram(reading: source)
    }
    if failed > 0 { throw Failure(reported: .partialFailure) }
  }

  /// Creates the runner of the jobs.
  private func server(threads: Int) throws -> JobServer {
    var settings = encoding.settings
    (settings.onDamage, settings.force) = (onDamage, force)
    let editor = Editor(
      codecs: inputOptions.codecs, limits: inputOptions.startLimits(), metadata: try metadata.policy(),
      colors: encoding.to ?? .first, frames: encoding.frames, kernels: try InstructionSet.selected())
    var shared: RunJournal?
    if resume || journal != nil {
      let location = JournalLocation(file: journal, of: .jobs(in: "."), state: Environment.stateFolder)
      shared = RunJournal(try location.open(), resume ? .retries : .none)
    }
    let limiting = JobServer.TimeLimiting(
      most: inputOptions.maxTime?.count,
      codecs: Codecs.list(isIsolated: true, allowsUnsandboxed: inputOptions.pluginOptions.allowUnsandboxed)
    ) { seconds, overrun in
      Deadlines.start(seconds: seconds, overrun: overrun)
    }
    return JobServer(
      editor, settings, format: format, allowing: allowRead, journal: shared,
      threads: threads, version: Version.number, limiting: limiting)
  }

  /// Moves stdin to a private descriptor and replaces it by `/dev/null`, so that neither a script that names `-` nor a
  /// worker process can read the jobs.
  private static func detachStdin() throws(Failure) -> Int32 {
    let taken = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
    guard taken >= 0 else { throw Failure(.input, CodecError.systemMessage(errno), of: "stdin") }
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    if nothing >= 0 {
      dup2(nothing, STDIN_FILENO)
      close(nothing)
    }
    return taken
  }
}

/// What a program of `serve` hands to the one that replaces it, because one of its jobs did not stop.
///
/// The same process executes the program again: its id, its arguments, stdin and stdout stay the same, and the thread of the
/// job is gone. The unread jobs are in a file in memory, and the numbers in a variable of the environment.
struct ServeSuccession {
  var rest: LineReader.Rest
  /// The number of failed jobs.
  var failed: Int

  private static let variable = "FRAMEIT_SERVE_CONTINUES"

  /// Returns what an earlier program of this process has left; nil if this is the first one.
  static func begin() -> ServeSuccession? {
    guard let text = getenv(variable).map({ String(cString: $0) }) else { return nil }
    unsetenv(variable)
    let numbers = text.split(separator: " ").compactMap { Int($0) }
    guard numbers.count == 4, numbers[0] == Int(getpid()), let file = Int32(exactly: numbers[1]) else {
      return nil
    }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: max(0, Int(lseek(file, 0, SEEK_END))))
    let count = bytes.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, 0) }
    bytes.removeLast(bytes.count - max(0, count))
    return ServeSuccession(rest: (bytes, numbers[2]), failed: numbers[3])
  }

  /// Replaces this program. Returns only if the system refuses that.
  ///
  /// - Parameter source: The source of the jobs.
  func continueInNewProgram(reading source: Int32) {
    let file = codec_channel_file()
    let written = rest.bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    guard file >= 0, written == rest.bytes.count, fcntl(file, F_SETFD, 0) == 0,
      dup2(source, STDIN_FILENO) >= 0
    else { return }
    setenv(Self.variable, "\(getpid()) \(file) \(rest.number) \(failed)", 1)
    var arguments: [UnsafeMutablePointer<CChar>?] = CommandLine.arguments.map { strdup($0) } + [nil]
    execv("/proc/self/exe", &arguments)
  }
}
