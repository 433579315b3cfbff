import FrameGeometry
import FrameCodec
import FrameEngine
import FrameFiles
import FrameImage
import FrameReports
import FrameScript

/// Runs the jobs of `serve`, and keeps what they share.
package struct JobServer: Sendable {
  package let editor: Editor
  /// The settings of jobs that do not override them.
  package let settings: OutputSettings
  package let format: String?
  /// The folders that scripts may read.
  package let allowed: [String]
  private let limiting: TimeLimiting
  let journal: RunJournal?
  package let scripts = ScriptCache()
  package let environment: RunEnvironment
  /// The number of jobs that did not stop at their time limit. They are answered, and their threads still run.
  private let lost = Monitor(0)
  private let memory: MemoryBudget

  /// How jobs with a time limit run.
  package struct TimeLimiting: Sendable {
    /// The seconds that a job may take; nil for no limit. A job may ask for less.
    let most: Double?
    /// The codecs of a job with a time limit: they run in processes of their own.
    let codecs: CodecList
    /// Starts a time limit in seconds, and calls the closure if the job has not stopped a second after it. The library has no clock.
    let start: @Sendable (Double?, @escaping @Sendable () -> Void) -> Cancellation

    package init(
      most: Double? = nil, codecs: CodecList,
      start: @escaping @Sendable (Double?, @escaping @Sendable () -> Void) -> Cancellation
    ) {
      (self.most, self.codecs, self.start) = (most, codecs, start)
    }
  }

  package init(
    _ editor: Editor, _ settings: OutputSettings, format: String?, allowing allowed: [String],
    journal: RunJournal?, threads: Int, version: String, limiting: TimeLimiting
  ) {
    (environment, self.limiting) = (RunEnvironment(version: version), limiting)
    (self.editor, self.settings, self.format, self.allowed) = (editor, settings, format, allowed)
    self.journal = journal
    memory = MemoryBudget(limit: editor.limits.memory, jobs: threads)
  }

  /// Runs the job on a line and returns its answer.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - threads: The number of threads.
  ///   - lineLimit: The maximum length of a line in bytes.
  package func answer(_ line: LineReader.Line, threads: Int, lineLimit: Int) -> JobAnswer {
    guard let bytes = line.bytes else {
      return failed(.lineTooLong(line: line.number, limit: lineLimit), line)
    }
    // Text in UTF-16 has zero bytes.
    guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
      return failed(.notUTF8(line: line.number), line)
    }
    let value: JSONValue
    do {
      value = try JSONValue(line: text, nesting: Self.nesting)
    } catch {
      return failed(.notJSON(line: line.number, error.problem, column: error.position.column), line)
    }
    guard case .object(let members) = value.kind else {
      return failed(.notAnObject(line: line.number), line)
    }
    let fields = JobFields<EditKey>(members)
    var inputs: [Input] = []
    let result: Result<JobOutcome, BatchError>
    do throws(BatchError) {
      if fields.has(.compare) {
        let job = try CompareJob(fields)
        let report = try limited(job.maxTime, name: job.actual.pathOrDash) { editor throws(BatchError) in
          try compare(job, editor)
        }
        result = .success(.comparison(report))
      } else {
        let job = try EditJob(fields, over: settings.encoding)
        inputs = job.inputs
        let name = job.inputs.first?.source.name ?? "script"
        let outcome = try limited(job.maxTime, name: name) { editor throws(BatchError) in
          try edit(job, editor, threads)
        }
        result = .success(.edit(outcome))
      }
    } catch {
      result = .failure(error)
    }
    return JobAnswer(
      id: fields.given(.id), line: line.number, job: Job(index: 0, inputs: inputs[...]), result: result)
  }

  /// The maximum depth of arrays and objects on a line.
  private static let nesting = 512

  private func failed(_ problem: JobProblem, _ line: LineReader.Line) -> JobAnswer {
    JobAnswer(
      id: nil, line: line.number, job: Job(index: 0, inputs: []),
      result: .failure(BatchError(.serveJob(problem))))
  }

  // MARK: Time limits

  /// True if a job did not stop. Its thread and its memory come back only when the program ends.
  package var hasLostJobs: Bool { lost.read { $0 > 0 } }

  /// Runs a job within its time limit. A job that does not stop is answered all the same.
  private func limited<R: Sendable>(
    _ seconds: Double?, name: String, _ body: @escaping @Sendable (Editor) throws(BatchError) -> R
  ) throws(BatchError) -> R {
    var editor = editor
    guard let limit = [limiting.most, seconds].compactMap(\.self).min() else {
      editor.limits.cancellation = limiting.start(nil) {}
      return try body(editor)
    }
    let result = Monitor(Result<R, BatchError>?.none)
    let cancellation = limiting.start(limit) { [lost] in
      let isLost = result.change { result in
        defer { result = result ?? .failure(BatchError(.limit(.cancelled), of: name)) }
        return result == nil
      }
      if isLost { lost.change { $0 += 1 } }
    }
    (editor.codecs, editor.limits.cancellation) = (limiting.codecs, cancellation)
    Workers.detach { [editor] in
      let made = Result { () throws(BatchError) in
        try editor.limits.working(on: name) { () throws(BatchError) in try body(editor) }
      }
      result.change { $0 = $0 ?? made }
    }
    return try result.wait { $0 }.get()
  }

  // MARK: Jobs

  private func compare(_ job: CompareJob, _ editor: Editor) throws(BatchError) -> ComparisonReport {
    let limits = editor.limits
    var request = job.request
    (request.limits, request.memory) = (limits, memory)
    func image(_ source: InputSource) throws(BatchError) -> OpenImage {
      let file = try BatchError.converting(InputFile(source, limit: .memory(limits)))
      return try BatchError.converting(OpenImage(file, codecs: editor.codecs, limits: limits))
    }
    let pair = ImagePair(
      expected: try image(job.expected), actual: try image(job.actual),
      mask: try job.mask.map { source throws(BatchError) in try image(source) })
    let result = try converting(pair.compare(request)) {
      BatchError($0, reading: pair.actual.name)
    }
    return ComparisonReport(pair, request, result)
  }

  private func edit(_ job: EditJob, _ editor: Editor, _ threads: Int) throws(BatchError) -> EditOutcome {
    let limits = editor.limits
    let source =
      switch job.script {
      case .text(let text):
        ScriptSource(expression: text, name: "script", allowing: allowed, limits: limits)
      case .file(let path): try EditSession.readScript(.file(path), allowing: allowed, limits: limits)
      }
    guard source.text.utf8.count <= limits.scriptBytes else {
      let exceeded = LimitExceeded(
        .scriptBytes, needed: source.text.utf8.count, allowed: limits.scriptBytes)
      throw BatchError(.limit(exceeded), of: source.name)
    }
    let script = try scripts.script(source, editor)
    try EditSession.check(job.definitions, of: script)
    let session = EditSession(
      editor, source, script, inputs: job.inputs,
      from: InputFiles(limit: .memory(limits)), definitions: job.definitions, seed: job.seed)
    let output = try OutputNaming(
      job.output.map { .file($0) } ?? .answer, format: job.format ?? format, codecs: editor.codecs,
      script: nil)
    var runner = JobRunner(
      session, try settings(of: job), output, timeLimit: nil, memory: memory, journal: journal,
      action: .write(hash: true, progress: nil), threads: threads, in: environment)
    runner.refusesSpareInputs = true
    // Jobs have no list of widths, so there is one output.
    return try runner.outcome(of: Job(index: job.index, inputs: session.inputs[...]), threads: threads)
  }

  private func settings(of job: EditJob) throws(BatchError) -> OutputSettings {
    var own = settings
    own.encoding = job.encoding
    own.force = job.force ?? settings.force
    if own.encoding.pixelSetting != nil {
      if own.lossless == .require { throw BatchError(.serveJob(.pixelsOfLossless)) }
      if own.encoding.quality == .keep { throw BatchError(.serveJob(.qualityNotKept)) }
    }
    return own
  }
}

