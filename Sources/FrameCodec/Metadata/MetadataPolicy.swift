import FrameModel

/// What of an image's metadata goes into the output: by what it is for, not by where it stands.
public struct MetadataPolicy: Hashable, Sendable {
  /// What somebody may want to keep or to drop.
  public enum Purpose: String, Hashable, Sendable, CaseIterable {
    /// Where the image was taken: the coordinates in EXIF and XMP.
    case gps
    /// Whose it is, in EXIF, XMP, IPTC and texts.
    case copyright
    /// What its colors mean: the profile, and what PNG says in numbers.
    case icc
    /// Pixels per length.
    case resolution
    // All of a kind.
    case exif, xmp, iptc, comments
  }

  /// What alone is kept; nil for everything.
  public var keeps: Set<Purpose>?
  /// What is taken out of that.
  public var drops: Set<Purpose>

  public init(keeps: Set<Purpose>? = nil, drops: Set<Purpose> = []) {
    self.keeps = keeps
    self.drops = drops
  }

  /// Nothing is dropped but what would be wrong in the output.
  public static let all = MetadataPolicy()

  /// What is said of the pixels alone.
  public static let pixelsOnly = MetadataPolicy(keeps: [.icc, .resolution])

  /// Whether all that serves a purpose, or is of a kind, is kept.
  public func keeps(_ purpose: Purpose) -> Bool {
    keeps?.contains(purpose) ?? true && !drops.contains(purpose)
  }

  /// Whether all of a kind is kept, less what is dropped by its purpose.
  func keepsWhole(_ kind: Purpose) -> Bool { keeps?.contains(kind) ?? true }
}

/// Why something of the metadata is not in the output, where nobody asked for that.
public enum MetadataNotice: Hashable, Sendable {
  /// It cannot be brought into agreement with the output.
  case damaged(MetadataBlock.Kind)
  /// More bytes than the output's format has room for.
  case tooLarge(MetadataBlock.Kind, bytes: Int, allowed: Int)
  /// The output's format has no place for these kinds.
  case notHeld([MetadataBlock.Kind])
  /// A second image, or a film, is not carried along.
  case companions([XMPPacket.Part])
  /// Marks of faces and the like would be at the wrong place.
  case regions
  /// The colors will not be seen as they were meant.
  case colors
}

/// What goes into the output.
public struct FilteredMetadata: Hashable, Sendable {
  public var metadata: ImageMetadata
  /// The names of what is kept and of what is not, for reports.
  public var kept: [String] = []
  public var dropped: [String] = []
  public var notices: [MetadataNotice] = []

  public init(_ metadata: ImageMetadata = ImageMetadata()) {
    self.metadata = metadata
  }
}

extension MetadataPolicy {
  /// What metadata has to fit.
  public struct Output: Hashable, Sendable {
    public var size: PixelSize
    /// Where the image that it is of lies in the output.
    public var placement: Placement
    /// Rows have become columns.
    public var swapsAxes: Bool
    /// Whether pixels of which nothing is said, which are taken for sRGB, would have the same colors.
    public var isSRGB: Bool
    /// What the format holds.
    public var capabilities: ImageFormat.Capabilities

    public init(
      size: PixelSize, placement: Placement, swapsAxes: Bool = false, isSRGB: Bool,
      capabilities: ImageFormat.Capabilities
    ) {
      self.isSRGB = isSRGB
      self.size = size
      self.placement = placement
      self.swapsAxes = swapsAxes
      self.capabilities = capabilities
    }
  }

  public enum Placement: Hashable, Sendable {
    case same
    /// All of it, larger or smaller.
    case scaled
    case moved
  }

  /// The metadata of an upright output: without thumbnails, with the size that it has now, and of that what
  /// is wanted and can be held.
  ///
  ///     let outgoing = MetadataPolicy.all.outgoing(
  ///       header.metadata, to: .init(size: size, placement: .moved, isSRGB: true, holds: codec.format.holds))
  public func filteredMetadata(_ metadata: ImageMetadata, to output: Output) -> FilteredMetadata {
    var sorter = MetadataFilter(policy: self, output: output)
    sorter.take(metadata)
    return sorter.result
  }
}
