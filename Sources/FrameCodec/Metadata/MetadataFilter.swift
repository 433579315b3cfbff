/// Selects an image's metadata for the output, and records what is kept and dropped.
struct MetadataFilter {
  let policy: MetadataPolicy
  let output: MetadataPolicy.Output
  private(set) var result = FilteredMetadata()
  private var notHeld: [MetadataBlock.Kind] = []

  init(policy: MetadataPolicy, output: MetadataPolicy.Output) {
    self.policy = policy
    self.output = output
  }

  mutating func take(_ metadata: ImageMetadata) {
    takeColors(metadata)
    if let resolution = output.resolution {
      result.metadata.resolution = resolution
      account(.resolution, isKept: true)
    } else if let resolution = metadata.resolution {
      if policy.keeps(.resolution) { result.metadata.resolution = resolution }
      account(.resolution, isKept: policy.keeps(.resolution))
    }
    for kind in MetadataBlock.Kind.allCases {
      for block in metadata.blocks where block.kind == kind { take(block) }
    }
    addResolution()
    if !notHeld.isEmpty { result.notices.append(.notHeld(notHeld)) }
  }

  /// Adds EXIF with the requested resolution for a format that stores it nowhere else.
  private mutating func addResolution() {
    guard let resolution = output.resolution, !output.capabilities.resolution,
      output.capabilities.metadata[.exif] != nil, result.metadata.blocks.first(.exif) == nil
    else { return }
    result.metadata.blocks.insert(MetadataBlock(.exif, ExifBlock(resolution: resolution).bytes), at: 0)
  }

  // MARK: Account

  private mutating func account(_ purpose: MetadataPolicy.Purpose, isKept: Bool) {
    isKept ? keep(purpose.rawValue) : drop(purpose.rawValue)
  }

  private mutating func keep(_ name: String) {
    if !result.kept.contains(name) { result.kept.append(name) }
  }

  private mutating func drop(_ name: String) {
    if !result.dropped.contains(name) { result.dropped.append(name) }
  }

  // MARK: Colors

  private mutating func takeColors(_ metadata: ImageMetadata) {
    guard metadata.profile != nil || metadata.colorimetry != nil else { return }
    account(.icc, isKept: policy.keeps(.icc))
    if policy.keeps(.icc) {
      result.metadata.profile = metadata.profile
      result.metadata.colorimetry = metadata.colorimetry
    } else if !output.isSRGB {
      result.notices.append(.colors)
    }
  }

  // MARK: Blocks

  private mutating func take(_ block: MetadataBlock) {
    let wanted: MetadataBlock?
    switch block.kind {
    case .exif: wanted = exif(block)
    case .xmp: wanted = xmp(block)
    case .iptc: wanted = iptc(block)
    case .comment: wanted = comment(block)
    }
    guard let wanted else {
      // The output gets new XMP with its own gain map.
      if block.kind == .xmp, XMPPacket(block.bytes).describesOnlyGainMap { return }
      return drop(block.kind.purpose.rawValue)
    }
    guard let room = output.capabilities.metadata[block.kind] else {
      if !notHeld.contains(block.kind) { notHeld.append(block.kind) }
      return drop(block.kind.purpose.rawValue)
    }
    let length = wanted.bytes.count + (wanted.keyword?.utf8.count ?? 0)
    guard length <= room else {
      result.notices.append(.tooLarge(block.kind, bytes: length, allowed: room))
      return drop(block.kind.purpose.rawValue)
    }
    keep(block.kind.purpose.rawValue)
    result.metadata.blocks.append(wanted)
  }

  private mutating func exif(_ block: MetadataBlock) -> MetadataBlock? {
    guard !policy.drops.contains(.exif) else { return nil }
    guard let exif = ExifBlock(block.bytes) else { return damaged(block) }
    if exif.hasThumbnail { drop("thumbnail") }
    if exif.hasPlace, !policy.keepsPart(.gps, of: .exif) { drop("gps") }
    // A position that is kept keeps its time unless dates are dropped.
    let dropsPlaceTime = !policy.keepsPart(.gps, of: .exif) || policy.drops.contains(.date)
    if exif.hasDate(inPlace: dropsPlaceTime), !policy.keepsPart(.date, of: .exif) { drop("date") }
    guard policy.keepsWhole(.exif) else {
      let part = exif.keeping(
        copyright: policy.keeps(.copyright),
        resolution: policy.keeps(.resolution) && output.resolution == nil, place: policy.keeps(.gps),
        date: policy.keeps(.date), placeTime: !policy.drops.contains(.date))
      return part.map { MetadataBlock(.exif, setResolution(of: $0).bytes) }
    }
    var edit = ExifEdit(size: output.size)
    edit.swapsAxes = output.swapsAxes
    edit.moves = output.placement != .same
    edit.dropsPlace = policy.drops.contains(.gps)
    edit.dropsDate = policy.drops.contains(.date)
    edit.dropsCopyright = policy.drops.contains(.copyright)
    edit.dropsResolution = policy.drops.contains(.resolution)
    guard let edited = exif.edited(edit) else { return damaged(block) }
    return edited.isEmpty ? nil : MetadataBlock(.exif, setResolution(of: edited).bytes)
  }

  /// Returns EXIF with the requested resolution.
  private func setResolution(of exif: ExifBlock) -> ExifBlock {
    guard let resolution = output.resolution else { return exif }
    return exif.withResolution(resolution, adding: !output.capabilities.resolution) ?? exif
  }

