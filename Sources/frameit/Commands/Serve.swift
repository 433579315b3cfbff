import ArgumentParser
import FrameCodec
import FrameKit
import FrameRender
import FrameThreads

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Edit images for another program, a line of JSON a job.",
    usage: "frameit serve --stdin [options] <jobs >answers",
    discussion: """
      A job is an object on a line:

        {"id": 1, "script": "rotate 3deg", "input": "a.jpg", "output": "b.jpg"}

      script or scriptFile; input, inputs or inputBase64; output, or outputBase64: true for the bytes in \
      the answer; and format, quality, force, define, seed, index, maxTime. Each line is answered by one, in order: what \
      apply --json says, with the job's id. What is wrong with a job is in its answer, and the next one goes \
      on. At the end of stdin it ends, with 7 where jobs failed. docs/serve.md has more.
      """)

  @Flag(help: "Jobs come from stdin, and answers go to stdout.")
  var stdin = false

  @Option(
    help: ArgumentHelp("Jobs at a time; 0 is one for each core.", valueName: "n"),
    transform: NumberRange.threads.option)
  var jobs = 0

  @Option(
    name: .customLong("max-line"),
    help: ArgumentHelp("Bytes of a job, at the most; with K, M or G for units.", valueName: "n"),
    transform: OptionValue.reading({ ByteCount($0) }, ByteCount.valid))
  var maxLine = ByteCount(64 << 20)!

  @Flag(
    help: """
      Keep a journal, and pass over jobs whose results are there, by a worker that did so and was given the same.
      """)
  var resume = false

  @Option(
    help: ArgumentHelp(
      "Where is written down what was done, for workers that share it; else in the user's state folder.",
      valueName: "file"),
    completion: .file())
  var journal: String?

  @Option(
    name: .customLong("allow-read"), parsing: .singleValue,
    help: ArgumentHelp("Let scripts name files in this folder too.", valueName: "dir"),
    completion: .directory)
  var allowRead: [String] = []

  @Option(
    help: ArgumentHelp("The format to write where no name says it.", valueName: "name"),
    completion: .outputFormat)
  var format: String?

  @OptionGroup(title: "Output") var encoding: EncodingOptions

  @Flag(help: "Replace files that exist.")
  var force = false

  @Option(
    name: .customLong("on-damage"),
    help: ArgumentHelp(
      "What to do with a damaged image: fail, warn, or salvage what can be read.", valueName: "policy"))
  var onDamage: DamagePolicy = .fail

  @OptionGroup(title: "Metadata") var metadata: MetadataOptions
  @OptionGroup(title: "Limits") var reading: InputOptions

  func validate() throws {
    guard stdin else { throw ValidationError("Where do jobs come from? --stdin is what there is.") }
    try OutputOptions.check(format: format)
    try ScriptSource.validate(allowRead)
  }

  func run() throws {
    let threads = Processors.threads(jobs)
    let server = try server(threads: threads)
    let run = ServeRun(server, from: try Self.takeStdin(), longest: maxLine.count, threads: threads)
    SignalThread.end(by: [SIGINT, SIGTERM, SIGHUP]) { [temporaries = server.temporaries] in
      Deadlines.interrupt()
      temporaries.removeAll()
      if Console.hasRoomForErrors { Console.error("frameit: \(run.lastWords)\n") }
    }
    try run.run()
  }

  private func server(threads: Int) throws(Failure) -> JobRunner {
    var settings = encoding.settings
    (settings.onDamage, settings.force) = (onDamage, force)
    let editor = Editor(
      codecs: reading.codecs, limits: reading.startLimits(), metadata: metadata.policy,
      colors: encoding.to ?? .first, frames: encoding.frames, kernels: try InstructionSet.chosen())
    var shared: Journal?
    if resume || journal != nil {
      shared = try JournalLocation(file: journal, of: .jobs(in: ".")).open()
    }
    return JobRunner(
      editor, settings, format: format, allowing: allowRead, journal: shared,
      resumption: resume ? .retries : .none, maxTime: reading.maxTime?.count, threads: threads)
  }

  /// Nobody but who reads the jobs shall find them: no script that names `-`, and no codec's process.
  private static func takeStdin() throws(Failure) -> Int32 {
    let taken = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
    guard taken >= 0 else { throw Failure(.input, CodecError.sentence(errno), of: "stdin") }
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    if nothing >= 0 {
      dup2(nothing, STDIN_FILENO)
      close(nothing)
    }
    return taken
  }
}
