import FrameCodec
import FrameEngine
import FrameFiles
import FrameMessages
import FrameReports
import FrameScene
import FrameScript
import Platform

/// An error of an edit or a comparison: the stage that failed, its subject, and a code with details. No output was written.
public struct EditError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The work that failed.
  public enum Stage: String, Hashable, Sendable, CaseIterable {
    /// Parsing the text of a script or a lookup table.
    case parse
    /// Opening an image and reading its header.
    case open
    /// Running the script, and planning the output.
    case plan
    /// Decoding and drawing.
    case render
    /// Encoding or writing the output.
    case encode
    case compare
  }

  /// The thing that the error is about.
  public enum Subject: Hashable, Sendable {
    /// The edit as a whole.
    case edit
    /// An image, a font, a lookup table or a script, by its path; an image without one by its number: "image 1".
    case input(String)
    /// A place in a script. Lines and columns count from 1, columns in characters.
    case script(name: String, line: Int, column: Int)
    /// A part of a canvas.
    case canvas(CanvasError.Subject)
    /// An output, by its path or format.
    case output(String)
  }

  /// The kind of an error. Later versions may have more kinds.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// A script or a lookup table is wrong. `details` has all errors of its text.
    public static let script = Code(rawValue: "script")
    /// A canvas cannot be drawn as it is described.
    public static let canvas = Code(rawValue: "canvas")
    /// Expectations of a script failed. `details` has all of them.
    public static let expectation = Code(rawValue: "expectation")
    /// The operating system refused to read or write a file. `details` has its error number.
    public static let system = Code(rawValue: "system")
    /// There are no bytes.
    public static let empty = Code(rawValue: "empty")
    /// No format has this name, or recognizes the bytes.
    public static let unknownFormat = Code(rawValue: "unknownFormat")
    /// An image is damaged.
    public static let damaged = Code(rawValue: "damaged")
    /// The bytes of an image end too early.
    public static let truncated = Code(rawValue: "truncated")
    /// An image has a property that is not supported.
    public static let unsupported = Code(rawValue: "unsupported")
    /// A setting is out of range, or the output's format does not have it.
    public static let setting = Code(rawValue: "setting")
    /// A limit is exceeded. `details` has it, if it has a number.
    public static let limit = Code(rawValue: "limit")
    /// The work was canceled.
    public static let cancelled = Code(rawValue: "cancelled")
    /// The system has no memory left, or a worker process exceeded its memory.
    public static let outOfMemory = Code(rawValue: "outOfMemory")
    /// More images were given than the edit takes. `details` has both numbers.
    public static let imageCount = Code(rawValue: "imageCount")
    /// The requested frames do not exist, or the format cannot store them.
    public static let frames = Code(rawValue: "frames")
    /// A required lossless transform is not possible.
    public static let lossless = Code(rawValue: "lossless")
    /// The file was changed after it was opened.
    public static let changed = Code(rawValue: "changed")
    /// A script names a file that it may not read.
    public static let notAllowed = Code(rawValue: "notAllowed")
    /// A plugin or a worker process failed.
    public static let plugin = Code(rawValue: "plugin")
    /// Nothing was left to compare.
    public static let comparison = Code(rawValue: "comparison")
    /// A bug in FrameKit.
    public static let internalError = Code(rawValue: "internalError")
  }

  /// What programs can use of an error.
  public enum Details: Equatable, Sendable {
    case none
    /// The errors of a script or a lookup table, or its failed expectations, in the order of its text; at least one.
    case issues([ScriptIssue])
    /// The operating system's error number: `ENOENT` for a file that does not exist.
    case system(Int32)
    case limit(LimitExceeded)
    case imageCount(used: Int, given: Int)
  }

  /// The work that failed.
  public let stage: Stage
  /// The thing that the error is about.
  public let subject: Subject
  /// The kind of the error.
  public let code: Code
  /// The reason as text, without the subject.
  public let reason: String
  /// What to do about it; nil if that is not known.
  public let hint: String?
  /// What programs can use of the error.
  public let details: Details

  init(_ stage: Stage, _ subject: Subject, _ code: Code, _ reason: String, _ details: Details = .none) {
    self.init(stage, subject, code, Message(reason), details)
  }

  init(_ stage: Stage, _ subject: Subject, _ code: Code, _ message: Message, _ details: Details = .none) {
    self.stage = stage
    self.subject = subject
    self.code = code
    reason = message.text
    hint = message.libraryHint
    self.details = details
  }

  /// The error as text, on one line unless a script has several errors.
  public var description: String {
    if case .issues(let issues) = details { return issues.map(\.description).joined(separator: "\n") }
    return switch subject {
    case .edit: reason
    case .input(let name), .output(let name): "\(name): \(reason)"
    case .canvas(let part): "\(part): \(reason)"
    case .script(let name, let line, let column): "\(name):\(line):\(column): \(reason)"
    }
  }
}

