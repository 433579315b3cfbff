import CCodecWorker
import CFrameCodec
import FrameGeometry
import FrameImage

/// A file that a worker has open, with its header read and checked.
final class RemoteReader: LosslessReader {
  let header: ImageHeader
  private let codec: RemoteCodec
  private let input: ByteInput
  private let session: WorkerSession

  init(
    _ codec: RemoteCodec, _ input: ByteInput, _ limits: Limits, _ session: WorkerSession
  ) throws(CodecError) {
    (self.codec, self.input, self.session) = (codec, input, session)
    header = try Self.header(try codec.open(input, limits, session).header, session, limits, input.length)
  }

  func makeDecoder(_ request: DecodeRequest) throws(CodecError) -> any ImageDecoder {
    try RemoteDecoder(session, header, request.reduction)
  }

  func move(_ output: ByteOutput, _ request: TransformRequest) throws(CodecError) -> [CodecNotice] {
    // What the worker writes is in shared memory, which it may not have yet: without blocks, nothing was sent.
    _ = try session.worker.memory(WorkerSession.sharedBytes)
    let (metadata, keepsUnknown, gainMap): (ImageMetadata, Bool, EncodedGainMap?) =
      switch request.metadata {
      case .asStored: (ImageMetadata(), true, nil)
      case .replaced(let metadata, let keepsUnknown, let gainMap): (metadata, keepsUnknown, gainMap)
      }
    try session.send(ContractBlock.blocks(of: metadata) + [ContractBlock](gainMap))
    let reply = try session.write(to: output, codec_move) { asked in
      asked.move.kind = UInt32(LosslessTransform.Kind.allCases.firstIndex(of: request.move.kind) ?? 0)
      asked.move.orientation = UInt32(request.move.orientation.rawValue)
      asked.move.x = UInt32(clamping: request.move.source.x)
      asked.move.y = UInt32(clamping: request.move.source.y)
      asked.move.width = UInt32(clamping: request.move.source.size.width)
      asked.move.height = UInt32(clamping: request.move.source.size.height)
      asked.move.on_damage = UInt32(DamagePolicy.allCases.firstIndex(of: request.onDamage) ?? 0)
      asked.move.keeps_unknown = keepsUnknown ? 1 : 0
      asked.move.as_stored = request.metadata.isAsStored ? 1 : 0
      let resolution = request.resolution ?? metadata.resolution
      asked.move.pixels_per_metre_x = resolution?.x ?? 0
      asked.move.pixels_per_metre_y = resolution?.y ?? 0
      asked.move.progressive = request.isProgressive ? 1 : 0
      asked.move.sets_resolution = request.resolution != nil ? 1 : 0
    }
    return Damage(reply.report).notices
      + (reply.count == 0 ? [] : [.trailingDataIgnored(bytes: Int(clamping: reply.count))])
  }

  func makeEncoder(_ output: ByteOutput, _ request: EncodeRequest) throws(CodecError) -> any ImageEncoder {
    try codec.makeEncoder(like: input, output, request)
  }

  // MARK: What the worker says is checked

  private static func header(
    _ reported: frameit_codec_header, _ session: WorkerSession, _ limits: Limits, _ length: Int
  ) throws(CodecError) -> ImageHeader {
    let size = try CodecError.size(width: Int(reported.width), height: Int(reported.height), within: limits)
    guard let channels = PixelFormat.Channels(rawValue: Int(reported.channels)),
      let depth = PixelFormat.Depth(rawValue: Int(reported.depth)), reported.frames >= 1
    else {
      throw .damaged(detail: "the codec reported \(reported.channels) channels of \(reported.depth) bits")
    }
    let blocks = try session.blocks(UInt64(reported.block_count) + UInt64(reported.notice_count))
    var header = ImageHeader(
      size: size, pixels: PixelFormat(channels, depth), metadata: ImageMetadata(blocks),
      frames: Int(reported.frames), notices: blocks.notices)
    header.loopCount = Int(reported.plays)
    header.arePages = reported.pages != 0
    header.samples = reported.inks != 0 && channels == .rgba ? .cmyk : .colors
    header.orientation = header.metadata.blocks.orientation
    if let orientation = Orientation(rawValue: Int(reported.orientation)) { header.orientation = orientation }
    if reported.pixels_per_metre_x > 0, reported.pixels_per_metre_y > 0, reported.pixels_per_metre_x.isFinite,
      reported.pixels_per_metre_y.isFinite
    {
      header.metadata.resolution = .init(x: reported.pixels_per_metre_x, y: reported.pixels_per_metre_y)
    }
    header.traits = String(c: reported.traits).split(separator: ",").map {
      String($0.drop(while: \.isWhitespace))
    }
    if reported.frames > 1 {
      header.notices.append(.oneOfSeveral(of: Int(reported.frames)))
    } else if reported.has_more_frames != 0 {
      header.notices.append(.oneOfSeveral(of: nil))
    }
    for reduction in ShrinkFactor.allCases where reduction != .none {
      if reported.reductions & UInt32(reduction.rawValue / 2) != 0 { header.reductions.append(reduction) }
    }
    header.decoderBytes = Int(clamping: reported.decoder_bytes)
    // Limited, because it is multiplied.
    if let unit = PixelSize(width: Int(reported.unit_width), height: Int(reported.unit_height)),
      reported.unit_bytes <= UInt64(Int.max / 16)
    {
      header.blocks = BlockGrid(mcu: unit, bytes: Int(reported.unit_bytes))
    }
    header.gainMap =
      blocks.storedGainMap(in: length) ?? blocks.namedGainMap(header.metadata.blocks.first(.exif))
    if header.gainMap == nil, blocks.namesGainMap { header.notices.append(.pictureDropped(.gainMap)) }
    header.attachments = blocks.attachments(in: length)
    return header
  }
}