/// The answer to one job.
package struct JobAnswer: Sendable {
  /// The id of the job, if it has one.
  package var id: JSONValue?
  /// The line number of the job, from 1.
  package var line: Int
  package var job: Job
  package var result: Result<JobOutcome, BatchError>
}

/// What a job of `serve` has done.
package indirect enum JobOutcome: Sendable {
  case edit(EditOutcome)
  case comparison(ComparisonReport)
}

/// A cache of parsed scripts by their text. It drops the least recently used ones.
package final class ScriptCache: Sendable {
  private struct Entry: Sendable {
    /// The name in messages.
    var name: String
    var text: String
    var script: Script
  }

  /// The scripts in the order of their last uses.
  private let entries = Monitor<[Entry]>([])

  private static let capacity = 64
  private static let byteCapacity = 16 << 20

  /// Returns the parsed script of a source.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - editor: Parses the script if it is not cached.
  /// - Throws: `BatchError` with all errors of the script.
  package func script(_ source: ScriptSource, _ editor: Editor) throws(BatchError) -> Script {
    let isSame = { (entry: Entry) in entry.text == source.text && entry.name == source.name }
    let known = entries.change { entries -> Script? in
      guard let index = entries.firstIndex(where: isSame) else { return nil }
      entries.append(entries.remove(at: index))
      return entries.last?.script
    }
    if let known { return known }
    let script = try EditSession.parse(source, editor)
    // Included files may change while the text of the script stays the same.
    guard script.files.count == 1 else { return script }
    entries.change { entries in
      entries.removeAll(where: isSame)
      entries.append(Entry(name: source.name, text: source.text, script: script))
      while entries.count > Self.capacity
        || entries.reduce(0, { $0 + $1.text.utf8.count }) > Self.byteCapacity
      {
        entries.removeFirst()
      }
    }
    return script
  }
}
