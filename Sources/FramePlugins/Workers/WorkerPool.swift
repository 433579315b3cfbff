import CCodecChannel
import FrameCodec
import FrameModel
import FrameThreads

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What a worker runs.
public enum WorkerTask: Hashable, Sendable {
  /// A plugin's library, by the program that is made for that.
  case plugin(Plugin)
  /// The codecs of this program, by itself: whatever has happened to its file meanwhile, both are of one build.
  case builtIn

  public struct Plugin: Hashable, Sendable {
    /// Empty: none is loaded.
    let library: String
    /// The program.
    let worker: String
    /// Whether the manifest says that it starts threads.
    let isThreaded: Bool

    public init(library: String, worker: String, isThreaded: Bool = false) {
      (self.library, self.worker, self.isThreaded) = (library, worker, isThreaded)
    }
  }

  /// How many threads its process may have. Libraries start as many as there are processors, and some fail if they do
  /// not get them.
  var threads: UInt32 {
    guard case .plugin(let plugin) = self, plugin.isThreaded else { return 1 }
    return 16 + UInt32(clamping: sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  }

  /// The file of the program that is started.
  var program: String {
    switch self {
    case .plugin(let plugin): plugin.worker
    case .builtIn: "/proc/self/exe"
    }
  }

  /// The first word that it is given.
  var word: String {
    switch self {
    case .plugin(let plugin): plugin.library
    case .builtIn: CodecServer.word
    }
  }

  /// Why there is no worker.
  func refusal(_ reason: String) -> CodecError {
    switch self {
    case .plugin(let plugin): .refusedPlugin(plugin.library, reason)
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
  /// Of processor time, for all its images: a backstop for a program that is stopped. `WorkerTimeout` is what
  /// bounds an image.
  static let seconds: UInt32 = 3600

  init(_ limits: Limits) {
    allowed = limits.memory
    // Libraries, and the pixels that both sides see, beside what a decode may hold.
    let (sum, isTooMuch) = limits.memory.addingReportingOverflow(512 << 20)
    memory = isTooMuch ? .max : sum
  }
}

/// How much processor time a worker gets, in milliseconds.
struct WorkerTimeout: Sendable {
  /// For loading, for an image without its pixels, and for closing one.
  var base = 5_000
  /// The slowest of the shipped encoders, AVIF without loss, takes 2 seconds.
  var perMegapixel = 10_000
  var perMebibyte = 1_000

  /// For how long an answer is awaited. A worker that has nothing to work on and does not answer hangs; one with a
  /// large image may have to share the processor with many others.
  static let waitingPerBase = 2
  static let waitingPerPixels = 4

  /// Overflow cannot happen: what is counted has a limit of its own, far below 2^40.
  func forPixels(_ count: Int) -> Int { min(count, 1 << 40) / 1_000 * perMegapixel / 1_000 }
  func forBytes(_ count: Int) -> Int { min(count, 1 << 40) / 1_024 * perMebibyte / 1_024 }
}

/// How a worker is started and judged.
struct WorkerSetup: Sendable {
  enum End { case died, timedOut }

  /// Whether a plugin is refused where the system lacks a part of the sandbox.
  var isStrict = true
  /// A descriptor for what it prints; nowhere if that is negative.
  var log: Int32 = -1
  var timeout = WorkerTimeout()
  /// Is told how a worker ended that should not have.
  var onEnd: @Sendable (End) -> Void = { _ in }
}

/// What holds workers on this machine.
public enum WorkerSandbox {
  /// "landlock 4 seccomp 1": the ABI of Landlock, and whether system calls are filtered; 0 is none.
  ///
  /// - Throws: where the worker cannot be started.
  public static func text(_ task: WorkerTask) throws(CodecError) -> String {
    try Worker(task, limits: WorkerLimits(Limits()), WorkerSetup(isStrict: false)).sandbox
  }
}

/// How a plugin is treated.
public struct PluginPolicy: Sendable {
  /// Whether it runs where the system cannot restrict it.
  public var allowsUnsandboxed = false
  /// A descriptor for what it prints; nowhere if that is negative.
  public var log: Int32 = -1
  /// After so many, it is not asked again.
  public var mostDeaths = 3
  public var mostTimeouts = 2
  /// Is told what the user should know and no error says.
  public var warn: @Sendable (String) -> Void = { _ in }
  /// Tests have less.
  var timeout = WorkerTimeout()

  public init() {}
}

/// Collects what a plugin prints, as it could write a terminal's commands to a descriptor of its own.
public final class PluginLog {
  /// For `PluginPolicy`; negative if there is no memory.
  public let descriptor = codec_channel_file()

  public init() {}

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The first mebibyte, with the control characters that were printed.
  public var text: String {
    let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 20) { buffer, filled in
      filled = max(0, pread(descriptor, buffer.baseAddress, buffer.count, 0))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Workers for one task that wait for their next image. Starting one takes a millisecond or two.
final class WorkerPool: Sendable {
  private let task: WorkerTask
  private let policy: PluginPolicy
  private let state = Monitor(State())

  private struct State {
    var idle: [WorkerLimits: [Worker]] = [:]
    var deaths = 0
    var timeouts = 0
    var hasWarned = false
  }

  /// Images that a worker handles; what a library leaks is gone then.
  private static let mostUses = 100

  init(_ task: WorkerTask, _ policy: PluginPolicy = PluginPolicy()) {
    (self.task, self.policy) = (task, policy)
  }

  /// - Parameter bytes: of the image's file.
  /// - Throws: `refusedPlugin` for one that died or timed out too often.
  func take(_ limits: Limits, bytes: Int) throws(CodecError) -> Worker {
    if case .plugin(let plugin) = task, let reason = reasonToStop {
      throw .refusedPlugin(plugin.library, reason)
    }
    let cancellation = limits.cancellation
    let limits = WorkerLimits(limits)
    while let worker = state.change({ $0.idle[limits]?.popLast() }) {
      guard worker.isFresh else { continue }
      worker.begin(bytes: bytes, until: cancellation)
      return worker
    }
    let setup = WorkerSetup(
      isStrict: !policy.allowsUnsandboxed, log: policy.log, timeout: policy.timeout,
      onEnd: { [weak self] in self?.count($0) })
    let worker = try Worker(task, limits: limits, setup)
    warnOfMissing(worker)
    worker.begin(bytes: bytes, until: cancellation)
    return worker
  }

  /// Takes back a worker that has closed what it had open. One that has written a file does not come back: it
  /// could have kept the descriptor.
  func put(_ worker: Worker, _ limits: Limits) {
    worker.uses += 1
    guard worker.uses < Self.mostUses, worker.isFresh else { return }
    state.change { $0.idle[WorkerLimits(limits), default: []].append(worker) }
  }

  /// Has the user told of a failure that no image's result shows.
  func warn(_ error: CodecError) {
    guard case .plugin(let plugin) = task else { return }
    switch error {
    case .timedOut(let seconds):
      policy.warn("the plugin \(plugin.library) did not close an image in \(seconds) seconds")
    case .crashed(let how):
      policy.warn("the plugin \(plugin.library) crashed when it closed an image: \(how)")
    default: break
    }
  }

  private func count(_ end: WorkerSetup.End) {
    state.change { state in
      switch end {
      case .died: state.deaths += 1
      case .timedOut: state.timeouts += 1
      }
    }
  }

  /// Why the plugin is not asked again in this run.
  private var reasonToStop: String? {
    state.change { state in
      if state.timeouts >= policy.mostTimeouts {
        return "it hung \(state.timeouts) times in this run, and is not asked again"
      }
      if state.deaths >= policy.mostDeaths {
        return "it crashed \(state.deaths) times in this run, and is not asked again"
      }
      return nil
    }
  }

  private func warnOfMissing(_ worker: Worker) {
    guard case .plugin(let plugin) = task, !worker.missing.isEmpty else { return }
    let isFirst = state.change { state in
      defer { state.hasWarned = true }
      return !state.hasWarned
    }
    if isFirst {
      let parts = worker.missing.joined(separator: " and ")
      policy.warn("the plugin \(plugin.library) runs without \(parts), which this system does not have")
    }
  }
}
