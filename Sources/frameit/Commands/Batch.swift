import FrameKit
import FrameModel

/// One edit of a batch: the inputs that belong together, and where the result goes.
struct Job {
  var index: Int
  var inputs: ArraySlice<String>
  var output: Output
}

/// All edits of a call, with their outputs settled before the first one starts.
struct Batch {
  let jobs: [Job]

  var writesToStdout: Bool { jobs.contains { $0.output.place == .stdout } }

  /// - Throws: `Failure` of wrong use: pictures left over, two results for one file.
  init(_ session: EditSession, _ options: OutputOptions) throws(Failure) {
    let inputs = session.inputs
    let size = session.editor.inputsTaken(
      by: session.script, context: session.context(index: 0, inputs: inputs[...]))
    guard inputs.count % size == 0 else {
      let given = "\(inputs.count) \(inputs.count == 1 ? "is" : "are") given"
      throw Failure(.usage, "the script takes \(size) pictures at a time, and \(given)")
    }
    let count = max(1, inputs.count / size)
    if let path = options.path, count > 1 {
      throw Failure(
        .usage, "-o \(path) can take one result, not \(count)",
        note: "without -o the results go to the current folder")
    }
    var jobs: [Job] = []
    var taken: [[UInt8]: Int] = [:]
    for index in 0..<count {
      let group = inputs.dropFirst(index * size).prefix(size)
      let output = try Output(options, lead: group.first, files: session.files, codecs: session.editor.codecs)
      if let place = output.identifyingPath, let other = taken.updateValue(index, forKey: place) {
        throw Failure(
          .usage,
          "\(jobs[other].inputs.first ?? "") and \(group.first ?? "") would both become \(output.path ?? "")",
          note: "edit them one by one with -o")
      }
      jobs.append(Job(index: index, inputs: group, output: output))
    }
    self.jobs = jobs
  }
}

extension Output {
  /// What two outputs have in common if they are one file. Names are bytes; two of them can lead to one
  /// picture that is there already.
  fileprivate var identifyingPath: [UInt8]? {
    switch place {
    case .stdout: nil
    case .file(let path): Array(path.utf8)
    case .input(let path): Array((Path.real(path) ?? path).utf8)
    }
  }
}
