import FrameCodec
import FrameModel

extension ScriptProblem {
  var status: ExitStatus {
    switch self {
    case .limit, .widthLimit, .text(.limit), .dashes(.tooMany): .limit
    case .claimFailed: .no
    case .inputMissing: .usage
    case .noImage, .text(.noFile), .text(.font): .input
    default: .script
    }
  }
}

extension CodecError {
  var status: ExitStatus {
    switch self {
    case .empty, .unknownFormat, .damaged, .truncated, .unsupported, .readFailed, .missingPlugin,
      .refusedPlugin, .unsandboxed, .brokenPlugin, .notIsolated, .crashed:
      .input
    case .limit, .limitPassed, .outOfMemory, .memoryPassed, .timedOut: .limit
    case .writeFailed, .nothingWritten: .output
    case .misuse: .bug
    }
  }
}
