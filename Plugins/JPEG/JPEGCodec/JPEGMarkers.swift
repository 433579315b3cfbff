import FrameCodec
import FrameModel

/// What the marker segments before the first scan hold beside the picture: orientation and profile.
///
/// The library could keep the segments itself, but its cost grows with the square of their number. Here
/// their number and bytes are bounded. What is wrong with the markers themselves is the library's to
/// say: this reading stops where it cannot go on.
struct JPEGMarkers {
  private(set) var orientation = Orientation.up
  /// The profile's bytes, not looked into; nil where there is none, or a part of it is missing.
  var profile: [UInt8]? { chunks.joined }
  var hasProfile: Bool { !chunks.isEmpty }

  private var chunks = ProfileChunks()
  private var hasExif = false
  private var kept = 0

  /// - Throws: `CodecError.limit` for too many markers or bytes, `.readFailed`.
  init(_ input: ByteInput) throws(CodecError) {
    var segments = SegmentReader(input)
    var count = 0
    while let marker = try segments.next() {
      count += 1
      if count > JPEGLimits.markers {
        throw .limit(LimitExceeded(.parts("markers"), needed: count, allowed: JPEGLimits.markers))
      }
      switch marker {
      case Self.startOfScan, Self.endOfImage: return
      case Self.app1 where !hasExif: try readExif(&segments)
      case Self.app2: try readProfileChunk(&segments)
      default: break
      }
      try check(segments.junk + kept)
    }
  }

  private static let endOfImage: UInt8 = 0xD9
  private static let startOfScan: UInt8 = 0xDA
  private static let app1: UInt8 = 0xE1
  private static let app2: UInt8 = 0xE2

  private func check(_ bytes: Int) throws(CodecError) {
    guard bytes > DecoderLimits.metadata else { return }
    throw .limit(LimitExceeded(.metadata, needed: bytes, allowed: DecoderLimits.metadata))
  }

  /// EXIF in APP1 (CIPA DC-008, 4.7.2): a name, then a TIFF structure. Only the first one counts.
  private mutating func readExif(_ segments: inout SegmentReader) throws(CodecError) {
    guard let tiff = try segments.content(after: Array("Exif\0\0".utf8)) else { return }
    hasExif = true
    kept += tiff.count
    orientation = Orientation(tiff: tiff)
  }

  /// A part of a profile in APP2 (ICC.1:2022, B.4): a name, its number from 1, how many there are.
  private mutating func readProfileChunk(_ segments: inout SegmentReader) throws(CodecError) {
    guard let content = try segments.content(after: Array("ICC_PROFILE\0".utf8)) else { return }
    kept += content.count
    chunks.add(content)
  }
}
