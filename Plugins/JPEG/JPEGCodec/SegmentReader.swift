import FrameCodec
import FrameImage

/// Finds markers (ITU-T T.81, B.1.1.2 to B.1.1.4) as libjpeg does, so that both see the same segments: bytes outside
/// of segments are skipped and counted.
struct SegmentReader {
  /// The number of bytes outside of segments.
  private(set) var junk = 0

  private let input: ByteInput
  /// The end of the file that is read.
  private let end: Int
  private var position: Int
  /// The range of the segment's content without its length; empty for a marker without content.
  private var content: Range<Int>
  private var hasContent = false
  private var window: [UInt8] = []
  private var windowStart = 0

  /// - Parameter range: the bytes of the file within the input.
  init(_ input: ByteInput, in range: Range<Int>) {
    (self.input, end, position) = (input, range.upperBound, range.lowerBound)
    content = position..<position
  }

  /// Returns the next marker's code, or nil at the end of the data.
  ///
  /// - Throws: `CodecError.limit` if there is only junk, `.readFailed`.
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

  /// The offset of the segment's marker, without fill bytes before it.
  var start: Int { content.lowerBound - (hasContent ? 4 : 2) }

  /// Returns the segment, with its content if that has a known meaning; nil if it is truncated.
  func segment(_ marker: UInt8) throws(CodecError) -> JPEGSegment? {
    guard content.upperBound <= end else { return nil }
    let start = try input.read(
      at: content.lowerBound, count: min(content.count, JPEGSegment.Kind.longestName))
    let kind = JPEGSegment.Kind(marker, startingWith: start)
    guard kind.isLoaded else { return JPEGSegment(marker, kind, .stored(content), at: content.lowerBound) }
    let bytes = try input.read(at: content.lowerBound, count: content.count)
    guard bytes.count == content.count else { return nil }
    return JPEGSegment(marker, kind, .loaded(bytes), at: content.lowerBound)
  }

  /// SOI, EOI, RSTn and TEM have no content (ITU-T T.81, table B.1).
  static func hasLength(_ marker: UInt8) -> Bool {
    !(0xD0...0xD9).contains(marker) && marker != 0x01
  }

  /// A marker is one or more 0xFF bytes followed by a byte that is neither 0xFF nor 0. 0xFF followed by 0 is data.
  private mutating func code() throws(CodecError) -> UInt8? {
    while true {
      guard var byte = try byte() else { return nil }
      while byte != 0xFF {
        junk += 1
        try DecoderLimits.check(metadata: junk)
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
    guard position < end else { return nil }
    if !(windowStart..<windowStart + window.count).contains(position) {
      // Most skipped bytes are in long segments, so a small window reads little in vain.
      let size = 4096
      windowStart = position
      window = try input.read(at: position, count: size)
      if window.isEmpty { return nil }
    }
    defer { position += 1 }
    return window[position - windowStart]
  }
}
