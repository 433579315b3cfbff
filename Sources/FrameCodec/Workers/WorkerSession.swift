import CCodecWorker
import CFrameCodec
import FrameGeometry
import FrameImage

/// The use of a worker for reading or writing one image; the worker has no other image until this ends.
///
/// Nothing that the worker says is trusted: sizes are compared with the request, and data is copied before it is
/// parsed, because the worker can change shared memory at any time.
final class WorkerSession {
  let worker: Worker
  private let pool: WorkerPool
  private let limits: Limits
  /// Of the file that is written.
  private var bytesWritten = 0

  /// The size of shared memory for rows and blocks; at least one row fits.
  static let sharedBytes = 1 << 20
  private static let mostBlocks = 10_000

  /// - Parameter bytes: the length of the file.
  init(_ pool: WorkerPool, _ limits: Limits, bytes: Int) throws(CodecError) {
    worker = try pool.take(limits, bytes: bytes)
    (self.pool, self.limits) = (pool, limits)
  }

  /// Returns the worker to the pool. The image is complete by then, so a plugin that cannot close it is only reported.
  deinit {
    guard !worker.hasFailed else { return }
    worker.begin(bytes: 0)
    do throws(CodecError) {
      try worker.ask(codec_close)
      pool.put(worker, limits)
    } catch {
      pool.warn(error)
    }
  }

  /// As `Worker.ask`, and appends what the codec writes meanwhile to a file.
  @discardableResult
  func write(
    to output: ByteOutput, _ operation: codec_operation, _ fill: (inout codec_request) -> Void = { _ in }
  ) throws(CodecError) -> codec_reply {
    var reply = try worker.exchange(operation, fill)
    while reply.is_partial != 0 {
      guard reply.written > 0 else { throw breach() }
      try take(reply.written, output)
      reply = try worker.exchange(codec_continue)
    }
    if reply.report.code != FRAMEIT_CODEC_OK { throw worker.error(reply) }
    try take(reply.written, output)
    return reply
  }

  private func take(_ count: UInt64, _ output: ByteOutput) throws(CodecError) {
    if count == 0 { return }
    guard count <= worker.output.count else { throw breach() }
    let written = UnsafeRawBufferPointer(rebasing: worker.output[..<Int(count)])
    guard written.count <= WorkerLimits(limits).memory - bytesWritten else {
      worker.hasFailed = true
      throw .crashed("it wrote more than the largest possible output")
    }
    bytesWritten += written.count
    do throws(CodecError) {
      try output.write(written.bindMemory(to: UInt8.self).span)
    } catch {
      worker.hasFailed = true
      throw error
    }
  }

  /// Returns the error for an invalid reply.
  func breach() -> CodecError {
    worker.hasFailed = true
    return .crashed("the worker process violated the protocol")
  }

  // MARK: Shared memory

  /// Sends the blocks of the output, which the next `encode` or `move` uses.
  func send(_ blocks: [ContractBlock]) throws(CodecError) {
    let bytes = blocks.sentBytes
    for place in bytes.indices.parts(of: Self.sharedBytes) {
      let part = bytes[place]
      try worker.memory(part.count).copyBytes(from: part)
      try worker.ask(codec_output_blocks) { $0.count = UInt64(part.count) }
    }
  }

  /// Returns the blocks and notices of the header of the image that is open.
  ///
  /// - Throws: `CodecError.limit` for more metadata than `DecoderLimits.metadata`.
  func blocks(_ count: UInt64) throws(CodecError) -> [ContractBlock] {
    if count == 0 { return [] }
    guard count <= Self.mostBlocks else {
      throw .limit(
        LimitExceeded(.parts("blocks of metadata"), needed: Int(count), allowed: Self.mostBlocks))
    }
    let starts = Int(count) * MemoryLayout<codec_block_start>.size
    var bytes: [UInt8] = []
    while true {
      let shared = try worker.memory(Self.sharedBytes)
      let sent = try worker.ask(codec_blocks).count
      guard sent <= UInt64(shared.count) else { throw breach() }
      bytes += UnsafeRawBufferPointer(rebasing: shared[..<Int(sent)])
      try DecoderLimits.check(metadata: bytes.count - starts)
      if sent < UInt64(shared.count) { break }
    }
    guard let blocks = [ContractBlock](sentBytes: bytes), blocks.count == Int(count) else { throw breach() }
    return blocks
  }
}
