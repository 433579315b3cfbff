import FrameCodec
import FrameEngine
import FrameFiles
import FrameImage

/// One edit of a batch: the inputs that belong together, and their position.
package struct Job: Sendable {
  package var index: Int
  package var inputs: ArraySlice<Input>

  package var names: [String] { inputs.map(\.source.pathOrDash) }
}

/// All jobs of one call. No two of them have the same output.
package struct Batch: Sendable {
  /// The number of jobs in all shards.
  package let count: Int
  /// The indices of the jobs that this call runs.
  package private(set) var indices: [Int]
  /// The index of the job whose output goes to stdout, if this call runs it. There is at most one, unless all go there.
  package private(set) var stdoutJob: Int?
  /// True if other calls run the other shards.
  package let isShard: Bool
  /// The time limit of each output; nil if all outputs share the time limit of the session.
  package let timeLimit: TimeLimit?
  /// Notes about inputs that are given twice.
  package private(set) var notes: [BatchNote] = []
  private let inputsPerJob: Int
  private let inputs: [Input]

  /// Divides the inputs into jobs. If that fails, an error of the script can be the cause, and is thrown instead.
  ///
  /// - Parameters:
  ///   - session: The script and the inputs.
  ///   - settings: The settings of the outputs.
  ///   - naming: The destinations of the outputs.
  ///   - shard: The part of the batch that this call runs; nil for all jobs.
  ///   - startTime: Starts a time limit; nil for no limit.
  /// - Throws: `BatchError` if images are left over or two jobs have the same output.
  package init(
    _ session: EditSession, _ settings: OutputSettings, _ naming: OutputNaming, shard: Shard?,
    startTime: (@Sendable () -> Cancellation)?
  ) throws(BatchError) {
    do throws(BatchError) {
      try self.init(dividing: session, settings, naming, shard: shard, startTime: startTime)
    } catch {
      guard error.dependsOnJobs else { throw error }
      throw session.scriptError(in: session.inputs[...], opensImages: true) ?? error
    }
  }

  private init(
    dividing session: EditSession, _ settings: OutputSettings, _ naming: OutputNaming, shard: Shard?,
    startTime: (@Sendable () -> Cancellation)?
  ) throws(BatchError) {
    inputs = session.inputs
    inputsPerJob = session.editor.inputCount(
      of: session.script, given: inputs.count, context: session.context(index: 0, inputs: inputs[...]))
    // A single output shares the time limit of its script; each of several outputs gets its own.
    if inputs.count <= 1, session.editor.limits.cancellation?.isCancelled == true {
      throw BatchError(.limit(.cancelled), of: session.source.name)
    }
    guard inputs.count % inputsPerJob == 0 else {
      throw BatchError(.batch(.leftoverInputs(taken: inputsPerJob, given: inputs.count)))
    }
    if inputsPerJob > 1, let folder = inputs.first(where: \.isUnreadableFolder) {
      throw BatchError(.batch(.unreadableFolder(taken: inputsPerJob)), of: folder.source.name)
    }
    count = session.isEmptyBatch ? 0 : max(1, inputs.count / inputsPerJob)
    if let path = naming.singlePath, count > 1 {
      throw BatchError(.batch(.singleOutput(path: path, jobs: count)))
    }
    (indices, isShard) = ([], shard != nil)
    let isSingleOutput = count <= 1 && settings.sizes == nil
    timeLimit = isSingleOutput ? nil : startTime
    let (duplicates, stdoutJob) = try duplicates(session, naming)
    indices = (0..<count).filter { !duplicates.contains($0) && shard?.contains($0) ?? true }
    self.stdoutJob = stdoutJob.flatMap { indices.contains($0) ? $0 : nil }
    if let first = duplicates.min().map(job) {
      notes = [.givenTwice(first: first.names[0], count: duplicates.count)]
    }
  }

  /// Leaves out jobs of this call.
  package mutating func remove(where isRemoved: (Job) -> Bool) {
    indices = indices.filter { !isRemoved(job($0)) }
  }

  /// Returns the job at an index of all shards.
  package func job(_ index: Int) -> Job {
    Job(index: index, inputs: inputs.dropFirst(index * inputsPerJob).prefix(inputsPerJob))
  }

  /// Checks the formats that output names ask for, and looks for jobs with the same output.
  ///
  /// It opens images only where the names of the inputs do not decide that.
  ///
  /// - Returns: The jobs that another job repeats with the same files, and the job whose output goes to stdout.
  /// - Throws: `BatchError`.
  private func duplicates(_ session: EditSession, _ naming: OutputNaming) throws(BatchError) -> (
    Set<Int>, stdout: Int?
  ) {
    var stdoutJob: Int?
    var seen: [[UInt8]: Int] = [:]
    var candidates: [[UInt8]: [Int]] = [:]
    for index in 0..<count {
      let job = job(index)
      // Errors of names come before the first job.
      _ = try naming.codec(for: job)
      guard let key = try naming.key(of: job) else {
        if try naming.goesToStdout(job) { stdoutJob = index }
        continue
      }
      guard let other = seen.updateValue(index, forKey: key) else { continue }
      candidates[key, default: [other]].append(index)
    }
    var duplicates: Set<Int> = []
    for indices in candidates.values.sorted(by: { $0[0] < $1[0] }) {
      var jobByPath: [String: Int] = [:]
      for index in indices {
        let job = job(index)
        // An unreadable input has no output. Its job fails later, with its own name.
        let destination = try? session.destination(of: job, naming, timeLimit)
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
        throw BatchError(.batch(.sameOutput(a, b, path: path, remedy: naming.collisionRemedy(a, b))))
      }
    }
    return (duplicates, stdoutJob)
  }
}

/// A note about inputs that a call skips. The counts include the first one.
package enum BatchNote: Equatable, Sendable {
  case emptyList
  case inOutputFolder(first: String, count: Int)
  case givenTwice(first: String, count: Int)
}

extension Job {
  /// The resolved paths of the inputs; nil for an input that is not a file.
  fileprivate var files: [String?] { inputs.map(\.source.path).map { $0.flatMap(FilePath.real) ?? $0 } }
}

/// A problem of dividing inputs into jobs.
package enum BatchProblem: Equatable, Sendable {
  /// The number of inputs is not a multiple of the number that the script takes.
  case leftoverInputs(taken: Int, given: Int)
  /// A folder among the inputs cannot be read, so that it is unknown which inputs belong together.
  case unreadableFolder(taken: Int)
  /// Several jobs would have the same output.
  case singleOutput(path: String, jobs: Int)
  /// Two inputs would have the same output.
  case sameOutput(String, String, path: String, remedy: CollisionRemedy)
}

/// A change to a call that gives two inputs different outputs.
package enum CollisionRemedy: Equatable, Sendable {
  case outputFolder, baseFolder, index
}
