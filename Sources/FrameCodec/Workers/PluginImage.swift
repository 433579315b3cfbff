import CCodecWorker
import CFrameCodec
import FrameGeometry
import FrameImage

/// A file that a worker has open, with its header read and checked.
final class PluginImage: ImageReader {
  let worker: Worker
  let header: ImageHeader
  private let pool: WorkerPool
  private let limits: Limits
  private let input: ByteInput

  private static let mostBlocks = 64

  init(_ input: ByteInput, _ pool: WorkerPool, _ name: String, _ limits: Limits) throws(CodecError) {
    let worker = try pool.take(limits, bytes: input.length)
    (self.worker, self.pool, self.limits, self.input) = (worker, pool, limits, input)
    let index = try worker.index(of: name)
    let reply = try input.withDescriptor { descriptor throws(CodecError) in
      try worker.ask(codec_open, descriptor: descriptor) { request in
        request.index = index
        request.count = UInt64(input.length)
        request.limits = frameit_codec_limits(
          struct_size: UInt32(MemoryLayout<frameit_codec_limits>.size), side: UInt32(clamping: limits.side),
          pixels: UInt64(limits.pixels), memory: UInt64(limits.memory),
          metadata: UInt64(DecoderLimits.metadata)
        )
      }
    }
    header = try Self.header(reply, worker, limits)
  }

  deinit { end() }

  func makeDecoder(_ request: DecodeRequest) throws(CodecError) -> any ImageDecoder {
    try PluginDecoder(self, request)
  }

  /// Returns the worker. The image is complete by then, so a plugin that fails to close it is only reported.
  private func end() {
    guard !worker.hasEnded else { return }
    worker.begin(bytes: 0)
    do throws(CodecError) {
      try worker.ask(codec_close)
      pool.put(worker, limits)
    } catch {
      pool.warn(error)
    }
  }

  // MARK: What the worker says is checked

  private static func header(
    _ reply: codec_reply, _ worker: Worker, _ limits: Limits
  ) throws(CodecError) -> ImageHeader {
    let reported = reply.header
    let size = try CodecError.size(width: Int(reported.width), height: Int(reported.height), within: limits)
    guard let channels = PixelFormat.Channels(rawValue: Int(reported.channels)),
      let depth = PixelFormat.Depth(rawValue: Int(reported.depth)), reported.frames >= 1
    else {
      throw .damaged(detail: "the codec reported \(reported.channels) channels of \(reported.depth) bits")
    }
    var header = ImageHeader(size: size, pixels: PixelFormat(channels, depth), frames: Int(reported.frames))
    header.loopCount = Int(reported.plays)
    header.arePages = reported.pages != 0
    header.samples = reported.inks != 0 && channels == .rgba ? .cmyk : .colors
    try read(blocks: reported.block_count, worker, into: &header)
    if let orientation = Orientation(rawValue: Int(reported.orientation)) { header.orientation = orientation }
    if reported.pixels_per_metre_x > 0, reported.pixels_per_metre_y > 0, reported.pixels_per_metre_x.isFinite,
      reported.pixels_per_metre_y.isFinite
    {
      header.metadata.resolution = .init(x: reported.pixels_per_metre_x, y: reported.pixels_per_metre_y)
    }
    header.traits = String(c: reported.traits).split(separator: ",").map {
      String($0.drop(while: \.isWhitespace))
    }
    if reported.frames > 1 {
      header.notices.append(.firstFrameOnly(of: Int(reported.frames)))
    } else if reported.has_more_frames != 0 {
      header.notices.append(.firstFrameOnly(of: nil))
    }
    for reduction in ShrinkFactor.allCases where reduction != .none {
      if reported.reductions & UInt32(reduction.rawValue / 2) != 0 { header.reductions.append(reduction) }
    }
    return header
  }

  private static func read(
    blocks count: UInt32, _ worker: Worker, into header: inout ImageHeader
  ) throws(CodecError) {
    guard count <= mostBlocks else {
      throw .limit(LimitExceeded(.parts("blocks of metadata"), needed: Int(count), allowed: mostBlocks))
    }
    var total = 0
    for index in 0..<count {
      let block = try worker.ask(codec_block) { $0.index = index }
      let (sum, isTooMuch) = total.addingReportingOverflow(Int(clamping: block.count))
      total = sum
      guard !isTooMuch, total <= DecoderLimits.metadata else {
        throw .limit(LimitExceeded(.metadata, needed: total, allowed: DecoderLimits.metadata))
      }
      let bytes = try Self.bytes(of: index, count: Int(block.count), worker)
      let kind = String(c: block.kind)
      if kind == "icc" { header.metadata.profile = bytes }
      if kind == "exif" { header.orientation = Orientation(tiff: bytes) }
      // The contract's words for the others are ours.
      if let kind = MetadataBlock.Kind(rawValue: kind) {
        header.metadata.blocks.append(MetadataBlock(kind, bytes))
      }
    }
  }

  private static func bytes(of index: UInt32, count: Int, _ worker: Worker) throws(CodecError) -> [UInt8] {
    let piece = 1 << 20
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while bytes.count < count {
      let part = min(piece, count - bytes.count)
      let memory = try worker.memory(part)
      let offset = bytes.count
      try worker.ask(codec_block_bytes) { request in
        request.index = index
        request.offset = UInt64(offset)
        request.count = UInt64(part)
      }
      bytes += memory.prefix(part)
    }
    return bytes
  }
}
