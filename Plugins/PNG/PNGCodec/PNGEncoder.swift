import CFrameCodec
import CPNG
import FrameCodec
import FrameGeometry
import FrameImage

/// Encodes a PNG without interlacing. The same rows and metadata always give the same bytes. An animation is written
/// as APNG (PNG specification, third edition, 11.3.6): of each frame only what differs from the previous one, which
/// is held for that purpose. A single image that may be held is stored with as few bits as its colors need.
final class PNGEncoder: ImageEncoder {
  private let output: ByteOutput
  private let size: PixelSize
  private let format: PixelFormat
  /// The chunks before the palette.
  private let chunks: [(type: String, data: [UInt8])]
  /// Nil before the layout is known.
  private var encoder: OpaquePointer?
  /// The rows so far; nil if they are not held.
  private var held: PNGHeldImage?
  /// Allocates the buffer for frames; nil for a single image.
  private let makeFrame: (() -> PNGFrame)?
  /// Allocated with the first row, because images may be refused before.
  private var frame: PNGFrame?
  /// The delay of the frame.
  private var milliseconds = 0

  /// - Throws: `CodecError.unsupported` for a profile that does not match the pixels, `.limit` if the held frame
  ///   exceeds `request.limits`, `.writeFailed`.
  init(_ output: ByteOutput, _ request: EncodeRequest) throws(CodecError) {
    if request.animation != nil {
      let held = request.size.area * request.pixels.bytesPerPixel
      try CodecError.limited(request.limits.check(memory: held))
      makeFrame = { PNGFrame(size: request.size, format: request.pixels) }
    } else {
      makeFrame = nil
    }
    (self.output, size, format) = (output, request.size, request.pixels)
    chunks = try Self.chunks(request)
    held = try PNGHeldImage(request)
    if held == nil { try open(fullLayout, chunks) }
  }

  private var rowBytes: Int { format.rowBytes(width: size.width) }

  /// The layout of the pixels as they are.
  private var fullLayout: cpng_layout {
    cpng_layout(
      channels: Int32(format.channels.rawValue), depth: Int32(format.depth.rawValue), colors: 0,
      translucent: 0)
  }

  /// Writes the header and chunks.
  private func open(_ layout: cpng_layout, _ chunks: [(type: String, data: [UInt8])]) throws(CodecError) {
    var report = frameit_codec_report()
    let encoder = cpng_encoder_open(
      output.writer, UInt32(size.width), UInt32(size.height), layout, &report)
    guard let encoder else {
      throw CodecError(report, writing: true)
        ?? .misuse(detail: "the library created no encoder and gave no reason")
    }
    self.encoder = encoder
    for (type, data) in chunks {
      try CodecError.check(writing: true) { cpng_encoder_chunk(encoder, type, data, data.count, &$0) }
    }
  }

  deinit { cpng_encoder_close(encoder) }

  func beginFrame(milliseconds: Int) { self.milliseconds = milliseconds }

  func write(_ band: Span<UInt8>) throws(CodecError) {
    if let held {
      if held.add(band) { return }
      self.held = nil
      try open(fullLayout, chunks)
      return try encode(held.bytes.span, rows: UInt32(held.bytes.count / rowBytes))
    }
    guard let makeFrame else { return try encode(band, rows: UInt32(band.count / rowBytes)) }
    if frame == nil { frame = makeFrame() }
    for at in stride(from: 0, to: band.count, by: rowBytes) {
      frame!.take(band.extracting(at..<at + rowBytes))
    }
    guard frame!.isWhole else { return }
    try writeFrame(frame!)
    frame!.beginNext()
  }

  private func writeFrame(_ frame: PNGFrame) throws(CodecError) {
    let area = frame.changed
    let place = cpng_area(
      x: UInt32(area.x), y: UInt32(area.y), width: UInt32(area.size.width), height: UInt32(area.size.height))
    try CodecError.check(writing: true) {
      cpng_encoder_begin_frame(encoder, place, UInt32(clamping: milliseconds), &$0)
    }
    for y in area.rows {
      try encode(frame.bytes.span.extracting(frame.range(ofRow: y, in: area)), rows: 1)
    }
  }

  private func encode(_ rows: Span<UInt8>, rows count: UInt32) throws(CodecError) {
    try CodecError.check(writing: true) { report in
      rows.withUnsafeBufferPointer { cpng_encoder_write(encoder, $0.baseAddress, count, &report) }
    }
  }

