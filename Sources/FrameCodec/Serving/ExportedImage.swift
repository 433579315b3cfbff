import CFrameCodec
import FrameGeometry
import FrameImage

/// An image of a built-in codec that a host has open.
final class ExportedImage {
  let limits: Limits
  private let reader: any ImageReader
  private let exported: ExportedBlocks
  private var decoder: (any ImageDecoder)?
  private var row = 0

  init(_ reader: any ImageReader, _ limits: Limits) {
    (self.reader, self.limits) = (reader, limits)
    exported = ExportedBlocks(
      ContractBlock.blocks(of: reader.header.metadata) + [ContractBlock](reader.header),
      reader.header.notices.compactMap(\.contractNotice))
  }

  var damage: Damage { decoder?.damage ?? Damage() }

  var lossless: any LosslessReader {
    get throws(CodecError) {
      guard let reader = reader as? any LosslessReader else {
        throw .unsupported(detail: "the blocks of this format cannot be moved")
      }
      return reader
    }
  }

  /// Valid while this object lives.
  var contractHeader: frameit_codec_header {
    let own = reader.header
    var header = frameit_codec_header()
    header.struct_size = UInt32(MemoryLayout<frameit_codec_header>.size)
    header.width = UInt32(own.size.width)
    header.height = UInt32(own.size.height)
    header.channels = UInt32(own.pixels.channels.rawValue)
    header.depth = UInt32(own.pixels.depth.rawValue)
    header.orientation = UInt32(own.orientation.rawValue)
    header.frames = UInt32(clamping: own.frames)
    header.plays = UInt32(clamping: own.loopCount)
    header.pages = own.arePages ? 1 : 0
    header.inks = own.samples == .cmyk ? 1 : 0
    header.has_more_frames = own.notices.contains(.oneOfSeveral(of: nil)) ? 1 : 0
    for reduction in own.reductions { header.reductions |= UInt32(reduction.rawValue / 2) }
    header.pixels_per_metre_x = own.metadata.resolution?.x ?? 0
    header.pixels_per_metre_y = own.metadata.resolution?.y ?? 0
    header.block_count = UInt32(exported.blocks.count)
    header.blocks = UnsafePointer(exported.blocks.baseAddress)
    header.notice_count = UInt32(exported.notices.count)
    header.notices = UnsafePointer(exported.notices.baseAddress)
    copy(own.traits.joined(separator: ", "), to: &header.traits)
    header.unit_width = UInt32(own.blocks?.mcu.width ?? 0)
    header.unit_height = UInt32(own.blocks?.mcu.height ?? 0)
    header.unit_bytes = UInt64(clamping: own.blocks?.bytes ?? 0)
    header.decoder_bytes = UInt64(clamping: own.decoderBytes)
    return header
  }

  /// - Returns: the frame's delay in milliseconds.
  func beginFrame(_ index: Int, _ reduction: ShrinkFactor) throws(CodecError) -> Int {
    if decoder == nil {
      decoder = try reader.makeDecoder(DecodeRequest(reduction: reduction, limits: limits))
    }
    row = 0
    return try opened.beginFrame(index)
  }

  /// Decodes rows, or skips them without a place for them.
  func read(_ count: Int, into rows: UnsafeMutableRawPointer?) throws(CodecError) {
    let decoder = try opened
    row += count
    guard let rows else { return try decoder.skip(count) }
    let bytes = count * decoder.format.rowBytes(width: decoder.size.width)
    var band = UnsafeMutableRawBufferPointer(start: rows, count: bytes).bindMemory(to: UInt8.self).mutableSpan
    try decoder.read(into: &band)
  }

  func finish() throws(CodecError) { try opened.finish(unread: max(0, try opened.size.height - row)) }

  private var opened: any ImageDecoder {
    get throws(CodecError) {
      guard let decoder else { throw .misuse(detail: "no frame has begun") }
      return decoder
    }
  }
}

/// An encoder of a built-in codec that a host uses.
final class ExportedEncoder {
  let encoder: any ImageEncoder
  let rowBytes: Int

  init(
    _ output: UnsafePointer<frameit_codec_output>, _ encoding: frameit_codec_encoding,
    _ make: (ByteOutput, EncodeRequest) throws(CodecError) -> any ImageEncoder
  ) throws(CodecError) {
    let request = try EncodeRequest(encoding)
    rowBytes = request.pixels.rowBytes(width: request.size.width)
    encoder = try make(ByteOutput(output), request)
  }
}

/// Blocks and notices in the memory of the contract.
private final class ExportedBlocks {
  let blocks: UnsafeMutableBufferPointer<UnsafePointer<frameit_codec_block>?>
  let notices: UnsafeMutableBufferPointer<UnsafePointer<frameit_codec_notice>?>
  private var memory: [UnsafeMutableRawPointer] = []

