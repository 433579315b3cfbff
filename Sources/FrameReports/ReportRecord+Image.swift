import FrameCodec
import FrameEngine
import FrameFiles
import FrameGeometry
import FrameImage
import FrameMessages
import FramePlan

extension ReportRecord {
  /// The header of an image in the reports of `info` and `explain`. The text lacks the name.
  ///
  /// - Parameters:
  ///   - planned: The image in a plan; nil without a plan.
  ///   - newColors: The colors that the plan converts the image to, if it does.
  package init(_ image: OpenImage, planned: SourceImage? = nil, convertedTo newColors: String? = nil) {
    let (header, metadata) = (image.stored, image.stored.metadata)
    let (size, format) = (header.size, image.codec.format.name)
    let pixels = header.samples == .cmyk ? "cmyk" : header.pixels.channels.name
    let upright = header.orientation.upright(size)
    // Pixels per inch, across and down.
    let inch = 0.0254
    let resolution = metadata.resolution.map {
      [($0.x * inch * 100).rounded() / 100, ($0.y * inch * 100).rounded() / 100]
    }
    let blocks = metadata.blocks.map(MetadataBlockRecord.init)
    let gainMap = header.gainMap.map { ReportRecord($0, of: image) }
    let attachments = header.attachments.map { ReportRecord($0) }
    // `frames` has the number of frames, and edits can use all of them.
    let notices = header.notices.filter { $0 != .oneOfSeveral(of: header.frames) }.map(\.message.text)
    // The number of the schema is only in a record that is not part of another.
    fields = [
      "schema": planned == nil ? 1 : nil, "name": image.name, "format": format, "pixels": pixels,
      "frames": header.frames, "traits": header.traits, "resolution": resolution, "metadata": blocks,
      "gainMap": gainMap, "attachments": attachments, "notices": notices, "convertedTo": newColors,
    ]
    // The stored size.
    fields["width"] = size.width
    fields["height"] = size.height
    fields["depth"] = header.pixels.depth.rawValue
    // The value of the EXIF orientation tag, and the size that it gives.
    fields["orientation"] = header.orientation.rawValue
    fields["upright"] = [upright.width, upright.height]
    // The bytes of the profile, and its name.
    fields["profile"] = metadata.profile?.count
    fields["profileName"] = metadata.profile.map(ICCProfile.name)
    // The numbers that describe the colors: "gamma 0.45455", "cICP 9 16 0 1".
    fields["colorimetry"] = metadata.colorimetry?.summary
    // The profile's name, numbers, or "sRGB" if the file states nothing.
    fields["colors"] = image.colorsName
    // The shrink factor of the plan's decoder, and the size that the plan decodes.
    fields["reduction"] = planned?.reduction.rawValue
    fields["decoded"] = planned.map { [$0.decodedSize.width, $0.decodedSize.height] }

    var parts = ["\(size.width) x \(size.height) \(format)", pixels, "\(header.pixels.depth.rawValue) bits"]
    parts += header.traits.filter { $0.lowercased() != pixels }
    if header.orientation != .up {
      let tag = header.orientation.rawValue
      parts.append("orientation \(tag), upright \(upright.width) x \(upright.height)")
    }
    if header.frames > 1 { parts.append("\(header.frames) frames") }
    if let profile = metadata.profile {
      parts.append("profile \(ICCProfile.name(of: profile)), \(profile.count) bytes")
    }
    if let colorimetry = metadata.colorimetry { parts.append(colorimetry.summary) }
    if let newColors { parts.append("colors converted to \(newColors)") }
    if let resolution {
      let numbers = resolution[0] == resolution[1] ? [resolution[0]] : resolution
      parts.append(numbers.map(\.scriptText).joined(separator: " x ") + " dpi")
    }
    parts += blocks.summary
    if let gainMap { parts.append(gainMap.text) }
    parts += attachments.map(\.text)
    if let planned, planned.reduction.rawValue > 1 {
      let decoded = planned.decodedSize
      parts.append("decoded at 1/\(planned.reduction.rawValue) as \(decoded.width) x \(decoded.height)")
    }
    text = (parts + notices).joined(separator: ", ")
  }

  /// A gain map. Gains are in stops, the binary logarithms of factors.
  private init(_ map: StoredGainMap, of image: OpenImage) {
    let parameters = map.parameters
    fields = [:]
    // The length of the map's file; nil if the map has no file of its own.
    fields["bytes"] = map.range?.count
    // The least and the largest gain of each channel: of all colors, or of red, green and blue.
    fields["gain"] = parameters.channels.map { [$0.minimum, $0.maximum] }
    fields["gamma"] = parameters.channels.map(\.gamma)
    // What is added to the base before the gain, and subtracted after it, for each channel.
    fields["offsets"] = parameters.channels.map { [$0.baseOffset, $0.alternateOffset] }
    // The headroom from which the gain applies, and that at which it applies whole.
    fields["headroom"] = [parameters.baseHeadroom, parameters.alternateHeadroom]
    // The colors in which the gain applies; unknown if the file lacks their profile.
    fields["colors"] =
      switch parameters.colors {
      case .base: "base"
      case .profile(nil): "unknown"
      case .profile: "profile"
      }
    text = "an HDR gain map that cannot be read"
    do throws(FileError) {
      guard let header = try image.openGainMap()?.header else { return }
      let (size, pixels) = (header.size, header.pixels.channels.name)
      // The size and the pixels of the map, as stored.
      fields["width"] = size.width
      fields["height"] = size.height
      fields["pixels"] = pixels
      let most = parameters.channels.map(\.maximum).max() ?? 0
      text = "HDR gain map \(size.width) x \(size.height) \(pixels), up to \(most.trimmed(2)) stops"
    } catch {
      // The reason why the map cannot be read.
      fields["problem"] = error.problem.text
    }
  }

  /// Data after an image in its file, which outputs lack unless they are copies: an image, a preview or a video.
  private init(_ attachment: Attachment) {
    let (kind, bytes) = (attachment.kind.rawValue, attachment.bytes)
    fields = ["kind": kind, "bytes": bytes]
    text = "\(kind == "image" ? "another image" : "a \(kind)") of \(bytes.grouped) bytes"
  }
}
