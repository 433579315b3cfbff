import FrameCodec
import FrameImage

/// Reads a file's bytes without comments: "#" up to the end of the line counts as nothing, not even white space
/// (pbm(5)).
struct PNMText {
  private let input: ByteInput
  /// True if the number of bytes is limited.
  private let isHeader: Bool
  /// Bytes that were read ahead.
  private var window: [UInt8] = []
  private var windowStart: Int
  private var at = 0

  /// The file offset of the next byte.
  var offset: Int { windowStart + at }

  init(_ input: ByteInput, from offset: Int, isHeader: Bool) {
    self.input = input
    self.isHeader = isHeader
    windowStart = offset
  }

  /// - Returns: nil at the end of the file.
  /// - Throws: `CodecError.readFailed`, and `.limit` for a header without an end, as the other functions.
  mutating func next() throws(CodecError) -> UInt8? {
    guard var byte = try nextByte() else { return nil }
    while byte == UInt8(ascii: "#") {
      while byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") {
        guard let following = try nextByte() else { return nil }
        byte = following
      }
      guard let following = try nextByte() else { return nil }
      byte = following
    }
    return byte
  }

  /// Returns a line without its newline. Comments are part of it.
  ///
  /// - Returns: nil if the file ends first.
  mutating func nextLine() throws(CodecError) -> [UInt8]? {
    var line: [UInt8] = []
    while let byte = try nextByte() {
      if byte == UInt8(ascii: "\n") { return line }
      line.append(byte)
    }
    return nil
  }

  enum Number {
    /// Clamped to 2^40, far above all meaningful values.
    case value(Int)
    case end
    case garbage
  }

  /// Returns the next number and consumes one byte of white space after it.
  mutating func nextNumber() throws(CodecError) -> Number {
    var value: Int?
    while let byte = try next() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        value = min((value ?? 0) * 10 + Int(byte - UInt8(ascii: "0")), 1 << 40)
      case _ where byte.isWhiteSpace:
        if let value { return .value(value) }
      default: return .garbage
      }
    }
    return value.map(Number.value) ?? .end
  }

  private mutating func nextByte() throws(CodecError) -> UInt8? {
    if at == window.count {
      windowStart += at
      at = 0
      if isHeader { try DecoderLimits.check(metadata: windowStart) }
      // Headers are short. Longer reads are for samples.
      window = try input.read(at: windowStart, count: window.isEmpty ? 512 : 1 << 16)
      if window.isEmpty { return nil }
    }
    at += 1
    return window[at - 1]
  }
}

extension UInt8 {
  /// White space by pbm(5): space, TAB, LF, VT, FF and CR.
  var isWhiteSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
