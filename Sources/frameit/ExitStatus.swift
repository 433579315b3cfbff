#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The program's exit codes; a contract with every script that calls it.
enum ExitStatus: Int32, Comparable {
  case done = 0
  /// The answer is no: images differ, a claim does not hold.
  case no = 1
  case usage = 2
  /// An error in the script, or a script that cannot be read.
  case script = 3
  /// An input that is missing, damaged or not supported.
  case input = 4
  case limit = 5
  /// An output that was not written.
  case output = 6
  /// Several inputs, of which some failed.
  case some = 7
  /// A bug of ours.
  case bug = 70

  static func < (l: ExitStatus, r: ExitStatus) -> Bool { l.rawValue < r.rawValue }
}

enum Exit {
  static func leave(_ status: ExitStatus) -> Never {
    exit(status.rawValue)
  }
}

enum Signals {
  /// Failed writes shall come back as errors: EPIPE for a closed pipe, EFBIG for a file over its limit.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Ends as a program does whose reader has gone: quietly, by the signal.
  static func endByClosedPipe() -> Never {
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
    exit(141)
  }
}
