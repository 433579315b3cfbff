import FrameGeometry
import FrameCodec
import FrameCompare
import FrameEngine
import FrameFiles
import FrameImage
import FrameMessages
import FramePlan
import FrameScene
import FrameScript
import Platform

/// An error of a job or of a whole call: its subject and its cause, as data. The program turns it into text and into an
/// exit code.
package struct BatchError: Error, Sendable {
  /// The file that the error is about, by the name that the user gave; nil for the call or the job as a whole.
  package var name: String?
  package var cause: Cause
  /// The place in the script that names the file, if a script does.
  package var place: ScriptPlace?
  /// What is known of an output that exists already.
  package var existing = ExistingOutput()
  /// The path of the job's output, as far as it is known.
  package var output: String?
  /// The first and the last frame that were written before the error.
  package var writtenFrames: (first: String, last: String)?

  package init(_ cause: Cause, of name: String? = nil) {
    (self.cause, self.name) = (cause, name)
  }

  /// The reason.
  package indirect enum Cause: Sendable {
    /// The errors of a script, or its failed expectations; at least one.
    case script([ScriptError], in: [ScriptFile])
    /// A script asks for something outside of its text that it cannot have.
    case refused(ScriptProblem)
    /// The file of a script cannot be read.
    case scriptFile(FileProblem)

    case input(FileProblem)
    case frames(FrameProblem)
    case lossless(LosslessObstacle)
    case comparison(ComparisonError)
    case encoding(Message)
    case limit(LimitExceeded)

    case list(ListProblem)
    case batch(BatchProblem)
    case naming(NamingProblem)
    /// An effect of a plugin failed.
    case effect(CodecError)
    case output(OutputProblem)
    case journal(JournalProblem)
    case serveJob(JobProblem)
    case testCase(CaseProblem)
    case acceptList(AcceptListProblem)
    case svg(SVGProblem)

    /// A bug in frameit.
    case bug(String)
  }

  /// Converts an error of a file. A script that may not read the file is the cause, not the file.
  package init(_ error: FileError) {
    switch error.problem {
    case .outsideFolder: self.init(.refused(.outsideFolder(error.name)))
    case .scriptFile(let problem): self.init(.scriptFile(problem), of: error.name)
    case .scriptText(let error): self.init(error)
    case .output(let problem): self.init(.output(problem), of: error.name)
    default: self.init(.input(error.problem), of: error.name)
    }
  }

  /// Converts the errors of the text of a script.
  package init(_ error: ScriptError) { self.init(.script(error.errors, in: error.files)) }

  /// Returns the result of reading or writing a file, or converts its error.
  package static func converting<R>(_ body: @autoclosure () throws(FileError) -> R) throws(BatchError) -> R {
    try FrameGeometry.converting(body()) { (error: FileError) in BatchError(error) }
  }

  /// Converts an error of an edit.
  ///
  /// - Parameters:
  ///   - failure: The error.
  ///   - input: The name of the first input, for errors that concern the whole edit.
  ///   - output: The name of the output.
  package init(
    _ failure: EditFailure, reading input: String? = nil, writing output: String? = nil
  ) {
    switch failure {
    case .script(let errors, let files): self.init(.script(errors, in: files))
    case .scene(let error): self.init(.refused(.scene(error.problem)), of: input)
    // A codec in a worker process shares memory, which counts as a file. If there is no space for it, the image is not
    // the cause.
    case .input(let error, let place):
      if case .unreadable(let reason) = error.problem, reason.isOfOutput {
        self.init(.output(.codec(reason)), of: output)
        return
      }
      self.init(error)
      self.place = place
    case .comparison(let error): self.init(.comparison(error))
    case .bug(let detail): self.init(.bug(detail))
    case .frames(let problem, let name): self.init(.frames(problem), of: name ?? output ?? input)
    case .lossless(let obstacle, let name): self.init(.lossless(obstacle), of: name ?? input)
    case .encoding(let message): self.init(.encoding(message), of: output ?? input)
    case .limit(let exceeded): self.init(.limit(exceeded), of: input)
    // Memory that is shared with the effect counts as a file.
    case .effect(.effect(_, _, let reason)) where reason.isOfOutput:
      self.init(.output(.codec(reason)), of: output)
    case .effect(let error): self.init(.effect(error), of: input ?? output)
    case .output(let error): self.init(.output(.codec(error)), of: output)
    }
  }

  // MARK: Policies

  /// True if the input is not a regular file, or not an image of a known format.
  package var isNotAnImage: Bool {
    switch cause {
    case .input(.unreadable(.unknownFormat)), .input(.unreadable(.foreignFormat)),
      .input(.unreadable(.empty)), .input(.brokenLink):
      true
    case .input(.notAFile(let kind, _)): kind != .folder
    default: false
    }
  }

  /// True if the image is damaged, so that part of it may be readable.
  package var isDamage: Bool {
    switch cause {
    case .input(.unreadable(.damaged)), .input(.unreadable(.truncated)): true
    default: false
    }
  }

  /// True if later outputs cannot be written either.
  package var endsBatch: Bool {
    switch cause {
    case .output(.folderIsGone), .journal(.write): true
    case .output(.codec(.writeFailed(let number))): Self.isFull(number)
    case .output(.system(let number)), .output(.cannotCreateFolder(let number)),
      .output(.cannotWriteToFolder(let number)):
      Self.isFull(number)
    default: false
    }
  }

  /// Returns true for the error numbers of a full disk or an exceeded quota.
  private static func isFull(_ number: Int32) -> Bool { [ENOSPC, EDQUOT].contains(number) }

  /// True if the error depends on how the script divides the inputs into jobs.
  package var dependsOnJobs: Bool {
    switch cause {
    case .batch, .naming(.nothingToNameAfter): true
    default: false
    }
  }

  /// True if an image that the call names cannot be read.
  package var isOfInput: Bool { if case .input = cause { place == nil } else { false } }

  /// True if the error is about writing an output or the journal.
  package var isOfOutput: Bool {
    switch cause {
    case .output: true
    case .journal(.notAJournal), .journal(.isNotRegular): false
    case .journal: true
    default: false
    }
  }

  /// True if expectations of the script failed, and nothing else is wrong.
  package var isExpectation: Bool {
    guard case .script(let errors, _) = cause else { return false }
    return errors.allSatisfy { if case .expectationFailed = $0.problem { true } else { false } }
  }

  /// True if an earlier run wrote the same output.
  package var isAlreadyDone: Bool { existingOutput?.state == .upToDate }

  /// The output that already exists; nil for another error.
  package var existingOutput: ExistingOutput? { if case .output(.exists) = cause { existing } else { nil } }

  /// The folder that cannot be written to, if that is the cause.
  package var unwritableFolder: String? {
    guard case .output(let problem) = cause else { return nil }
    switch problem {
    case .cannotCreateFolder, .cannotWriteToFolder, .folderIsFile, .folderIsBrokenLink: return name
    default: return nil
    }
  }

  /// The approximate memory that the error holds, in bytes.
  package var bytes: Int {
    if case .script(let errors, _) = cause { 256 * (errors.count + 1) } else { 512 }
  }
}

extension CodecError {
  /// True for an output that cannot be written.
  package var isOfOutput: Bool {
    switch self {
    case .writeFailed, .nothingWritten: true
    default: false
    }
  }
}

/// An error in words, for journals and records of JSON. The program makes it.
package struct ErrorText: Sendable {
  /// The program's exit code for the error.
  package var code: Int32
  /// One message for each error of a script, else a single one.
  package var messages: [String]
  /// Hints that the messages do not contain.
  package var hints: [String]
  /// The `file`, `line` and `column` of the error in the script, if it has a place there. Lines and columns count from 1.
  package var place: JSONFields?

  package init(code: Int32, messages: [String], hints: [String] = [], place: JSONFields? = nil) {
    (self.code, self.messages, self.hints, self.place) = (code, messages, hints, place)
  }
}

/// What is known of an output that exists and must not be replaced.
package struct ExistingOutput: Equatable, Sendable {
  /// The state of the file; nil without a journal.
  package var state: FileState?
  package var resumption = ResumePolicy.none
  /// True if the call names this output alone, and false if it names a rule for several.
  package var isNamed = true
}
