import CJPEG
import FrameCodec
import FrameGeometry
import FrameImage

/// The marker segments before the first scan, as they are stored.
struct JPEGHead {
  struct Segment: Hashable {
    var marker: UInt8
    /// The data after the length.
    var content: [UInt8]

    /// - Parameter name: the first bytes of the content.
    func isNamed(_ name: String, _ marker: UInt8) -> Bool {
      self.marker == marker && content.starts(with: name.utf8)
    }

    var bytes: [UInt8] {
      let length = content.count + 2
      return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + content
    }
  }

  var segments: [Segment] = []
  /// The offset of the first scan's marker.
  let end: Int

  static let longest = 65533
  static let app0: UInt8 = 0xE0

  /// - Throws: a `CodecError` for too many segments or bytes, or if there is no scan.
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
    throw .truncated(detail: "there is no scan")
  }

  private static let startOfScan: UInt8 = 0xDA

  private static func standsAlone(_ marker: UInt8) -> Bool {
    (0xD0...0xD9).contains(marker) || marker == 0x01
  }

  /// The segments with metadata: application segments and comments.
  var besides: [Segment] { segments.filter { (0xE0...0xEF).contains($0.marker) || $0.marker == 0xFE } }
}

extension JPEGHead {
  /// Updates the orientation in EXIF and XMP.
  ///
  /// Values are changed in place if possible, so that nothing else changes.
  mutating func setOrientation(_ orientation: Orientation) {
    var isSaid = false
    for (i, segment) in segments.enumerated() {
      if let tiff = segment.content(behind: JPEGSegment.exif, JPEGSegment.app1) {
        // The first value counts, and the others must not contradict it.
        let adds = !isSaid && orientation != .up
        guard let block = ExifBlock(tiff)?.oriented(orientation, adding: adds),
          block.bytes.count + JPEGSegment.exif.count <= Self.longest
        else { continue }
        segments[i].content = JPEGSegment.exif + block.bytes
        isSaid = true
      } else if let xmp = segment.content(behind: JPEGSegment.xmp, JPEGSegment.app1) {
        // An empty value becomes longer.
        guard let packet = XMPPacket(xmp).oriented(orientation),
          packet.bytes.count + JPEGSegment.xmp.count <= Self.longest
        else { continue }
        segments[i].content = JPEGSegment.xmp + packet.bytes
      }
    }
    guard !isSaid, orientation != .up else { return }
    let exif = JPEGSegment.exif + ExifBlock(orientation: orientation).bytes
    segments.insert(Segment(marker: JPEGSegment.app1, content: exif), at: isJFIF ? 1 : 0)
  }

  /// Sets the resolution in JFIF, and in EXIF where it has one. Without JFIF, which would change the meaning of the
  /// components, EXIF gets one.
  mutating func setResolution(_ resolution: ImageMetadata.Resolution) {
    if isJFIF, segments[0].content.count >= 12 {
      let density = JFIFDensity(resolution)
      let (x, y) = (UInt16(clamping: density.x), UInt16(clamping: density.y))
      segments[0].content.replaceSubrange(
        7..<12, with: [UInt8(density.unit), UInt8(x >> 8), UInt8(x & 0xFF), UInt8(y >> 8), UInt8(y & 0xFF)])
    }
    var isSaid = isJFIF
    for (i, segment) in segments.enumerated() {
      guard let tiff = segment.content(behind: JPEGSegment.exif, JPEGSegment.app1),
        let block = ExifBlock(tiff)?.withResolution(resolution, adding: !isSaid),
        block.bytes.count + JPEGSegment.exif.count <= Self.longest
      else { continue }
      segments[i].content = JPEGSegment.exif + block.bytes
      isSaid = true
    }
    guard !isSaid else { return }
    let exif = JPEGSegment.exif + ExifBlock(resolution: resolution).bytes
    segments.insert(Segment(marker: JPEGSegment.app1, content: exif), at: 0)
  }

  private var isJFIF: Bool { segments.first?.isNamed("JFIF\0", Self.app0) == true }

