import CCodecChannel
import CFrameCodec
import FrameCodec

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A process that runs codecs. Who has it asks one thing at a time.
///
/// Unchecked: `WorkerPool` gives a worker to one at a time.
final class Worker: @unchecked Sendable {
  private var process: codec_worker
  private var shared: SharedMemory?
  private let limits: WorkerLimits
  /// For the picture that it has.
  private var waited = Duration.zero
  private var millisecondsUsed = 0
  private(set) var hasEnded = false
  /// How many pictures it has handled.
  var uses = 0

  /// - Throws: the task's refusal.
  init(_ task: WorkerTask, limits: WorkerLimits, log: Int32 = -1) throws(CodecError) {
    var process = codec_worker()
    let result = codec_worker_start(
      &process, task.program, task.word, UInt64(limits.memory), UInt32(limits.seconds), log)
    guard result == 0 else {
      throw task.refusal("\(task.program) cannot be started: \(String(cString: strerror(-result)))")
    }
    self.process = process
    self.limits = limits
    self.task = task
    let hello: codec_reply
    do throws(CodecError) {
      hello = try receive()
    } catch {
      throw task.refusal(error.reason)
    }
    guard hello.code == FRAMEIT_CODEC_OK else {
      throw task.refusal(String(c: hello.report.message))
    }
    codecCount = Int(clamping: hello.count)
    sandbox = String(c: hello.kind)
  }

  deinit { end() }

  private let task: WorkerTask
  /// Of processor time, after which it gets no more pictures: each one shall have its full time.
  private static let mostUsed = 10_000
  private(set) var codecCount = 0
  private var indices: [String: UInt32] = [:]
  /// What bounds the worker: "landlock 4 seccomp 1".
  private(set) var sandbox = ""

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
  func error(_ reply: codec_reply) -> CodecError { CodecError(reply, allowed: limits.allowed) }

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

  /// Whether another picture can be given to it: it is there, and has not used up its time.
  var isFresh: Bool {
    !hasEnded && millisecondsUsed < Self.mostUsed && codec_channel_is_open(process.socket) != 0
  }

  /// Begins a picture, which has its own time.
  func begin() { waited = .zero }

  private func receive() throws(CodecError) -> codec_reply {
    var reply = codec_reply()
    let clock = ContinuousClock()
    let start = clock.now
    let left = (limits.patience - waited) / .milliseconds(1)
    let result = codec_channel_receive(
      process.socket, &reply, MemoryLayout<codec_reply>.size, nil, Int32(max(0, min(left, 1e9))))
    waited += clock.now - start
    guard result == 0 else { throw ended(result) }
    millisecondsUsed = Int(reply.milliseconds_used)
    return reply
  }

  private func end() {
    guard !hasEnded else { return }
    hasEnded = true
    _ = codec_worker_end(&process)
  }

  private func ended(_ number: Int32) -> CodecError {
    guard !hasEnded else { return .crashed("its process has ended") }
    hasEnded = true
    let status = codec_worker_end(&process)
    if number == -ETIMEDOUT { return .timedOut(seconds: Int(limits.patience / .seconds(1))) }
    guard number == -EPIPE, status >= 0 else { return .crashed("it broke the protocol") }
    let signal = status & 0x7F
    switch signal {
    case 0: return .crashed("it ended by itself, with code \(status >> 8 & 0xFF)")
    case SIGXCPU: return .timedOut(seconds: limits.seconds)
    case SIGSYS: return .crashed("it did what its sandbox forbids")
    // A limit that is lower than its sandbox's is the user's.
    case SIGXFSZ where codec_channel_file_bytes() < UInt64(limits.memory):
      return .writeFailed(errorNumber: EFBIG)
    case SIGXFSZ: return .crashed("it wrote more than a picture can be")
    case SIGKILL: return .crashed("it was killed; perhaps there was no memory left")
    default: return .crashed(String(cString: strsignal(signal)).lowercased())
    }
  }
}

/// Where the pixels lie.
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
    case FRAMEIT_CODEC_MISUSE:
      self = .misuse(detail: message.isEmpty ? "a codec was called out of order" : message)
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
  /// Characters up to the first zero, of a C array.
  init<Characters>(c characters: Characters) {
    self = withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
