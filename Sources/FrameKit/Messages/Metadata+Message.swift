import FrameCodec
import FrameModel

extension MetadataBlock.Kind {
  /// As sentences say it.
  public var title: String {
    switch self {
    case .exif: "EXIF"
    case .xmp: "XMP"
    case .iptc: "IPTC"
    case .comment: "comment"
    }
  }
}

extension MetadataNotice {
  /// - Parameter format: of the output, as people write it.
  func message(format: String) -> Message {
    switch self {
    case .damaged(let kind): Message("the \(kind.title) is damaged, and is left out")
    case .tooLarge(let kind, let bytes, let allowed):
      Message(
        "the \(kind.title) of \(bytes) bytes is left out: \(format) has room for \(allowed)",
        note: "write PNG to keep it")
    case .notHeld(let kinds):
      Message(
        "left out, as \(format) has no place for it: \(kinds.map(\.title).joined(separator: ", "))",
        note: "write JPEG or PNG to keep it")
    case .companions(let parts):
      Message("the \(parts.map(\.rawValue).joined(separator: " and the ")) is not kept")
    case .regions:
      Message("faces and other regions that are marked would be in the wrong place, and are left out")
    case .colors:
      Message(
        "without its profile the image's colors will look different", note: "keep it with '--keep icc'")
    }
  }
}

/// What becomes of metadata, as reports tell it.
public struct MetadataRecord: Encodable, Hashable, Sendable {
  /// In the words of `--keep`.
  public var kept: [String]
  /// The same, and of what is dropped always: "thumbnail", "gain map" and others.
  public var dropped: [String]

  public init(_ filteredMetadata: FilteredMetadata) {
    kept = filteredMetadata.kept
    dropped = filteredMetadata.dropped
  }

  public var isEmpty: Bool { kept.isEmpty && dropped.isEmpty }

  /// On one line.
  public var summary: String {
    let parts = [
      kept.isEmpty ? nil : "kept: \(kept.joined(separator: ", "))",
      dropped.isEmpty ? nil : "dropped: \(dropped.joined(separator: ", "))",
    ]
    return parts.compactMap(\.self).joined(separator: "; ")
  }
}

/// A block as `info` tells it.
public struct MetadataBlockRecord: Encodable, Hashable, Sendable {
  /// "exif", "xmp", "iptc" or "comment".
  public var kind: String
  /// Of a text.
  public var keyword: String?
  public var bytes: Int
  /// When the image was taken, as EXIF writes it.
  public var date: String?
  /// Of EXIF: whether it says where the image was taken, and whether it has a small image.
  public var gps: Bool?
  public var thumbnail: Bool?

  init(_ block: MetadataBlock) {
    kind = block.kind.rawValue
    keyword = block.keyword
    bytes = block.bytes.count
    if block.kind == .exif, let exif = ExifBlock(block.bytes) {
      date = exif.date
      gps = exif.hasPlace
      thumbnail = exif.hasThumbnail
    }
  }
}

extension [MetadataBlockRecord] {
  /// What they are, for one line.
  var summary: [String] {
    let texts = filter { $0.kind == "comment" }
    let others = filter { $0.kind != "comment" }.map { block in
      var parts = ["\(block.kind.uppercased()) of \(block.bytes) bytes"]
      if let date = block.date { parts.append("taken \(date.printable)") }
      if block.gps == true { parts.append("place") }
      if block.thumbnail == true { parts.append("thumbnail") }
      return parts[0] + (parts.count > 1 ? " (\(parts.dropFirst().joined(separator: ", ")))" : "")
    }
    guard !texts.isEmpty else { return others }
    let bytes = texts.reduce(0) { $0 + $1.bytes }
    return others + ["\(texts.count == 1 ? "a comment" : "\(texts.count) comments") of \(bytes) bytes"]
  }
}
