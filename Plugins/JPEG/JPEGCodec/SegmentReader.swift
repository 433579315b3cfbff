import FrameCodec
import FrameModel

/// Goes from marker to marker (ITU-T T.81, B.1.1.2 to B.1.1.4) the way the library does, so that both
/// see the same segments: bytes that are no marker are passed over, and counted.
struct SegmentReader {
  /// Bytes between segments that belong to none.
  private(set) var junk = 0

  private let input: ByteInput
  private var position = 0
  /// The segment's content, without its length; empty for a marker that has none.
  private var content = 0..<0
  private var hasContent = false
  private var window: [UInt8] = []
  private var windowStart = 0

  init(_ input: ByteInput) {
    self.input = input
  }

  /// The next marker's code, or nil at the end of the data.
  ///
  /// - Throws: `CodecError.limit` when there is nothing but junk, `.readFailed`.
  mutating func next() throws(CodecError) -> UInt8? {
    position = max(position, content.upperBound)
    guard let marker = try code() else { return nil }
    content = position..<position
    hasContent = Self.hasLength(marker)
    guard hasContent else { return marker }
    guard let high = try byte(), let low = try byte() else { return nil }
    let length = Int(high) << 8 | Int(low)
    content = position..<position + max(length - 2, 0)
    return marker
  }

  /// The segment's content behind a name that it begins with; nil where it begins otherwise, or is cut.
  mutating func content(after name: [UInt8]) throws(CodecError) -> [UInt8]? {
    guard content.count >= name.count else { return nil }
    let start = try input.read(at: content.lowerBound, count: name.count)
    guard start == name else { return nil }
    let rest = content.count - name.count
    let bytes = try input.read(at: content.lowerBound + name.count, count: rest)
    return bytes.count == rest ? bytes : nil
  }

  /// Where the segment's marker begins, without bytes that fill up before it.
  var start: Int { content.lowerBound - (hasContent ? 4 : 2) }

  /// The segment's content; nil where it is cut.
  func bytes() throws(CodecError) -> [UInt8]? {
    let bytes = try input.read(at: content.lowerBound, count: content.count)
    return bytes.count == content.count ? bytes : nil
  }

  /// SOI, EOI, RSTn and TEM stand alone (ITU-T T.81, table B.1).
  private static func hasLength(_ marker: UInt8) -> Bool {
    !(0xD0...0xD9).contains(marker) && marker != 0x01
  }

  /// A marker is one or more 0xFF and a byte that is neither 0xFF nor 0; an 0xFF before a 0 is data.
  private mutating func code() throws(CodecError) -> UInt8? {
    while true {
      guard var byte = try byte() else { return nil }
      while byte != 0xFF {
        junk += 1
        if junk > DecoderLimits.metadata {
          throw .limit(LimitExceeded(.metadata, needed: junk, allowed: DecoderLimits.metadata))
        }
        guard let next = try self.byte() else { return nil }
        byte = next
      }
      while byte == 0xFF {
        guard let next = try self.byte() else { return nil }
        byte = next
      }
      if byte != 0 { return byte }
      junk += 2
    }
  }

  private mutating func byte() throws(CodecError) -> UInt8? {
    if !(windowStart..<windowStart + window.count).contains(position) {
      // Most of what is passed over lies in long segments: a small window reads little in vain.
      let size = 4096
      windowStart = position
      window = try input.read(at: position, count: size)
      if window.isEmpty { return nil }
    }
    defer { position += 1 }
    return window[position - windowStart]
  }
}