  /// Replaces the metadata.
  ///
  /// - Parameter keepsUnknown: whether to keep segments of unknown meaning.
  /// - Throws: `CodecError.unsupported` for metadata that does not fit.
  mutating func replace(by metadata: ImageMetadata, keepsUnknown: Bool) throws(CodecError) {
    // Adobe's segment says what the components mean.
    let kept = segments.filter { segment in
      let isBeside = (0xE0...0xEF).contains(segment.marker) || segment.marker == JPEGSegment.comment
      let isNeeded = segment.isNamed("JFIF\0", Self.app0) || segment.isNamed("Adobe", 0xEE)
      return !isBeside || isNeeded || (keepsUnknown && !segment.isKnown)
    }
    // IPTC stays with the other Photoshop resources.
    var added = metadata
    if keepsUnknown { added.blocks.removeAll { $0.kind == .iptc } }
    let known = try JPEGSegment.all(of: added)
    let jfif = kept.prefix(1).filter { $0.isNamed("JFIF\0", Self.app0) }
    segments = jfif.map { metadata.resolution == nil ? $0.withoutDensity : $0 }
    segments += known.map { Segment(marker: $0.marker, content: $0.content) }
    segments += kept.dropFirst(jfif.count)
  }

  /// Removes data that shows the unedited image: thumbnails, and the index of further images after this one.
  ///
  /// - Parameter swapsAxes: whether columns become rows.
  mutating func forgetViews(swapsAxes: Bool) {
    segments.removeAll { $0.isNamed("JFXX\0", Self.app0) || $0.isNamed("MPF\0", JPEGSegment.app2) }
    guard isJFIF, segments[0].content.count >= 14 else { return }
    // Name, version, unit, two densities, the size of the thumbnail (ITU-T T.871, 10.1).
    var jfif = Array(segments[0].content.prefix(14))
    jfif.replaceSubrange(12..<14, with: [0, 0])
    if swapsAxes { jfif.replaceSubrange(8..<12, with: jfif[10..<12] + jfif[8..<10]) }
    segments[0].content = jfif
  }
}

extension JPEGHead.Segment {
  /// The data after a name, or nil if the segment has another name.
  fileprivate func content(behind name: [UInt8], _ marker: UInt8) -> [UInt8]? {
    self.marker == marker && content.starts(with: name) ? Array(content.dropFirst(name.count)) : nil
  }

  /// JFIF's segment without a resolution: no unit, and square pixels.
  fileprivate var withoutDensity: Self {
    guard content.count >= 12 else { return self }
    return Self(marker: marker, content: content[..<7] + [0, 0, 1, 0, 1] + content[12...])
  }

  /// True if `ImageMetadata` represents the segment. (Of Photoshop resources, it represents one.)
  fileprivate var isKnown: Bool {
    let names = [
      (JPEGSegment.exif, JPEGSegment.app1), (JPEGSegment.xmp, JPEGSegment.app1),
      (JPEGSegment.extendedXMP, JPEGSegment.app1), (JPEGSegment.profile, JPEGSegment.app2),
    ]
    return marker == JPEGSegment.comment || names.contains { content(behind: $0, $1) != nil }
  }
}

extension ImageHeader {
  /// Combines the library's header with the marker segments.
  ///
  /// - Throws: `CodecError.limit` for an image that is too large.
  init(_ library: cjpeg_header, _ markers: JPEGMarkers, _ limits: Limits) throws(CodecError) {
    let size = try CodecError.size(width: Int(library.width), height: Int(library.height), within: limits)
    let isCMYK = library.pixels == CJPEG_CMYK
    let pixels: PixelFormat =
      switch library.pixels {
      case CJPEG_GRAY: .gray8
      case CJPEG_CMYK: .rgba8
      default: .rgb8
      }
    let profile = markers.profile.flatMap(ICCProfile.init).flatMap {
      (isCMYK ? $0.describesCMYK : $0.describes(pixels.channels)) ? $0 : nil
    }
    let dropsProfile = markers.hasProfile && profile == nil
    self.init(
      size: size, pixels: pixels, orientation: markers.orientation,
      metadata: ImageMetadata(
        profile: profile?.bytes,
        resolution: ImageMetadata.Resolution(
          JFIFDensity(
            unit: Int(library.density_unit), x: Int(library.x_density), y: Int(library.y_density)))
          ?? markers.exif?.resolution,
        blocks: markers.blocks),
      traits: [
        library.progressive != 0 ? "progressive" : nil,
        library.arithmetic != 0 ? "arithmetic" : nil,
        isCMYK ? "CMYK" : nil,
      ].compactMap(\.self),
      notices: (dropsProfile ? [.profileDropped] : []) + markers.notices,
      reductions: [.none, .half, .quarter, .eighth],
      blocks: PixelSize(width: Int(library.piece_width), height: Int(library.piece_height)).map {
        let coefficient = 2
        return BlockGrid(mcu: $0, bytes: coefficient * Int(library.samples))
      })
    samples = isCMYK ? .cmyk : .colors
  }
}
