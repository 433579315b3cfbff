import CCodecWorker
import FrameImage
import Platform

/// What a worker runs.
package enum WorkerTask: Equatable, Sendable {
  /// A plugin's library, in the program for plugins.
  case plugin(Plugin)
  /// This program's own codecs, in this program: both sides are of one build even if its file has been replaced.
  case builtIn

  package struct Plugin: Equatable, Sendable {
    /// Empty if none is loaded.
    let library: String
    /// The program.
    let worker: String
    /// True if the manifest says that it starts threads.
    let isThreaded: Bool

    package init(library: String, worker: String, isThreaded: Bool = false) {
      (self.library, self.worker, self.isThreaded) = (library, worker, isThreaded)
    }
  }

  /// The number of threads that the process may have. Libraries start as many as there are processors, and some fail
  /// if they get fewer.
  var threads: UInt32 {
    guard case .plugin(let plugin) = self, plugin.isThreaded else { return 1 }
    return 16 + UInt32(clamping: sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  }

  /// The program file to start.
  var program: String {
    switch self {
    case .plugin(let plugin): plugin.worker
    case .builtIn: "/proc/self/exe"
    }
  }

  /// The first argument.
  var word: String {
    switch self {
    case .plugin(let plugin): plugin.library
    case .builtIn: CodecServer.word
    }
  }

  /// Returns the error if there is no worker.
  func refusal(_ reason: String) -> CodecError {
    switch self {
    case .plugin(let plugin): .refusedPlugin(plugin.library, reason)
    case .builtIn: .notIsolated(reason)
    }
  }
}

/// The resources that a worker may use.
struct WorkerLimits: Hashable, Sendable {
  /// The memory that one decode may use.
  let allowed: Int
  /// The address space in bytes.
  let memory: Int
  /// The processor time for all images, as a backstop if the program is stopped. `WorkerTimeout` limits an image.
  static let seconds: UInt32 = 3600

  init(_ limits: Limits) {
    allowed = limits.memory
    // For libraries and shared pixels, beside the memory for decoding.
    memory = limits.memory.adding(512 << 20)
  }
}

/// The sandbox of workers on this system.
package enum WorkerSandbox {
  /// Returns "landlock 4 seccomp 1": Landlock's ABI version, and whether system calls are filtered; 0 means none.
  ///
  /// - Throws: an error if the worker cannot be started.
  package static func text(_ task: WorkerTask) throws(CodecError) -> String {
    var policy = PluginPolicy()
    policy.allowsUnsandboxed = true
    return try Worker(task, limits: WorkerLimits(Limits()), policy).sandbox
  }
}

/// The treatment of plugins.
package struct PluginPolicy: Sendable {
  /// True if plugins run if the system cannot restrict them.
  package var allowsUnsandboxed = false
  /// A descriptor for what they print; discarded if negative.
  package var log: Int32 = -1
  /// The number of deaths after which a plugin is not asked again.
  package var mostDeaths = 3
  package var mostTimeouts = 2
  /// Called with messages for the user that are not errors.
  package var warn: @Sendable (String) -> Void = { _ in }
  /// Shorter in tests.
  var timeout = WorkerTimeout()

  package init() {}
}

/// Collects what a plugin prints, because it could control a terminal otherwise.
package final class PluginLog {
  /// For `PluginPolicy`; negative if memory is exhausted.
  package let descriptor = codec_channel_file()

  package init() {}

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The first mebibyte, including control characters.
  package var text: String {
    let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 20) { buffer, filled in
      filled = max(0, pread(descriptor, buffer.baseAddress, buffer.count, 0))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Idle workers for one task. Starting one takes a millisecond or two.
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

  /// The number of images that a worker handles; then its memory leaks are freed.
  private static let mostUses = 100

  init(_ task: WorkerTask, _ policy: PluginPolicy = PluginPolicy()) {
    (self.task, self.policy) = (task, policy)
  }

  /// - Parameter bytes: the length of the image's file.
  /// - Throws: `refusedPlugin` for a plugin that died or timed out too often.
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
    let worker = try Worker(task, limits: limits, policy) { [weak self] in self?.count($0) }
    warnOfMissing(worker)
    worker.begin(bytes: bytes, until: cancellation)
    return worker
  }

  /// Takes back a worker that has closed its image. One that has written a file is not reused: it could have kept the
  /// descriptor.
  func put(_ worker: Worker, _ limits: Limits) {
    worker.uses += 1
    guard worker.uses < Self.mostUses, worker.isFresh else { return }
    state.change { $0.idle[WorkerLimits(limits), default: []].append(worker) }
  }

  /// Reports a failure to the user that does not affect an image's result.
  func warn(_ error: CodecError) {
    guard case .plugin(let plugin) = task else { return }
    switch error {
    case .timedOut(let limit):
      policy.warn("the plugin \(plugin.library) did not close an image: it \(limit.text)")
    case .crashed(let how):
      policy.warn("the plugin \(plugin.library) crashed when it closed an image: \(how)")
    default: break
    }
  }

  private func count(_ end: Worker.End) {
    state.change { state in
      switch end {
      case .died: state.deaths += 1
      case .timedOut: state.timeouts += 1
      }
    }
  }

  /// The reason why the plugin is not asked again in this run.
  private var reasonToStop: String? {
    state.change { state in
      if state.timeouts >= policy.mostTimeouts {
        return "it hung \(state.timeouts) times in this run and is not used again"
      }
      if state.deaths >= policy.mostDeaths {
        return "it crashed \(state.deaths) times in this run and is not used again"
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
      policy.warn("the plugin \(plugin.library) runs without \(parts), which this system lacks")
    }
  }
}
