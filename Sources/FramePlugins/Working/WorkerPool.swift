import FrameCodec
import FrameModel
import FrameThreads

/// What a worker runs.
public enum WorkerTask: Hashable, Sendable {
  /// A plugin's library, by the program that is made for that.
  case plugin(library: String, worker: String)
  /// The codecs of this program, by itself: whatever has happened to its file meanwhile, both are of one build.
  case builtIn

  /// The file of the program that is started.
  var program: String {
    switch self {
    case .plugin(_, let worker): worker
    case .builtIn: "/proc/self/exe"
    }
  }

  /// The first word that it is given.
  var word: String {
    switch self {
    case .plugin(let library, _): library
    case .builtIn: CodecServer.word
    }
  }

  /// Why there is no worker.
  func refusal(_ reason: String) -> CodecError {
    switch self {
    case .plugin(let library, _): .refusedPlugin(library, reason)
    case .builtIn: .notIsolated(reason)
    }
  }
}

/// What a worker may use.
struct WorkerLimits: Hashable, Sendable {
  /// What the run allows one decode to hold.
  let allowed: Int
  /// Bytes of address space.
  let memory: Int
  /// Of processor time, for all its pictures.
  let seconds = 70
  /// How long one picture's answers are waited for, in all.
  let patience = Duration.seconds(120)

  init(_ limits: Limits) {
    allowed = limits.memory
    // Libraries, and the pixels that both sides see, beside what a decode may hold.
    let (sum, isTooMuch) = limits.memory.addingReportingOverflow(512 << 20)
    memory = isTooMuch ? .max : sum
  }
}

/// What holds workers on this machine.
public enum WorkerSandbox {
  /// "landlock 4 seccomp 1": the ABI of Landlock, and whether system calls are filtered; 0 is none.
  ///
  /// - Throws: where the worker cannot be started.
  public static func text(_ task: WorkerTask) throws(CodecError) -> String {
    try Worker(task, limits: WorkerLimits(Limits())).sandbox
  }
}

/// Workers for one task that wait for their next picture. Starting one takes a millisecond or two.
final class WorkerPool: Sendable {
  private let task: WorkerTask
  /// Where what it says goes: a descriptor, or nowhere where that is negative.
  private let log: Int32
  private let idle = Monitor([WorkerLimits: [Worker]]())

  /// Pictures that a worker handles; what a library leaks is gone then.
  private static let mostUses = 100

  init(_ task: WorkerTask, log: Int32 = -1) {
    self.task = task
    self.log = log
  }

  func take(_ limits: Limits) throws(CodecError) -> Worker {
    let limits = WorkerLimits(limits)
    while let worker = idle.change({ $0[limits]?.popLast() }) {
      guard worker.isFresh else { continue }
      worker.begin()
      return worker
    }
    return try Worker(task, limits: limits, log: log)
  }

  /// Takes back a worker that has closed what it had open. One that has written a file does not come back: it
  /// could have kept the descriptor.
  func put(_ worker: Worker, _ limits: Limits) {
    worker.uses += 1
    guard worker.isFresh, worker.uses < Self.mostUses else { return }
    idle.change { $0[WorkerLimits(limits), default: []].append(worker) }
  }
}
