import FrameBatch
import FrameCodec
import FrameFiles
import FrameGeometry
import FrameImage
import FrameMessages
import FrameScene
import FrameScript

/// An error that ends a command or one job of a batch, in words, with its exit code.
struct Failure: Error, Sendable {
  let status: ExitStatus
  private var findings: [Finding]

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
      case .program: message.text
      case .file(let name): "\(name.quoted): \(message.text)"
      case .script(let position, let report): "\(report.place(position)): \(message.line)"
      }
    }
  }

  init(_ status: ExitStatus, _ message: Message, of name: String? = nil) {
    self.status = status
    findings = [Finding(subject: name.map { .file($0) } ?? .program, message: message.withOptions)]
  }

  init(_ status: ExitStatus, _ what: String, hint: String? = nil, of name: String? = nil) {
    self.init(status, Message(what, hint: hint), of: name)
  }

  /// Creates a failure that ends the program, after everything has been reported.
  init(reported status: ExitStatus) {
    self.status = status
    findings = []
  }

  /// True if everything has been reported.
  var isReported: Bool { findings.isEmpty }

  /// Puts an error into words.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - option: The option that names the output, for hints.
  ///   - status: The exit code; nil for that of the error.
  init(_ error: BatchError, option: String = "-o", status: ExitStatus? = nil) {
    self.status = status ?? error.status
    if case .script(let errors, let files) = error.cause {
      let report = ScriptReport(files)
      findings = errors.map {
        Finding(
          subject: .script($0.position, report),
          message: report.scaleMessage(for: $0) ?? $0.message.withOptions)
      }
      return
    }
    var finding = Finding(
      subject: error.name.map { .file($0) } ?? .program, message: error.message(option: option).withOptions)
    if let place = error.place {
      // The script names the file, so the error is at that line.
      finding.message = Message(finding.text, hint: finding.message.hint)
      finding.subject = .script(place.position, ScriptReport(place.files))
    }
    if let (first, last) = error.writtenFrames {
      let hint = "the frames \(first.quoted) to \(last.quoted) were written"
      finding.message.hint = finding.message.hint.map { "\($0); \(hint)" } ?? hint
    }
    findings = [finding]
  }

  /// Puts an error of a command into words; nil for an error of the argument parser.
  init?(thrown error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as BatchError: self.init(error)
    case let error as FileError: self.init(BatchError(error))
    default: return nil
    }
  }

  /// Puts the error of a job into words.
  ///
  /// - Parameter policy: The policy for damaged images. The hint that names `salvage` is left out if it is in use.
  init(_ error: BatchError, onDamage policy: DamagePolicy) {
    self.init(error)
    guard error.isDamage, policy == .salvage else { return }
    for index in findings.indices { findings[index].message.hint = nil }
  }

  /// Returns the result of writing a file, or puts the error into words.
  ///
  /// - Parameter option: The option that names the output, for hints.
  static func writing<R>(
    _ body: @autoclosure () throws(FileError) -> R, option: String
  ) throws(Failure) -> R {
    try converting(body()) { (error: FileError) in Failure(BatchError(error), option: option) }
  }

  /// The failure for folders that contain files but no images.
  static func onlyNonImages(among count: Int, hint: String?) -> Failure {
    Failure(
      .input, "found no images, but \(count > 1 ? "\(count) other files" : "1 other file")", hint: hint)
  }

  /// The messages and hints for the user, with newlines.
  var text: String { text(without: []) }

  /// Returns the messages for the user, with newlines, and with the hints that the user does not know yet.
  func text(without knownHints: Set<String>) -> String {
    findings.map { finding in
      if case .script(let position, let report) = finding.subject {
        return report.text(of: finding.message, at: position)
      }
      let new = finding.message.hint.flatMap { knownHints.contains($0) ? nil : $0 }
      let hint = new.map { "hint: \($0.printable)\n" } ?? ""
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

  /// Returns the failure with this text at the end of its messages.
  func adding(_ text: String) -> Failure {
    var failure = self
    for index in findings.indices { failure.findings[index].message.text += text }
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
  private var location: JSONFields? {
    for case .script(let position, let report) in findings.map(\.subject) {
      return ["file": report.name(position), "line": position.line, "column": position.column]
    }
    return nil
  }

  /// The failure for journals and records of JSON.
  var record: ErrorText {
    ErrorText(code: status.rawValue, messages: messages, hints: hints, place: location)
  }

  /// The first message without the name of its file.
  var reason: String { findings.first?.message.text ?? "" }

  /// Runs `body`, and prints its error to stderr.
  ///
  /// - Returns: The status of the error; nil without one.
  static func reporting(_ body: () throws -> Void) -> ExitStatus? {
    guard case .failure(let error) = Result(catching: body) else { return nil }
    let failure = Failure(thrown: error) ?? Failure(.bug, "\(error)")
    failure.report()
    return failure.status
  }

  /// Prints the failure to stderr.
  func report() {
    Console.error(text)
  }
}
