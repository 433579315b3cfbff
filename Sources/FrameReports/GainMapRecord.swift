import FrameCodec
import FrameEngine
import FrameFiles
import FrameGeometry

/// A gain map in reports. Gains are in stops, the binary logarithms of factors.
package struct GainMapRecord: Encodable, Sendable {
  /// The size of the map, as stored; nil if its own header cannot be read.
  package var width: Int?
  package var height: Int?
  package var pixels: String?
  /// The length of the map's file; nil if the map has no file of its own.
  package var bytes: Int?
  /// The least and the largest gain of each channel: of all colors, or of red, green and blue.
  package var gain: [[Double]]
  package var gamma: [Double]
  /// What is added to the base before the gain, and subtracted after it, for each channel.
  package var offsets: [[Double]]
  /// The headroom from which the gain applies, and that at which it applies whole.
  package var headroom: [Double]
  /// The colors in which the gain applies: "base", "profile", or "unknown" if the file lacks their profile.
  package var colors: String
  /// The reason why the map cannot be read.
  package var problem: String?

  init(_ map: StoredGainMap, of image: OpenImage) {
    let parameters = map.parameters
    bytes = map.range?.count
    gain = parameters.channels.map { [$0.minimum, $0.maximum] }
    gamma = parameters.channels.map(\.gamma)
    offsets = parameters.channels.map { [$0.baseOffset, $0.alternateOffset] }
    headroom = [parameters.baseHeadroom, parameters.alternateHeadroom]
    colors =
      switch parameters.colors {
      case .base: "base"
      case .profile(nil): "unknown"
      case .profile: "profile"
      }
    do throws(FileError) {
      guard let header = try image.openGainMap()?.header else { return }
      (width, height) = (header.size.width, header.size.height)
      pixels = header.pixels.channels.name
    } catch {
      problem = error.problem.text
    }
  }

  /// The record as a part of a line.
  var summary: String {
    let most = gain.map { $0[1] }.max() ?? 0
    guard let width, let height, let pixels else { return "an HDR gain map that cannot be read" }
    return "HDR gain map \(width) x \(height) \(pixels), up to \(most.trimmed(2)) stops"
  }
}

/// Data after an image in its file.
package struct AttachmentRecord: Encodable, Sendable {
  /// "image", "preview" or "video".
  package var kind: String
  package var bytes: Int

  init(_ attachment: Attachment) { (kind, bytes) = (attachment.kind.rawValue, attachment.bytes) }

  var summary: String { "\(kind == "image" ? "another image" : "a \(kind)") of \(bytes.grouped) bytes" }
}
