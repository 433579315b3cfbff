import FrameCodec
import FrameModel

/// The frames of an animated PNG (PNG specification, third edition, 11.3.6), as places in the file.
struct PNGAnimation {
  struct Frame {
    /// Where it lies on the whole picture.
    let area: PixelRect
    let milliseconds: Int
    let disposal: Disposal
    /// Whether it is laid over what is there, by its alpha; else it replaces it.
    let isOver: Bool
    /// Its compressed data: in IDAT chunks, or behind the number of fdAT chunks.
    var data: [Range<Int>] = []
  }

  /// What becomes of a frame's area before the next one.
  enum Disposal: UInt8 {
    case none, background, previous
  }

  private(set) var frames: [Frame] = []
  /// 0 is for ever.
  private(set) var plays = 0
  /// IHDR's data, and chunks that frames are decoded with.
  private(set) var header: [UInt8] = []
  private(set) var shared: [(type: String, data: [UInt8])] = []

  private static let mostFrames = 100_000

  /// - Returns: nil where there is no animation, or where it is none by the rules: what says that it moves and
  ///   cannot be read so is a still picture, as is one with a single frame.
  /// - Throws: `CodecError.limit` for too many frames, `.readFailed`.
  init?(_ input: ByteInput, size: PixelSize) throws(CodecError) {
    var walk = PNGWalk(input)
    var isAnimated = false
    while let chunk = try walk.next() {
      switch chunk.type {
      case "IHDR": header = try chunk.read(input) ?? []
      case "acTL":
        guard chunk.length == 8, let data = try chunk.read(input) else { return nil }
        isAnimated = true
        plays = Int(data.bigEndian(at: 4))
      case "PLTE", "tRNS":
        guard chunk.length <= 768, let data = try chunk.read(input) else { return nil }
        shared.append((chunk.type, data))
      case "fcTL":
        guard isAnimated, chunk.length == 26, let data = try chunk.read(input),
          let frame = Frame(data, within: size)
        else { return nil }
        guard frames.count < Self.mostFrames else {
          throw .limit(LimitExceeded(.parts("frames"), needed: frames.count + 1, allowed: Self.mostFrames))
        }
        frames.append(frame)
      case "IDAT":
        // Before the first fcTL it is a picture of its own, for who knows no animations.
        guard isAnimated else { return nil }
        if frames.count == 1 { frames[0].data.append(chunk.offset..<chunk.offset + chunk.length) }
      case "fdAT":
        guard !frames.isEmpty, chunk.length >= 4 else { return nil }
        frames[frames.count - 1].data.append(chunk.offset + 4..<chunk.offset + chunk.length)
      default: break
      }
    }
    guard isAnimated, frames.count > 1, header.count == 13 else { return nil }
  }

  /// As decoded: frames that leave parts open need alpha.
  ///
  /// - Parameter stored: as each frame by itself is decoded.
  func pixels(_ stored: PixelFormat) -> PixelFormat {
    hasHoles
      ? PixelFormat(PixelFormat.Channels(gray: stored.channels.isGray, alpha: true), stored.depth) : stored
  }

  private var hasHoles: Bool {
    guard let first = frames.first else { return false }
    let size = (Int(header.bigEndian(at: 0)), Int(header.bigEndian(at: 4)))
    return (first.area.size.width, first.area.size.height) != size
      || frames.contains { $0.disposal == .background }
  }

  /// A frame as a PNG of its own.
  func picture(_ frame: Frame, _ input: ByteInput) throws(CodecError) -> [UInt8] {
    var header = self.header
    header.replaceSubrange(
      0..<8, with: [UInt8](bigEndian: UInt32(frame.area.size.width), UInt32(frame.area.size.height)))
    var bytes = PNGChunk.signature + PNGChunk.bytes("IHDR", header)
    for chunk in shared { bytes += PNGChunk.bytes(chunk.type, chunk.data) }
    for part in frame.data {
      bytes += PNGChunk.bytes("IDAT", try input.read(at: part.lowerBound, count: part.count))
    }
    return bytes + PNGChunk.bytes("IEND", [])
  }
}

extension PNGAnimation.Frame {
  /// - Parameter data: of an fcTL chunk.
  fileprivate init?(_ data: [UInt8], within size: PixelSize) {
    let numbers = (1...4).map { Int(data.bigEndian(at: 4 * $0)) }
    guard let own = PixelSize(width: numbers[0], height: numbers[1]), numbers[2] <= size.width - own.width,
      numbers[3] <= size.height - own.height, let disposal = PNGAnimation.Disposal(rawValue: data[24]),
      data[25] <= 1
    else { return nil }
    let delay = (Int(data[20]) << 8 | Int(data[21]), Int(data[22]) << 8 | Int(data[23]))
    area = PixelRect(x: numbers[2], y: numbers[3], size: own)
    // A denominator of 0 stands for 100.
    milliseconds = delay.0 * 1000 / (delay.1 == 0 ? 100 : delay.1)
    self.disposal = disposal
    isOver = data[25] == 1
  }
}
