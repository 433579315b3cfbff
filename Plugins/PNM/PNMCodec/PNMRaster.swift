import FrameCodec
import FrameModel

/// An image's samples as they are stored.
protocol PNMRaster {
  /// True where rows can be left out: there is nothing wrong with them that their number does not tell.
  var isSoundUnread: Bool { get }

  /// Fills whole rows, from `row` on; what is missing becomes 0.
  ///
  /// - Throws: `CodecError.readFailed`; all else that is wrong is damage.
  mutating func read(
    _ band: inout MutableSpan<UInt8>, from row: Int, _ damage: inout Damage
  ) throws(CodecError)

  /// Looks at what follows the last row.
  mutating func finish(_ damage: inout Damage) throws(CodecError)
}

/// Samples as numbers from 0 to maxval, as ours.
struct PNMScale {
  let maxval: Int
  let white: Int

  init(_ header: PNMHeader) {
    maxval = header.maxval
    white = header.pixels.depth.maximum
  }

  /// `value * white / maxval`, rounded to the nearest; above maxval it is white, and damage.
  func apply(_ value: Int, _ damage: inout Damage) -> Int {
    if value > maxval {
      damage.note("a sample of \(value) where the maxval is \(maxval)")
      return white
    }
    return (value * white + maxval / 2) / maxval
  }
}

/// P4 to P7: every row has its place.
struct PNMRawRaster: PNMRaster {
  private let input: ByteInput
  private let header: PNMHeader
  private let scale: PNMScale
  /// The bytes of a stored row.
  private let rowBytes: Int
  /// The bytes behind the last row.
  private let end: Int

  init(_ input: ByteInput, _ header: PNMHeader) {
    self.input = input
    self.header = header
    scale = PNMScale(header)
    rowBytes = header.storedRowBytes!
    end = header.end!
  }

  var isSoundUnread: Bool {
    if case .bits = header.raster { return true }
    return scale.maxval == scale.white
  }

  func read(
    _ band: inout MutableSpan<UInt8>, from row: Int, _ damage: inout Damage
  ) throws(CodecError) {
    let start = header.offset + row * rowBytes
    if case .bits = header.raster { return try readBits(&band, from: start, &damage) }
    // Stored samples are as long as ours, so that they come where they belong.
    let got = try input.read(at: start, into: &band)
    let whole = got - got % header.pixels.depth.bytes
    for at in whole..<band.count { band[at] = 0 }
    switch header.pixels.depth {
    case .eight: scaleBytes(&band, whole, &damage)
    case .sixteen: scalePairs(&band, whole, &damage)
    }
    if whole < band.count { damage.lose(Self.endsEarly) }
  }

  private func scaleBytes(
    _ band: inout MutableSpan<UInt8>, _ count: Int, _ damage: inout Damage
  ) {
    guard scale.maxval < 255 else { return }
    for at in 0..<count { band[at] = UInt8(scale.apply(Int(band[at]), &damage)) }
  }

  private func scalePairs(
    _ band: inout MutableSpan<UInt8>, _ count: Int, _ damage: inout Damage
  ) {
    var bytes = band.mutableBytes
    let isWhole = scale.maxval == 65535
    for at in stride(from: 0, to: count, by: 2) {
      let value = UInt16(bigEndian: bytes.unsafeLoadUnaligned(fromByteOffset: at, as: UInt16.self))
      let sample = isWhole ? value : UInt16(scale.apply(Int(value), &damage))
      bytes.storeBytes(of: sample, toByteOffset: at, as: UInt16.self)
    }
  }

  private func readBits(
    _ band: inout MutableSpan<UInt8>, from start: Int, _ damage: inout Damage
  ) throws(CodecError) {
    let width = header.size.width
    for row in 0..<band.count / width {
      let bits = try input.read(at: start + row * rowBytes, count: rowBytes)
      if bits.count < rowBytes { damage.lose(Self.endsEarly) }
      for x in 0..<width {
        let isWhite = x / 8 < bits.count && bits[x / 8] & (0x80 >> UInt8(x % 8)) == 0
        band[row * width + x] = isWhite ? 255 : 0
      }
    }
  }

  /// Behind an image there may be others, and nothing else. White space is let pass, for programs end
  /// files with a newline; anything more means that samples were added on the way, as by a transfer that
  /// made two bytes of each newline.
  func finish(_ damage: inout Damage) throws(CodecError) {
    if input.length < end { damage.lose(Self.endsEarly) }
    if try header.isFollowedByAnother(in: input) { return }
    let rest = try input.read(at: end, count: 256)
    if !rest.allSatisfy(\.isWhiteSpace) { damage.note("the file goes on behind the last row") }
  }

  private static let endsEarly = CodecError.truncated(detail: "the file ends before the last row does")
}

/// P1 to P3: one sample after the other.
struct PNMPlainRaster: PNMRaster {
  private var text: PNMText
  private let format: PixelFormat
  private let scale: PNMScale
  private let isBits: Bool

  init(_ input: ByteInput, _ header: PNMHeader) {
    text = PNMText(input, from: header.offset, isHeader: false)
    format = header.pixels
    scale = PNMScale(header)
    if case .plain(bits: true) = header.raster { isBits = true } else { isBits = false }
  }

  var isSoundUnread: Bool { false }

  mutating func read(
    _ band: inout MutableSpan<UInt8>, from row: Int, _ damage: inout Damage
  ) throws(CodecError) {
    for at in stride(from: 0, to: band.count, by: format.depth.bytes) {
      let sample = damage.loss == nil ? try nextSample(&damage) ?? 0 : 0
      switch format.depth {
      case .eight: band[at] = UInt8(sample)
      case .sixteen:
        var bytes = band.mutableBytes
        bytes.storeBytes(of: UInt16(sample), toByteOffset: at, as: UInt16.self)
      }
    }
  }

  /// - Returns: nil where there is none, which is then damage.
  private mutating func nextSample(_ damage: inout Damage) throws(CodecError) -> Int? {
    switch try isBits ? nextBit() : text.nextNumber() {
    case .value(let value): return isBits ? (1 - value) * scale.white : scale.apply(value, &damage)
    case .end: damage.lose(.truncated(detail: "the file ends before the last sample"))
    case .garbage: damage.lose(.damaged(detail: "something that is no sample"))
    }
    return nil
  }

  /// Bits are digits that need no white space between them.
  private mutating func nextBit() throws(CodecError) -> PNMText.Number {
    while let byte = try text.next() {
      switch byte {
      case UInt8(ascii: "0"): return .value(0)
      case UInt8(ascii: "1"): return .value(1)
      case _ where byte.isWhiteSpace: continue
      default: return .garbage
      }
    }
    return .end
  }

  /// What follows white space is junk, and allowed (pbm(5), "Plain PBM"); numbers end with white space.
  mutating func finish(_ damage: inout Damage) throws(CodecError) {
    if isBits, let next = try text.next(), !next.isWhiteSpace {
      damage.note("the file goes on behind the last sample")
    }
  }
}
