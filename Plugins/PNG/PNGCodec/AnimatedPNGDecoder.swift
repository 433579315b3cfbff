import FrameCodec
import FrameImage

/// Decodes the frames of an animated PNG, each composited as viewers show it. The whole image is held in memory.
final class AnimatedPNGDecoder: ImageDecoder {
  var size: PixelSize { canvas.size }
  var format: PixelFormat { canvas.format }
  var frames: Int { animation.frames.count }
  private(set) var damage: Damage

  private let input: ByteInput
  private let animation: PNGAnimation
  private let limits: Limits
  private var canvas: Bitmap
  /// The pixels below the last frame, if they are to be restored.
  private var before: Bitmap?
  /// The index of the frame on the canvas.
  private var index = -1
  private var wanted = 0
  /// The next row of the requested frame.
  private var row = 0

  init(
    _ input: ByteInput, _ animation: PNGAnimation, size: PixelSize, _ limits: Limits
  ) throws(CodecError) {
    self.input = input
    self.animation = animation
    self.limits = limits
    damage = animation.damage
    try CodecError.limited(limits.check(memory: Self.bytes(animation, of: input, size: size)))
    canvas = Bitmap(size: size, format: animation.pixels)
  }

  /// Returns the bytes of the canvas, the pixels to restore and a frame; and of the frame's compressed data, as chunk data and as a file.
  static func bytes(_ animation: PNGAnimation, of input: ByteInput, size: PixelSize) -> Int {
    3 * size.area * animation.pixels.bytesPerPixel + 3 * min(animation.longestData, input.length)
  }

  func beginFrame(_ index: Int) -> Int {
    (wanted, row) = (index, 0)
    return animation.frames[index].milliseconds
  }

  func read(into band: inout MutableSpan<UInt8>) throws(CodecError) {
    try show(wanted)
    canvas.read(from: row, into: &band)
    row += band.count / canvas.rowBytes
  }

  func skip(_ rows: Int) { row += rows }

  func finish(unread: Int) {
    if let end = animation.missingEnd { damage.lose(end) }
  }

  private func show(_ wanted: Int) throws(CodecError) {
    while index < wanted {
      dispose()
      index += 1
      let frame = animation.frames[index]
      before = frame.disposal == .previous ? canvas : nil
      lay(try decoded(frame), frame)
    }
  }

  private func dispose() {
    guard index >= 0 else { return }
    let frame = animation.frames[index]
    switch frame.disposal {
    case .none: break
    case .previous: if let before { canvas = before }
    case .background:
      let channels = format.channels.rawValue
      canvas.forEachPixel(in: frame.area) { canvas, x, y in
        for channel in 0..<channels { canvas[x, y, channel] = 0 }
      }
    }
  }

  /// - Returns: a frame with the size of its area and in `animation.stored`, which is the canvas's format or that
  ///   without alpha.
  private func decoded(_ frame: PNGAnimation.Frame) throws(CodecError) -> Bitmap {
    let (bytes, isDamaged) = try animation.image(frame, input)
    if isDamaged { damage.note("a chunk of a frame has a wrong CRC") }
    let decoder = try PNGDecoder(ByteInput(bytes: bytes), limits: limits)
    try decoder.start(limits)
    guard decoder.size == frame.area.size, decoder.format == animation.stored else {
      throw .damaged(detail: "a frame has another size or pixel format than announced")
    }
    var rows = [UInt8](repeating: 0, count: frame.area.size.area * animation.stored.bytesPerPixel)
    var span = rows.mutableSpan
    try decoder.read(into: &span)
    try decoder.finish(unread: 0)
    damage.add(decoder.damage)
    // The rows were made for this size and format.
    return Bitmap(size: frame.area.size, format: animation.stored, bytes: rows)!
  }

  private func lay(_ image: Bitmap, _ frame: PNGAnimation.Frame) {
    let (from, to) = (image.format.channels, format.channels)
    let colors = to.isGray ? 1 : 3
    let maximum = format.depth.maximum
    canvas.forEachPixel(in: frame.area) { canvas, x, y in
      let (px, py) = (x - frame.area.x, y - frame.area.y)
      let alpha = from.hasAlpha ? image[px, py, from.rawValue - 1] : maximum
      if frame.isOver, alpha == 0 { return }
      guard frame.isOver, alpha < maximum, to.hasAlpha else {
        for channel in 0..<colors { canvas[x, y, channel] = image[px, py, channel] }
        if to.hasAlpha { canvas[x, y, to.rawValue - 1] = alpha }
        return
      }
      // Blends samples as they are stored, with alpha not premultiplied (PNG specification 13.16).
      let under = canvas[x, y, to.rawValue - 1] * (maximum - alpha)
      let sum = alpha * maximum + under
      for channel in 0..<colors {
        let mixed = image[px, py, channel] * alpha * maximum + canvas[x, y, channel] * under
        canvas[x, y, channel] = (mixed + sum / 2) / sum
      }
      canvas[x, y, to.rawValue - 1] = (sum + maximum / 2) / maximum
    }
  }
}

extension Bitmap {
  fileprivate mutating func forEachPixel(in area: PixelRect, _ body: (inout Bitmap, Int, Int) -> Void) {
    for y in area.rows {
      for x in area.columns { body(&self, x, y) }
    }
  }
}
