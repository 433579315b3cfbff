import FrameCodec
import FrameCompare
import FrameKit
import FrameScript

/// An error that ends a command or one job of a batch, with its messages and its exit code.
struct Failure: Error, Sendable {
  var status: ExitStatus
  /// True if the input is not a regular file, or not an image of a known format.
  var isNotAnImage = false
  /// True if later outputs cannot be written either.
  var endsBatch = false
  /// True if an earlier run wrote the same output.
  var isAlreadyDone = false
  /// True if the output already exists.
  var isOccupied = false
  /// The unwritable folder, if that is the cause.
  var folder: String?
  /// The path of the output, as far as it is known.
  var output: String?
  private var findings: [Finding]

  /// The approximate size of all texts in bytes.
  var bytes: Int { findings.reduce(0) { $0 + $1.message.text.utf8.count + 128 } }

  private struct Finding: Sendable {
    enum Subject: Sendable {
      case program
      /// A file, by the name that the user gave.
      case file(String)
      case script(ScriptPosition, ScriptReport)
    }

    var subject: Subject
    var message: Message

    var text: String {
      switch subject {
      case .program: return message.text
      case .file(let name):
        return "\(name.quoted): \(message.text)"
      case .script(let position, let report):
        return "\(report.place(position)): \(message.text)" + (message.hint.map { " (\($0))" } ?? "")
      }
    }
  }

  init(_ status: ExitStatus, _ message: Message, of name: String? = nil) {
    self.status = status
    findings = [Finding(subject: name.map { .file($0) } ?? .program, message: message)]
  }

  init(_ status: ExitStatus, _ what: String, hint: String? = nil, of name: String? = nil) {
    self.init(status, Message(what, hint: hint), of: name)
  }

  init(_ errors: [ScriptError], in files: [ScriptFile]) {
    status = errors.map(\.problem.status).max() ?? .script
    let report = ScriptReport(files)
    findings = errors.map {
      Finding(subject: .script($0.position, report), message: $0.problem.hintedMessage)
    }
  }

  /// Converts an error of an image.
  init(_ failure: ImageError) {
    self.init(failure.error.status, failure.error.hintedMessage, of: failure.name)
    isNotAnImage = failure.error == .unknownFormat || failure.error == .empty
  }

  /// Converts an error of an edit.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - script: The script, to quote the line of the error.
  ///   - input: The name of the first input, for errors that concern the whole edit.
  ///   - output: The name of the output.
  init(
    _ error: EditFailure, in script: Script = Script(files: [], statements: []), reading input: String? = nil,
    writing output: String? = nil
  ) {
    switch error {
    case .script(let error):
      if case .widthLimit = error.problem {
        self.init(.limit, error.problem.hintedMessage, of: input)
      } else {
        self.init([error], in: script.files)
      }
    case .expectations(let errors): self.init(errors, in: script.files)
    // A codec in a worker process shares memory, which counts as a file. If there is no space for it, the image is not
    // the cause.
    case .image(let failure, _) where failure.error.status == .output:
      self.init(writing: output, failure.error)
    case .image(let failure, let position):
      self = Failure(failure).located(position, in: script.files)
    case .host(let failure as Failure, let position): self = failure.located(position, in: script.files)
    case .host(let error as ComparisonError, _): self.init(.usage, error.message)
    case .host(let error, _): self.init(.bug, "a bug in frameit: \(error)")
    case .frames(let problem, let name): self.init(.usage, problem.hintedMessage, of: name ?? output ?? input)
    case .lossless(.limit(let exceeded), let name):
      self.init(.limit, exceeded.hintedMessage, of: name ?? input)
    case .lossless(let obstacle, let name):
      let message = obstacle.hintedMessage
      self.init(.usage, "--lossless require: \(message.text)", hint: message.hint, of: name ?? input)
    case .limit(let exceeded): self.init(.limit, exceeded.hintedMessage, of: input)
    case .output(let error):
      self.init(writing: output, error)
    }
  }

  /// Creates the failure for an output that cannot be encoded or written.
  init(writing output: String?, _ error: CodecError) {
    self.init(error.status, error.hintedMessage, of: output)
    endsBatch = error.isFullDisk
  }

