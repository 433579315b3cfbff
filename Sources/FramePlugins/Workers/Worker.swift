import CCodecChannel
import CCodecSandbox
import CFrameCodec
import FrameCodec
import FrameModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A process that runs codecs. Its owner asks one thing at a time.
///
/// Unchecked: `WorkerPool` gives a worker to one owner at a time.
final class Worker: @unchecked Sendable {
  private var process: codec_worker
  private var gate: codec_gate
  private var shared: SharedMemory?
  private let task: WorkerTask
  private let limits: WorkerLimits
  private let setup: WorkerSetup
  /// For the image that it has.
  private var timeout = codec_patience()
  /// Ends the work on that image.
  private var cancellation: Cancellation?
  /// What was allowed for that image, in milliseconds: of processor time, and of waiting.
  private var allowance = (processor: 0, waiting: 0)
  private(set) var hasEnded = false
  /// How many images it has handled.
  var uses = 0
  private(set) var codecCount = 0
  private var indices: [String: UInt32] = [:]
  /// What restricts the worker: "landlock 4 seccomp 1".
  private(set) var sandbox = ""
  /// What the sandbox needs and this system does not have.
  private(set) var missing: [String] = []

  /// Starts a process, checks its sandbox from outside, and waits until it is ready.
  ///
  /// - Throws: the task's refusal.
  init(_ task: WorkerTask, limits: WorkerLimits, _ setup: WorkerSetup) throws(CodecError) {
    var process = codec_worker()
    let result = codec_worker_start(
      &process, task.program, task.word, UInt64(limits.memory), WorkerLimits.seconds,
      setup.isStrict ? codec_strict : codec_permissive, setup.log)
    guard result == 0 else {
      throw task.refusal("\(task.program) cannot be started: \(String(cString: strerror(-result)))")
    }
    (self.process, self.task, self.limits, self.setup) = (process, task, limits, setup)
    gate = codec_gate(
      process: process.process, listener: -1, is_loading: 0, threads: task.threads, asked_for_thread: 0,
      asked_for_sandbox: 0)
    begin(bytes: 0)
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

  /// Its first message, which it sends before it loads any code of others.
  private func takeSandbox(_ reply: codec_reply) throws(CodecError) {
    sandbox = String(c: reply.kind)
    if sandbox.hasPrefix("landlock 0 ") { try lack("Landlock") }
    if !hasFilter { try lack("seccomp") }
    guard reply.code == FRAMEIT_CODEC_OK else { throw task.refusal(String(c: reply.report.message)) }
    if case .plugin = task, hasFilter, gate.listener < 0 { throw task.refusal("its process has no gate") }
    gate.is_loading = 1
  }

  /// Its second message. A plugin may have sent it, and everything after it.
  private func takeReadiness(_ reply: codec_reply) throws(CodecError) {
    if let misdeedWhileLoading { throw task.refusal(misdeedWhileLoading) }
    if hasFilter { try checkFromOutside() }
    // A process with one thread needs nothing of the gate any more.
    if task.threads > 1 { gate.is_loading = 0 } else { codec_gate_close(&gate) }
    guard reply.code == FRAMEIT_CODEC_OK else { throw task.refusal(String(c: reply.report.message)) }
    codecCount = Int(clamping: reply.count)
  }

  private var hasFilter: Bool { sandbox.hasSuffix("seccomp 1") }

  /// - Throws: where a plugin runs in the whole sandbox or not at all.
  private func lack(_ part: String) throws(CodecError) {
    missing.append(part)
    if setup.isStrict, case .plugin(let plugin) = task {
      throw .unsandboxed(plugin: plugin.library, missing: part)
    }
  }

  /// What the plugin tried while it was loaded, which the gate refused.
  private var misdeedWhileLoading: String? {
    if gate.asked_for_sandbox != 0 { return "it tried to change its sandbox while loading" }
    if gate.asked_for_thread != 0 {
      return "it started threads while loading; its manifest does not say 'threads'"
    }
    return nil
  }

  /// Holds what the kernel says about the process against what its sandbox must be.
  private func checkFromOutside() throws(CodecError) {
    var (ours, its) = (codec_view(), codec_view())
    let result = [codec_gate_view(0, &ours), codec_gate_view(process.process, &its)].first { $0 != 0 }
    // Mounted with hidepid, /proc shows a process to nobody but root.
    if result != nil { return try lack("a view of its process in /proc") }
    guard its.no_new_privileges == 1, its.seccomp == 2, its.seccomp_filters == ours.seccomp_filters + 1 else {
      throw task.refusal("its sandbox is not the one that was set")
    }
    guard its.threads <= task.threads else {
      throw task.refusal("it started threads while loading; its manifest does not say 'threads'")
    }
  }

  /// Asks, and waits for the answer.
  ///
  /// - Parameter descriptor: goes with the question; stays the caller's.
  /// - Throws: what the answer says, and what became of a worker that gave none.
  @discardableResult
  func ask(
    _ operation: codec_operation, descriptor: Int32 = -1, _ fill: (inout codec_request) -> Void = { _ in }
  ) throws(CodecError) -> codec_reply {
    let reply = try exchange(operation, descriptor: descriptor, fill)
    guard reply.code == FRAMEIT_CODEC_OK else { throw error(reply) }
    return reply
  }

  /// As `ask`, but what the answer says is the caller's matter.
  func exchange(
    _ operation: codec_operation, descriptor: Int32 = -1, _ fill: (inout codec_request) -> Void = { _ in }
  ) throws(CodecError) -> codec_reply {
    guard !hasEnded else { throw .crashed("its process has ended") }
    var request = codec_request()
    request.operation = operation.rawValue
    fill(&request)
    let sent = codec_channel_send(process.socket, &request, MemoryLayout<codec_request>.size, descriptor)
    guard sent == 0 else { throw ended(sent) }
    return try receive()
  }

  /// What an answer says went wrong.
  func error(_ reply: codec_reply) -> CodecError {
    if reply.code == FRAMEIT_CODEC_MISUSE {
      let message = String(c: reply.report.message)
      return breach(message.isEmpty ? "it says that it was called out of order" : message)
    }
    return CodecError(reply, allowed: limits.allowed)
  }

  /// What the codec says that cannot be. For a plugin, its author is told; the codecs of this program have no excuse.
  func breach(_ detail: String) -> CodecError {
    switch task {
    case .plugin(let plugin): .brokenPlugin(plugin.library, detail)
    case .builtIn: .misuse(detail: detail)
    }
  }

  /// Which of the plugin's codecs has this name.
  ///
  /// - Throws: the task's refusal.
  func index(of name: String) throws(CodecError) -> UInt32 {
    if let index = indices[name] { return index }
    for index in 0..<UInt32(clamping: min(codecCount, 64)) {
      let reply = try ask(codec_describe) { $0.index = index }
      indices[String(c: reply.kind)] = index
    }
    guard let index = indices[name] else {
      throw task.refusal("it has no codec '\(name)', which its manifest promises")
    }
    return index
  }

  /// The library underneath a codec, as the plugin names it.
  func library(of index: UInt32) throws(CodecError) -> String {
    String(c: try ask(codec_describe) { $0.index = index }.report.message)
  }

  /// Memory that the worker sees too, of `count` bytes at the least.
  func memory(_ count: Int) throws(CodecError) -> UnsafeMutableRawBufferPointer {
    if let shared, shared.bytes.count >= count { return shared.bytes }
    let memory = try SharedMemory(count)
    try ask(codec_map, descriptor: memory.descriptor) { $0.count = UInt64(count) }
    shared = memory
    return memory.bytes
  }

  /// Whether another image can be given to it: it is there, and has not worked for long.
  var isFresh: Bool {
    !hasEnded && codec_channel_is_open(process.socket) != 0
      && codec_gate_processor_time(process.process) < Self.mostUsed
  }

  /// Milliseconds of processor time after which a worker gets no more images.
  private static let mostUsed: Int64 = 10_000

  // MARK: Time

  /// Begins an image, or its end, which have their own time.
  ///
  /// - Parameters:
  ///   - bytes: of the file.
  ///   - cancellation: ends the work, and with it the process.
  func begin(bytes: Int, until cancellation: Cancellation? = nil) {
    allowance = (0, 0)
    self.cancellation = cancellation
    timeout = codec_patience(
      processor: codec_gate_processor_time(process.process), waiting: 0,
      cancelled: cancellation.map { UnsafePointer($0.address) })
    extend(by: setup.timeout.base, waiting: WorkerTimeout.waitingPerBase)
    extend(by: setup.timeout.forBytes(bytes), waiting: WorkerTimeout.waitingPerPixels)
  }

  /// Gives the image more time, for this many pixels that it decodes or encodes.
  func extend(pixels: Int) {
    extend(by: setup.timeout.forPixels(pixels), waiting: WorkerTimeout.waitingPerPixels)
  }

  private func extend(by milliseconds: Int, waiting factor: Int) {
    allowance.processor += milliseconds
    allowance.waiting += milliseconds * factor
    timeout.processor += Int64(milliseconds)
    timeout.waiting += Int64(milliseconds * factor)
  }

  private func receive() throws(CodecError) -> codec_reply {
    var none: Int32 = -1
    let reply = try receive(descriptor: &none)
    if none >= 0 { close(none) }
    return reply
  }

  private func receive(descriptor: inout Int32) throws(CodecError) -> codec_reply {
    var reply = codec_reply()
    var result = codec_gate_wait(&gate, process.socket, &timeout)
    if result == 0 {
      result = codec_channel_receive(
        process.socket, &reply, MemoryLayout<codec_reply>.size, &descriptor, -1)
    }
    guard result == 0 else { throw ended(result) }
    return reply
  }

  // MARK: Ending

  /// Ends the process. It asks for nothing after that.
  func end() {
    guard !hasEnded else { return }
    hasEnded = true
    codec_gate_close(&gate)
    _ = codec_worker_end(&process)
  }

  private func ended(_ number: Int32) -> CodecError {
    guard !hasEnded else { return .crashed("its process has ended") }
    hasEnded = true
    let status = codec_worker_end(&process)
    codec_gate_close(&gate)
    if number == -ETIMEDOUT {
      setup.onEnd(.timedOut)
      let milliseconds = timeout.waiting <= 0 ? allowance.waiting : allowance.processor
      return .timedOut(seconds: max(1, milliseconds / 1000))
    }
    if number == -ECANCELED { return .limit(.cancelled) }
    let error = reason(number, status)
    if case .crashed = error { setup.onEnd(.died) }
    return error
  }

  private func reason(_ number: Int32, _ status: Int32) -> CodecError {
    guard number == -EPIPE, status >= 0 else { return .crashed("it broke the protocol") }
    let signal = status & 0x7F
    switch signal {
    case 0: return .crashed("it ended by itself, with code \(status >> 8 & 0xFF)")
    case SIGSYS: return .crashed("it did what its sandbox forbids")
    // A limit that is lower than its sandbox's is the user's.
    case SIGXFSZ where codec_channel_file_bytes() < UInt64(limits.memory):
      return .writeFailed(errorNumber: EFBIG)
    case SIGXFSZ: return .crashed("it wrote more than an image can be")
    case SIGKILL: return .crashed("it was killed; perhaps there was no memory left")
    default: return .crashed(String(cString: strsignal(signal)).lowercased())
    }
  }
}

/// Memory for pixels, which the worker has mapped too.
private final class SharedMemory {
  let bytes: UnsafeMutableRawBufferPointer
  /// Open as long as this object lives.
  let descriptor: Int32

