import FrameCodec
import FrameCompare
import FrameKit
import FrameModel
import FrameScript

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What ends a command, or one edit of a batch: what is to be said, and the exit code.
struct Failure: Error, Sendable {
  var status: ExitStatus
  /// Whether what was to be read is no image that is known, by its first bytes, or no file at all.
  var isNoImage = false
  /// Whether nothing that follows can be written, either.
  var endsBatch = false
  /// Whether what was asked for is there, by an earlier run.
  var isDone = false
  /// Whether a file is in the way.
  var isOccupied = false
  /// The folder that nothing can be written to.
  var folder: String?
  /// Where the result would have gone, as far as that is known.
  var output: String?
  private var findings: [Finding]

  /// The bytes of its texts, about.
  var bytes: Int { findings.reduce(0) { $0 + $1.message.what.utf8.count + 128 } }

  private struct Finding: Sendable {
    enum Subject: Sendable {
      case program
      /// A file, as it was named.
      case file(String)
      case script(ScriptPosition, ScriptReport)
    }

    var subject: Subject
    var message: Message

    var sentence: String {
      switch subject {
      case .program: return message.what
      case .file(let name):
        return "\(name.quoted): \(message.what)"
      case .script(let position, let report):
        return "\(report.place(position)): \(message.what)" + (message.note.map { " (\($0))" } ?? "")
      }
    }
  }

  init(_ status: ExitStatus, _ message: Message, of name: String? = nil) {
    self.status = status
    findings = [Finding(subject: name.map { .file($0) } ?? .program, message: message)]
  }

  init(_ status: ExitStatus, _ what: String, note: String? = nil, of name: String? = nil) {
    self.init(status, Message(what, note: note), of: name)
  }

  init(_ errors: [ScriptError], in files: [ScriptFile]) {
    status = errors.map(\.problem.status).max() ?? .script
    let report = ScriptReport(files)
    findings = errors.map {
      Finding(subject: .script($0.position, report), message: $0.problem.message)
    }
  }

  /// - Parameter canSalvage: whether the command has `--on-damage`, which the cure for damage names.
  init(_ failure: ImageError, canSalvage: Bool = true) {
    var message = failure.error.message
    switch failure.error {
    case .damaged, .truncated: if !canSalvage { message.note = nil }
    default: break
    }
    self.init(failure.error.status, message, of: failure.name)
    isNoImage = failure.error == .unknownFormat || failure.error == .empty
  }

  /// - Parameters:
  ///   - script: for the lines that the error names; none where there is no script.
  ///   - input: the name of what was read, where the error concerns all of it.
  ///   - output: the name of what was to be written.
  ///   - canSalvage: whether the command has `--on-damage`.
  init(
    _ error: EditError, in script: Script = Script(files: [], statements: []), reading input: String? = nil,
    writing output: String? = nil, canSalvage: Bool = true
  ) {
    switch error {
    case .script(let error):
      if case .widthLimit = error.problem {
        self.init(.limit, error.problem.message, of: input)
      } else {
        self.init([error], in: script.files)
      }
    // A codec in a process of its own shares memory, which counts as a file: that there is no room for it is no fault
    // of the image.
    case .image(let failure, _) where failure.error.status == .output:
      self.init(writing: output, failure.error)
    case .image(let failure, let place):
      self = Failure(failure, canSalvage: canSalvage).placed(place, in: script.files)
    case .host(let failure as Failure, let place): self = failure.placed(place, in: script.files)
    case .host(let error as ComparisonError, _): self.init(.usage, error.message)
    case .host(let error, _): self.init(.bug, "a bug in frameit: \(error)")
    case .frames(let problem, let name): self.init(.usage, problem.message, of: name ?? output ?? input)
    case .lossless(.limit(let exceeded), let name): self.init(.limit, exceeded.message, of: name ?? input)
    case .lossless(let obstacle, let name):
      let message = obstacle.message
      self.init(.usage, "--lossless require: \(message.what)", note: message.note, of: name ?? input)
    case .limit(let exceeded): self.init(.limit, exceeded.message, of: input)
    case .output(let error):
      self.init(writing: output, error)
    }
  }

