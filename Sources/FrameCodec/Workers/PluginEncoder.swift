import CCodecWorker
import CFrameCodec

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Sends rows to a worker that encodes them.
final class PluginEncoder: ImageEncoder {
  private let output: ByteOutput
  private let worker: Worker
  /// The offset in the output file at the start.
  private let start: Int
  private let rowBytes: Int
  /// Of a frame.
  private let pixels: Int
  /// The worker's output if the destination is not a regular file, because only a regular file's length can be
  /// checked.
  private let memory: Int32?

  private static let sharedBytes = 1 << 20

  init(
    _ output: ByteOutput, _ request: EncodeRequest, _ pool: WorkerPool, _ name: String
  ) throws(CodecError) {
    self.output = output
    worker = try pool.take(request.limits, bytes: 0)
    pixels = request.size.area
    rowBytes = request.pixels.rowBytes(width: request.size.width)
    let index = try worker.index(of: name)
    let target = output.writer.pointee.descriptor
    var state = stat()
    let isFile = target >= 0 && fstat(target, &state) == 0 && state.st_mode & S_IFMT == S_IFREG
    start = isFile ? Int(lseek(target, 0, SEEK_CUR)) : 0
    memory = isFile ? nil : codec_channel_file()
    if let memory, memory < 0 { throw .writeFailed(errorNumber: -memory) }
    if let profile = request.metadata.profile { try send("icc", profile) }
    for block in request.metadata.blocks { try send(block.kind.rawValue, block.commentText) }
    try worker.ask(codec_encode, descriptor: memory ?? target) { asked in
      asked.index = index
      asked.encoding.width = UInt32(request.size.width)
      asked.encoding.height = UInt32(request.size.height)
      asked.encoding.channels = UInt32(request.pixels.channels.rawValue)
      asked.encoding.depth = UInt32(request.pixels.depth.rawValue)
      asked.encoding.quality = UInt32(request.quality ?? 0)
      asked.encoding.frames = UInt32(clamping: request.animation?.frames ?? 1)
      asked.encoding.plays = UInt32(clamping: request.animation?.loopCount ?? 0)
      asked.encoding.pixels_per_metre_x = request.metadata.resolution?.x ?? 0
      asked.encoding.pixels_per_metre_y = request.metadata.resolution?.y ?? 0
    }
  }

  deinit {
    if let memory { close(memory) }
  }

  func beginFrame(milliseconds: Int) throws(CodecError) {
    worker.extend(pixels: pixels)
    try worker.ask(codec_encode_frame) { $0.milliseconds = UInt32(clamping: milliseconds) }
  }

  func write(_ band: Span<UInt8>) throws(CodecError) {
    let most = max(1, Self.sharedBytes / rowBytes) * rowBytes
    for start in stride(from: 0, to: band.count, by: most) {
      let part = band.extracting(start..<min(start + most, band.count))
      let shared = try worker.memory(part.count)
      part.withUnsafeBytes { shared.copyMemory(from: $0) }
      try worker.ask(codec_encode_rows) { $0.count = UInt64(part.count / rowBytes) }
    }
  }

  func finish() throws(CodecError) {
    try worker.ask(codec_encode_finish)
    // From here on the plugin cannot append to the file.
    worker.end()
    if let memory {
      try copy(from: memory)
    } else {
      // The worker appended after the existing bytes.
      output.writer.pointee.length += max(
        0, Int(lseek(output.writer.pointee.descriptor, 0, SEEK_CUR)) - start)
    }
  }

  private func copy(from memory: Int32) throws(CodecError) {
    var piece = [UInt8](repeating: 0, count: 1 << 20)
    var offset = 0
    while true {
      let count = pread(memory, &piece, piece.count, off_t(offset))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .writeFailed(errorNumber: errno) }
      if count == 0 { return }
      try output.write(Array(piece[..<count]))
      offset += count
    }
  }

  private func send(_ kind: String, _ bytes: [UInt8]) throws(CodecError) {
    try worker.ask(codec_encode_block) { request in
      request.count = UInt64(bytes.count)
      withUnsafeMutableBytes(of: &request.kind) { $0.copyBytes(from: kind.utf8.prefix(31)) }
    }
    let piece = Self.sharedBytes
    for start in stride(from: 0, to: bytes.count, by: piece) {
      let part = bytes[start..<min(start + piece, bytes.count)]
      let shared = try worker.memory(part.count)
      part.withUnsafeBytes { shared.copyMemory(from: $0) }
      try worker.ask(codec_encode_block_bytes) { $0.count = UInt64(part.count) }
    }
  }
}
