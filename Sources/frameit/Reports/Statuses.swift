import FrameCodec
import FrameModel

extension ScriptProblem {
  var status: ExitStatus {
    switch self {
    case .limit: .limit
    case .claimFailed: .no
    case .inputMissing: .usage
    case .noPicture: .input
    default: .script
    }
  }
}

extension CodecError {
  var status: ExitStatus {
    switch self {
    case .empty, .unknownFormat, .damaged, .truncated, .unsupported, .readFailed: .input
    case .limit, .outOfMemory: .limit
    case .writeFailed: .output
    case .misuse: .bug
    }
  }
}
