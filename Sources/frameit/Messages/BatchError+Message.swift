import FrameBatch
import FrameCompare
import FrameImage
import FrameScene
import FrameScript

extension BatchError {
  /// The exit code that the error stands for.
  var status: ExitStatus {
    switch cause {
    case .script(let errors, _): errors.map(\.problem.status).max() ?? .script
    case .input(let problem): problem.status
    case .list(let problem): problem.status
    case .effect(let error): error.status
    // The output asks for what its format cannot store.
    case .output(.codec(.unsupported)): .usage
    case .output(.codec(let error)): error.status
    case .refused(let problem): problem.status
    case .scriptFile(.tooLarge), .lossless(.limit), .limit,
      .serveJob(.lineTooLong):
      .limit
    case .scriptFile, .testCase: .script
    case .batch(.unreadableFolder), .svg(.format): .input
    case .journal(.notAJournal), .journal(.isNotRegular): .usage
    case .output, .journal, .naming(.pathIsFolder): .output
    case .frames, .comparison, .encoding, .lossless, .batch, .naming, .serveJob,
      .acceptList, .svg:
      .usage
    case .bug: .bug
    }
  }

  /// Returns the error in words, without its subject.
  ///
  /// - Parameter option: The option that names the output, for hints.
  func message(option: String = "-o") -> Message {
    switch cause {
    case .script(let errors, _): errors.first?.problem.message ?? Message("the script has an error")
    case .refused(let problem): problem.message
    case .scriptFile(let problem), .input(let problem): problem.message(of: name)
    case .frames(let problem): problem.message
    case .encoding(let message): message
    case .lossless(.limit(let exceeded)), .limit(let exceeded): exceeded.message
    case .lossless(let obstacle):
      Message(
        "--lossless require: \(obstacle.message.text)", hint: obstacle.message.hint, obstacle.message.advice)
    case .comparison(let error): error.message
    case .list(let problem): problem.message
    case .batch(let problem): problem.message
    case .naming(let problem): problem.message
    case .effect(let error): error.message
    case .output(let problem): problem.message(option: option, existing: existing)
    case .journal(let problem): problem.message
    case .serveJob(let problem): problem.message
    case .testCase(let problem): problem.message
    case .acceptList(.line(let number)):
      Message(
        "line \(number) is not a line that a report copies for --accept-list",
        hint: "choose images in the report, and save what 'Copy the accept list' copies")
    case .acceptList(.noReport):
      Message(
        "is not a report of --html or --report",
        hint: "run frameit compare EXPECTED ACTUAL --report DIR first")
    case .acceptList(.otherFolders(let expected, let actual)):
      Message(
        "is a report of \(expected.quoted) and \(actual.quoted), not of these folders",
        hint: "name the folders of the report, or compare these first")
    case .svg(.format(let title)):
      Message(
        "is \(title), which browsers do not display in SVG",
        hint: "convert it to PNG first: frameit apply -e '' \((name ?? "").quoted) -o image.png")
    case .svg(.notAFile):
      Message("is not a file that --link can reference", hint: "leave out --link to embed the image")
    case .bug(let detail): Message("a bug in frameit: \(detail)")
    }
  }
}

extension BatchNote {
  var text: String {
    switch self {
    case .emptyList: "the list is empty, so there is nothing to do"
    case .inOutputFolder(let first, let count):
      "\(first.quoted)\(Self.others(count)) in the output folder and skipped"
    case .givenTwice(let first, let count): "\(first.quoted)\(Self.others(count)) given twice and edited once"
    }
  }

  private static func others(_ count: Int) -> String { count > 1 ? " and \(count - 1) more are" : " is" }
}

extension BatchProblem {
  fileprivate var message: Message {
    switch self {
    case .leftoverInputs(let taken, let given):
      Message(
        "the script takes \(taken) images at a time, but \(given) \(given == 1 ? "was" : "were") given")
    case .unreadableFolder(let taken):
      Message(
        "cannot read the folder",
        hint:
          "the script takes \(taken) images at a time; without this folder, frameit cannot tell which images belong together"
      )
    case .singleOutput(let path, let jobs):
      Message(
        "-o \(path) names one output, but \(jobs) edits would write it",
        hint: "omit -o to write to the current folder, or name another folder with --out-dir")
    case .sameOutput(let a, let b, let path, let remedy):
      Message("\(a.quoted) and \(b.quoted) would both become \(path.quoted)", hint: remedy.hint)
    }
  }
}

extension CollisionRemedy {
  fileprivate var hint: String {
    let index = "a --name with {index} to number them"
    return switch self {
    case .outputFolder: "use --out-dir to keep their folders, or \(index)"
    case .baseFolder: "use --base to keep their folders, or \(index)"
    case .index: "use \(index)"
    }
  }
}

extension CaseProblem {
  fileprivate var message: Message {
    switch self {
    case .noScript: Message("script.txt is missing")
    case .notUTF8: Message("is not UTF-8")
    case .inputCount(let taken, let listed):
      Message(
        "the script takes \(taken) of the \(listed) images", hint: "list only images that the script takes")
    case .setting(let line, let problem): Message("line \(line): \(problem.text)")
    }
  }
}

extension CaseProblem.Setting {
  fileprivate var text: String {
    switch self {
    case .unknown(let word, let nearest, let known):
      "unknown setting '\(word)' (\(Message.choice(nearest, among: known, named: "settings")))"
    case .givenTwice(let word): "'\(word)' is given twice"
    case .section(let line):
      "'\(line)' is no section; a section begins with a pattern in brackets, such as [pages/*.png]"
    case .takesNoValue(let word): "'\(word)' takes no value but on and off"
    case .value(let line, let expected): "'\(line)': expected \(expected)"
    }
  }
}

extension Message {
  /// Returns "did you mean ...?", or the list of choices.
  static func choice(_ nearest: String?, among known: [String], named plural: String) -> String {
    nearest.map { "did you mean '\($0)'?" } ?? "the \(plural) are: \(known.joined(separator: " "))"
  }
}

extension CaseRun.Verdict {
  /// The verdict in words; nil for a case that passed.
  var message: String? {
    switch self {
    case .passed: nil
    case .differs(let report): report.result.summary
    case .goldenMissing: "expected.png is missing: check actual.png, and accept it with --accept"
    case .expectationsFailed(let error), .broken(let error):
      Failure(error).messages.joined(separator: "; ")
    }
  }
}
