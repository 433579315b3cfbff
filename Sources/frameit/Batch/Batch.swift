import FrameKit
import FrameModel

/// One edit of a batch: the inputs that belong together.
struct Job: Sendable {
  var index: Int
  var inputs: ArraySlice<Input>

  var names: [String] { inputs.map(\.source.word) }
}

/// All edits of a call, of which no two can have one result.
struct Batch: Sendable {
  /// How many edits there are, of all parts.
  let count: Int
  /// The numbers of those that are done here.
  private(set) var indices: [Int]
  /// Whether others are edited by other calls.
  let isPart: Bool
  /// What is passed over, for people.
  private(set) var notes: [String] = []
  private let size: Int
  private let inputs: [Input]

  /// - Throws: `Failure` of wrong use: images left over, two results for one file.
  init(_ session: EditSession, _ output: Output, shard: Shard?) throws(Failure) {
    inputs = session.inputs
    size = session.editor.inputsTaken(
      by: session.script, context: session.context(index: 0, inputs: inputs[...]))
    // A single result has no other time. Of several, each is begun anew.
    if inputs.count <= 1, session.editor.limits.cancellation?.isCancelled == true {
      throw Failure(.limit, LimitExceeded.cancelled.message, of: session.source.name)
    }
    guard inputs.count % size == 0 else {
      let given = "\(inputs.count) \(inputs.count == 1 ? "is" : "are") given"
      throw Failure(.usage, "the script takes \(size) images at a time, and \(given)")
    }
    if size > 1, let folder = inputs.first(where: \.isFolder) {
      throw Failure(
        .input, "the folder cannot be read",
        note:
          "the script takes \(size) images at a time, and which belong together is not known without it",
        of: folder.source.name)
    }
    count = session.isEmptyBatch ? 0 : max(1, inputs.count / size)
    if let path = output.onlyPath, count > 1 {
      throw Failure(
        .usage, "-o \(path) can take one result, not \(count)",
        note: "without -o the results go to the current folder, with --out-dir to another")
    }
    (indices, isPart) = ([], shard != nil)
    var session = session
    if count > 1 { session.timeEachResult() }
    let repeated = try repeated(session, output)
    indices = (0..<count).filter { !repeated.contains($0) && shard?.contains($0) ?? true }
    if let first = repeated.min().map(job) {
      let others = repeated.count > 1 ? " and \(repeated.count - 1) more are" : " is"
      notes = ["\(first.names[0].quoted)\(others) given twice, and edited once"]
    }
  }

  func job(_ index: Int) -> Job {
    Job(index: index, inputs: inputs.dropFirst(index * size).prefix(size))
  }

  /// Looks for names that say another format than the one that was asked for, and for results of one name. Only where
  /// inputs' names leave that open images are looked at.
  ///
  /// - Returns: the edits that another one does, too: of the same files.
  private func repeated(_ session: EditSession, _ output: Output) throws(Failure) -> Set<Int> {
    var seen: [[UInt8]: Int] = [:]
    var doubtful: [[UInt8]: [Int]] = [:]
    for index in 0..<count {
      _ = try output.codec(for: job(index))
      guard let key = try output.key(job(index)) else { continue }
      guard let other = seen.updateValue(index, forKey: key) else { continue }
      doubtful[key, default: [other]].append(index)
    }
    var repeated: Set<Int> = []
    for indices in doubtful.values.sorted(by: { $0[0] < $1[0] }) {
      var places: [String: Int] = [:]
      for index in indices {
        let job = job(index)
        // What cannot be read has no result, and fails later, by its own name.
        let place = try? session.timed { session throws(Failure) in try session.place(job, output) }
        guard let path = place?.path else { continue }
        let real = FilePath.real(path) ?? path
        guard let other = places[real].map(self.job) else {
          places[real] = index
          continue
        }
        guard other.files != job.files else {
          repeated.insert(index)
          continue
        }
        let (a, b) = (other.names.first ?? "", job.names.first ?? "")
        throw Failure(
          .usage, "\(a.quoted) and \(b.quoted) would both become \(path.quoted)",
          note: output.hint(forOneNameOf: a, b))
      }
    }
    return repeated
  }
}

extension Job {
  /// The files themselves, whatever they are called; nil for what is none.
  fileprivate var files: [String?] { inputs.map(\.source.path).map { $0.flatMap(FilePath.real) ?? $0 } }
}