  private mutating func xmp(_ block: MetadataBlock) -> MetadataBlock? {
    guard !policy.drops.contains(.xmp) else { return nil }
    var edit = XMPEdit(size: output.size)
    edit.moves = output.placement == .moved
    edit.changesCoordinates = output.placement != .same
    edit.dropsPlace = policy.drops.contains(.gps)
    edit.dropsDate = policy.drops.contains(.date)
    edit.dropsCopyright = policy.drops.contains(.copyright)
    edit.dropsResolution = policy.drops.contains(.resolution) || output.resolution != nil
    if !policy.keepsWhole(.xmp) {
      var only: XMPEdit.Only = []
      if policy.keeps(.gps) { only.insert(.place) }
      if policy.keeps(.date) { only.insert(.date) }
      if policy.keeps(.copyright) { only.insert(.copyright) }
      if policy.keeps(.resolution), output.resolution == nil { only.insert(.resolution) }
      if only.isEmpty { return nil }
      edit.only = only
    }
    guard let edited = XMPPacket(block.bytes).edited(edit) else { return damaged(block) }
    account(for: edited.gone)
    return edited.packet.map { MetadataBlock(.xmp, $0.bytes) }
  }

  private mutating func account(for gone: Set<XMPPacket.Part>) {
    // Whether the output has a gain map is not decided here.
    let unreported: Set<XMPPacket.Part> = [.others, .gainMap, .container]
    for part in XMPPacket.Part.allCases where gone.contains(part) && !unreported.contains(part) {
      drop(part == .place ? "gps" : part.rawValue)
    }
    let companions = [XMPPacket.Part.depthMap, .motionPhoto].filter(gone.contains)
    if !companions.isEmpty { result.notices.append(.companions(companions)) }
    if gone.contains(.regions), policy.keepsWhole(.xmp) { result.notices.append(.regions) }
  }

  private mutating func iptc(_ block: MetadataBlock) -> MetadataBlock? {
    guard !policy.drops.contains(.iptc) else { return nil }
    let whole = policy.keepsWhole(.iptc)
    let copyright = policy.keepsPart(.copyright, of: .iptc)
    let date = policy.keepsPart(.date, of: .iptc)
    guard whole || copyright || date else { return nil }
    let edited = IPTCRecords(block.bytes).edited { part in
      switch part {
      case .frame: true
      case .thumbnail: false
      case .copyright: copyright
      case .date: date
      case nil: whole
      }
    }
    guard let edited else { return damaged(block) }
    if edited.gone.contains(.thumbnail) { drop("thumbnail") }
    if edited.gone.contains(.copyright) { drop("copyright") }
    if edited.gone.contains(.date) { drop("date") }
    return edited.records.isEmpty ? nil : MetadataBlock(.iptc, edited.records.bytes)
  }

  private mutating func comment(_ block: MetadataBlock) -> MetadataBlock? {
    guard !policy.drops.contains(.comments) else { return nil }
    guard let purpose = block.commentPurpose else { return policy.keepsWhole(.comments) ? block : nil }
    guard policy.keepsPart(purpose, of: .comments) else {
      drop(purpose.rawValue)
      return nil
    }
    return block
  }

  private mutating func damaged(_ block: MetadataBlock) -> MetadataBlock? {
    result.notices.append(.damaged(block.kind))
    return nil
  }
}

extension MetadataPolicy {
  /// Returns whether data with a purpose is kept inside a kind of block.
  func keepsPart(_ purpose: Purpose, of kind: Purpose) -> Bool {
    (keepsWhole(kind) || keepsWhole(purpose)) && !drops.contains(purpose) && !drops.contains(kind)
  }
}

extension MetadataBlock {
  /// The purpose of a text, by its keyword. The PNG specification has a few keywords. ImageMagick and other programs write names of
  /// EXIF tags and XMP properties, as in "exif:DateTimeOriginal" and "xmp:GPSLatitude".
  fileprivate var commentPurpose: MetadataPolicy.Purpose? {
    guard let keyword = keyword ?? statedKeyword else { return nil }
    let lowercased = keyword.lowercased()
    if ["copyright", "author"].contains(lowercased) { return .copyright }
    if lowercased == "creation time" || lowercased.hasPrefix("date:") { return .date }
    let parts = keyword.split(separator: ":")
    guard let local = parts.last.map(String.init) else { return nil }
    let spaces = parts.count > 1 ? XMPPacket.spaces(ofPrefix: String(parts[parts.count - 2])) : []
    let exif = [XMPPacket.Space.tiff, XMPPacket.Space.exif]
    return (spaces + exif).lazy.compactMap { XMPPacket.part(of: .init(namespace: $0, local: local)) }.first?
      .purpose
  }

  /// A keyword at the start of the text, for formats without keywords: "xmp:GPSLatitude" in "xmp:GPSLatitude: 48,7N".
  private var statedKeyword: String? {
    let most = 79  // PNG specification 11.3.3.2
    guard let colon = bytes.prefix(most + 2).firstRange(of: Array(": ".utf8)) else { return nil }
    let keyword = String(decoding: bytes[..<colon.lowerBound], as: UTF8.self)
    return keyword.contains(" ") ? nil : keyword
  }
}

extension XMPPacket.Part {
  /// The purpose that a policy keeps or drops; nil for none of its own.
  fileprivate var purpose: MetadataPolicy.Purpose? {
    switch self {
    case .place: .gps
    case .date: .date
    case .copyright: .copyright
    default: nil
    }
  }
}

extension MetadataBlock.Kind {
  /// The word for keeping or dropping all of a kind.
  var purpose: MetadataPolicy.Purpose {
    switch self {
    case .exif: .exif
    case .xmp: .xmp
    case .iptc: .iptc
    case .comment: .comments
    }
  }
}
