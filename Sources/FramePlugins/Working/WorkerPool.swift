import FrameCodec
import FrameModel
import FrameThreads

/// The files that a loaded codec needs.
public struct PluginFiles: Hashable, Sendable {
  /// The program that runs it.
  public let worker: String
  public let library: String

  public init(worker: String, library: String) {
    self.worker = worker
    self.library = library
  }
}

/// What a worker may use.
struct WorkerLimits: Hashable, Sendable {
  /// Bytes of address space.
  let memory: Int
  /// Of processor time.
  let seconds: Int

  init(_ limits: Limits) {
    // Libraries, and the pixels that both sides see, beside what a decode may hold.
    memory = limits.memory + 512 << 20
    seconds = 60
  }
}

/// What holds workers on this machine.
public enum WorkerSandbox {
  /// "landlock 4 seccomp 1": the ABI of Landlock, and whether system calls are filtered; 0 is none.
  ///
  /// - Throws: `CodecError.refusedPlugin` where the worker cannot be started.
  public static func text(worker: String) throws(CodecError) -> String {
    try Worker(PluginFiles(worker: worker, library: ""), limits: WorkerLimits(Limits())).sandbox
  }
}

/// Workers of one plugin that wait for their next picture. Starting one takes a millisecond or two.
public final class WorkerPool: Sendable {
  public let plugin: PluginFiles
  private let idle = Monitor([WorkerLimits: [Worker]]())

  /// Pictures that a worker handles; what a library leaks is gone then.
  private static let mostUses = 100

  public init(_ plugin: PluginFiles) {
    self.plugin = plugin
  }

  func take(_ limits: Limits) throws(CodecError) -> Worker {
    let limits = WorkerLimits(limits)
    if let worker = idle.change({ $0[limits]?.popLast() }) { return worker }
    return try Worker(plugin, limits: limits)
  }

  /// Takes back a worker that has closed what it had open.
  func put(_ worker: Worker, _ limits: Limits) {
    worker.uses += 1
    guard !worker.hasEnded, worker.uses < Self.mostUses else { return }
    idle.change { $0[WorkerLimits(limits), default: []].append(worker) }
  }
}
