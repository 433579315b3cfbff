import FrameCodec
import FrameImage

/// What follows an image in its file: a gain map, other images, a video.
///
/// Nothing that a file says about them is trusted: a range is within the file, and a gain map is one whose own segments
/// say so.
struct JPEGAttachments {
  private(set) var gainMap: StoredGainMap?
  private(set) var others: [Attachment] = []
  private(set) var notices: [CodecNotice] = []

  private let input: ByteInput
  private let head: JPEGHead
  private let base: JPEGMetadata
  /// True if there is a map in Apple's form without a headroom.
  private var hasApplesMap = false

  /// - Throws: `CodecError.readFailed`.
  init(_ head: JPEGHead, _ metadata: JPEGMetadata, _ input: ByteInput) throws(CodecError) {
    (self.head, base, self.input) = (head, metadata, input)
    let packet = metadata.packet
    let listed = packet.map { self.listed($0) } ?? []
    let indexed = indexedImages()
    var images = indexed.map(\.range) + listed.filter { $0.item.mediaType.hasPrefix("image/") }.map(\.range)
    let saysGainMap = !head.contents(.gainMap).isEmpty || packet?.namesGainMap ?? false
    try findGainMap(in: images)
    if gainMap == nil, saysGainMap {
      let found = try imagesBehindEnd()
      try findGainMap(in: found)
      images += found
    }
    if gainMap == nil, hasApplesMap {
      notices.append(.pictureDropped(.gainMap))
    } else if gainMap == nil, saysGainMap {
      notices.append(.gainMapUnreadable)
    }
    var seen = Set([gainMap?.range?.lowerBound].compactMap(\.self))
    let previews = Set(indexed.filter(\.isPreview).map(\.range.lowerBound))
    for range in images where seen.insert(range.lowerBound).inserted {
      others.append(Attachment(previews.contains(range.lowerBound) ? .preview : .image, bytes: range.count))
    }
    // A gain map that cannot be read is among these images, and has its own notice.
    if notices.isEmpty, others.contains(where: { $0.kind == .image }) {
      notices.append(.oneOfSeveral(of: nil))
    }
    if let video = listed.first(where: { $0.item.mediaType.hasPrefix("video/") })?.range {
      others.append(Attachment(.video, bytes: video.count))
    } else if let bytes = packet?.videoBytesFromEnd, (1..<input.length).contains(bytes) {
      others.append(Attachment(.video, bytes: bytes))
    }
  }

  // MARK: Places

  /// Returns a range within the file, behind the first bytes of the image.
  private func range(from start: Int, count: Int) -> Range<Int>? {
    guard start > 2, count > 0, start <= input.length, count <= input.length - start else { return nil }
    return start..<start + count
  }

  /// The images after the first that the multi-picture index names.
  private func indexedImages() -> [(range: Range<Int>, isPreview: Bool)] {
    guard let segment = head.segments.first(where: { $0.kind == .multiPicture }), let start = segment.start,
      let index = segment.body.flatMap(MultiPictureIndex.init)
    else { return [] }
    let mark = start + segment.kind.name.count
    return index.entries.dropFirst().compactMap { entry in
      range(from: mark + entry.offset, count: entry.length).map { ($0, entry.isPreview) }
    }
  }

  /// The files after the image that its XMP lists. They end with the file.
  private func listed(_ packet: XMPPacket) -> [(item: ContainerItem, range: Range<Int>)] {
    var end = input.length
    var found: [(item: ContainerItem, range: Range<Int>)] = []
    for item in packet.containerItems.dropFirst().prefix(32).reversed() {
      guard item.padding < end, item.length <= end - item.padding,
        let range = range(from: end - item.padding - item.length, count: item.length)
      else { break }
      found.insert((item, range), at: 0)
      end = range.lowerBound
    }
    return found
  }

  /// The images among which a gain map is looked for: each may begin with much metadata. Cameras write it as one of the first.
  private static let candidates = 8

  /// Returns the images that begin where another one ends, for files whose lists were not updated by other programs.
  private func imagesBehindEnd() throws(CodecError) -> [Range<Int>] {
    let mark: [UInt8] = [0xFF, 0xD9, 0xFF, 0xD8, 0xFF]
    var found: [Range<Int>] = []
    var position = head.firstScan ?? input.length
    while position < input.length {
      let part = try input.read(at: position, count: 1 << 20)
      guard part.count >= mark.count else { break }
      for index in 0...part.count - mark.count where part[index] == 0xFF {
        guard part[index..<index + mark.count].elementsEqual(mark) else { continue }
        let start = position + index + 2
        if let range = range(from: start, count: input.length - start) { found.append(range) }
        if found.count == 4 { return found }
      }
      position += part.count - mark.count + 1
    }
    return found
  }

  // MARK: The gain map

  /// Takes the first image that is a gain map.
  private mutating func findGainMap(in images: [Range<Int>]) throws(CodecError) {
    var tried: Set<Range<Int>> = []
    for range in images where gainMap == nil && tried.count < Self.candidates {
      if tried.insert(range).inserted { gainMap = try gainMap(at: range) }
    }
  }

  /// Returns a map with the parameters in its segments: those of ISO 21496-1, or else those of XMP, which some programs
  /// write only into the packet of the base image, or else Apple's.
  private mutating func gainMap(at range: Range<Int>) throws(CodecError) -> StoredGainMap? {
    let start = try input.read(at: range.lowerBound, count: 3)
    guard start == [0xFF, 0xD8, 0xFF] else { return nil }
    let head: JPEGHead
    do throws(CodecError) {
      head = try JPEGHead(input, in: range)
    } catch {
      if case .limit = error { return nil }
      throw error
    }
    guard head.firstScan != nil else { return nil }
    let metadata = JPEGMetadata(head)
    for body in head.contents(.gainMap) {
      if let parameters = GainMapParameters(iso: body, profile: metadata.profile) {
        return StoredGainMap(parameters, at: .file(range))
      }
    }
    guard let packet = metadata.packet, packet.namesGainMap else { return nil }
    if let parameters = GainMapParameters(xmp: packet) ?? base.packet.flatMap(GainMapParameters.init(xmp:)) {
      return StoredGainMap(parameters, at: .file(range))
    }
    guard packet.namesApplesGainMap else { return nil }
    let parameters = GainMapParameters(apple: packet, exif: base.exif)
    hasApplesMap = hasApplesMap || parameters == nil
    return parameters.map { StoredGainMap($0, at: .file(range), samples: .apple) }
  }
}
