import CCodecWorker
import FrameImage

/// The rows of an image that another process decodes.
final class IsolatedDecoder: ImageDecoder {
  let size: PixelSize
  let format: PixelFormat

  let frames: Int
  private(set) var damage: Damage

  private let image: IsolatedImage
  private let rowBytes: Int
  private var nextFrame = 0
  /// The number of skipped frames that increase a frame's timeout.
  private static let mostSkipped = 100

  init(_ image: IsolatedImage, _ rows: RowLayout) {
    self.image = image
    (size, format, frames, damage) = (rows.size, rows.format, rows.frames, rows.damage)
    rowBytes = format.rowBytes(width: size.width)
    image.extend(pixels: size.area)
  }

  func beginFrame(_ index: Int) throws(CodecError) -> Int {
    // A codec also composites the frames that are skipped. Their number is the file's claim, so it is bounded.
    for _ in 0...min(max(0, index - nextFrame), Self.mostSkipped) { image.extend(pixels: size.area) }
    nextFrame = index + 1
    return Int(try image.ask(.frame) { $0.index = UInt32(index) }.milliseconds)
  }

  func read(into band: inout MutableSpan<UInt8>) throws(CodecError) {
    let most = max(1, IsolatedImage.sharedBytes / rowBytes) * rowBytes
    try band.withUnsafeMutableBytes { band throws(CodecError) in
      for start in stride(from: 0, to: band.count, by: most) {
        let part = UnsafeMutableRawBufferPointer(rebasing: band[start..<min(start + most, band.count)])
        try noteDamage(after: try image.rows(part.count / rowBytes, into: part))
      }
    }
  }

  func skip(_ rows: Int) throws(CodecError) {
    try noteDamage(after: try image.ask(.skip) { $0.count = UInt64(rows) })
  }

  func finish(unread: Int) throws(CodecError) {
    try noteDamage(after: try image.ask(.finishDecoding) { $0.count = UInt64(unread) })
  }

  /// A reply only says whether there is more damage; the details need a request of their own.
  private func noteDamage(after reply: codec_reply) throws(CodecError) {
    if Int(reply.report.damages) != damage.count { damage = try image.value(Damage.self, .damage) }
  }
}

/// The layout of the rows.
struct RowLayout {
  var size: PixelSize
  var format: PixelFormat
  var frames: Int
  /// The damage before the first row.
  var damage: Damage
}

extension RowLayout: WireValue {
  func write(to wire: inout WireWriter) {
    wire.put(size)
    wire.put(format)
    wire.put(frames)
    wire.put(damage)
  }

  init(from wire: inout WireReader) throws(WireError) {
    self.init(
      size: try wire.take(), format: try wire.take(), frames: try wire.take(), damage: try wire.take())
    guard (1...Int(UInt32.max)).contains(frames) else { throw WireError() }
  }
}

/// Sends rows to another process that encodes them. That process never has the output file: its bytes come back and
/// are written here.
final class IsolatedEncoder: ImageEncoder {
  private let image: IsolatedImage
  private let output: ByteOutput
  private let rowBytes: Int
  /// Of a frame.
  private let pixels: Int

  /// - Parameter begun: the reply with the file's first bytes.
  init(
    _ image: IsolatedImage, _ output: ByteOutput, _ request: EncodeRequest, _ begun: codec_reply
  ) throws(CodecError) {
    self.image = image
    self.output = output
    rowBytes = request.pixels.rowBytes(width: request.size.width)
    pixels = request.size.area
    try image.pass(begun, to: output)
  }

  func beginFrame(milliseconds: Int) throws(CodecError) {
    image.extend(pixels: pixels)
    let begun = try image.ask(.encodeFrame) { $0.milliseconds = UInt32(clamping: milliseconds) }
    try image.pass(begun, to: output)
  }

  func write(_ band: Span<UInt8>) throws(CodecError) {
    let most = max(1, IsolatedImage.sharedBytes / rowBytes) * rowBytes
    for start in stride(from: 0, to: band.count, by: most) {
      let part = band.extracting(start..<min(start + most, band.count))
      try image.write(part.bytes, to: output)
    }
  }

  func finish() throws(CodecError) { try image.pass(try image.ask(.finishEncoding), to: output) }
}
