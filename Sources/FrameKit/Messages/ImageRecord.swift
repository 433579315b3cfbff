import FrameCodec
import FrameModel

/// The header of an image in the reports of `info` and `explain`.
public struct ImageRecord: Encodable, Sendable {
  public var name: String
  public var format: String
  /// The stored width.
  public var width: Int
  /// The stored height.
  public var height: Int
  public var pixels: String
  public var depth: Int
  /// The value of the EXIF orientation tag.
  public var orientation: Int
  /// The upright size: width height.
  public var upright: [Int]
  public var frames: Int
  public var traits: [String]
  /// The bytes of the profile.
  public var profile: Int?
  public var profileName: String?
  /// The numbers that describe the colors: "gamma 0.45455", "cICP 9 16 0 1".
  public var colorimetry: String?
  /// The colors of the samples: the profile's name, numbers, or "sRGB" if the file states nothing.
  public var colors: String
  /// The colors that the plan converts the image to, if it does.
  public var convertedTo: String?
  /// The other metadata.
  public var metadata: [MetadataBlockRecord]
  /// Pixels per inch, across and down.
  public var resolution: [Double]?
  /// The shrink factor of the plan's decoder; nil without a plan.
  public var reduction: Int?
  /// The size that the plan decodes: width height.
  public var decoded: [Int]?
  public var notices: [String]

  /// - Parameter planned: the image in a plan; nil without a plan.
  public init(_ image: OpenImage, planned: SourceImage? = nil) {
    let header = image.stored
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
    // `frames` has the number of frames, and edits can use all of them.
    notices = header.notices.filter { $0 != .firstFrameOnly(of: header.frames) }.map(\.message.text)
  }

  /// The record without the name, on one line.
  public var summary: String {
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
    if let reduction, let decoded, reduction > 1 {
      parts.append("decoded at 1/\(reduction) as \(decoded[0]) x \(decoded[1])")
    }
    return (parts + notices).joined(separator: ", ")
  }
}
