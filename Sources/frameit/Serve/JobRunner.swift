import FoundationEssentials
import FrameKit
import FrameModel

/// Does jobs, one by itself, and keeps what they have in common.
struct JobRunner: Sendable {
  let editor: Editor
  /// What holds where a job says nothing else.
  let settings: OutputSettings
  let format: String?
  /// Folders whose files scripts may name.
  let allowed: [String]
  let journal: Journal?
  let resumption: ResumePolicy
  let temporaries = TemporaryFiles()
  let scripts = ScriptCache()
  /// How many seconds a job may take; nil for as long as it likes.
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

  /// - Parameters:
  ///   - threads: to work with.
  ///   - longest: how many bytes a line may have.
  func answer(_ line: LineReader.Line, threads: Int, longest: Int) -> JobAnswer {
    guard let bytes = line.bytes else {
      return failed(
        Failure(.limit, "line \(line.number) has more than the \(longest) bytes of --max-line"), line)
    }
    let value: JSON
    do {
      // The decoder would take a line with zeros in it for UTF-16.
      guard !bytes.contains(0) else {
        return failed(Failure(.usage, "line \(line.number) is not JSON in UTF-8"), line)
      }
      value = try JSONDecoder().decode(JSON.self, from: Data(bytes))
    } catch {
      return failed(Failure(.usage, "line \(line.number) is not JSON"), line)
    }
    guard case .object(let object) = value else {
      return failed(Failure(.usage, "line \(line.number) is no object of JSON"), line)
    }
    if let key = DuplicateKeyCheck.repeated(in: bytes) {
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
      place: failure.place)
  }

  private func edit(_ job: ServeJob, _ threads: Int) throws(Failure) -> EditOutcome {
    var editor = editor
    // A job may ask for less time than the server gives, not for more.
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
      throw Failure(.limit, exceeded.message, of: source.name)
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
    // Widths are no part of a job: there is one result.
    return try run.result(Job(index: job.index, inputs: session.inputs[...]), threads: threads)
  }

  /// No image is passed over quietly. That there are too few the script finds itself.
  private func checkCount(_ session: EditSession, _ job: ServeJob) throws(Failure) {
    guard session.inputs.count > 1 else { return }
    let taken = session.editor.inputsTaken(
      by: session.script, context: session.context(index: job.index, inputs: session.inputs[...]))
    guard session.inputs.count <= taken else {
      throw Failure(
        .usage,
        "the script takes \(taken) image\(taken == 1 ? "" : "s"), and \(session.inputs.count) are given")
    }
  }

  private func settings(of job: ServeJob) throws(Failure) -> OutputSettings {
    var own = settings
    own.quality = job.quality ?? settings.quality
    own.force = job.force ?? settings.force
    if case .level = own.quality, own.lossless == .require {
      throw Failure(.usage, "'quality' with a number encodes anew, and --lossless require excludes that")
    }
    return own
  }
}
