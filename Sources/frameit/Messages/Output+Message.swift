import FrameBatch
import FrameCodec
import FrameFiles
import FrameMessages
import FrameScene
import Platform

extension OutputProblem {
  /// - Parameter option: The option that names the output, for hints.
  func message(option: String = "-o", existing: ExistingOutput? = nil) -> Message {
    switch self {
    case .system(let number): Self.system(number)
    case .codec(.unsupported(let detail)): Message(detail)
    case .codec(let error), .unreadable(let error): error.message
    case .exists: Message("already exists", hint: existing?.hint(option: option))
    case .isInput: Message("is an input", hint: "use --in-place to replace inputs with their outputs")
    case .isUsed: Message("is used by this run", hint: "write to another file")
    case .noFolder:
      Message(
        "no such folder",
        hint: option == "-o"
          ? "create it with mkdir -p, or use --out-dir, which creates folders" : "create it first")
    case .isFolder: Message("is a folder", hint: "name a file in it")
    case .isLink: Message("is a link", hint: "name the file it points to")
    case .isNotRegular:
      Message("is not a regular file", hint: option == "-o" ? "use '-o -' for stdout" : nil)
    case .inputIsNotRegular: Message("is not a regular file, so it cannot be edited in place")
    case .cannotCreateFolder(EACCES):
      Message(
        "cannot create the folder: \(CodecError.systemMessage(EACCES))",
        hint: "make its parent folder writable, or write to another folder")
    case .cannotCreateFolder(let number): Self.system(number, while: "cannot create the folder: ")
    case .cannotWriteToFolder(let number): Self.system(number, while: "cannot write to the folder: ")
    case .folderIsFile:
      Message("is not a folder", hint: "name another folder, or move this file away")
    case .folderIsBrokenLink: Message("is a broken link", hint: "create the folder it points to")
    case .folderIsGone:
      Message(
        "the output folder is gone", hint: "create it again; a run with --resume writes all its outputs again"
      )
    }
  }

  /// Returns the message for an error number of the operating system.
  private static func system(_ number: Int32, while action: String = "") -> Message {
    Message(action + CodecError.systemMessage(number), hint: CodecError.writeHint(number))
  }
}

extension ExistingOutput {
  fileprivate func hint(option: String) -> String {
    let force = "use --force to replace it, or \(isNamed ? option : "--out-dir") to write another file"
    let why: String? =
      switch (state, resumption) {
      case (nil, _), (.missing, _): nil
      case (.upToDate, _): "it is up to date, and --resume skips it"
      case (.outdated, .none):
        "an earlier run made it from different inputs or options, or with a different script; --resume replaces it"
      case (.outdated, _): "it was made from different inputs or options, or with a different script"
      case (.modified, _): "it was changed after frameit wrote it"
      case (.unknown, _): "no journal records that frameit wrote it"
      }
    return [why, force].compactMap(\.self).joined(separator: "; ")
  }
}

extension NamingProblem {
  var message: Message {
    switch self {
    case .template(let template, let problem):
      Message(
        "--name '\(template.printable(keeping: ""))': \(problem.message.text)", hint: problem.message.hint)
    case .invalidFrameField(let field):
      Message(
        "\(field) is not a field for frame numbers",
        hint: "write %d, or %04d for four digits; %% is a percent sign")
    case .severalFrameFields:
      Message(
        "the name has several fields for frame numbers", hint: "write %d once; %% is a percent sign")
    case .unknownFormat(let format): Message(FormatOptions.unknown(format))
    case .unknownExtension(let format):
      Message(FormatOptions.unknown(format), hint: "name another format with --format")
    case .noExtension(let path):
      Message("'\(path)' has no extension that names a format", hint: "name the format with --format")
    case .extensionMismatch(let title, let requested):
      Message(
        "the extension is that of \(title), but the requested format is \(requested)",
        hint: "leave out the format, or change the extension")
    case .readOnly(let title):
      Message("\(title) can be read, but not written", hint: "name another format with --format")
    case .nothingToNameAfter:
      Message(
        "no image given", hint: "name one, or '-' for stdin; a scene from -e without images needs -o")
    case .stdinInPlace: Message("stdin cannot be edited in place")
    case .formatInPlace: Message("--in-place keeps the format, but --format names another one")
    case .pathIsFolder: Message("is a folder", hint: "use --out-dir to write to a folder")
    case .noBaseFolder:
      Message("no such folder", hint: "--base names a folder that contains the images")
    case .outsideBaseFolder:
      Message("is not inside the --base folder", hint: "--base names a folder that contains all images")
    }
  }
}

extension JournalProblem {
  var message: Message {
    let elsewhere = "use --journal FILE to keep the journal elsewhere"
    return switch self {
    case .system(let number): Message(CodecError.systemMessage(number), hint: elsewhere)
    case .write(let error): Message(error.message.text, hint: elsewhere)
    case .unreadable(let error): error.message
    case .notAJournal:
      Message("is not a journal", hint: "name a journal or a new file with --journal")
    case .isNotRegular:
      Message(
        "is not a regular file, so it cannot be a journal",
        hint: "name a journal or a new file with --journal")
    case .locked:
      Message(
        "is locked: another run is compacting it",
        hint: "wait for that run, or name another journal with --journal")
    case .noFolder(let problem): Message(problem.message().text, hint: elsewhere)
    case .noHome: Message("there is no home folder for the journal", hint: elsewhere)
    }
  }
}

extension NameTemplate.Problem {
  fileprivate var message: Message {
    let fields = NameTemplate.Field.allCases.map { "{\($0.rawValue)}" }.joined(separator: " ")
    return switch self {
    case .unknownField(let name):
      Message(
        "unknown field {\(name)}", hint: "the fields are \(fields); {index:04} has four digits")
    case .openBrace: Message("a '{' has no '}'", hint: "write '{{' for a brace")
    case .closingBrace: Message("a '}' has no '{'", hint: "write '}}' for a brace")
    case .folder:
      Message("a name cannot contain '/'", hint: "use --out-dir to keep the folders of the inputs")
    case .invalidName:
      Message("this is not a file name", hint: "the fields are \(fields)")
    }
  }
}