/// An error at a place in a script or a lookup table.
public struct ScriptIssue: Hashable, Sendable, CustomStringConvertible {
  /// The name of the script or the table, or of the file that a script includes.
  public var name: String
  /// Counted from 1.
  public var line: Int
  /// In characters, counted from 1.
  public var column: Int
  /// The error as text, without its place.
  public var message: String

  /// `name:line:column: message`
  public var description: String { "\(name):\(line):\(column): \(message)" }

  init(_ error: ScriptError, in files: [ScriptFile]) {
    self.init(error.problem.message.text, at: error.position, in: files)
  }

  init(_ message: String, at position: ScriptPosition, in files: [ScriptFile]) {
    self.message = message
    name = files.indices.contains(position.file) ? files[position.file].name : "script"
    (line, column) = (position.line, position.column)
  }
}

// MARK: From the errors of the modules

extension EditError {
  private init(_ code: Code, at stage: Stage, _ issues: [ScriptIssue]) {
    self.init(stage, .edit, code, issues.map(\.message).joined(separator: "; "), .issues(issues))
  }

  init(_ error: ScriptError) {
    self.init(.script, at: .parse, error.errors.map { ScriptIssue($0, in: error.files) })
  }

  init(_ exceeded: LimitExceeded, at stage: Stage, _ subject: Subject) {
    switch exceeded.kind {
    case .cancelled: self.init(stage, subject, .cancelled, "canceled")
    case .systemMemory: self.init(stage, subject, .outOfMemory, exceeded.message)
    default: self.init(stage, subject, .limit, exceeded.message, .limit(exceeded))
    }
  }

  /// - Parameter stage: The stage at which the file was read or written.
  package init(_ error: FileError, at stage: Stage) {
    let subject = Subject.input(error.name)
    let reason = error.problem.reason
    switch error.problem {
    case .system(let number), .unreadableFolder(let number):
      self.init(stage, subject, .system, reason, .system(number))
    case .brokenLink: self.init(stage, subject, .system, reason, .system(ENOENT))
    case .notAFile(let kind, _):
      self.init(stage, subject, .system, reason, .system(kind == .folder ? EISDIR : EINVAL))
    case .unreadable(let error), .unreadableGainMap(let error): self.init(error, at: stage, subject)
    case .changed: self.init(stage, subject, .changed, reason)
    case .boxes: self.init(stage, subject, .damaged, reason)
    case .tooLarge: self.init(stage, subject, .limit, reason)
    case .outsideFolder, .notAllowed: self.init(stage, subject, .notAllowed, reason)
    case .scriptFile(let problem): self.init(FileError(error.name, problem), at: stage)
    case .scriptText(let error): self.init(error)
    case .output(.codec(let codecError)): self.init(codecError, at: stage, .output(error.name))
    case .output(let problem):
      self.init(stage, .output(error.name), .system, reason, .system(problem.errorNumber))
    }
  }

