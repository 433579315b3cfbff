import CCodecWorker
import FrameImage

/// The use of a process for reading or writing one image; it has no other one until this ends.
///
/// Nothing that the process says is trusted: sizes are compared with the request, and data is copied before it is
/// parsed, because the process can change shared memory at any time.
final class IsolatedImage {
  private let worker: Worker
  private let pool: WorkerPool
  private let limits: Limits
  /// True if a reply was an error: state that an image corrupts in a library must not affect the next one.
  private var hasFailed = false
  /// Of the file that is written.
  private var bytesWritten = 0

  /// The size of shared memory for values and rows; at least one row fits.
  static let sharedBytes = 1 << 20
  /// The maximum size of a reply's value: the metadata of one image with overhead.
  private static let mostBytes = 4 * DecoderLimits.metadata

  /// - Parameter bytes: the length of the file.
  init(_ pool: WorkerPool, _ limits: Limits, bytes: Int) throws(CodecError) {
    worker = try pool.take(limits, bytes: bytes)
    (self.pool, self.limits) = (pool, limits)
    _ = try worker.memory(Self.sharedBytes)
  }

  deinit {
    guard !hasFailed else { return }
    worker.begin(bytes: 0)
    guard (try? ask(.close)) != nil else { return }
    pool.put(worker, limits)
  }

  /// Extends the timeout for pixels that are decoded or encoded.
  func extend(pixels: Int) { worker.extend(pixels: pixels) }

  // MARK: Asking

  /// - Parameter value: the value of the request.
  /// - Throws: the codec's error, or one for a process that did not reply.
  @discardableResult
  func ask(
    _ question: CodecOperation, _ value: WireWriter = WireWriter(), descriptor: Int32 = -1,
    _ fill: (inout codec_request) -> Void = { _ in }
  ) throws(CodecError) -> codec_reply {
    let last = try send(value.bytes)
    let reply = try exchange(question, descriptor) { request in
      request.count = UInt64(last)
      fill(&request)
    }
    guard reply.code != 0 else { return reply }
    hasFailed = true
    throw try self.value(of: reply, CodecError.self)
  }

  /// Returns the value of a reply.
  func value<Value: WireValue>(
    _ type: Value.Type = Value.self, _ question: CodecOperation, _ value: WireWriter = WireWriter(),
    descriptor: Int32 = -1, _ fill: (inout codec_request) -> Void = { _ in }
  ) throws(CodecError) -> Value {
    try self.value(of: try ask(question, value, descriptor: descriptor, fill), type)
  }

  /// Requests rows, which fill `band`.
  func rows(
    _ count: Int, into band: UnsafeMutableRawBufferPointer
  ) throws(CodecError) -> codec_reply {
    let shared = try worker.memory(band.count)
    let reply = try ask(.rows) { $0.count = UInt64(count) }
    band.copyMemory(from: UnsafeRawBufferPointer(rebasing: shared[..<band.count]))
    return reply
  }

  /// Sends rows, and writes the resulting bytes to `output`.
  func write(_ rows: RawSpan, to output: ByteOutput) throws(CodecError) {
    let shared = try worker.memory(rows.byteCount)
    rows.withUnsafeBytes { shared.copyMemory(from: $0) }
    try pass(try ask(.write) { $0.count = UInt64(rows.byteCount) }, to: output)
  }

  /// Appends the bytes of a reply to a file.
  func pass(_ reply: codec_reply, to output: ByteOutput) throws(CodecError) {
    try forEachPart(of: reply, atMost: WorkerLimits(limits).memory - bytesWritten) {
      part throws(CodecError) in
      try output.write(part)
    }
    bytesWritten += Int(reply.count)
  }

  /// Returns the error for an invalid reply; the process gets no more images.
  func breach() -> CodecError {
    hasFailed = true
    return .crashed("the worker process violated the protocol")
  }

  // MARK: Through shared memory

  /// - Returns: the number of bytes in shared memory; the others were sent before.
  private func send(_ bytes: [UInt8]) throws(CodecError) -> Int {
    var sent = 0
    while true {
      let part = bytes[sent..<min(bytes.count, sent + Self.sharedBytes)]
      if !part.isEmpty { try worker.memory(part.count).copyBytes(from: part) }
      sent += part.count
      if sent == bytes.count { return part.count }
      try exchange(.more) { $0.count = UInt64(part.count) }
    }
  }

  func value<Value: WireValue>(
    of reply: codec_reply, _ type: Value.Type
  ) throws(CodecError) -> Value {
    var bytes: [UInt8] = []
    try forEachPart(of: reply, atMost: Self.mostBytes) { part throws(CodecError) in
      part.withUnsafeBufferPointer { bytes += $0 }
    }
    do throws(WireError) {
      return try Value(wire: bytes)
    } catch {
      throw breach()
    }
  }

  private func forEachPart(
    of reply: codec_reply, atMost most: Int, _ body: (Span<UInt8>) throws(CodecError) -> Void
  ) throws(CodecError) {
    guard reply.count <= UInt64(max(0, most)) else { throw breach() }
    let count = Int(reply.count)
    var done = 0
    while done < count {
      if done > 0 { try exchange(.rest) { $0.offset = UInt64(done) } }
      let shared = try worker.memory(Self.sharedBytes)
      let part = UnsafeRawBufferPointer(rebasing: shared[..<min(shared.count, count - done)])
      try body(part.bindMemory(to: UInt8.self).span)
      done += part.count
    }
  }

  @discardableResult
  private func exchange(
    _ question: CodecOperation, _ descriptor: Int32 = -1, _ fill: (inout codec_request) -> Void
  ) throws(CodecError) -> codec_reply {
    do throws(CodecError) {
      return try worker.exchange(question.operation, descriptor: descriptor, fill)
    } catch {
      hasFailed = true
      throw error
    }
  }
}
