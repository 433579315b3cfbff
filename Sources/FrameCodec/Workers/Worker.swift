import CCodecWorker
import CFrameCodec
import FrameImage
import Platform

/// A process that runs codecs, one request at a time.
///
/// `@unchecked`: `WorkerPool` gives a worker to one owner at a time.
final class Worker: @unchecked Sendable {
  /// How a worker ends unexpectedly.
  enum End { case died, timedOut }

  private var process: codec_worker
  private var gate: codec_gate
  private var shared: SharedMemory?
  private let task: WorkerTask
  private let limits: WorkerLimits
  private let policy: PluginPolicy
  private let onEnd: (End) -> Void
  /// For the current image.
  private var time: WorkerTime
  private(set) var hasEnded = false
  /// True after an error: state that an image corrupts in a library must not affect the next image.
  var hasFailed = false
  /// The number of images it has handled.
  var uses = 0
  /// The worker's restrictions: "landlock 4 seccomp 1".
  private(set) var sandbox = ""
  /// The parts of the sandbox that this system lacks.
  private(set) var missing: [String] = []

  /// Starts a process, checks its sandbox from outside, and waits until it is ready.
  ///
  /// - Parameter onEnd: called when it ends unexpectedly.
  /// - Throws: the task's refusal.
  init(
    _ task: WorkerTask, limits: WorkerLimits, _ policy: PluginPolicy,
    onEnd: @escaping (End) -> Void = { _ in }
  ) throws(CodecError) {
    var process = codec_worker()
    let result = codec_worker_start(
      &process, task.program, task.word, UInt64(limits.memory), WorkerLimits.seconds,
      policy.allowsUnsandboxed ? codec_permissive : codec_strict, policy.log)
    guard result == 0 else {
      throw task.refusal("\(task.program) cannot be started: \(String(cString: strerror(-result)))")
    }
    (self.process, self.task, self.limits) = (process, task, limits)
    (self.policy, self.onEnd) = (policy, onEnd)
    gate = codec_gate(
      process: process.process, listener: -1, is_loading: 0, threads: task.threads, asked_for_thread: 0,
      asked_for_sandbox: 0)
    time = WorkerTime(policy.timeout, used: 0, bytes: 0, until: nil)
    do throws(CodecError) {
      var listener: Int32 = -1
      let first = try receive(descriptor: &listener)
      gate.listener = listener
      try takeSandbox(first)
      try takeReadiness(try receive())
    } catch {
      let reason = misdeedWhileLoading
      end()
      switch error {
      case .unsandboxed, .refusedPlugin, .notIsolated: throw error
      default: throw task.refusal(reason ?? error.reason)
      }
    }
  }

  deinit { end() }

  // MARK: Starting

  /// Handles its first message, which it sends before it loads any foreign code.
  private func takeSandbox(_ reply: codec_reply) throws(CodecError) {
    sandbox = String(c: reply.text)
    if sandbox.hasPrefix("landlock 0 ") { try lack("Landlock") }
    if !hasFilter { try lack("seccomp") }
    guard reply.report.code == FRAMEIT_CODEC_OK else { throw task.refusal(String(c: reply.report.message)) }
    if case .plugin = task, hasFilter, gate.listener < 0 {
      throw task.refusal("the worker process has no seccomp listener")
    }
    gate.is_loading = 1
  }

  /// Handles its second message, which may come from a plugin, as all later ones.
  private func takeReadiness(_ reply: codec_reply) throws(CodecError) {
    if let misdeedWhileLoading { throw task.refusal(misdeedWhileLoading) }
    if hasFilter { try checkFromOutside() }
    // A process with one thread no longer needs the gate.
    if task.threads > 1 { gate.is_loading = 0 } else { codec_gate_close(&gate) }
    guard reply.report.code == FRAMEIT_CODEC_OK else { throw task.refusal(String(c: reply.report.message)) }
  }

  private var hasFilter: Bool { sandbox.hasSuffix("seccomp 1") }

  /// - Throws: an error if plugins require the whole sandbox.
  private func lack(_ part: String) throws(CodecError) {
    missing.append(part)
    if !policy.allowsUnsandboxed, case .plugin(let plugin) = task {
      throw .unsandboxed(plugin: plugin.library, missing: part)
    }
  }

  /// The forbidden action that the plugin tried while loading, and that the gate refused.
  private var misdeedWhileLoading: String? {
    if gate.asked_for_sandbox != 0 { return "the plugin tried to change its sandbox while loading" }
    if gate.asked_for_thread != 0 {
      return "the plugin started threads while loading, but its manifest does not contain 'threads'"
    }
    return nil
  }

  /// Compares what the kernel reports about the process with what its sandbox must be.
  private func checkFromOutside() throws(CodecError) {
    var (ours, its) = (codec_view(), codec_view())
    let result = [codec_gate_view(0, &ours), codec_gate_view(process.process, &its)].first { $0 != 0 }
    // If /proc is mounted with hidepid, only root can see the process.
    if result != nil { return try lack("a view of its process in /proc") }
    guard its.no_new_privileges == 1, its.seccomp == 2, its.seccomp_filters == ours.seccomp_filters + 1 else {
      throw task.refusal("the sandbox of the worker process was changed")
    }
    guard its.threads <= task.threads else {
      throw task.refusal(
        "the plugin started threads while loading, but its manifest does not contain 'threads'")
    }
  }

