import FrameCodec
import FrameImage
import FrameKit

/// One edit of a batch: the inputs that belong together, and their position.
struct Job: Sendable {
  var index: Int
  var inputs: ArraySlice<Input>

  var names: [String] { inputs.map(\.source.pathOrDash) }
}

/// All jobs of one call. No two of them have the same output.
struct Batch: Sendable {
  /// The number of jobs in all shards.
  let count: Int
  /// The indices of the jobs that this call runs.
  private(set) var indices: [Int]
  /// True if other calls run the other shards.
  let isShard: Bool
  /// Notes for the user about skipped inputs.
  private(set) var notes: [String] = []
  private let inputsPerJob: Int
  private let inputs: [Input]

  /// Divides the inputs into jobs.
  ///
  /// - Throws: `Failure` of status `usage` if images are left over or two jobs have the same output.
  init(_ session: EditSession, _ output: Output, shard: Shard?) throws(Failure) {
    inputs = session.inputs
    inputsPerJob = session.editor.inputCount(
      of: session.script, context: session.context(index: 0, inputs: inputs[...]))
    // A single job shares the time limit of its script; each of several jobs gets its own.
    if inputs.count <= 1, session.editor.limits.cancellation?.isCancelled == true {
      throw Failure(.limit, LimitExceeded.cancelled.hintedMessage, of: session.source.name)
    }
    guard inputs.count % inputsPerJob == 0 else {
      let given = "\(inputs.count) \(inputs.count == 1 ? "was" : "were") given"
      throw Failure(.usage, "the script takes \(inputsPerJob) images at a time, but \(given)")
    }
    if inputsPerJob > 1, let folder = inputs.first(where: \.isUnreadableFolder) {
      throw Failure(
        .input, "cannot read the folder",
        hint:
          "the script takes \(inputsPerJob) images at a time; without this folder, frameit cannot tell which images belong together",
        of: folder.source.name)
    }
    count = session.isEmptyBatch ? 0 : max(1, inputs.count / inputsPerJob)
    if let path = output.singlePath, count > 1 {
      throw Failure(
        .usage, "-o \(path) names one output, but there are \(count)",
        hint: "omit -o to write to the current folder, or name another folder with --out-dir")
    }
    (indices, isShard) = ([], shard != nil)
    var session = session
    if count > 1 { session.timeEachJob() }
    let duplicates = try duplicates(session, output)
    indices = (0..<count).filter { !duplicates.contains($0) && shard?.contains($0) ?? true }
    if let first = duplicates.min().map(job) {
      let others = duplicates.count > 1 ? " and \(duplicates.count - 1) more are" : " is"
      notes = ["\(first.names[0].quoted)\(others) given twice and edited once"]
    }
  }

  /// Returns the job at an index of all shards.
  func job(_ index: Int) -> Job {
    Job(index: index, inputs: inputs.dropFirst(index * inputsPerJob).prefix(inputsPerJob))
  }

  /// Checks the formats that output names ask for, and looks for jobs with the same output.
  ///
  /// It opens images only where the names of the inputs do not decide that.
  ///
  /// - Returns: The jobs that another job repeats with the same files.
  /// - Throws: `Failure` of status `usage`.
  private func duplicates(_ session: EditSession, _ output: Output) throws(Failure) -> Set<Int> {
    var seen: [[UInt8]: Int] = [:]
    var candidates: [[UInt8]: [Int]] = [:]
    for index in 0..<count {
      _ = try output.codec(for: job(index))
      guard let key = try output.collisionKey(job(index)) else { continue }
      guard let other = seen.updateValue(index, forKey: key) else { continue }
      candidates[key, default: [other]].append(index)
    }
    var duplicates: Set<Int> = []
    for indices in candidates.values.sorted(by: { $0[0] < $1[0] }) {
      var jobByPath: [String: Int] = [:]
      for index in indices {
        let job = job(index)
        // An unreadable input has no output. Its job fails later, with its own name.
        let destination = try? session.withTimeLimit { session throws(Failure) in
          try session.destination(job, output)
        }
        guard let path = destination?.path else { continue }
        let real = FilePath.real(path) ?? path
        guard let other = jobByPath[real].map(self.job) else {
          jobByPath[real] = index
          continue
        }
        guard other.files != job.files else {
          duplicates.insert(index)
          continue
        }
        let (a, b) = (other.names.first ?? "", job.names.first ?? "")
        throw Failure(
          .usage, "\(a.quoted) and \(b.quoted) would both become \(path.quoted)",
          hint: output.collisionHint(a, b))
      }
    }
    return duplicates
  }
}

extension Job {
  /// The resolved paths of the inputs; nil for an input that is not a file.
  fileprivate var files: [String?] { inputs.map(\.source.path).map { $0.flatMap(FilePath.real) ?? $0 } }
}
