import FrameCodec
import FrameGeometry

/// Changes of the segments for an output.
extension JPEGHead {
  /// Updates the orientation in EXIF and XMP.
  ///
  /// Values are changed in place if possible, so that nothing else changes.
  mutating func setOrientation(_ orientation: Orientation) {
    var isSaid = false
    for (i, segment) in segments.enumerated() {
      guard let body = segment.body else { continue }
      switch segment.kind {
      case .exif:
        // The first value counts, and the others must not contradict it.
        let adds = !isSaid && orientation != .up
        guard let block = ExifBlock(Array(body))?.oriented(orientation, adding: adds),
          block.bytes.count <= JPEGSegment.room(.exif)
        else { continue }
        segments[i] = JPEGSegment(.exif, block.bytes)
        isSaid = true
      case .xmp:
        // An empty value becomes longer.
        guard let packet = XMPPacket(Array(body)).oriented(orientation),
          packet.bytes.count <= JPEGSegment.room(.xmp)
        else { continue }
        segments[i] = JPEGSegment(.xmp, packet.bytes)
      default: break
      }
    }
    guard !isSaid, orientation != .up else { return }
    segments.insert(JPEGSegment(.exif, ExifBlock(orientation: orientation).bytes), at: isJFIF ? 1 : 0)
  }

  /// Sets the resolution in JFIF and in existing EXIF fields. Without JFIF, adds it to EXIF: a new JFIF segment would
  /// change how components are interpreted.
  mutating func setResolution(_ resolution: ImageMetadata.Resolution) {
    if isJFIF { segments[0] = segments[0].withDensity(JFIFDensity(resolution)) }
    var isSaid = isJFIF
    for (i, segment) in segments.enumerated() where segment.kind == .exif {
      guard let body = segment.body,
        let block = ExifBlock(Array(body))?.withResolution(resolution, adding: !isSaid),
        block.bytes.count <= JPEGSegment.room(.exif)
      else { continue }
      segments[i] = JPEGSegment(.exif, block.bytes)
      isSaid = true
    }
    guard !isSaid else { return }
    segments.insert(JPEGSegment(.exif, ExifBlock(resolution: resolution).bytes), at: 0)
  }

  /// Replaces the metadata, and removes thumbnails and what refers to other images in the file.
  ///
  /// - Parameters:
  ///   - keepsUnknown: whether to keep segments of unknown meaning.
  ///   - map: the gain map that follows the image.
  ///   - swapsAxes: whether columns become rows.
  /// - Throws: `CodecError.unsupported` for metadata that does not fit.
  mutating func replace(
    by metadata: ImageMetadata, keepsUnknown: Bool, gainMap map: GainMapFile?, swapsAxes: Bool
  ) throws(CodecError) {
    let kept = segments.filter { segment in
      switch segment.kind {
      // Adobe's segment says what the components mean.
      case .table, .jfif, .adobe: true
      // IPTC stays with the other Photoshop resources.
      case .photoshop, .application: keepsUnknown
      case .jfifExtension, .exif, .xmp, .extendedXMP, .profile, .multiPicture, .gainMap, .comment: false
      }
    }
    var added = metadata
    if keepsUnknown { added.blocks.removeAll { $0.kind == .iptc } }
    let known = try JPEGSegment.all(of: added, gainMap: map)
    let jfif = kept.prefix(1).filter { $0.kind == .jfif }
    segments =
      jfif.map { $0.withoutThumbnail(swapsAxes: swapsAxes, keepsDensity: metadata.resolution != nil) }
      + known + kept.dropFirst(jfif.count)
  }

  /// Updates the index of the images in the file for a head that has become longer or shorter, so that it finds the same
  /// images.
  mutating func updateIndex() {
    guard let index = segments.firstIndex(where: { $0.kind == .multiPicture }),
      let pictures = segments[index].body.flatMap(MultiPictureIndex.init), let start = segments[index].start,
      let firstScan
    else { return }
    let frame = 4
    func length(_ segments: ArraySlice<JPEGSegment>) -> Int {
      segments.reduce(2) { $0 + frame + $1.content.count }
    }
    let body = pictures.body(
      growth: length(segments[...]) - firstScan, before: length(segments[..<index]) + frame - start)
    segments[index] = JPEGSegment(.multiPicture, body)
  }
}

/// JFIF's segment: version, unit, two densities, the size of the thumbnail (ITU-T T.871, 10.1).
extension JPEGSegment {
  fileprivate func withDensity(_ density: JFIFDensity) -> JPEGSegment {
    guard var body, body.count >= 7 else { return self }
    let start = body.startIndex
    let (x, y) = (UInt16(clamping: density.x), UInt16(clamping: density.y))
    body.replaceSubrange(
      start + 2..<start + 7,
      with: [UInt8(density.unit), UInt8(x >> 8), UInt8(x & 0xFF), UInt8(y >> 8), UInt8(y & 0xFF)])
    return JPEGSegment(.jfif, body)
  }

  /// - Parameter keepsDensity: false for pixels without a resolution, which are square.
  fileprivate func withoutThumbnail(swapsAxes: Bool, keepsDensity: Bool) -> JPEGSegment {
    guard let body, body.count >= 9 else { return self }
    let bytes = Array(body)
    var density = Array(bytes[2..<7])
    if swapsAxes { density = [density[0]] + density[3..<5] + density[1..<3] }
    if !keepsDensity { density = [0, 0, 1, 0, 1] }
    return JPEGSegment(.jfif, bytes[..<2] + density + [0, 0])
  }
}
