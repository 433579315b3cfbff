import FrameBatch
import FrameEngine
import FrameFiles
import FrameImage
import FrameMessages
import FrameScene
import Platform

extension FileProblem {
  var status: ExitStatus {
    switch self {
    case .tooLarge: .limit
    case .unreadable(let error), .unreadableGainMap(let error): error.status
    default: .input
    }
  }

  func message(of name: String?) -> Message {
    if case .unreadable(let error) = self {
      error.message
    } else {
      Message(text, hint: name.flatMap(hint))
    }
  }

  private func hint(_ name: String) -> String? {
    switch self {
    // Two signs that a list was written on another system.
    case .system(ENOENT) where name.utf8.last == UInt8(ascii: "\r"):
      return "the name ends with CR; the list may have Windows line endings"
    case .system(ENOENT) where name.unicodeScalars.first == "\u{FEFF}":
      return "the name begins with a byte order mark; the list may begin with one"
    case .brokenLink: return "create its target, or leave it out"
    case .unreadableFolder: return "make it readable, or leave it out"
    case .notAFile(.folder, .list): return "use --recursive for the images in a folder"
    case .notAFile(.folder, .script): return "name the file of a script; images come after it"
    case .notAFile(.folder, .image): return "name the files in it: \(FilePath.join(name, "*"))"
    case .notAFile(_, .list): return "pass it as stdin: --files-from -"
    case .notAFile(.pipe, _): return "save its contents to a file, or pass it to apply as stdin, '-'"
    case .notAFile: return "save its contents to a file"
    case .tooLarge(.memory): return "raise the limit with --max-memory"
    case .tooLarge(.caseFile): return "this limit cannot be raised"
    case .changed: return "run the edit again when no other program writes the file"
    case .boxes: return "'frameit help focus' shows the forms that it reads"
    case .unreadableGainMap: return "--gain-map drop edits the photo without its gain map"
    case .system, .tooLarge, .unreadable, .outsideFolder, .notAllowed, .scriptFile, .scriptText, .output:
      return nil
    }
  }
}

extension ListProblem {
  var status: ExitStatus {
    switch self {
    case .allInOutputFolder, .folder, .zeroBytes: .usage
    case .noImages: .input
    case .nameTooLong, .tooLarge, .tooManyNames: .limit
    }
  }

  var message: Message {
    switch self {
    case .allInOutputFolder:
      Message(
        "is in the output folder, and there are no other images",
        hint: "name another --out-dir, or use --in-place to replace the images")
    case .noImages: Message("contains no images", hint: "hidden files and links to folders are skipped")
    case .folder: Message("is a folder", hint: "use --recursive to edit the images in it")
    case .nameTooLong(let number, let limit):
      Message(
        "name \(number) is longer than \(limit) bytes", hint: "check that the file is a list of names")
    case .tooLarge(let limit):
      Message(
        "the list is larger than \(LimitExceeded.bytes(limit))",
        hint: "split it into several lists, and run frameit once for each")
    case .zeroBytes:
      Message("contains NUL bytes", hint: "use -0 for names that are separated by NUL bytes")
    case .tooManyNames(let count, let allowed):
      Message(
        "the names of \(count) images exceed the memory limit of \(LimitExceeded.bytes(allowed))",
        hint: "raise the limit with --max-memory, or edit fewer images at a time")
    }
  }
}

extension JobProblem {
  var message: Message {
    switch self {
    case .lineTooLong(let line, let limit):
      Message("line \(line) is longer than the \(limit) bytes of --max-line")
    case .notUTF8(let line): Message("line \(line) is not JSON in UTF-8")
    case .notJSON(let line, .repeatedKey(let key), let column):
      Message("line \(line), column \(column): the key '\(key.printable)' occurs twice in an object")
    case .notJSON(let line, let problem, let column):
      Message("line \(line) is not JSON: column \(column): \(problem.message.text)")
    case .notAnObject(let line): Message("line \(line) is not a JSON object")
    case .unknownKey(let key, let nearest, let known):
      Message(
        "unknown key '\(key.printable)' (\(Message.choice(nearest, among: known, named: "keys")))")
    case .invalid(let key, let expected): Message("'\(key)' is not \(expected)")
    case .combined(let a, let b): Message("'\(a)' and '\(b)' cannot be combined")
    case .noScript: Message("no script given: 'script' is its text, 'scriptFile' is its file")
    case .noOutput:
      Message("no output given: 'output' names a file, and 'outputBase64': true asks for the bytes")
    case .noImage(let key, let base64):
      Message("no image given: '\(key)' is its path, '\(base64)' its bytes")
    case .definition(let name):
      Message("'define': '\(name.printable)' is not a number, string, array or object")
    case .notBase64(let key, let fault): Message("'\(key)' is not base64", hint: fault?.hint)
    case .isStdout(let key):
      Message(
        "'\(key)' cannot be stdout, which is used for answers",
        hint: "use 'outputBase64': true to get the bytes in the answer")
    case .isStdin(let key):
      Message(
        "'\(key)' cannot be stdin, which is used for jobs",
        hint: key == "scriptFile" ? "use 'script' for the text" : "use 'inputBase64' for the bytes")
    case .tooManyInputs(let taken, let given):
      Message("the script takes \(taken) image\(taken == 1 ? "" : "s"), but \(given) were given")
    case .pixelsOfLossless:
      Message("\(Self.pixelSettings(and: "and")) encode pixels again, which --lossless require forbids")
    case .qualityNotKept:
      Message("the quality 'keep' cannot be combined with \(Self.pixelSettings(and: "or", after: "quality"))")
    }
  }
}

extension JobProblem {
  /// Returns the keys of jobs for settings that need pixels, as a list.
  ///
  /// - Parameter omitted: A key that is not listed.
  private static func pixelSettings(and conjunction: String, after omitted: String? = nil) -> String {
    let keys = EncodingOption.all.map(\.key)
    let names = PixelSetting.all.filter { keys.contains($0.key) && $0.key != omitted }
      .map { "'\($0.key)'\($0.value)" }
    return names.dropLast().joined(separator: ", ") + " \(conjunction) " + names[names.count - 1]
  }
}

extension JobProblem.Base64Fault {
  fileprivate var hint: String {
    switch self {
    case .dataURL: "it is a data URL: send only the text after 'base64,'"
    case .whitespace: "it contains spaces or line breaks: remove them"
    case .urlAlphabet: "it is base64url: write + instead of -, and / instead of _"
    case .length(let count): "it has \(count) characters, not a multiple of 4: it may be truncated"
    }
  }
}
