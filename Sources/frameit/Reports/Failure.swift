import FrameCodec
import FrameKit
import FrameModel
import FrameScene
import FrameScript

/// What ends a command, or one picture of a batch: what to say, and the exit code.
struct Failure: Error {
  var status: ExitStatus
  /// Ready to print, with its line ends.
  var text: String
  /// What is wrong, with the file's name, for reports of one line.
  var wording: Wording

  init(_ status: ExitStatus, _ wording: Wording, of name: String? = nil) {
    self.status = status
    self.wording = Wording(
      (name.map { Self.printable($0) + ": " } ?? "") + wording.what, note: wording.note)
    text = "frameit: \(self.wording.what)\n"
    if let note = wording.note { text += "note: \(note)\n" }
  }

  init(_ status: ExitStatus, _ what: String, note: String? = nil, of name: String? = nil) {
    self.init(status, Wording(what, note: note), of: name)
  }

  init(_ errors: [ScriptError], in files: [ScriptFile]) {
    text = ScriptReport.text(of: errors, in: Self.printable(files))
    wording = errors.first?.problem.wording ?? Wording("")
    status = errors.map(\.problem.status).max() ?? .script
  }

  /// Whatever a stage threw.
  init(_ error: any Error, in files: [ScriptFile] = []) {
    switch error {
    case let failure as Failure: self = failure
    case let failure as ScriptParser.Failure: self.init(failure.errors, in: failure.files)
    case let error as ScriptError: self.init([error], in: files)
    case let error as PictureError: self.init(error, in: files)
    case let failure as PictureFailure:
      self.init(failure.error.status, failure.error.wording, of: failure.name)
    case let error as CodecError: self.init(error.status, error.wording)
    case let error as LimitExceeded: self.init(.limit, error.wording)
    default: self.init(.bug, "a bug in frameit: \(error)")
    }
  }

  /// A picture's own sentence, at the place in the script that names the picture.
  private init(_ error: PictureError, in files: [ScriptFile]) {
    self.init(error.underlying, in: files)
    if let place = error.position {
      text = ScriptReport.text(of: wording, at: place, in: Self.printable(files))
    }
  }

  func report() {
    Console.error(text)
  }

  /// A file's name as a terminal can show it, on one line.
  static func printable(_ name: String) -> String {
    name.isEmpty ? "''" : printable(name, keeping: "")
  }

  /// Text without the control characters of ISO 6429, but for some.
  static func printable(_ text: String, keeping kept: String) -> String {
    let scalars = text.unicodeScalars.map { scalar in
      scalar.properties.generalCategory == .control && !kept.unicodeScalars.contains(scalar)
        ? "\u{FFFD}" : scalar
    }
    return String(String.UnicodeScalarView(scalars))
  }

  /// The files as reports name them.
  private static func printable(_ files: [ScriptFile]) -> [ScriptFile] {
    files.map { ScriptFile(name: printable($0.name), text: $0.text) }
  }
}

extension ScriptProblem {
  var status: ExitStatus {
    switch self {
    case .limit: .limit
    case .claimFailed: .no
    case .inputMissing: .usage
    default: .script
    }
  }
}

extension CodecError {
  var status: ExitStatus {
    switch self {
    case .empty, .unknownFormat, .damaged, .truncated, .readFailed: .input
    case .unsupported: .input
    case .unknownFormatName: .usage
    case .limit: .limit
    case .writeFailed: .output
    case .misuse: .bug
    }
  }
}
