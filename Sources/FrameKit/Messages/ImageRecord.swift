import FrameCodec
import FrameModel

/// An image's header as `info` and `explain` tell it.
public struct ImageRecord: Encodable, Sendable {
  public var name: String
  public var format: String
  /// As stored.
  public var width: Int
  public var height: Int
  public var pixels: String
  public var depth: Int
  /// The number of EXIF's tag.
  public var orientation: Int
  /// As people see it: width and height.
  public var upright: [Int]
  public var frames: Int
  public var traits: [String]
  /// Bytes.
  public var profile: Int?
  public var profileName: String?
  /// What is said of colors in numbers: "gamma 0.45455", "cICP 9 16 0 1".
  public var colorimetry: String?
  /// What the samples mean: the profile's name, numbers, or "sRGB" where nothing is said.
  public var colors: String
  /// What a plan has the samples mean, where that is something else.
  public var convertedTo: String?
  /// What else is said of the image.
  public var metadata: [MetadataBlockRecord]
  /// Pixels per inch, across and down.
  public var resolution: [Double]?
  /// What a plan has its sides divided by while it is decoded; nil where there is no plan.
  public var reduction: Int?
  /// Width and height as decoded.
  public var decoded: [Int]?
  public var notices: [String]

  /// - Parameter planned: what a plan has decided for the image.
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
    // How many frames there are is said already; all can be used.
    notices = header.notices.filter { $0 != .firstFrameOnly(of: header.frames) }.map(\.message.what)
  }

  /// Everything but the name, on one line.
  public var summary: String {
    var parts = ["\(width) x \(height) \(format)", pixels, "\(depth) bits"]
    parts += traits.filter { $0.lowercased() != pixels }
    if orientation != 1 {
      parts.append("orientation \(orientation), upright \(upright[0]) x \(upright[1])")
    }
    if frames > 1 { parts.append("\(frames) frames") }
    if let profile, let profileName { parts.append("profile \(profileName), \(profile) bytes") }
    if let colorimetry { parts.append(colorimetry) }
    if let convertedTo { parts.append("colors brought to \(convertedTo)") }
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
