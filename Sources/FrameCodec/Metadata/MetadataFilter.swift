/// Selects an image's metadata for the output, and records what is kept and dropped.
struct MetadataFilter {
  let policy: MetadataPolicy
  let output: MetadataPolicy.Output
  private(set) var result = FilteredMetadata()
  private var notHeld: [MetadataBlock.Kind] = []
  /// What is dropped, wherever it is stored.
  private let dropped: Set<MetadataPart>
  /// What is kept even if the block that contains it is not.
  private let kept: Set<MetadataPart>
  /// The place and the date if they are not the output's, unless the policy names them.
  private let foreign: Set<MetadataPart>
  /// What is dropped only because it is foreign.
  private var missing: Set<MetadataPart> = []

  init(policy: MetadataPolicy, output: MetadataPolicy.Output) {
    (self.policy, self.output) = (policy, output)
    foreign =
      output.origin == .primaryImage
      ? [] : Set([.gps, .date]).subtracting(policy.drops.union(policy.keeps ?? []).compactMap(\.part))
    dropped = foreign.union(policy.drops.compactMap(\.part))
    kept = Set(MetadataPolicy.Purpose.allCases.filter(policy.keeps).compactMap(\.part)).subtracting(
      output.resolution == nil ? foreign : foreign.union([.resolution]))
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
    if !missing.isEmpty {
      let purposes = MetadataPolicy.Purpose.allCases.filter { $0.part.map(missing.contains) ?? false }
      result.notices.append(
        output.origin == .severalInputs ? .severalImages(purposes) : .imageNotShown(purposes))
    }
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
    let wanted: MetadataBlock? =
      switch block.kind {
      case let kind where policy.drops.contains(kind.purpose): nil
      case .exif: exif(block)
      case .xmp: xmp(block)
      case .iptc: iptc(block)
      case .comment: comment(block)
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
    guard let exif = ExifBlock(block.bytes) else { return damaged(block) }
    // A position that is kept keeps its time unless dates are dropped.
    let dropsPlaceTime = !keeps(.gps, of: .exif) || dropped.contains(.date)
    account(for: exif.parts(placeTime: dropsPlaceTime).filter { !keeps($0, of: .exif) }, in: .exif)
    guard policy.keepsWhole(.exif) else {
      return exif.keeping(kept, placeTime: !dropped.contains(.date)).map {
        MetadataBlock(.exif, setResolution(of: $0).bytes)
      }
    }
    let edit = ExifEdit(
      size: output.size, swapsAxes: output.swapsAxes, moves: output.placement != .same, drops: dropped)
    guard let edited = exif.edited(edit) else { return damaged(block) }
    return edited.isEmpty ? nil : MetadataBlock(.exif, setResolution(of: edited).bytes)
  }

  /// Returns EXIF with the requested resolution.
  private func setResolution(of exif: ExifBlock) -> ExifBlock {
    guard let resolution = output.resolution else { return exif }
    return exif.withResolution(resolution, adding: !output.capabilities.resolution) ?? exif
  }

  private mutating func xmp(_ block: MetadataBlock) -> MetadataBlock? {
    var edit = XMPEdit(
      size: output.size, moves: output.placement == .moved, changesCoordinates: output.placement != .same,
      drops: dropped)
    if output.resolution != nil { edit.drops.insert(.resolution) }
    if !policy.keepsWhole(.xmp) {
      guard !kept.isEmpty else { return nil }
      edit.keeps = kept
    }
    guard let edited = XMPPacket(block.bytes).edited(edit) else { return damaged(block) }
    account(for: edited.gone, in: .xmp)
    return edited.packet.map { MetadataBlock(.xmp, $0.bytes) }
  }

  private mutating func account(for gone: Set<MetadataPart>, in kind: MetadataPolicy.Purpose) {
    // Whether the output has a gain map is not decided here.
    let unreported: Set<MetadataPart> = [.others, .gainMap, .container]
    for part in MetadataPart.allCases where gone.contains(part) && !unreported.contains(part) {
      drop(part.rawValue)
    }
    if policy.keepsWhole(kind) { missing.formUnion(gone.intersection(foreign)) }
    let companions = [MetadataPart.depthMap, .motionPhoto].filter(gone.contains)
    if !companions.isEmpty { result.notices.append(.companions(companions)) }
    if gone.contains(.regions), policy.keepsWhole(.xmp) { result.notices.append(.regions) }
  }

  private mutating func iptc(_ block: MetadataBlock) -> MetadataBlock? {
    guard policy.keepsWhole(.iptc) || !kept.isEmpty else { return nil }
    guard let edited = IPTCRecords(block.bytes).edited(where: { keeps($0, of: .iptc) }) else {
      return damaged(block)
    }
    account(for: edited.gone, in: .iptc)
    return edited.records.isEmpty ? nil : MetadataBlock(.iptc, edited.records.bytes)
  }

  private mutating func comment(_ block: MetadataBlock) -> MetadataBlock? {
    let part = block.textPart
    guard !keeps(part, of: .comments) else { return block }
    account(for: [part], in: .comments)
    return nil
  }

  /// Returns whether a part is kept inside a kind of block.
  private func keeps(_ part: MetadataPart, of kind: MetadataPolicy.Purpose) -> Bool {
    switch part {
    case .thumbnail: false
    case .gps, .date, .copyright, .resolution:
      (policy.keepsWhole(kind) || kept.contains(part)) && !dropped.contains(part)
    default: policy.keepsWhole(kind)
    }
  }

  private mutating func damaged(_ block: MetadataBlock) -> MetadataBlock? {
    result.notices.append(.damaged(block.kind))
    return nil
  }
}

extension MetadataBlock.Kind {
  /// The word for keeping or dropping all of a kind.
  var purpose: MetadataPolicy.Purpose { MetadataPolicy.Purpose(name: rawValue)! }
}

extension MetadataPolicy.Purpose {
  /// The part of metadata with this purpose; nil for a whole kind of block, such as `exif`, and for colors.
  fileprivate var part: MetadataPart? { MetadataPart(rawValue: rawValue) }
}
