import FrameCodec
import FrameImage
import FrameScene

extension MetadataBlock.Kind {
  /// The name in messages.
  package var title: String {
    switch self {
    case .exif: "EXIF"
    case .xmp: "XMP"
    case .iptc: "IPTC"
    case .comment: "comment"
    }
  }
}

extension MetadataNotice {
  /// Returns the notice as a message.
  ///
  /// - Parameter format: the title of the output's format.
  package func message(format: String) -> Message {
    switch self {
    case .damaged(let kind): Message("damaged \(kind.title) is dropped")
    case .tooLarge(let kind, let bytes, let allowed):
      Message(
        "\(kind.title) of \(bytes) bytes is dropped because \(format) stores at most \(allowed)",
        hint: "write PNG to keep it")
    case .notHeld(let kinds):
      Message(
        "metadata that \(format) cannot store is dropped: \(kinds.map(\.title).joined(separator: ", "))",
        hint: "write JPEG or PNG to keep it")
    case .companions(let parts):
      Message("the \(parts.map(\.rawValue).joined(separator: " and the ")) is dropped")
    case .regions:
      Message("marked regions, such as faces, are dropped because their positions would be wrong")
    case .severalImages(let parts):
      Message("\(Self.text(parts)) dropped because the output shows several images", .use(.keptMetadata))
    case .imageNotShown(let parts):
      Message("\(Self.text(parts)) dropped because the output does not show this image", .use(.keptMetadata))
    case .colors: Message("colors will look different without the color profile", .use(.keptProfile))
    }
  }
}

extension MetadataNotice {
  /// Returns "the place and the date are", or one of them.
  private static func text(_ parts: [MetadataPolicy.Purpose]) -> String {
    let names = parts.map { $0 == .gps ? "the place" : "the date" }
    return names.joined(separator: " and ") + (names.count > 1 ? " are" : " is")
  }
}

// The kept and dropped metadata of an edit, for reports. Dropped kinds include those that are always dropped, such as
// "thumbnail" and "gain map".
extension FilteredMetadata {
  package var fields: JSONFields { ["kept": kept, "dropped": dropped] }

  /// The kinds on one line; nil without any.
  package var summary: String? {
    let parts = [("kept", kept), ("dropped", dropped)].filter { !$0.1.isEmpty }
    return parts.isEmpty
      ? nil : parts.map { "\($0): \($1.joined(separator: ", "))" }.joined(separator: "; ")
  }
}

/// A metadata block in the report of `info`.
package struct MetadataBlockRecord: Encodable, Equatable, Sendable {
  /// "exif", "xmp", "iptc" or "comment".
  package var kind: String
  /// The keyword of a text.
  package var keyword: String?
  package var bytes: Int
  /// The date on which the image was taken, as EXIF writes it.
  package var date: String?
  /// Whether it has the place at which the image was taken.
  package var gps: Bool
  /// For EXIF, whether it has a thumbnail.
  package var thumbnail: Bool?

  package init(_ block: MetadataBlock) {
    kind = block.kind.rawValue
    keyword = block.keyword
    bytes = block.bytes.count
    gps = block.hasPlace
    date = block.captureTime?.exifText
    if block.kind == .exif, let exif = ExifBlock(block.bytes) {
      date = exif.date
      thumbnail = exif.hasThumbnail
    }
  }
}

extension [MetadataBlockRecord] {
  /// Descriptions of the blocks, for one line.
  package var summary: [String] {
    let texts = filter { $0.kind == "comment" }
    let others = filter { $0.kind != "comment" }.map { block in
      var parts = ["\(block.kind.uppercased()) of \(block.bytes) bytes"]
      if let date = block.date { parts.append("taken \(date.printable)") }
      if block.gps { parts.append("place") }
      if block.thumbnail == true { parts.append("thumbnail") }
      return parts[0] + (parts.count > 1 ? " (\(parts.dropFirst().joined(separator: ", ")))" : "")
    }
    guard !texts.isEmpty else { return others }
    let bytes = texts.reduce(0) { $0 + $1.bytes }
    return others + ["\(texts.count == 1 ? "a comment" : "\(texts.count) comments") of \(bytes) bytes"]
  }
}
