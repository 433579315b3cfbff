import FrameCodec
import FrameCompare
import FrameEngine
import FrameFiles
import FrameImage
import FrameInterpreter
import FrameLayers
import FrameMessages
import FrameReports
import FrameScene
import FrameScript
import Platform

/// An error of an edit or a comparison: the stage that failed, its subject, and the cause. No output was written.
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

  /// The reason.
  public indirect enum Cause: Equatable, Sendable {
    /// The errors of a script or a lookup table, in the order of its text; at least one.
    case script([ScriptIssue])
    /// A canvas cannot be drawn as it is described: the reason.
    case canvas(String)
    /// The expectations of a script that failed.
    case expectations([ScriptIssue])
    /// The operating system's error number: `ENOENT` for a file that does not exist.
    case system(Int32)
    /// There are no bytes.
    case empty
    /// No format has this name, or recognizes the bytes.
    case unknownFormat
    case damaged(String)
    case truncated(String)
    case unsupported(String)
    case limit(LimitExceeded)
    /// The work was canceled.
    case cancelled
    case outOfMemory
    /// More images were given than the edit takes.
    case imageCount(used: Int, given: Int)
    /// The requested frames do not exist, or the format cannot store them.
    case frames(String)
    /// A required lossless transform is not possible.
    case lossless(String)
    /// The file was changed after it was opened.
    case changed(String)
    /// A plugin or a worker process failed.
    case plugin(String)
    /// Nothing was left to compare.
    case comparison(ComparisonError)
    /// A bug in FrameKit.
    case internalError(String)
  }

  /// The work that failed.
  public var stage: Stage
  /// The thing that the error is about.
  public var subject: Subject
  /// The reason.
  public var cause: Cause

  public init(_ stage: Stage, _ subject: Subject, _ cause: Cause) {
    self.stage = stage
    self.subject = subject
    self.cause = cause
  }

  /// The error as text, on one line unless a script has several errors.
  public var description: String {
    if case .script(let issues) = cause { return issues.map(\.description).joined(separator: "\n") }
    if case .expectations(let issues) = cause { return issues.map(\.description).joined(separator: "\n") }
    return switch subject {
    case .edit: cause.text
    case .input(let name), .output(let name): "\(name): \(cause.text)"
    case .canvas(let part): "\(part): \(cause.text)"
    case .script(let name, let line, let column): "\(name):\(line):\(column): \(cause.text)"
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

extension EditError.Cause {
  fileprivate var text: String {
    switch self {
    case .script(let issues), .expectations(let issues): issues.map(\.message).joined(separator: "; ")
    case .canvas(let reason): reason
    case .system(let number): CodecError.systemMessage(number)
    case .empty: "the file is empty"
    case .unknownFormat: "unknown image format"
    case .damaged(let detail): "damaged image: \(detail)"
    case .truncated(let detail): "truncated image: \(detail)"
    case .unsupported(let detail): "not supported: \(detail)"
    case .limit(let exceeded): exceeded.message.text
    case .cancelled: "canceled"
    case .changed(let text): text
    case .outOfMemory: "out of memory"
    case .imageCount(let used, let given):
      "the edit takes \(used) \(used == 1 ? "image" : "images"), but \(given) were given"
    case .frames(let text), .lossless(let text), .plugin(let text): text
    case .comparison(let error): error.message.text
    case .internalError(let detail): "a bug in FrameKit: \(detail)"
    }
  }
}

// MARK: From the errors of the modules

extension EditError {
  init(_ failure: ScriptParser.Failure) {
    self.init(.parse, .edit, .script(failure.errors.map { ScriptIssue($0, in: failure.files) }))
  }

  /// - Parameter path: The file that was read.
  init(_ error: ScriptSource.ReadError, of path: String) {
    switch error {
    case .file(let error): self.init(.open, .input(path), Cause(error.problem))
    case .text(let failure): self.init(failure)
    }
  }

  /// - Parameters:
  ///   - stage: The stage at which `failure` occurred, unless its own kind tells.
  ///   - files: The texts of the script.
  ///   - output: The name of the output, for errors that are about it.
  package init(_ failure: EditFailure, at stage: Stage, files: [ScriptFile], output: String = "output") {
    switch failure {
    case .scene(let error): self.init(.script(ScriptError(error)), at: stage, files: files, output: output)
    case .script(let error):
      if case .scene(.limit(let exceeded)) = error.problem {
        let issue = ScriptIssue(error, in: files)
        let place = Subject.script(name: issue.name, line: issue.line, column: issue.column)
        self.init(.plan, place, Cause(exceeded))
      } else {
        self.init(.plan, .edit, .script([ScriptIssue(error, in: files)]))
      }
    case .expectations(let errors):
      self.init(.plan, .edit, .expectations(errors.map { ScriptIssue($0, in: files) }))
    case .input(let error, let origin):
      if case .unreadable(let reason) = error.problem {
        self.init(stage, .input(error.name), Cause(reason))
      } else if let origin, let reason = error.refusal {
        self.init(.open, .edit, .script([ScriptIssue(reason, at: ScriptPosition(origin), in: files)]))
      } else {
        self.init(.open, .input(error.name), Cause(error.problem))
      }
    case .comparison(let error): self.init(.compare, .edit, .comparison(error))
    case .bug(let detail): self.init(stage, .edit, .internalError(detail))
    case .lossless(let obstacle, of: let name):
      self.init(.plan, name.map { .input($0) } ?? .edit, .lossless(obstacle.message.text))
    case .frames(let problem, let name):
      self.init(.plan, name.map { .input($0) } ?? .edit, .frames(problem.message.text))
    case .encoding(let problem):
      self.init(.plan, .output(output), .unsupported(problem.message.text))
    case .limit(let exceeded): self.init(stage, .edit, Cause(exceeded))
    case .effect(let failure): self.init(.render, .edit, .plugin(failure.message.text))
    case .output(let error): self.init(.encode, .output(output), Cause(error))
    }
  }
}

extension EditError {
  /// Converts an error of a canvas.
  init(_ failure: EditFailure, at stage: Stage, of canvas: Canvas, output: String) {
    switch failure {
    case .scene(let error):
      let known = canvas.error(error)
      self.init(.plan, .canvas(known.subject), known.limit.map(Cause.init) ?? .canvas(known.reason))
    case .input(let error, at: let origin?) where error.refusal != nil:
      let known = canvas.error(SceneError(.noImage(.file(error.name)), at: origin))
      self.init(.plan, .canvas(known.subject), .canvas(known.reason))
    default: self.init(failure, at: stage, files: [], output: output)
    }
  }

  /// Converts an error of a file that is written.
  package init(_ error: FileError) { self.init(.encode, .output(error.path), Cause(error)) }
}

extension InputError {
  /// The reason why a script may not read the file; nil for another error.
  fileprivate var refusal: String? {
    switch problem {
    case .outsideFolder: "the file '\(name)' is outside of the folders that the script may read"
    case .notAllowed: "a script in a string cannot open the file '\(name)'"
    default: nil
    }
  }
}

extension EditError.Cause {
  init(_ exceeded: LimitExceeded) { self = exceeded.kind == .cancelled ? .cancelled : .limit(exceeded) }

  init(_ problem: InputProblem) {
    switch problem {
    case .system(let number), .unreadableFolder(let number): self = .system(number)
    case .brokenLink: self = .system(ENOENT)
    case .notAFile(let kind, _): self = .system(kind == .folder ? EISDIR : EINVAL)
    case .unreadable(let error), .unreadableGainMap(let error): self.init(error)
    case .changed: self = .changed(problem.text)
    case .boxes: self = .damaged(problem.text)
    case .tooLarge, .outsideFolder, .notAllowed: self = .unsupported(problem.text)
    }
  }

  init(_ error: FileError) {
    switch error.problem {
    case .system(let number), .cannotWriteToFolder(let number): self = .system(number)
    case .codec(let error): self.init(error)
    case .exists: self = .system(EEXIST)
    case .isFolder: self = .system(EISDIR)
    case .isNotRegular: self = .system(EINVAL)
    // Links are followed before, so this one has no target.
    case .noFolder, .isLink: self = .system(ENOENT)
    }
  }

  init(_ error: CodecError) {
    switch error {
    case .empty: self = .empty
    case .unknownFormat: self = .unknownFormat
    case .foreignFormat(let name): self = .unsupported(name)
    case .damaged(let detail): self = .damaged(detail)
    case .truncated(let detail): self = .truncated(detail)
    case .unsupported(let detail): self = .unsupported(detail)
    case .limit(let exceeded): self.init(exceeded)
    case .outOfMemory, .memoryPassed: self = .outOfMemory
    case .readFailed(let number), .writeFailed(let number): self = .system(number)
    case .misuse(let detail): self = .internalError(detail)
    case .limitPassed, .nothingWritten, .missingPlugin, .refusedPlugin, .unsandboxed, .brokenPlugin,
      .notIsolated,
      .crashed, .timedOut:
      self = .plugin(error.message.text)
    }
  }
}
