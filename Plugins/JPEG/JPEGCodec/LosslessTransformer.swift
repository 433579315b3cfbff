import CJPEG
import FrameCodec
import FrameImage

/// Moves a JPEG's blocks of coefficients into another JPEG, or copies it with other metadata.
struct LosslessTransformer {
  let input: ByteInput
  let output: ByteOutput
  let request: TransformRequest

  private var move: LosslessTransform { request.move }

  /// - Returns: notices about damage and about data that is dropped.
  func run(
    _ library: LibraryDecoder, _ header: ImageHeader, _ head: JPEGHead
  ) throws(CodecError) -> [CodecNotice] {
    guard head.firstScan != nil else { throw .truncated(detail: "there is no scan") }
    var head = head
    var map: GainMapFile?
    let isStill = move.isStill(stored: header.size)
    switch request.metadata {
    case .asStored where isStill: break
    case .asStored: throw .misuse(detail: "the metadata of an image whose blocks move must be replaced")
    case .replaced(let metadata, let keepsUnknown, let gainMap):
      map = try gainMap.map { map throws(CodecError) in try GainMapFile(map) }
      try head.replace(
        by: metadata, keepsUnknown: keepsUnknown, gainMap: map,
        swapsAxes: !isStill && move.orientation.swapsAxes)
    }
    head.setOrientation(move.kind == .tagged ? move.orientation : .up)
    if let resolution = request.resolution { head.setResolution(resolution) }
    guard isStill, !request.isProgressive || library.header.progressive != 0 else {
      return try place(library, header, head, map)
    }
    // Decoded before it is copied, because damaged images must be refused.
    let reading = DecodeRequest(onDamage: request.onDamage, limits: request.limits)
    var decoder = try CheckedDecoder(JPEGDecoder(library, header, reading), reading)
    try decoder.finish()
    guard decoder.notices.isEmpty else {
      // Only the readable part of a damaged image is written.
      let again = try LibraryDecoder(input, limits: request.limits)
      return try place(again, header, head, map)
    }
    let rest = request.metadata.isAsStored ? 0 : library.rest
    if request.metadata.isAsStored { head.updateIndex() }
    var start = try [0xFF, 0xD8] + JPEGHead.bytes(of: head.segments, from: input)
    let scans = (head.firstScan ?? input.length)..<input.length - rest
    try map?.fillIndex(in: &start, length: start.count + scans.count)
    try output.write(start)
    try copy(scans)
    if let map { try output.write(map.bytes) }
    return notices(rest: rest, header)
  }

  private func copy(_ range: Range<Int>) throws(CodecError) {
    var position = range.lowerBound
    while position < range.upperBound {
      let part = try input.read(at: position, count: min(1 << 20, range.upperBound - position))
      guard !part.isEmpty else {
        throw .truncated(detail: "the file was truncated while it was read")
      }
      try output.write(part)
      position += part.count
    }
  }

  private func place(
    _ library: LibraryDecoder, _ header: ImageHeader, _ head: JPEGHead, _ map: GainMapFile?
  ) throws(CodecError) -> [CodecNotice] {
    guard let blocks = header.blocks else {
      throw .unsupported(detail: "this chroma subsampling cannot be kept")
    }
    try CodecError.limited(
      request.limits.check(memory: move.isStill(stored: header.size) ? blocks.bytes : 2 * blocks.bytes))
    let linear = (move.kind == .tagged ? .up : move.orientation).linear
    var placing = cjpeg_move()
    placing.x = UInt32(move.source.x)
    placing.y = UInt32(move.source.y)
    placing.width = UInt32(move.source.size.width)
    placing.height = UInt32(move.source.size.height)
    placing.transposed = linear.a == 0 ? 1 : 0
    placing.is_progressive = request.isProgressive ? 1 : 0
    placing.mirrored_x = linear.a + linear.c < 0 ? 1 : 0
    placing.mirrored_y = linear.b + linear.d < 0 ? 1 : 0
    let scans = DecodeCost(library.header, request.limits).scans
    // Segments that refer to data after the image are dropped with that data.
    let dropped: Set<JPEGSegment.Kind> = map == nil ? [.table, .multiPicture, .gainMap] : [.table]
    let segments = try JPEGHead.bytes(
      of: head.segments.filter { !dropped.contains($0.kind) }, from: input)
    let image = map == nil ? output : output.memory()
    let rest = try library.move(placing, segments, into: image, scans: scans)
    try library.damage.check(request.onDamage)
    try map?.write(after: image.takeBytes(), to: output)
    return library.damage.notices + notices(rest: rest, header)
  }

  /// - Parameter rest: the bytes after the image that are dropped. The caller reports a gain map among them.
  private func notices(rest: Int, _ header: ImageHeader) -> [CodecNotice] {
    let unknown = rest - (header.gainMap?.range?.count ?? 0)
    // Fewer bytes are padding, not another image.
    let leastImage = 128
    return unknown < leastImage ? [] : [.trailingDataIgnored(bytes: unknown)]
  }
}