  init(_ count: Int) throws(CodecError) {
    descriptor = codec_channel_memory(count)
    guard descriptor >= 0 else { throw CodecError(ofMemory: -descriptor) }
    let address = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard let address, address != MAP_FAILED else {
      close(descriptor)
      throw .outOfMemory
    }
    bytes = UnsafeMutableRawBufferPointer(start: address, count: count)
  }

  deinit {
    munmap(bytes.baseAddress, bytes.count)
    close(descriptor)
  }
}

extension CodecError {
  /// Why there is no memory that two processes share: it counts as a file where those have a limit.
  init(ofMemory errorNumber: Int32) {
    self = errorNumber == EFBIG ? .writeFailed(errorNumber: EFBIG) : .outOfMemory
  }

  /// - Parameter allowed: bytes of memory.
  fileprivate init(_ reply: codec_reply, allowed: Int) {
    let message = String(c: reply.report.message)
    switch Int(reply.code) {
    case FRAMEIT_CODEC_TRUNCATED: self = .truncated(detail: message)
    case FRAMEIT_CODEC_UNSUPPORTED: self = .unsupported(detail: message)
    case FRAMEIT_CODEC_LIMIT:
      self = .limitPassed(detail: message.isEmpty ? "it says no more" : message)
    case FRAMEIT_CODEC_NO_MEMORY:
      self = .memoryPassed(detail: message.isEmpty ? "it says no more" : message, allowed: allowed)
    case FRAMEIT_CODEC_IO:
      self =
        reply.error_number != 0
        ? .writeFailed(errorNumber: reply.error_number) : .readFailed(errorNumber: EIO)
    default: self = .damaged(detail: message.isEmpty ? "it says no more" : message)
    }
  }

  fileprivate var reason: String {
    switch self {
    case .crashed(let reason): "it crashed while it was loaded: \(reason)"
    case .timedOut: "it did not answer while it was loaded"
    default: "it cannot be loaded"
    }
  }
}

extension String {
  /// Characters up to the first zero, of a C array from a worker. Control characters are spelled, so that a plugin's
  /// text commands no terminal and makes up no lines of a log.
  init<Characters>(c characters: Characters) {
    let text = withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    self = text.isEmpty ? "" : text.printable
  }
}
