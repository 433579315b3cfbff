import CCodecWorker
import CFrameCodec
import FrameGeometry
import FrameImage

/// The rows of an image that a worker decodes.
final class RemoteDecoder: ImageDecoder {
  let size: PixelSize
  let format: PixelFormat
  let frames: Int
  private(set) var damage = Damage()

  private let session: WorkerSession
  /// The size of the image without reduction.
  private let pixels: Int
  private let reduction: ShrinkFactor
  private let rowBytes: Int
  /// The number of rows that fit into shared memory.
  private let mostRows: Int
  /// True if the frame failed: nothing more of it is requested.
  private var isBroken = false
  private var nextFrame = 0

  /// The number of skipped frames that increase a frame's timeout.
  private static let mostSkipped = 100

  init(_ session: WorkerSession, _ header: ImageHeader, _ reduction: ShrinkFactor) throws(CodecError) {
    (self.session, self.reduction) = (session, reduction)
    size = header.size.reduced(by: reduction)
    (format, frames, pixels) = (header.pixels, header.frames, header.size.area)
    rowBytes = format.rowBytes(width: size.width)
    mostRows = max(1, WorkerSession.sharedBytes / rowBytes)
    _ = try session.worker.memory(rowBytes)
  }

  func beginFrame(_ index: Int) throws(CodecError) -> Int {
    // A codec also composites the frames that are skipped. Their number is the file's claim, so it is bounded.
    for _ in 0...min(max(0, index - nextFrame), Self.mostSkipped) { session.worker.extend(pixels: pixels) }
    nextFrame = index + 1
    let reply = try session.worker.ask(codec_frame) { request in
      request.index = UInt32(index)
      request.reduction = UInt32(reduction.rawValue)
    }
    isBroken = false
    try take(reply)
    return Int(reply.milliseconds)
  }

  func read(into band: inout MutableSpan<UInt8>) throws(CodecError) {
    try band.withUnsafeMutableBytes { band throws(CodecError) in
      for place in (0..<band.count).parts(of: mostRows * rowBytes) {
        let part = UnsafeMutableRawBufferPointer(rebasing: band[place])
        if isBroken {
          part.initializeMemory(as: UInt8.self, repeating: 0)
        } else {
          let shared = try session.worker.memory(part.count)
          try decode(part.count / rowBytes, by: codec_rows)
          part.copyMemory(from: UnsafeRawBufferPointer(rebasing: shared[..<part.count]))
        }
      }
    }
  }

  func skip(_ rows: Int) throws(CodecError) {
    for part in (0..<rows).parts(of: mostRows) where !isBroken {
      try decode(part.count, by: codec_skip)
    }
  }

  func finish(unread: Int) throws(CodecError) {
    if !isBroken { try take(try session.worker.exchange(codec_finish)) }
  }

  private func decode(_ rows: Int, by operation: codec_operation) throws(CodecError) {
    try take(try session.worker.exchange(operation) { $0.count = UInt64(rows) })
  }

  /// Records the damage in a reply. A failed call is damage that can be read past, unless the codec says otherwise.
  private func take(_ reply: codec_reply) throws(CodecError) {
    var last = damage.loss
    if reply.report.code != FRAMEIT_CODEC_OK {
      let error = CodecError(reply.report)
      guard let error, error.damageDetail != nil, reply.report.is_final == 0 else {
        throw session.worker.error(reply)
      }
      // The last failure knows best how far the file is readable.
      last = error
      isBroken = true
    }
    damage = Damage(reply.report)
    if let last { damage.lose(last) }
  }
}

/// Sends rows to a worker that encodes them.
final class RemoteEncoder: ImageEncoder {
  private let session: WorkerSession
  private let output: ByteOutput
  private let rowBytes: Int
  /// Of a frame.
  private let pixels: Int

  /// - Parameter operation: `codec_encode`, or `codec_encode_like` in a session with an open image.
  init(
    _ codec: RemoteCodec, _ session: WorkerSession, _ output: ByteOutput, _ request: EncodeRequest,
    _ operation: codec_operation
  ) throws(CodecError) {
    (self.session, self.output) = (session, output)
    rowBytes = request.pixels.rowBytes(width: request.size.width)
    pixels = request.size.area
    _ = try session.worker.memory(rowBytes)
    try session.send(
      ContractBlock.blocks(of: request.metadata, keepsKeywords: codec.plugin == nil)
        + [ContractBlock](request.gainMap))
    try session.write(to: output, operation) { asked in
      codec.fill(&asked)
      asked.encoding.width = UInt32(request.size.width)
      asked.encoding.height = UInt32(request.size.height)
      asked.encoding.channels = UInt32(request.pixels.channels.rawValue)
      asked.encoding.depth = UInt32(request.pixels.depth.rawValue)
      asked.encoding.quality = UInt32(request.quality ?? 0)
      asked.encoding.frames = UInt32(clamping: request.animation?.frames ?? 1)
      asked.encoding.plays = UInt32(clamping: request.animation?.loopCount ?? 0)
      asked.encoding.pixels_per_metre_x = request.metadata.resolution?.x ?? 0
      asked.encoding.pixels_per_metre_y = request.metadata.resolution?.y ?? 0
      asked.encoding.memory = UInt64(request.limits.memory)
      asked.encoding.chroma = UInt32(request.chroma?.rawValue ?? 0)
      asked.encoding.progressive = request.isProgressive ? 1 : 0
      asked.encoding.holds_image = request.holdsImage ? 1 : 0
      asked.encoding.keeps_rgb = request.keepsRGB ? 1 : 0
    }
  }

  func beginFrame(milliseconds: Int) throws(CodecError) {
    session.worker.extend(pixels: pixels)
    try session.write(to: output, codec_encode_frame) { $0.milliseconds = UInt32(clamping: milliseconds) }
  }

  func write(_ band: Span<UInt8>) throws(CodecError) {
    let most = max(1, WorkerSession.sharedBytes / rowBytes) * rowBytes
    for place in (0..<band.count).parts(of: most) {
      let part = band.extracting(place)
      let shared = try session.worker.memory(part.count)
      part.withUnsafeBytes { shared.copyMemory(from: $0) }
      try session.write(to: output, codec_encode_rows) { $0.count = UInt64(part.count / rowBytes) }
    }
  }

  func finish() throws(CodecError) { try session.write(to: output, codec_encode_finish) }
}
