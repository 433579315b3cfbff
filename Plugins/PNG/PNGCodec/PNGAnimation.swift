import FrameCodec
import FrameImage

/// The frames of an animated PNG (PNG specification, third edition, 11.3.6), as positions in the file.
struct PNGAnimation {
  struct Frame {
    /// The frame's rectangle on the canvas.
    let area: PixelRect
    fileprivate(set) var milliseconds = 0
    let disposal: Disposal
    /// True if the frame is blended over the canvas. Otherwise it replaces the canvas.
    let isOver: Bool
    /// The chunks with the frame's compressed data.
    fileprivate(set) var data: [Part] = []
  }

  /// A chunk with image data: IDAT, or fdAT, whose data begins with a sequence number.
  struct Part {
    let chunk: PNGChunk
    let prefix: Int
  }

  /// What happens to a frame's area before the next frame.
  enum Disposal: UInt8 {
    case none, background, previous
  }

  /// The result of looking for an animation.
  enum Finding {
    /// A still image, also as the only frame of an animation.
    case none
    /// An animation whose chunks break the rules. Only the default image can be shown.
    case unreadable
    case frames(PNGAnimation)
  }

  private(set) var frames: [Frame] = []
  /// 0 means forever.
  private(set) var loopCount = 0
  /// The pixel format that each frame decodes to.
  let stored: PixelFormat
  /// What is wrong with the sequence of chunks.
  private(set) var damage = Damage()
  /// The damage after the last frame: all frames are there, and IEND is not.
  private(set) var missingEnd: CodecError?
  /// True if the default image is not a frame: there is image data before the first frame.
  private(set) var hasStillImage = false
  /// IHDR's data, and the chunks that all frames are decoded with.
  private var header: [UInt8] = []
  private var shared: [(type: String, data: [UInt8])] = []
  private let size: PixelSize
  private var isAnimated = false
  /// The number of frames announced by acTL.
  private var announced = 0
  private var hasData = false
  /// The end of the last frame, in milliseconds.
  private var time = 0.0

  /// - Parameter image: what libpng found up to the first IDAT. The header here is from the same chunks, so that
  ///   frames and canvas agree.
  /// - Throws: `CodecError.limit` for too many chunks, `.readFailed`.
  static func find(_ input: ByteInput, in image: PNGHeader) throws(CodecError) -> Finding {
    var found = PNGAnimation(image)
    var walk = PNGWalk(input)
    while let chunk = try walk.next() {
      guard try found.take(chunk, input) else { return found.isAnimated ? .unreadable : .none }
    }
    guard found.isAnimated else { return .none }
    guard found.header.count == 13 else { return .unreadable }
    guard !found.frames.isEmpty else { return found.announced > 1 ? .unreadable : .none }
    if !walk.hasReachedEnd {
      let loss: CodecError =
        walk.isCut ? .truncated(detail: "the file ends before IEND") : .damaged(detail: "IEND is missing")
      let last = found.frames.last?.data.last?.chunk
      let isComplete =
        found.frames.count >= found.announced && last.map { $0.offset + $0.length <= input.length } ?? false
      if isComplete { found.missingEnd = loss } else { found.damage.lose(loss) }
    }
    found.checkCount()
    return found.frames.count == 1 && found.announced <= 1 && !found.hasStillImage ? .none : .frames(found)
  }

  private init(_ image: PNGHeader) { (size, stored) = (image.size, image.pixels) }

  /// The pixel format of the canvas: frames that leave parts open need alpha.
  var pixels: PixelFormat {
    hasHoles
      ? PixelFormat(PixelFormat.Channels(gray: stored.channels.isGray, alpha: true), stored.depth) : stored
  }

  /// The most bytes of compressed data in a frame, by its chunks' lengths.
  var longestData: Int {
    frames.map { $0.data.reduce(0) { $0 + $1.chunk.length } }.max() ?? 0
  }

  private var hasHoles: Bool {
    guard let first = frames.first else { return false }
    let size = (Int(header.bigEndian(at: 0)), Int(header.bigEndian(at: 4)))
    return (first.area.size.width, first.area.size.height) != size
      || frames.contains { $0.disposal == .background }
  }