  /// Sends a request and waits for the reply.
  ///
  /// - Parameter descriptor: sent with the request; still owned by the caller.
  /// - Throws: an error for a worker that did not reply.
  func exchange(
    _ operation: codec_operation, descriptor: Int32 = -1, _ fill: (inout codec_request) -> Void = { _ in }
  ) throws(CodecError) -> codec_reply {
    guard !hasEnded else { throw ended(0) }
    var request = codec_request()
    request.operation = operation.rawValue
    fill(&request)
    let sent = codec_channel_send(process.socket, &request, MemoryLayout<codec_request>.size, descriptor)
    guard sent == 0 else { throw ended(sent) }
    return try receive()
  }

  /// As `exchange`.
  ///
  /// - Throws: the codec's error, or one for a worker that did not reply.
  @discardableResult
  func ask(
    _ operation: codec_operation, descriptor: Int32 = -1, _ fill: (inout codec_request) -> Void = { _ in }
  ) throws(CodecError) -> codec_reply {
    let reply = try exchange(operation, descriptor: descriptor, fill)
    if reply.report.code != FRAMEIT_CODEC_OK { throw error(reply) }
    return reply
  }

  /// Returns the error in a reply. A plugin's mistake addresses its author.
  func error(_ reply: codec_reply) -> CodecError {
    hasFailed = true
    let detail = String(c: reply.report.message)
    guard case .plugin(let plugin) = task else { return CodecError(reply.report) ?? .misuse(detail: detail) }
    if reply.is_unknown != 0 {
      return task.refusal("the library lacks what its manifest announces")
    }
    return switch Int(reply.report.code) {
    case FRAMEIT_CODEC_MISUSE:
      .brokenPlugin(
        plugin.library,
        detail.isEmpty ? "the codec reported that it was called in the wrong order" : detail)
    case FRAMEIT_CODEC_NO_MEMORY:
      .memoryPassed(detail: detail.isEmpty ? "no details" : detail, allowed: limits.allowed)
    default: CodecError(reply.report) ?? .brokenPlugin(plugin.library, detail)
    }
  }

  /// Returns memory of at least `count` bytes that is shared with the worker.
  ///
  /// - Parameter count: A smaller one than `WorkerSession.sharedBytes` counts as that.
  func memory(_ count: Int) throws(CodecError) -> UnsafeMutableRawBufferPointer {
    if let shared, shared.bytes.count >= count { return shared.bytes }
    let memory = try SharedMemory(max(count, WorkerSession.sharedBytes))
    try ask(codec_map, descriptor: memory.descriptor) { $0.count = UInt64(memory.whole.count) }
    shared = memory
    return memory.bytes
  }

  /// The part of shared memory in which a worker writes a file; empty before the first call of `memory`.
  var output: UnsafeMutableRawBufferPointer {
    shared?.output ?? UnsafeMutableRawBufferPointer(start: nil, count: 0)
  }

  /// True if it can handle another image: it is alive and has not used much time.
  var isFresh: Bool {
    !hasEnded && codec_channel_is_open(process.socket) != 0
      && codec_gate_processor_time(process.process) < Self.mostUsed
  }

  /// The processor time in milliseconds after which a worker gets no more images.
  private static let mostUsed: Int64 = 10_000

  // MARK: Time

  /// Begins an image, or its end, with a timeout of its own.
  ///
  /// - Parameters:
  ///   - bytes: the length of the file.
  ///   - cancellation: ends the work, and with it the process.
  func begin(bytes: Int, until cancellation: Cancellation? = nil) {
    let used = codec_gate_processor_time(process.process)
    time = WorkerTime(policy.timeout, used: used, bytes: bytes, until: cancellation)
  }

  /// Adds the time for this many pixels that are decoded or encoded.
  func extend(pixels: Int) { time.extend(pixels: pixels) }

  private func receive() throws(CodecError) -> codec_reply {
    var none: Int32 = -1
    let reply = try receive(descriptor: &none)
    if none >= 0 { close(none) }
    return reply
  }

  private func receive(descriptor: inout Int32) throws(CodecError) -> codec_reply {
    var reply = codec_reply()
    var result = codec_gate_wait(&gate, process.socket, &time.left)
    if result == 0 {
      result = codec_channel_receive(
        process.socket, &reply, MemoryLayout<codec_reply>.size, &descriptor, -1)
    }
    guard result == 0 else { throw ended(result) }
    return reply
  }

  // MARK: Ending

  /// Ends the process. It must not be used afterwards.
  func end() {
    guard !hasEnded else { return }
    hasEnded = true
    codec_gate_close(&gate)
    _ = codec_worker_end(&process)
  }

  private func ended(_ number: Int32) -> CodecError {
    hasFailed = true
    guard !hasEnded else { return .crashed("the worker process has ended") }
    hasEnded = true
    let status = codec_worker_end(&process)
    codec_gate_close(&gate)
    if number == -ETIMEDOUT {
      onEnd(.timedOut)
      return time.error
    }
    if number == -ECANCELED { return .limit(.cancelled) }
    let error = reason(number, status)
    if case .crashed = error { onEnd(.died) }
    return error
  }

  private func reason(_ number: Int32, _ status: Int32) -> CodecError {
    guard number == -EPIPE, status >= 0 else { return .crashed("the worker process violated the protocol") }
    let signal = status & 0x7F
    switch signal {
    case 0: return .crashed("the worker process exited with code \(status >> 8 & 0xFF)")
    case SIGSYS: return .crashed("it made a system call that the sandbox forbids")
    case SIGKILL: return .crashed("the worker process was killed, possibly because memory ran out")
    default: return .crashed(String(cString: strsignal(signal)).lowercased())
    }
  }
}

extension CodecError {
  fileprivate var reason: String {
    switch self {
    case .crashed(let reason): "the plugin crashed while it was loaded: \(reason)"
    case .timedOut: "the plugin did not respond while it was loaded"
    default: "the plugin cannot be loaded"
    }
  }
}
