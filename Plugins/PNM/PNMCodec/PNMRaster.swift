import FrameCodec
import FrameImage

/// The stored samples of an image.
protocol PNMRaster {
  /// True if rows can be skipped unread: nothing can be wrong with them except their number.
  var isSoundUnread: Bool { get }

  /// Fills whole rows from `row` on. Missing samples become 0.
  ///
  /// - Throws: `CodecError.readFailed`. Everything else is recorded as damage.
  mutating func read(
    _ band: inout MutableSpan<UInt8>, from row: Int, _ damage: inout Damage
  ) throws(CodecError)

  /// Checks what follows the last row.
  mutating func finish(_ damage: inout Damage) throws(CodecError)
}

/// Scales samples from 0...maxval to the range of the pixel format.
struct PNMScale {
  let maxval: Int
  let white: Int

  init(_ header: PNMHeader) {
    maxval = header.maxval
    white = header.pixels.depth.maximum
  }

  /// Returns `value * white / maxval`, rounded to the nearest integer. A value above maxval becomes white and is
  /// damage.
  func apply(_ value: Int, _ damage: inout Damage) -> Int {
    if value > maxval {
      damage.note("a sample of \(value) exceeds the maxval of \(maxval)")
      return white
    }
    return (value * white + maxval / 2) / maxval
  }
}

/// P4 to P7: every row has a known offset.
struct PNMRawRaster: PNMRaster {
  private let input: ByteInput
  private let header: PNMHeader
  private let scale: PNMScale
  /// The bytes of a stored row.
  private let rowBytes: Int
  /// The offset after the last row.
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
    // Stored samples have the same size as decoded ones, so they can be read in place.
    let got = try input.read(at: start, into: &band)
    let whole = got - got % header.pixels.depth.bytes
    for at in whole..<band.count { band[at] = 0 }
    switch header.pixels.depth {
    case .eight where scale.maxval == 255: break
    case .eight: for at in 0..<whole { band[at] = UInt8(scale.apply(Int(band[at]), &damage)) }
    case .sixteen: scalePairs(&band, whole, &damage)
    }
    if whole < band.count { damage.lose(Self.endsEarly) }
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

  /// Only further images may follow an image. White space is accepted, because programs end files with a newline.
  /// Anything else means that bytes were inserted, for example by a transfer that converts newlines.
  func finish(_ damage: inout Damage) throws(CodecError) {
    if input.length < end { damage.lose(Self.endsEarly) }
    if try header.isFollowedByAnother(in: input) { return }
    let rest = try input.read(at: end, count: 256)
    if !rest.allSatisfy(\.isWhiteSpace) { damage.note("there is data after the last row") }
  }

  private static let endsEarly = CodecError.truncated(detail: "the file ends within the last row")
}

/// P1 to P3: samples are text and have to be parsed one after the other.
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

  /// - Returns: nil if there is none, which is recorded as damage.
  private mutating func nextSample(_ damage: inout Damage) throws(CodecError) -> Int? {
    switch try isBits ? nextBit() : text.nextNumber() {
    case .value(let value): return isBits ? (1 - value) * scale.white : scale.apply(value, &damage)
    case .end: damage.lose(.truncated(detail: "the file ends before the last sample"))
    case .garbage: damage.lose(.damaged(detail: "invalid data instead of a sample"))
    }
    return nil
  }

  /// Parses a bit: a digit that needs no separator.
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

  /// Data after white space is junk, and allowed (pbm(5), "Plain PBM"). Numbers end with white space.
  mutating func finish(_ damage: inout Damage) throws(CodecError) {
    if isBits, let next = try text.next(), !next.isWhiteSpace {
      damage.note("there is data after the last sample")
    }
  }
}
