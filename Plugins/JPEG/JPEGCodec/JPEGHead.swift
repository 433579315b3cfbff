import FrameCodec
import FrameImage

/// The marker segments before the first scan, parsed once.
///
/// libjpeg could keep the segments, but its cost grows with the square of their number; here their number and bytes are
/// bounded. Invalid markers are left for libjpeg to report: the parser stops at them.
struct JPEGHead {
  var segments: [JPEGSegment] = []
  /// The offset of the first scan's marker; nil if there is none.
  let firstScan: Int?

  /// - Parameter range: the bytes of the image's file within the input; nil for all.
  /// - Throws: `CodecError.limit` for too many markers or bytes, `.readFailed`.
  init(_ input: ByteInput, in range: Range<Int>? = nil) throws(CodecError) {
    var reader = SegmentReader(input, in: range ?? 0..<input.length)
    var count = 0
    var loaded = 0
    while let marker = try reader.next() {
      count += 1
      if count > JPEGLimits.markers {
        throw .limit(LimitExceeded(.parts("markers"), needed: count, allowed: JPEGLimits.markers))
      }
      switch marker {
      case Self.startOfScan:
        firstScan = reader.start
        return
      case Self.endOfImage:
        firstScan = nil
        return
      case _ where SegmentReader.hasLength(marker):
        guard let segment = try reader.segment(marker) else { continue }
        if case .loaded(let bytes) = segment.content { loaded += bytes.count }
        segments.append(segment)
      default: break
      }
      try DecoderLimits.check(metadata: reader.junk + loaded)
    }
    firstScan = nil
  }

  private static let startOfScan: UInt8 = 0xDA
  private static let endOfImage: UInt8 = 0xD9

  /// True if the first segment is JFIF's.
  var isJFIF: Bool { segments.first?.kind == .jfif }

  /// Returns the contents of all segments of a kind that were loaded.
  func contents(_ kind: JPEGSegment.Kind) -> [ArraySlice<UInt8>] {
    segments.filter { $0.kind == kind }.compactMap(\.body)
  }

  /// Returns the bytes of segments as a file has them.
  ///
  /// - Throws: `CodecError.limit` for too many bytes, `.truncated` if the file has become shorter.
  static func bytes(of segments: [JPEGSegment], from input: ByteInput) throws(CodecError) -> [UInt8] {
    try DecoderLimits.check(metadata: segments.reduce(0) { $0 + $1.content.count })
    var bytes: [UInt8] = []
    for segment in segments {
      let length = segment.content.count + 2
      bytes += [0xFF, segment.marker, UInt8(length >> 8), UInt8(length & 0xFF)]
      switch segment.content {
      case .loaded(let content): bytes += content
      case .stored(let range):
        let content = try input.read(at: range.lowerBound, count: range.count)
        guard content.count == range.count else {
          throw .truncated(detail: "the file was truncated while it was read")
        }
        bytes += content
      }
    }
    return bytes
  }
}
