import FrameCodec
import FrameScene
import FrameScript
import Platform

/// The program's exit codes. Scripts that call the program depend on them.
enum ExitStatus: Int32, Comparable {
  case success = 0
  /// Images differ, or an expectation failed.
  case negative = 1
  case usage = 2
  /// The script has an error or cannot be read.
  case script = 3
  /// An input is missing, damaged or not supported.
  case input = 4
  case limit = 5
  /// An output could not be written.
  case output = 6
  /// Some of several inputs failed.
  case partialFailure = 7
  /// A bug in frameit.
  case bug = 70

  /// Ends the program.
  func terminate() -> Never { exit(rawValue) }

  static func < (l: ExitStatus, r: ExitStatus) -> Bool { l.rawValue < r.rawValue }
}

enum Signals {
  /// Makes failed writes return errors: EPIPE for a closed pipe, EFBIG for a file above its size limit.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Ends the program by SIGPIPE, as is usual when the reader of a pipe is gone.
  static func endByClosedPipe() -> Never {
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
    exit(141)
  }
}

extension SceneProblem {
  fileprivate var status: ExitStatus {
    switch self {
    case .limit, .widthLimit, .text(.limit), .outline(.tooManyDashes), .outline(.contourTooLong): .limit
    case .noImage, .text(.noFile), .text(.font): .input
    default: .script
    }
  }
}

extension ScriptProblem {
  var status: ExitStatus {
    switch self {
    case .scene(let problem): problem.status
    case .expectationFailed: .negative
    case .inputMissing, .unknownParameter: .usage
    default: .script
    }
  }
}

extension CodecError {
  var status: ExitStatus {
    switch self {
    case .empty, .unknownFormat, .foreignFormat, .damaged, .truncated, .unsupported, .readFailed,
      .missingPlugin, .refusedPlugin, .unsandboxed, .brokenPlugin, .notIsolated, .crashed:
      .input
    case .effect(_, _, let error): error.status
    case .limit, .limitPassed, .memoryPassed, .timedOut: .limit
    case .writeFailed, .nothingWritten: .output
    case .misuse: .bug
    }
  }
}