  func finish() throws(CodecError) {
    if let held {
      let layout = held.layout()
      try open(layout, chunks + held.chunks(layout))
      try held.forEachRow(layout) { row throws(CodecError) in try encode(row.span, rows: 1) }
    }
    try CodecError.check(writing: true) { cpng_encoder_finish(encoder, &$0) }
  }

  /// The metadata chunks, in the order of PNG specification 5.6.
  private static func chunks(
    _ request: EncodeRequest
  ) throws(CodecError) -> [(type: String, data: [UInt8])] {
    let metadata = request.metadata
    var chunks: [(type: String, data: [UInt8])] = []
    if let points = metadata.colorimetry?.codePoints, points.count == 4 {
      chunks.append(("cICP", points))
    }
    if let gamma = metadata.colorimetry?.gamma {
      chunks.append(("gAMA", gamma.bigEndianBytes))
    }
    if let xy = metadata.colorimetry?.chromaticities, xy.count == 8 {
      chunks.append(("cHRM", xy.flatMap(\.bigEndianBytes)))
    }
    if let profile = metadata.profile {
      // A decoder of another format may accept such a profile, but readers ignore the profile of a PNG that violates
      // 11.3.2.3, so it is not written.
      guard let whole = ICCProfile(profile), whole.describes(request.pixels.channels),
        let data = PNGProfile.chunk(whole.bytes)
      else {
        throw .unsupported(detail: "the color profile does not describe these pixels")
      }
      chunks.append(("iCCP", data))
    } else if let intent = metadata.colorimetry?.renderingIntent {
      chunks.append(("sRGB", [intent]))
    }
    if let resolution = metadata.resolution, let x = perMeter(resolution.x), let y = perMeter(resolution.y) {
      chunks.append(("pHYs", x.bigEndianBytes + y.bigEndianBytes + [1]))
    }
    chunks += PNGTexts.chunks(metadata.blocks)
    if let animation = request.animation {
      guard (1...Int(Int32.max)).contains(animation.frames) else {
        throw .unsupported(detail: "\(animation.frames) frames")
      }
      let numbers = [UInt32(animation.frames), UInt32(clamping: animation.loopCount)]
      chunks.append(("acTL", numbers.flatMap(\.bigEndianBytes)))
    }
    return chunks
  }

  /// Returns pixels per meter as pHYs stores them, or nil if it cannot.
  private static func perMeter(_ value: Double) -> UInt32? {
    guard value.isFinite, value >= 0.5, value < 0x7FFF_FFFF else { return nil }
    return UInt32(value.rounded())
  }
}

/// A frame of an animation, received row by row over the previous one.
struct PNGFrame {
  private let size: PixelSize
  private let pixelBytes: Int
  private let rowBytes: Int
  /// The new frame before `next`, and the previous frame from there on.
  private(set) var bytes: [UInt8]
  private var next = 0
  /// The columns that contain all differences, in pixels; empty if there are none yet.
  private var columns: Range<Int>
  private var rows: Range<Int>

  /// The first frame has no predecessor: all of it differs.
  init(size: PixelSize, format: PixelFormat) {
    self.size = size
    pixelBytes = format.bytesPerPixel
    rowBytes = format.rowBytes(width: size.width)
    bytes = [UInt8](repeating: 0, count: rowBytes * size.height)
    (columns, rows) = (0..<size.width, 0..<size.height)
  }

  var isWhole: Bool { next == size.height }

  /// The area to write. It has at least one pixel, even if nothing has changed.
  var changed: PixelRect {
    PixelRect(columns: columns, rows: rows) ?? PixelRect(columns: 0..<1, rows: 0..<1)!
  }

  /// - Parameter row: the next row of the frame.
  mutating func take(_ row: Span<UInt8>) {
    let (start, count) = (next * rowBytes, rowBytes)
    var (first, end) = (0, 0)
    let differs = bytes.withUnsafeMutableBufferPointer { held in
      row.withUnsafeBufferPointer {
        cpng_replace(held.baseAddress! + start, $0.baseAddress!, count, &first, &end) != 0
      }
    }
    if differs {
      columns = columns.union(first / pixelBytes..<(end - 1) / pixelBytes + 1)
      rows = rows.union(next..<next + 1)
    }
    next += 1
  }

  /// Returns the position in `bytes` of the part of a row that is in an area.
  func range(ofRow y: Int, in area: PixelRect) -> Range<Int> {
    let start = y * rowBytes + area.x * pixelBytes
    return start..<start + area.size.width * pixelBytes
  }

  mutating func beginNext() {
    next = 0
    (columns, rows) = (0..<0, 0..<0)
  }
}
