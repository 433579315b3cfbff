import FoundationEssentials
import FrameCodec
import FrameImage
import FrameKit

/// Runs the jobs of `serve`, and keeps what they share.
struct JobRunner: Sendable {
  let editor: Editor
  /// The settings of jobs that do not override them.
  let settings: OutputSettings
  let format: String?
  /// The folders that scripts may read.
  let allowed: [String]
  let journal: Journal?
  let resumption: ResumePolicy
  let temporaries = TemporaryFiles()
  let scripts = ScriptCache()
  /// The time limit of a job in seconds; nil for none.
  private let maxTime: Double?
  private let memory: MemoryBudget

  init(
    _ editor: Editor, _ settings: OutputSettings, format: String?, allowing allowed: [String],
    journal: Journal?, resumption: ResumePolicy, maxTime: Double?, threads: Int
  ) {
    self.maxTime = maxTime
    (self.editor, self.settings, self.format, self.allowed) = (editor, settings, format, allowed)
    (self.journal, self.resumption) = (journal, resumption)
    memory = MemoryBudget(limit: editor.limits.memory, jobs: threads)
  }

  /// Runs the job on a line and returns its answer.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - threads: The number of threads.
  ///   - lineLimit: The maximum length of a line in bytes.
  func answer(_ line: LineReader.Line, threads: Int, lineLimit: Int) -> JobAnswer {
    guard let bytes = line.bytes else {
      return failed(
        Failure(.limit, "line \(line.number) is longer than the \(lineLimit) bytes of --max-line"), line)
    }
    let value: JSON
    do {
      // The decoder would take a line with zero bytes for UTF-16.
      guard !bytes.contains(0) else {
        return failed(Failure(.usage, "line \(line.number) is not JSON in UTF-8"), line)
      }
      value = try JSONDecoder().decode(JSON.self, from: Data(bytes))
    } catch {
      return failed(Failure(.usage, "line \(line.number) is not JSON"), line)
    }
    guard case .object(let object) = value else {
      return failed(Failure(.usage, "line \(line.number) is not a JSON object"), line)
    }
    if let key = DuplicateKeyCheck.firstDuplicate(in: bytes) {
      return failed(
        Failure(.usage, "line \(line.number) has the key '\(key.printable)' twice in one object"), line,
        id: object["id"])
    }
    var inputs: [Input] = []
    do throws(Failure) {
      let job = try ServeJob(object)
      inputs = job.inputs
      let outcome = try edit(job, threads)
      return JobAnswer(
        id: job.id, line: line.number, record: EditRecord(outcome), bytes: outcome.bytes)
    } catch {
      Deadlines.waitIfInterrupted()
      return failed(error, line, id: object["id"], inputs)
    }
  }

  private func failed(
    _ failure: Failure, _ line: LineReader.Line, id: JSON? = nil, _ inputs: [Input] = []
  ) -> JobAnswer {
    JobAnswer(
      id: id, line: line.number, record: EditRecord(failure, of: Job(index: 0, inputs: inputs[...])),
      place: failure.location)
  }

  private func edit(_ job: ServeJob, _ threads: Int) throws(Failure) -> EditOutcome {
    var editor = editor
    // A job may ask for less time than `--max-time` allows, but not for more.
    let seconds = [maxTime, job.maxTime].compactMap(\.self).min()
    editor.limits.cancellation = Deadlines.start(seconds: seconds)
    let limits = editor.limits
    let source =
      switch job.script {
      case .text(let text):
        ScriptSource(expression: text, name: "script", allowing: allowed, limits: limits)
      case .file(let path): try ScriptSource(.file(path), allowing: allowed, limits: limits)
      }
    guard source.text.utf8.count <= limits.scriptBytes else {
      let exceeded = LimitExceeded(
        .scriptBytes, needed: source.text.utf8.count, allowed: limits.scriptBytes)
      throw Failure(.limit, exceeded.hintedMessage, of: source.name)
    }
    let session = try EditSession(
      editor, source, try scripts.script(source, editor), inputs: job.inputs,
      from: InputFiles(limit: .memory(limits)), definitions: job.definitions, seed: job.seed)
    try checkCount(session, job)
    let run = EditRun(
      session: session, settings: try settings(of: job),
      output: try Output(file: job.output, format: job.format ?? format, codecs: editor.codecs),
      journal: journal, resumption: resumption, wantsHash: true, isDry: false, temporaries: temporaries,
      memory: memory)
    // Jobs have no list of widths, so there is one output.
    return try run.result(Job(index: job.index, inputs: session.inputs[...]), threads: threads)
  }

  /// Refuses more images than the script takes, so that none is silently ignored. The script itself reports missing ones.
  private func checkCount(_ session: EditSession, _ job: ServeJob) throws(Failure) {
    guard session.inputs.count > 1 else { return }
    let expected = session.editor.inputCount(
      of: session.script, context: session.context(index: job.index, inputs: session.inputs[...]))
    guard session.inputs.count <= expected else {
      throw Failure(
        .usage,
        "the script takes \(expected) image\(expected == 1 ? "" : "s"), but \(session.inputs.count) were given"
      )
    }
  }

  private func settings(of job: ServeJob) throws(Failure) -> OutputSettings {
    var own = settings
    own.quality = job.quality ?? settings.quality
    own.force = job.force ?? settings.force
    if case .level = own.quality, own.lossless == .require {
      throw Failure(.usage, "'quality' with a number encodes pixels again, which --lossless require forbids")
    }
    return own
  }
}

/// The answer to one job: the record of `apply --json`, with the job's id.
struct JobAnswer: Encodable {
  private enum Key: CodingKey {
    case id, line, outputBase64, place
  }

  /// The id of the job, if it has one.
  var id: JSON?
  /// The line number of the job, from 1.
  var line: Int
  var record: EditRecord
  /// The encoded image.
  var bytes: [UInt8]?
  /// The location of an error in the script.
  var place: ScriptLocation?

  var isFailure: Bool { record.code != ExitStatus.success.rawValue }

  func encode(to encoder: any Encoder) throws {
    try record.encode(to: encoder)
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encodeIfPresent(id, forKey: .id)
    try fields.encode(line, forKey: .line)
    try fields.encodeIfPresent(bytes.map { Data($0).base64EncodedString() }, forKey: .outputBase64)
    try fields.encodeIfPresent(place, forKey: .place)
  }
}