  /// Returns the failure for an input that is not a regular file.
  static func notAFile(_ what: String, hint: String, of name: String) -> Failure {
    var failure = Failure(.input, what, hint: hint, of: name)
    failure.isNotAnImage = true
    return failure
  }

  /// Returns the failure for folders that contain files but no images.
  static func onlyNonImages(among count: Int, hint: String?) -> Failure {
    Failure(
      .input, "found no images, but \(count > 1 ? "\(count) other files" : "1 other file")", hint: hint)
  }

  /// Returns the failure at the position in the script that names the file.
  private func located(_ position: ScriptPosition?, in files: [ScriptFile]) -> Failure {
    guard let position else { return self }
    var failure = self
    failure.findings = findings.map { finding in
      Finding(
        subject: .script(position, ScriptReport(files)),
        message: Message(finding.text, hint: finding.message.hint))
    }
    return failure
  }

  /// Returns the failure without its hints.
  func removingHints() -> Failure {
    var failure = self
    for index in findings.indices { failure.findings[index].message.hint = nil }
    return failure
  }

  /// Returns the failure with an additional hint.
  func addingHint(_ hint: String) -> Failure {
    var failure = self
    guard !findings.isEmpty else { return failure }
    let message = findings[0].message
    failure.findings[0].message.hint = message.hint.map { "\($0); \(hint)" } ?? hint
    return failure
  }

  /// The messages and hints for the user, with newlines.
  var text: String {
    findings.map { finding in
      if case .script(let position, let report) = finding.subject {
        return report.text(of: finding.message, at: position)
      }
      let hint = finding.message.hint.map { "hint: \($0.printable)\n" } ?? ""
      return "frameit: \(finding.text.printable)\n" + hint
    }.joined()
  }

  /// Returns the failure of one of several jobs: messages that do not name a file get the names of the inputs.
  func naming(_ names: [String]) -> Failure {
    guard let first = names.first else { return self }
    let images = first.quoted + (names.count > 1 ? " and \(names.count - 1) more" : "")
    var failure = self
    for index in findings.indices {
      if case .file = findings[index].subject { continue }
      failure.findings[index].message.text += ", with \(images)"
    }
    return failure
  }

  /// The hints that the messages do not contain.
  var hints: [String] {
    findings.compactMap { finding in
      if case .script = finding.subject { nil } else { finding.message.hint }
    }
  }

  /// The messages, one line each.
  var messages: [String] { findings.map(\.text) }

  /// The location of the error in the script, if it has one.
  var location: ScriptLocation? {
    for case .script(let position, let report) in findings.map(\.subject) {
      return ScriptLocation(file: report.name(position), line: position.line, column: position.column)
    }
    return nil
  }

  /// The first message without the name of its file.
  var reason: String { findings.first?.message.text ?? "" }

  /// Prints the failure to stderr.
  func report() {
    Console.error(text)
  }
}

extension CodecError {
  /// True if the disk is full.
  fileprivate var isFullDisk: Bool {
    if case .writeFailed(let number) = self { Failure.isFull(number) } else { false }
  }
}

extension Failure {
  /// Returns true for the error numbers of a full disk or an exceeded quota.
  static func isFull(_ number: Int32) -> Bool { [ENOSPC, EDQUOT].contains(number) }

  /// Creates the failure for an output that the system refuses to write.
  init(output path: String, _ number: Int32) {
    self.init(.output, CodecError.systemMessage(number), hint: CodecError.writeHint(number), of: path)
    endsBatch = Self.isFull(number)
  }

  /// Creates the failure for a folder that the system does not let frameit write to.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder.
  ///   - problem: The failed operation, such as "cannot create the folder".
  ///   - number: The system's error number.
  init(folder: String, _ problem: String, _ number: Int32) {
    self.init(
      .output, "\(problem): \(CodecError.systemMessage(number))", hint: CodecError.writeHint(number),
      of: folder)
    endsBatch = Self.isFull(number)
    self.folder = folder
  }
}

/// A location in a script. Lines and columns count from 1.
struct ScriptLocation: Encodable, Sendable {
  var file: String
  var line: Int
  var column: Int
}

/// A request to end the program with an exit code, after everything has been reported.
struct ExitRequest: Error {
  var status: ExitStatus
}
