import FrameCodec
import FrameImage

/// The file of a gain map as it follows its image, and what the image's own segments say of it (Android's Ultra HDR image
/// format 1.1; ISO 21496-1, annex C; CIPA DC-007).
struct GainMapFile {
  let bytes: [UInt8]
  private let hasXMP: Bool

  /// Replaces the metadata in the map's file by its parameters, in both forms.
  ///
  /// - Throws: `CodecError` if the map is not a JPEG, or its profile is too large.
  init(_ map: EncodedGainMap) throws(CodecError) {
    let input = ByteInput(bytes: map.file)
    let head = try JPEGHead(input)
    guard let firstScan = head.firstScan else { throw .misuse(detail: "the gain map is not a JPEG") }
    let tables = head.segments.filter { [.table, .jfif, .adobe].contains($0.kind) }
    let jfif = tables.prefix(1).filter { $0.kind == .jfif }
    let node = map.parameters.xmpNode
    var profile: [UInt8]?
    if case .profile(let bytes) = map.parameters.colors { profile = bytes }
    let own =
      (node.map { [JPEGSegment(.xmp, XMPPacket(nodes: $0).bytes)] } ?? [])
      + [JPEGSegment(.gainMap, map.parameters.isoBytes)]
      + (try JPEGSegment.all(of: ImageMetadata(profile: profile)))
    let segments = jfif + own + tables.dropFirst(jfif.count)
    bytes = try [0xFF, 0xD8] + JPEGHead.bytes(of: segments, from: input) + map.file[firstScan...]
    hasXMP = node != nil
  }

  /// The description for the XMP of the image.
  var xmpNode: String { XMPPacket.containerNode(gainMap: bytes.count, hasParameters: hasXMP) }

  /// The segments of the image that announce the map. The index has no numbers yet.
  static var segments: [JPEGSegment] {
    let empty = MultiPictureIndex.Entry(length: 0, offset: 0)
    return [
      JPEGSegment(.gainMap, GainMapParameters.isoVersion),
      JPEGSegment(.multiPicture, MultiPictureIndex.body(first: 0, second: empty)),
    ]
  }

  /// Puts the numbers into the index of the image.
  ///
  /// - Parameters:
  ///   - start: the image from its first byte on, at least up to the index.
  ///   - length: the bytes of the image.
  func fillIndex(in start: inout [UInt8], length: Int) throws(CodecError) {
    // The segments are searched in place: `JPEGHead` would need a copy of the image.
    let index = JPEGSegment.Kind.multiPicture
    var at = 2
    while at + 4 <= start.count, start[at] == 0xFF {
      let content = at + 4
      if start[at + 1] == index.marker, start[content...].starts(with: index.name) {
        let body = content + index.name.count
        let second = MultiPictureIndex.Entry(length: bytes.count, offset: length - body)
        let filled = MultiPictureIndex.body(first: length, second: second)
        start.replaceSubrange(body..<body + filled.count, with: filled)
        return
      }
      at += 2 + (Int(start[at + 2]) << 8 | Int(start[at + 3]))
    }
    throw .misuse(detail: "the image has no index for its gain map")
  }

  /// Writes an image and the map.
  ///
  /// - Parameter image: with an index without numbers.
  func write(after image: [UInt8], to output: ByteOutput) throws(CodecError) {
    var image = image
    try fillIndex(in: &image, length: image.count)
    try output.write(image)
    try output.write(bytes)
  }
}
