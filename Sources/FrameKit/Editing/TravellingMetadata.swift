import FrameCodec
import FrameModel

/// What of the pictures' metadata goes into the output of a plan, and what is to be said of the rest.
///
/// It is that of the leading picture; only the profile is that of the first one drawn, as it is about pixels.
struct TravellingMetadata {
  let outgoing: OutgoingMetadata
  let notices: [EditNotice]

  /// - Parameter pictures: those of the plan, in its order.
  init(
    _ plan: RenderPlan, lead: OpenPicture?, pictures: [OpenPicture], colours: ColourManagement,
    policy: MetadataPolicy, format: ImageFormat
  ) {
    guard let lead else {
      outgoing = OutgoingMetadata()
      notices = colours.notices
      return
    }
    var metadata = lead.header.metadata
    var notices = colours.notices
    let first = pictures.first?.header.metadata ?? ImageMetadata()
    (metadata.profile, metadata.colorimetry) = colours.describe(first, holds: format.holds)
    // A profile is for grey or for colour; the output may be the other.
    if let bytes = metadata.profile, ICCProfile(bytes)?.describes(plan.output.channels) != true {
      metadata.profile = nil
      notices.append(.profileLeftOut(pictures[0].name))
    }
    // Blocks stay what they are, inks too.
    if plan.move != nil, let stored = pictures.first?.stored, stored.samples == .inks {
      metadata.profile = stored.metadata.profile
    }
    let isSRGB = PictureColours(metadata).isSRGB(gray: plan.output.channels.isGray)
    // Where viewers are told to turn the picture, it stays as it is stored.
    let stored = plan.move?.kind == .tagged ? pictures.first?.header.size : nil
    let swapsAxes = stored == nil && plan.copied.map { $0.matrix.a == 0 } ?? false
    if let resolution = metadata.resolution, swapsAxes {
      metadata.resolution = ImageMetadata.Resolution(x: resolution.y, y: resolution.x)
    }
    outgoing = policy.outgoing(
      metadata,
      to: MetadataPolicy.Output(
        size: stored ?? plan.window.size, placement: stored == nil ? plan.placementOfLead : .same,
        swapsAxes: swapsAxes, isSRGB: isSRGB, holds: format.holds))
    self.notices =
      notices
      + outgoing.notices.map { .metadata(lead.name, $0, format: format.title) }
  }
}

extension RenderPlan {
  /// Where the leading picture lies in the output: what it has marked in its metadata lies there too.
  fileprivate var placementOfLead: MetadataPolicy.Placement {
    guard items.count == 1, case .picture(let draw) = items[0] else { return .moved }
    let picture = pictures[draw.picture]
    let stored = Rect(origin: .zero, size: Size(picture.size))
    let m = draw.matrix
    guard picture.id == 0, draw.visible == stored, m.b == 0, m.c == 0, m.a > 0, m.d > 0 else { return .moved }
    if m == .identity, picture.size == window.size { return .same }
    // Less than a pixel off: sizes are rounded.
    let box = stored.applying(m)
    let edges = [
      box.minX, box.minY, box.maxX - Double(window.size.width), box.maxY - Double(window.size.height),
    ]
    return edges.allSatisfy { abs($0) < 1 } ? .scaled : .moved
  }
}