  /// Returns a frame as a PNG file, and whether a checksum of its chunks is wrong.
  func image(
    _ frame: Frame, _ input: ByteInput
  ) throws(CodecError) -> (bytes: [UInt8], isDamaged: Bool) {
    var header = self.header
    header.replaceSubrange(
      0..<8,
      with: [frame.area.size.width, frame.area.size.height].flatMap { UInt32($0).bigEndianBytes })
    var bytes = PNGChunk.signature + PNGChunk.bytes("IHDR", header)
    for chunk in shared { bytes += PNGChunk.bytes(chunk.type, chunk.data) }
    var isDamaged = false
    for part in frame.data {
      var data: [UInt8]
      if let whole = try part.chunk.read(input) {
        data = whole
      } else {
        data = try input.read(at: part.chunk.offset, count: part.chunk.length)
        isDamaged = true
      }
      data.removeFirst(min(part.prefix, data.count))
      bytes += PNGChunk.bytes("IDAT", data)
    }
    return (bytes + PNGChunk.bytes("IEND", []), isDamaged)
  }
}

/// The chunks of a file are collected one by one.
extension PNGAnimation {
  /// - Returns: whether the chunks so far can be an animation.
  private mutating func take(_ chunk: PNGChunk, _ input: ByteInput) throws(CodecError) -> Bool {
    switch chunk.type {
    case "IHDR":
      // Only the first chunk of the file is its header. A later one could give frames another pixel format than the
      // canvas has.
      guard header.isEmpty else {
        damage.note("IHDR: duplicate chunk")
        break
      }
      guard chunk.length == 13, let data = try chunk.read(input) else { return false }
      header = data
    case "PLTE", "tRNS":
      // libpng reads the canvas's format from the chunks before the first IDAT (PNG specification 5.6).
      guard !hasData else {
        damage.note("\(chunk.type) comes after the image data")
        break
      }
      guard chunk.length <= 768, let data = try chunk.read(input) else { return false }
      shared.append((chunk.type, data))
    case "acTL":
      guard !isAnimated, !hasData else { break }
      guard chunk.length == 8, let data = try chunk.read(input) else { return false }
      isAnimated = true
      announced = Int(data.bigEndian(at: 0))
      loopCount = Int(data.bigEndian(at: 4))
    case "fcTL":
      guard isAnimated, chunk.length == 26, let data = try chunk.read(input),
        var frame = Frame(data, within: size)
      else { return false }
      // The ends of frames are rounded, and not their delays, whose errors would accumulate.
      let start = time.rounded()
      time += Frame.delay(data)
      frame.milliseconds = Int(time.rounded() - start)
      frames.append(frame)
    case "IDAT":
      hasData = true
      // Image data before the first fcTL is the default image, which is not a frame.
      guard isAnimated else { return false }
      if frames.isEmpty { hasStillImage = true }
      if frames.count == 1 { frames[0].data.append(Part(chunk: chunk, prefix: 0)) }
    case "fdAT":
      guard !frames.isEmpty, chunk.length >= 4 else { return false }
      frames[frames.count - 1].data.append(Part(chunk: chunk, prefix: 4))
    default: break
    }
    return true
  }

  /// Compares the number of frames with the one that acTL announces.
  private mutating func checkCount() {
    if frames.count < announced {
      damage.lose(.damaged(detail: "it has \(frames.count) of the \(announced) frames announced by acTL"))
    } else if frames.count > announced {
      // All frames are used.
      let detail = "it has \(frames.count) frames, but acTL announces \(announced)"
      damage.add(Damage(count: 1, detail: detail, harmless: 1))
    }
  }
}

extension PNGAnimation.Frame {
  /// - Parameter data: the data of an fcTL chunk.
  fileprivate init?(_ data: [UInt8], within size: PixelSize) {
    let numbers = (1...4).map { Int(data.bigEndian(at: 4 * $0)) }
    guard let own = PixelSize(width: numbers[0], height: numbers[1]), numbers[2] <= size.width - own.width,
      numbers[3] <= size.height - own.height, let disposal = PNGAnimation.Disposal(rawValue: data[24]),
      data[25] <= 1
    else { return nil }
    area = PixelRect(x: numbers[2], y: numbers[3], size: own)
    self.disposal = disposal
    isOver = data[25] == 1
  }

  /// Returns the delay of a frame, in milliseconds.
  ///
  /// - Parameter data: the data of an fcTL chunk.
  fileprivate static func delay(_ data: [UInt8]) -> Double {
    let delay = (Double(data[20]) * 256 + Double(data[21]), Double(data[22]) * 256 + Double(data[23]))
    // A denominator of 0 means 100.
    return delay.0 * 1000 / (delay.1 == 0 ? 100 : delay.1)
  }
}
