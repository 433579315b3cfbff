import FrameCodec
import FrameKit
import FrameModel

/// One edit of a batch: the inputs that belong together, and where the result goes.
struct Job {
  enum Destination: Hashable {
    case stdout
    case file(String)
  }

  var index: Int
  var inputs: ArraySlice<String>
  var destination: Destination
}

/// All edits of a call, with their outputs settled before the first one starts.
struct Batch {
  let jobs: [Job]
  let inputCount: Int

  var writesToStdout: Bool { jobs.contains { $0.destination == .stdout } }

  /// - Throws: `Failure` of wrong use: pictures left over, two results for one file.
  init(_ session: EditSession, output: OutputOptions) throws(Failure) {
    let inputs = session.inputs
    inputCount = inputs.count
    let size = try Self.groupSize(session)
    guard inputs.count % size == 0 else {
      let given = inputs.count == 1 ? "1 is" : "\(inputs.count) are"
      throw Failure(.usage, "the script takes \(size) pictures at a time, and \(given) given")
    }
    let count = max(1, inputs.count / size)
    if let path = output.path, count > 1 {
      throw Failure(.usage, "-o \(path) can take one result, not \(count)")
    }
    var jobs: [Job] = []
    var taken: [[UInt8]: Int] = [:]
    for index in 0..<count {
      let group = inputs.dropFirst(index * size).prefix(size)
      let destination = try Self.destination(of: group, output, session)
      if case .file(let path) = destination {
        // Names are bytes; two of them can lead to one picture that is there already.
        let place = output.inPlace ? Path.real(path) ?? path : path
        if let other = taken.updateValue(index, forKey: Array(place.utf8)) {
          throw Failure(
            .usage,
            "\(jobs[other].inputs.first ?? "") and \(group.first ?? "") would both become \(path)",
            note: "edit them one by one with -o")
        }
      }
      jobs.append(Job(index: index, inputs: group, destination: destination))
    }
    self.jobs = jobs
  }

  /// How many inputs belong together; where only a run tells, a run is made.
  private static func groupSize(_ session: EditSession) throws(Failure) -> Int {
    if session.inputs.isEmpty { return 1 }
    if let arity = session.script.arity { return arity }
    do {
      let host = session.host(for: session.inputs[...])
      let context = session.context(index: 0, inputs: session.inputs[...])
      return max(1, try session.editor.inputsUsed(session.script, pictures: host, context: context))
    } catch {
      throw Failure(error, in: session.script.files)
    }
  }

  private static func destination(
    of inputs: ArraySlice<String>, _ output: OutputOptions, _ session: EditSession
  ) throws(Failure) -> Job.Destination {
    if let path = output.path {
      if path == "-" || path == "/dev/stdout" { return .stdout }
      if output.format == nil {
        guard let format = Path.fileExtension(path) else {
          throw Failure(
            .usage, "'\(path)' has no extension that names a format", note: "name it with --format")
        }
        guard BuiltIn.codecs.codec(named: format) != nil else {
          throw Failure(.usage, OutputOptions.unknown(format), note: "--format names another one")
        }
      }
      return .file(path)
    }
    guard let first = inputs.first else {
      throw Failure(.usage, "where to?", note: "without a picture, name the result with -o")
    }
    if output.inPlace {
      guard first != "-" else { throw Failure(.usage, "stdin cannot be edited in place") }
      return .file(first)
    }
    if first == "-" { return .stdout }
    return .file("\(Path.stem(first)).framed.\(fileExtension(for: first, output, session))")
  }

  /// The input's own extension where it is one of the output's format, else the format's first.
  private static func fileExtension(
    for input: String, _ output: OutputOptions, _ session: EditSession
  ) -> String {
    let own = Path.fileExtension(input)
    let codec: (any Codec)?
    if let format = output.format {
      codec = BuiltIn.codecs.codec(named: format)
    } else {
      // What cannot be read fails later, by its own name.
      let file = try? session.files.open(input)
      codec = withExtendedLifetime(file) { file.flatMap { try? BuiltIn.codecs.codec(for: $0.bytes) } }
    }
    guard let codec else { return own ?? "png" }
    if let own, codec.format.extensions.contains(own.lowercased()) { return own }
    return codec.format.extensions[0]
  }
}
