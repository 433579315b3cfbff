import FrameCodec
import FrameEngine
import FrameGeometry
import FrameImage
import FrameMessages
import FramePlan

/// The header of an image in the reports of `info` and `explain`.
package struct ImageRecord: Encodable, Sendable {
  /// The number of the schema; nil for a part of another record.
  package var schema: Int?
  package var name: String
  package var format: String
  /// The stored width.
  package var width: Int
  /// The stored height.
  package var height: Int
  package var pixels: String
  package var depth: Int
  /// The value of the EXIF orientation tag.
  package var orientation: Int
  /// The upright size: width height.
  package var upright: [Int]
  package var frames: Int
  package var traits: [String]
  /// The bytes of the profile.
  package var profile: Int?
  package var profileName: String?
  /// The numbers that describe the colors: "gamma 0.45455", "cICP 9 16 0 1".
  package var colorimetry: String?
  /// The colors of the samples: the profile's name, numbers, or "sRGB" if the file states nothing.
  package var colors: String
  /// The colors that the plan converts the image to, if it does.
  package var convertedTo: String?
  /// The other metadata.
  package var metadata: [MetadataBlockRecord]
  /// Pixels per inch, across and down.
  package var resolution: [Double]?
  /// The shrink factor of the plan's decoder; nil without a plan.
  package var reduction: Int?
  /// The size that the plan decodes: width height.
  package var decoded: [Int]?
  /// The most decoded rows that the edit holds at once; nil if it decodes none in rows.
  package var heldRows: Int?
  /// Their bytes.
  package var heldBytes: Int?
  /// The gain map in the same file; nil without one.
  package var gainMap: GainMapRecord?
  /// Other data in the same file, which outputs lack unless they are copies.
  package var attachments: [AttachmentRecord]
  package var notices: [String]

  /// - Parameter planned: the image in a plan; nil without a plan.
  package init(_ image: OpenImage, planned: SourceImage? = nil) {
    let header = image.stored
    schema = planned == nil ? 1 : nil
    name = image.name
    format = image.codec.format.name
    width = header.size.width
    height = header.size.height
    pixels = header.samples == .cmyk ? "cmyk" : header.pixels.channels.name
    depth = header.pixels.depth.rawValue
    orientation = header.orientation.rawValue
    let size = header.orientation.upright(header.size)
    upright = [size.width, size.height]
    frames = header.frames
    traits = header.traits
    profile = header.metadata.profile?.count
    profileName = header.metadata.profile.map(ICCProfile.name)
    colorimetry = header.metadata.colorimetry?.summary
    colors = image.colorsName
    metadata = header.metadata.blocks.map(MetadataBlockRecord.init)
    let inch = 0.0254
    resolution = header.metadata.resolution.map {
      [($0.x * inch * 100).rounded() / 100, ($0.y * inch * 100).rounded() / 100]
    }
    reduction = planned?.reduction.rawValue
    decoded = planned.map { [$0.decodedSize.width, $0.decodedSize.height] }
    gainMap = header.gainMap.map { GainMapRecord($0, of: image) }
    attachments = header.attachments.map(AttachmentRecord.init)
    // `frames` has the number of frames, and edits can use all of them.
    notices = header.notices.filter { $0 != .oneOfSeveral(of: header.frames) }.map(\.message.text)
  }

  /// The record without the name, on one line.
  package var summary: String {
    var parts = ["\(width) x \(height) \(format)", pixels, "\(depth) bits"]
    parts += traits.filter { $0.lowercased() != pixels }
    if orientation != 1 {
      parts.append("orientation \(orientation), upright \(upright[0]) x \(upright[1])")
    }
    if frames > 1 { parts.append("\(frames) frames") }
    if let profile, let profileName { parts.append("profile \(profileName), \(profile) bytes") }
    if let colorimetry { parts.append(colorimetry) }
    if let convertedTo { parts.append("colors converted to \(convertedTo)") }
    if let resolution {
      let numbers = resolution[0] == resolution[1] ? [resolution[0]] : resolution
      parts.append(numbers.map(\.scriptText).joined(separator: " x ") + " dpi")
    }
    parts += metadata.summary
    if let gainMap { parts.append(gainMap.summary) }
    parts += attachments.map(\.summary)
    if let reduction, let decoded, reduction > 1 {
      parts.append("decoded at 1/\(reduction) as \(decoded[0]) x \(decoded[1])")
    }
    return (parts + notices).joined(separator: ", ")
  }
}
