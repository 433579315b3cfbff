import FrameImage

/// The selection of metadata for the output, by its purpose and not by where it is stored.
public struct MetadataPolicy: Hashable, Sendable {
  /// A category of metadata to keep or drop.
  public enum Purpose: String, Hashable, Sendable, CaseIterable {
    /// The location where the image was taken: the coordinates in EXIF and XMP.
    case gps
    /// The time when the image was taken: the dates in EXIF, XMP, IPTC and texts.
    case date
    /// The copyright and the author, in EXIF, XMP, IPTC and texts.
    case copyright
    /// The meaning of colors: the profile, and PNG's numbers.
    case icc
    /// Pixels per length.
    case resolution
    // Everything of a kind.
    case exif, xmp, iptc, comments

    /// Parses the name of a purpose, or another usual name.
    package init?(name: String) {
      switch name {
      case "comment": self = .comments
      case "dates": self = .date
      case "profile": self = .icc
      case "dpi": self = .resolution
      default: self.init(rawValue: name)
      }
    }
  }

  /// The categories to keep; nil for all.
  public var keeps: Set<Purpose>?
  /// The categories to drop from those.
  public var drops: Set<Purpose>

  public init(keeps: Set<Purpose>? = nil, drops: Set<Purpose> = []) {
    self.keeps = keeps
    self.drops = drops
  }

  /// Drops only what would be wrong in the output.
  public static let all = MetadataPolicy()

  /// Keeps only what describes the pixels.
  public static let pixelsOnly = MetadataPolicy(keeps: [.icc, .resolution])

  /// True if nothing is dropped that can be kept.
  package var keepsEverything: Bool {
    keeps.map { $0.isSuperset(of: Purpose.allCases) } ?? true && drops.isEmpty
  }

  /// Returns whether everything with a purpose, or of a kind, is kept.
  public func keeps(_ purpose: Purpose) -> Bool {
    keeps?.contains(purpose) ?? true && !drops.contains(purpose)
  }

  /// Returns whether a kind is kept, except for what is dropped by its purpose.
  func keepsWhole(_ kind: Purpose) -> Bool { keeps?.contains(kind) ?? true }
}

/// The reason why metadata that was not dropped on request is missing in the output.
package enum MetadataNotice: Equatable, Sendable {
  /// It cannot be updated for the output.
  case damaged(MetadataBlock.Kind)
  /// It has more bytes than the output's format allows.
  case tooLarge(MetadataBlock.Kind, bytes: Int, allowed: Int)
  /// The output's format cannot store these kinds.
  case notHeld([MetadataBlock.Kind])
  /// A second image or a video is not copied.
  case companions([MetadataPart])
  /// Face and other regions would be in the wrong place.
  case regions
  /// Colors will look different.
  case colors
  /// The place or the date, by its name, would belong to only one of the images in the output.
  case severalImages([MetadataPolicy.Purpose])
  /// The place or the date belongs to an image that the output does not show.
  case imageNotShown([MetadataPolicy.Purpose])
}

/// The metadata for the output.
package struct FilteredMetadata: Equatable, Sendable {
  package var metadata = ImageMetadata()
  /// The names of what is kept and dropped, for reports.
  package var kept: [String] = []
  package var dropped: [String] = []
  package var notices: [MetadataNotice] = []

  /// Everything that an image has.
  package static func all(of metadata: ImageMetadata) -> FilteredMetadata {
    var all = FilteredMetadata(metadata: metadata)
    if metadata.profile != nil || metadata.colorimetry != nil {
      all.kept.append(MetadataPolicy.Purpose.icc.rawValue)
    }
    if metadata.resolution != nil { all.kept.append(MetadataPolicy.Purpose.resolution.rawValue) }
    for kind in MetadataBlock.Kind.allCases where metadata.blocks.first(kind) != nil {
      all.kept.append(kind.purpose.rawValue)
    }
    return all
  }
}

extension MetadataPolicy {
  /// The properties of the output that metadata must match.
  package struct Output: Equatable, Sendable {
    package var size: PixelSize
    /// The position of the image within the output.
    package var placement: Placement
    /// True if rows have become columns.
    package var swapsAxes: Bool
    /// True if pixels without a profile, which are treated as sRGB, would have the same colors.
    package var isSRGB: Bool
    /// The capabilities of the format.
    package var capabilities: ImageFormat.Capabilities
    /// The resolution that replaces the image's; nil to keep it.
    package var resolution: ImageMetadata.Resolution?
    package var origin = Origin.primaryImage

    package init(
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

  /// Whether the place and the date of the primary image are the output's.
  package enum Origin: Sendable {
    /// The primary image is the only input that the output shows, or no image is an input.
    case primaryImage
    case severalInputs
    /// The output does not show the primary image, which is an input.
    case otherImages

    /// - Parameters:
    ///   - shown: The numbers of the images that the output shows. The primary image is 0.
    ///   - inputs: The numbers of the inputs.
    package init(shown: [Int], inputs: Set<Int>) {
      if inputs.intersection(shown).count > 1 {
        self = .severalInputs
      } else {
        self = inputs.contains(0) && !shown.contains(0) ? .otherImages : .primaryImage
      }
    }
  }

  package enum Placement: Equatable, Sendable {
    case same
    /// The whole image, scaled.
    case scaled
    case moved
  }

  /// Returns the metadata of an upright output: without thumbnails, with the output's size, without a place and a date that are
  /// not the output's, limited to what is wanted and can be stored.
  ///
  ///     let filtered = MetadataPolicy.all.filteredMetadata(header.metadata, to: output)
  package func filteredMetadata(_ metadata: ImageMetadata, to output: Output) -> FilteredMetadata {
    var sorter = MetadataFilter(policy: self, output: output)
    sorter.take(metadata)
    return sorter.result
  }
}
