import FrameCodec
import FrameModel

/// All marker segments before the first scan, as they are stored.
struct JPEGHead {
  struct Segment: Hashable {
    var marker: UInt8
    /// Without the length.
    var content: [UInt8]

    /// - Parameter name: what the content begins with.
    func isNamed(_ name: String, _ marker: UInt8) -> Bool {
      self.marker == marker && content.starts(with: name.utf8)
    }

    var bytes: [UInt8] {
      let length = content.count + 2
      return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + content
    }
  }

  var segments: [Segment] = []
  /// Where the first scan's marker begins.
  let end: Int

  static let longest = 65533
  static let app0: UInt8 = 0xE0
  static let app1: UInt8 = 0xE1
  static let app2: UInt8 = 0xE2
  static let exif = "Exif\0\0"

  /// - Throws: `CodecError` for too many segments or bytes, or where no scan begins.
  init(_ input: ByteInput) throws(CodecError) {
    var reader = SegmentReader(input)
    var total = 0
    while let marker = try reader.next() {
      if marker == Self.startOfScan {
        end = reader.start
        return
      }
      guard !Self.standsAlone(marker) else { continue }
      guard let content = try reader.bytes() else { break }
      segments.append(Segment(marker: marker, content: content))
      total += content.count
      guard segments.count <= JPEGLimits.markers else {
        throw .limit(
          LimitExceeded(.parts("markers"), needed: segments.count, allowed: JPEGLimits.markers))
      }
      guard total <= DecoderLimits.metadata else {
        throw .limit(LimitExceeded(.metadata, needed: total, allowed: DecoderLimits.metadata))
      }
    }
    throw .truncated(detail: "no scan begins")
  }

  private static let startOfScan: UInt8 = 0xDA

  private static func standsAlone(_ marker: UInt8) -> Bool {
    (0xD0...0xD9).contains(marker) || marker == 0x01
  }

  /// What says something beside the picture: application segments and comments.
  var besides: [Segment] { segments.filter { (0xE0...0xEF).contains($0.marker) || $0.marker == 0xFE } }
}

extension JPEGHead {
  /// Brings up to date what is said of a picture's orientation.
  ///
  /// In the place of what is there as far as that can be, so that nothing else of it changes.
  mutating func setOrientation(_ orientation: Orientation) {
    var isSaid = false
    for (i, segment) in segments.enumerated() {
      if segment.isNamed(Self.exif, Self.app1) {
        var tiff = ExifPatch(Array(segment.content.dropFirst(Self.exif.utf8.count)))
        // The first one counts; the others shall not contradict it.
        if tiff.setOrientation(orientation, adding: !isSaid && orientation != .up),
          tiff.bytes.count + Self.exif.utf8.count <= Self.longest
        {
          segments[i].content = Array(Self.exif.utf8) + tiff.bytes
          isSaid = true
        }
      } else if segment.isNamed("http://ns.adobe.com/xap/1.0/\0", Self.app1) {
        segments[i].content = segment.content.settingXMPOrientation(orientation)
      }
    }
    guard !isSaid, orientation != .up else { return }
    let exif = Segment(marker: Self.app1, content: Array(Self.exif.utf8) + ExifPatch.tiff(orientation))
    let place = segments.first?.isNamed("JFIF\0", Self.app0) == true ? 1 : 0
    segments.insert(exif, at: place)
  }

  /// Puts other metadata in the place of what is there.
  mutating func replace(by metadata: ImageMetadata) {
    // What nobody knows may hold anything. Adobe's says what the components are.
    segments.removeAll { segment in
      let isBeside = (0xE0...0xEF).contains(segment.marker) || segment.marker == JPEGSegment.comment
      return isBeside && !segment.isNamed("JFIF\0", Self.app0) && !segment.isNamed("Adobe", 0xEE)
    }
    let isJFIF = segments.first?.isNamed("JFIF\0", Self.app0) == true
    if isJFIF, metadata.resolution == nil, segments[0].content.count >= 12 {
      // No unit, and square pixels.
      segments[0].content.replaceSubrange(7..<12, with: [0, 0, 1, 0, 1])
    }
    segments.insert(
      contentsOf: JPEGSegment.all(of: metadata).map { Segment(marker: $0.marker, content: $0.content) },
      at: isJFIF ? 1 : 0)
  }

  /// Leaves out what shows the picture as it was: thumbnails, and the index of pictures that lie behind it.
  ///
  /// - Parameter swapsAxes: columns become rows.
  mutating func forgetViews(swapsAxes: Bool) {
    segments.removeAll { $0.isNamed("JFXX\0", Self.app0) || $0.isNamed("MPF\0", Self.app2) }
    for (i, segment) in segments.enumerated() {
      if segment.isNamed(Self.exif, Self.app1) {
        var tiff = ExifPatch(Array(segment.content.dropFirst(Self.exif.utf8.count)))
        tiff.unlinkThumbnail()
        segments[i].content = Array(Self.exif.utf8) + tiff.bytes
      } else if segment.isNamed("JFIF\0", Self.app0), segment.content.count >= 14 {
        // Name, version, unit, two densities, the thumbnail's size (ITU-T T.871, 10.1).
        var jfif = Array(segment.content.prefix(14))
        jfif.replaceSubrange(12..<14, with: [0, 0])
        if swapsAxes { jfif.replaceSubrange(8..<12, with: jfif[10..<12] + jfif[8..<10]) }
        segments[i].content = jfif
      }
    }
  }
}

extension [UInt8] {
  /// XMP says the orientation as an attribute or as an element; its digit is replaced.
  fileprivate func settingXMPOrientation(_ orientation: Orientation) -> [UInt8] {
    var bytes = self
    let name = Array("tiff:Orientation".utf8)
    var i = startIndex
    while i + name.count + 2 < count {
      guard bytes[i] == name[0], bytes[i...].starts(with: name) else {
        i += 1
        continue
      }
      i += name.count
      // `="6"` or `>6<`, with blanks at the most.
      let digit = bytes[i...].prefix(8).firstIndex { (0x31...0x38).contains($0) }
      if let digit, bytes[i..<digit].allSatisfy({ "=\"'> ".utf8.contains($0) }) {
        bytes[digit] = UInt8(0x30 + orientation.rawValue)
      }
    }
    return bytes
  }
}
