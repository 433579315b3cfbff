import CCodecWorker
import CFrameCodec
import FrameImage

/// The rows of an image that a worker decodes.
final class PluginDecoder: ImageDecoder {
  let size: PixelSize
  let format: PixelFormat
  var frames: Int { image.header.frames }
  private(set) var damage = Damage()

  private let image: PluginImage
  private let rowBytes: Int
  /// The number of rows that fit into shared memory.
  private let mostRows: Int
  private let reduction: UInt32
  /// True if the frame failed: nothing more of it is requested.
  private var isBroken = false
  private var nextFrame = 0

  private static let sharedBytes = 1 << 20
  /// The number of skipped frames that increase a frame's timeout.
  private static let mostSkipped = 100

  init(_ image: PluginImage, _ request: DecodeRequest) throws(CodecError) {
    self.image = image
    size = image.header.size.reduced(by: request.reduction)
    format = image.header.pixels
    rowBytes = format.rowBytes(width: size.width)
    mostRows = max(1, Self.sharedBytes / rowBytes)
    _ = try image.worker.memory(min(mostRows, size.height) * rowBytes)
    reduction = UInt32(request.reduction.rawValue)
  }

  func beginFrame(_ index: Int) throws(CodecError) -> Int {
    // A codec also composites the frames that are skipped. Their number is the file's claim, so it is bounded.
    for _ in 0...min(max(0, index - nextFrame), Self.mostSkipped) {
      image.worker.extend(pixels: image.header.size.area)
    }
    nextFrame = index + 1
    let reply = try image.worker.ask(codec_frame) { request in
      request.index = UInt32(index)
      request.reduction = reduction
    }
    isBroken = false
    return Int(reply.milliseconds)
  }

  func read(into band: inout MutableSpan<UInt8>) throws(CodecError) {
    try band.withUnsafeMutableBytes { band throws(CodecError) in
      for start in stride(from: 0, to: band.count, by: mostRows * rowBytes) {
        let part = UnsafeMutableRawBufferPointer(
          rebasing: band[start..<min(start + mostRows * rowBytes, band.count)])
        if isBroken {
          for i in part.indices { part[i] = 0 }
        } else {
          try decode(part.count / rowBytes, by: codec_rows)
          part.copyMemory(
            from: UnsafeRawBufferPointer(rebasing: try image.worker.memory(part.count)[..<part.count]))
        }
      }
    }
  }

  func skip(_ rows: Int) throws(CodecError) {
    for start in stride(from: 0, to: rows, by: mostRows) where !isBroken {
      try decode(min(mostRows, rows - start), by: codec_skip)
    }
  }

  func finish(unread: Int) throws(CodecError) {
    if !isBroken { try take(try image.worker.exchange(codec_finish)) }
  }

  private func decode(_ rows: Int, by operation: codec_operation) throws(CodecError) {
    try take(try image.worker.exchange(operation) { $0.count = UInt64(rows) })
  }

  /// Records the damage in a reply.
  private func take(_ reply: codec_reply) throws(CodecError) {
    let loss = reply.code == FRAMEIT_CODEC_OK ? nil : image.worker.error(reply)
    if let loss, loss.damageDetail == nil { throw loss }
    // The count includes all damage so far, and a failure is the call's own: the last one knows best how far the file
    // is readable.
    let last = loss ?? damage.loss
    damage = Damage(count: Int(reply.report.damages), detail: String(c: reply.report.damage))
    if let last { damage.lose(last) }
    isBroken = loss != nil
  }
}
