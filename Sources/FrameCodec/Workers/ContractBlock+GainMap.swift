import FrameImage

/// Gain maps and attachments, in the blocks that the host and its own codecs exchange.
extension [ContractBlock] {
  private init(_ parameters: GainMapParameters) {
    self = [ContractBlock(.gainMapParameters, parameters.isoBytes)]
    if case .profile(let profile?) = parameters.colors { append(ContractBlock(.gainMapProfile, profile)) }
  }

  /// The blocks of a header.
  init(_ header: ImageHeader) {
    self = []
    if let map = header.gainMap {
      self += Self(map.parameters)
      if let range = map.range {
        append(ContractBlock(.gainMapRange, [range.lowerBound, range.count].flatMap(\.bigEndianBytes)))
      }
      if map.samples == .apple { append(ContractBlock(.appleSamples, [])) }
    }
    self += header.attachments.map {
      ContractBlock(.attachment, keyword: $0.kind.rawValue, $0.bytes.bigEndianBytes)
    }
  }

  /// The blocks of an output; none without a gain map.
  init(_ map: EncodedGainMap?) {
    self = map.map { Self($0.parameters) + [ContractBlock(.gainMapFile, $0.file)] } ?? []
  }

  private func bytes(_ kind: ContractBlock.Kind) -> [UInt8]? { first { $0.kind == kind }?.bytes }

  private var parameters: GainMapParameters? {
    bytes(.gainMapParameters).flatMap { GainMapParameters(iso: $0, profile: bytes(.gainMapProfile)) }
  }

  /// - Parameter length: the bytes of the image's file.
  func storedGainMap(in length: Int) -> StoredGainMap? {
    guard let parameters, let range = bytes(.gainMapRange), range.count == 16,
      let start = Int(exactly: UInt64(bigEndianBytes: range[..<8])),
      let count = Int(exactly: UInt64(bigEndianBytes: range[8...])),
      count > 0, start <= length, count <= length - start
    else { return nil }
    return StoredGainMap(
      parameters, at: .file(start..<start + count),
      samples: bytes(.appleSamples) == nil ? .ordinary : .apple)
  }

  /// True if a plugin says that the file has a gain map that the plugin can open.
  var namesGainMap: Bool { bytes(.gainMap) != nil }

  /// Returns the gain map that a plugin names; nil without one, or if its form or its headroom is unknown.
  ///
  /// - Parameter exif: that of the image.
  func namedGainMap(_ exif: MetadataBlock?) -> StoredGainMap? {
    guard let form = bytes(.gainMap), form.elementsEqual(AppleGainMap.auxiliaryType.utf8) else { return nil }
    let packet = bytes(.gainMapXMP).map { XMPPacket($0) }
    let parameters = GainMapParameters(apple: packet, exif: exif.flatMap { ExifBlock($0.bytes) })
    return parameters.map { StoredGainMap($0, at: .image, samples: .apple) }
  }

  var encodedGainMap: EncodedGainMap? {
    guard let parameters, let file = bytes(.gainMapFile) else { return nil }
    return EncodedGainMap(parameters, file: file)
  }

  /// - Parameter length: the bytes of the image's file.
  func attachments(in length: Int) -> [Attachment] {
    filter { $0.kind == .attachment }.compactMap { block in
      guard let kind = block.keyword.flatMap(Attachment.Kind.init), block.bytes.count == 8,
        let bytes = Int(exactly: UInt64(bigEndianBytes: block.bytes)), bytes <= length
      else { return nil }
      return Attachment(kind, bytes: bytes)
    }
  }
}