  init(_ own: [ContractBlock], _ ownNotices: [frameit_codec_notice]) {
    blocks = .allocate(capacity: own.count)
    blocks.initialize(repeating: nil)
    notices = .allocate(capacity: ownNotices.count)
    notices.initialize(repeating: nil)
    for (index, block) in own.enumerated() {
      var contract = frameit_codec_block()
      contract.struct_size = UInt32(MemoryLayout<frameit_codec_block>.size)
      let kind = block.kind?.rawValue ?? ""
      contract.kind = UnsafePointer(stored(Array(kind.utf8)).assumingMemoryBound(to: CChar.self))
      contract.bytes = UnsafeRawPointer(stored(block.bytes))
      contract.count = UInt64(block.bytes.count)
      contract.keyword = block.keyword.map {
        UnsafePointer(stored(Array($0.utf8)).assumingMemoryBound(to: CChar.self))
      }
      blocks[index] = placed(contract)
    }
    for (index, notice) in ownNotices.enumerated() { notices[index] = placed(notice) }
  }

  deinit {
    blocks.deallocate()
    notices.deallocate()
    for place in memory { place.deallocate() }
  }

  private func placed<Value>(_ value: Value) -> UnsafePointer<Value> {
    let place = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    place.initialize(to: value)
    memory.append(UnsafeMutableRawPointer(place))
    return UnsafePointer(place)
  }

  /// Returns a copy with a zero after it.
  private func stored(_ bytes: [UInt8]) -> UnsafeMutableRawPointer {
    let place = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count + 1, alignment: 1)
    place.copyBytes(from: bytes)
    place[bytes.count] = 0
    memory.append(place.baseAddress!)
    return place.baseAddress!
  }
}

// MARK: What a host requests

extension [ContractBlock] {
  fileprivate init(_ count: UInt32, _ blocks: UnsafePointer<UnsafePointer<frameit_codec_block>?>?) {
    self = UnsafeBufferPointer(start: blocks, count: Int(count)).compactMap(\.?.pointee).map { block in
      ContractBlock(
        .init(rawValue: String(cString: block.kind)), keyword: block.keyword.map { String(cString: $0) },
        Array<UInt8>(UnsafeRawBufferPointer(start: block.bytes, count: Int(block.count))))
    }
  }
}

extension ImageMetadata {
  fileprivate init(_ blocks: [ContractBlock], x: Double, y: Double) {
    self.init(blocks)
    if x > 0, y > 0 { resolution = Resolution(x: x, y: y) }
  }
}

extension EncodeRequest {
  fileprivate init(_ encoding: frameit_codec_encoding) throws(CodecError) {
    guard let size = PixelSize(width: Int(encoding.width), height: Int(encoding.height)),
      let channels = PixelFormat.Channels(rawValue: Int(encoding.channels)),
      let depth = PixelFormat.Depth(rawValue: Int(encoding.depth))
    else {
      throw .misuse(detail: "\(encoding.channels) channels of \(encoding.depth) bits")
    }
    let blocks = [ContractBlock](encoding.block_count, encoding.blocks)
    self.init(
      size: size, pixels: PixelFormat(channels, depth),
      metadata: ImageMetadata(blocks, x: encoding.pixels_per_metre_x, y: encoding.pixels_per_metre_y),
      quality: encoding.quality == 0 ? nil : Int(encoding.quality))
    gainMap = blocks.encodedGainMap
    chroma = ChromaSubsampling(rawValue: Int(encoding.chroma))
    isProgressive = encoding.progressive != 0
    holdsImage = encoding.holds_image != 0
    keepsRGB = encoding.keeps_rgb != 0
    if encoding.memory > 0 { limits.memory = Int(clamping: encoding.memory) }
    if encoding.frames > 1 {
      animation = Animation(frames: Int(encoding.frames), loopCount: Int(encoding.plays))
    }
  }
}

extension TransformRequest {
  init(_ move: frameit_codec_move, _ limits: Limits) throws(CodecError) {
    let kinds = LosslessTransform.Kind.allCases
    guard kinds.indices.contains(Int(move.kind)), DamagePolicy.allCases.indices.contains(Int(move.on_damage)),
      let orientation = Orientation(rawValue: Int(move.orientation)),
      let size = PixelSize(width: Int(move.width), height: Int(move.height))
    else { throw .misuse(detail: "an unknown kind of move") }
    let blocks = [ContractBlock](move.block_count, move.blocks)
    let metadata = ImageMetadata(blocks, x: move.pixels_per_metre_x, y: move.pixels_per_metre_y)
    self.init(
      LosslessTransform(
        kinds[Int(move.kind)], orientation, source: PixelRect(x: Int(move.x), y: Int(move.y), size: size)),
      onDamage: DamagePolicy.allCases[Int(move.on_damage)], limits: limits,
      metadata: move.as_stored != 0
        ? .asStored
        : .replaced(metadata, keepsUnknown: move.keeps_unknown != 0, gainMap: blocks.encodedGainMap))
    isProgressive = move.progressive != 0
    if move.sets_resolution != 0 { resolution = metadata.resolution }
  }
}