  /// An output that cannot be encoded or written.
  init(writing output: String?, _ error: CodecError) {
    self.init(error.status, error.message, of: output)
    endsBatch = error.isFullDisk
  }

  /// What stands in an image's place, and is none.
  static func notAFile(_ what: String, note: String, of name: String) -> Failure {
    var failure = Failure(.input, what, note: note, of: name)
    failure.isNoImage = true
    return failure
  }

  /// Folders were searched, and have none.
  static func noImage(among count: Int, note: String?) -> Failure {
    Failure(
      .input, "no image was found, but \(count > 1 ? "\(count) other files" : "another file")", note: note)
  }

  /// The same, at the place in the script that named the file.
  private func placed(_ place: ScriptPosition?, in files: [ScriptFile]) -> Failure {
    guard let place else { return self }
    var failure = self
    failure.findings = findings.map { finding in
      Finding(
        subject: .script(place, ScriptReport(files)),
        message: Message(finding.sentence, note: finding.message.note))
    }
    return failure
  }

  /// The same, with one more thing to know.
  func noting(_ note: String) -> Failure {
    var failure = self
    guard !findings.isEmpty else { return failure }
    let message = findings[0].message
    failure.findings[0].message.note = message.note.map { "\($0); \(note)" } ?? note
    return failure
  }

  /// As people read it, with line ends.
  var text: String {
    findings.map { finding in
      if case .script(let place, let report) = finding.subject {
        return report.text(of: finding.message, at: place)
      }
      let note = finding.message.note.map { "note: \($0.printable)\n" } ?? ""
      return "frameit: \(finding.sentence.printable)\n" + note
    }.joined()
  }

  /// The same, of one of several edits: what does not name a file says which images it is about.
  func of(_ names: [String]) -> Failure {
    guard let first = names.first else { return self }
    let images = first.quoted + (names.count > 1 ? " and \(names.count - 1) more" : "")
    var failure = self
    for index in findings.indices {
      if case .file = findings[index].subject { continue }
      failure.findings[index].message.what += ", with \(images)"
    }
    return failure
  }

  /// What helps, where a sentence does not say it.
  var notes: [String] {
    findings.compactMap { finding in
      if case .script = finding.subject { nil } else { finding.message.note }
    }
  }

  /// What is wrong, for a report of one line each.
  var sentences: [String] { findings.map(\.sentence) }

  /// Where it is wrong, if the script has a place for it.
  var place: ScriptPlace? {
    for case .script(let position, let report) in findings.map(\.subject) {
      return ScriptPlace(file: report.name(position), line: position.line, column: position.column)
    }
    return nil
  }

  /// What is wrong with a single file, without its name.
  var reason: String { findings.first?.message.what ?? "" }

  func report() {
    Console.error(text)
  }
}

extension CodecError {
  /// Whether there is no room left for any file.
  fileprivate var isFullDisk: Bool {
    if case .writeFailed(let number) = self { Failure.isFull(number) } else { false }
  }
}

extension Failure {
  static func isFull(_ number: Int32) -> Bool { [ENOSPC, EDQUOT].contains(number) }

  /// An output that the system refuses.
  init(output path: String, _ number: Int32) {
    self.init(.output, CodecError.sentence(number), note: CodecError.writingCure(number), of: path)
    endsBatch = Self.isFull(number)
  }

  /// A folder that the system lets nothing be written to.
  init(folder: String, _ what: String, _ number: Int32) {
    self.init(
      .output, "the folder \(what): \(CodecError.sentence(number))", note: CodecError.writingCure(number),
      of: folder)
    endsBatch = Self.isFull(number)
    self.folder = folder
  }
}

/// A place in a script, counted from 1.
struct ScriptPlace: Encodable, Sendable {
  var file: String
  var line: Int
  var column: Int
}

/// Ends the program with a code, when everything was said.
struct ExitRequest: Error {
  var status: ExitStatus
}