  init(_ error: CodecError, at stage: Stage, _ subject: Subject) {
    let code: Code
    switch error {
    case .limit(let exceeded):
      self.init(exceeded, at: stage, subject)
      return
    case .readFailed(let number), .writeFailed(let number):
      self.init(stage, subject, .system, CodecError.systemMessage(number), .system(number))
      return
    case .empty: code = .empty
    case .unknownFormat: code = .unknownFormat
    case .foreignFormat, .unsupported: code = .unsupported
    case .damaged: code = .damaged
    case .truncated: code = .truncated
    case .memoryPassed: code = .outOfMemory
    case .misuse: code = .internalError
    case .limitPassed, .nothingWritten, .missingPlugin, .refusedPlugin, .unsandboxed, .brokenPlugin,
      .effect, .notIsolated,
      .crashed, .timedOut:
      code = .plugin
    }
    self.init(stage, subject, code, error.message)
  }

  /// - Parameters:
  ///   - stage: The stage at which `failure` occurred, unless its own kind tells.
  ///   - output: The name of the output, for errors that are about it.
  package init(_ failure: EditFailure, at stage: Stage, output: String = "output") {
    switch failure {
    case .scene(let error): self.init(.script([ScriptError(error)], in: []), at: stage, output: output)
    case .script(let errors, let files):
      let issues = errors.map { ScriptIssue($0, in: files) }
      if errors.count == 1, case .scene(.limit(let exceeded)) = errors[0].problem, stage != .parse {
        let place = issues[0]
        self.init(exceeded, at: .plan, .script(name: place.name, line: place.line, column: place.column))
      } else if case .expectationFailed? = errors.first?.problem {
        self.init(.expectation, at: .plan, issues)
      } else {
        self.init(.script, at: stage == .parse ? .parse : .plan, issues)
      }
    case .input(let error, let place):
      if case .unreadable = error.problem {
        self.init(error, at: stage)
      } else if let place, let reason = error.refusal {
        self.init(.script, at: .open, [ScriptIssue(reason, at: place.position, in: place.files)])
      } else {
        self.init(error, at: .open)
      }
    case .comparison(let error): self.init(.compare, .edit, .comparison, error.message)
    case .bug(let detail): self.init(stage, .edit, .internalError, "a bug in FrameKit: \(detail)")
    case .lossless(let obstacle, of: let name):
      self.init(.plan, name.map { .input($0) } ?? .edit, .lossless, obstacle.message)
    case .frames(let problem, let name):
      self.init(.plan, name.map { .input($0) } ?? .edit, .frames, problem.message)
    case .encoding(let message): self.init(.plan, .output(output), .setting, message)
    case .limit(let exceeded): self.init(exceeded, at: stage, .edit)
    case .effect(let error): self.init(.render, .edit, .plugin, error.message)
    case .output(let error): self.init(error, at: .encode, .output(output))
    }
  }

  /// Converts an error of a canvas.
  init(_ failure: EditFailure, at stage: Stage, of canvas: Canvas, output: String) {
    var known: CanvasError?
    switch failure {
    case .scene(let error): known = canvas.error(error)
    case .input(let error, at: let place?) where error.refusal != nil:
      known = canvas.error(SceneError(.noImage(.file(error.name)), at: Origin(place.position)))
    default: break
    }
    if let limit = known?.limit, let known {
      self.init(limit, at: .plan, .canvas(known.subject))
    } else if let known {
      self.init(.plan, .canvas(known.subject), .canvas, known.reason)
    } else {
      self.init(failure, at: stage, output: output)
    }
  }
}

extension FileError {
  /// The reason why a script may not read the file; nil for another error.
  fileprivate var refusal: String? {
    switch problem {
    case .outsideFolder: "the file '\(name)' is outside of the folders that the script may read"
    case .notAllowed: "a script in a string cannot open the file '\(name)'"
    default: nil
    }
  }
}
