import FrameCodec
import FrameModel

/// The bytes of a file one after the other, without comments: "#" to the end of the line counts as nothing,
/// not even as white space (pbm(5)).
struct PNMText {
  private let input: ByteInput
  /// In a header nothing is read from here on.
  private let limit: Int?
  /// Bytes that were read ahead.
  private var window: [UInt8] = []
  private var windowStart: Int
  private var at = 0

  /// Where the next byte lies in the file.
  var offset: Int { windowStart + at }

  init(_ input: ByteInput, from offset: Int, isHeader: Bool) {
    self.input = input
    limit = isHeader ? DecoderLimits.metadata : nil
    windowStart = offset
  }

  /// - Returns: nil at the end of the file.
  /// - Throws: `CodecError.readFailed`, `.limit` for a header without an end; so do the others.
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

  /// A line without its newline, which comments are a part of.
  ///
  /// - Returns: nil where the file ends first.
  mutating func nextLine() throws(CodecError) -> [UInt8]? {
    var line: [UInt8] = []
    while let byte = try nextByte() {
      if byte == UInt8(ascii: "\n") { return line }
      line.append(byte)
    }
    return nil
  }

  enum Number {
    /// Far larger ones than any that makes sense are all the same.
    case value(Int)
    case end
    case garbage
  }

  /// The next number, and with it one byte of white space behind it.
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
      if let limit, windowStart > limit {
        throw .limit(LimitExceeded(.metadata, needed: windowStart, allowed: limit))
      }
      // Headers are short; where more is read, it is samples.
      window = try input.read(at: windowStart, count: window.isEmpty ? 512 : 1 << 16)
      if window.isEmpty { return nil }
    }
    at += 1
    return window[at - 1]
  }
}

extension UInt8 {
  /// As pbm(5) has it: space, TAB, LF, VT, FF and CR.
  var isWhiteSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
