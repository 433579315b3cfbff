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
    let profile = Self.profile(colours, of: pictures, plan, policy, format)
    guard let lead else {
      outgoing = OutgoingMetadata()
      notices = profile.notices
      return
    }
    var metadata = lead.header.metadata
    metadata.profile = profile.kept
    // What PNG says of colours in numbers is true of them as they were.
    if metadata.profile == nil, lead.header.metadata.profile != nil { metadata.colorimetry = nil }
    let swapsAxes = plan.copied.map { $0.matrix.a == 0 } ?? false
    if let resolution = metadata.resolution, swapsAxes {
      metadata.resolution = ImageMetadata.Resolution(x: resolution.y, y: resolution.x)
    }
    outgoing = policy.outgoing(
      metadata,
      to: MetadataPolicy.Output(
        size: plan.window.size, placement: plan.placementOfLead, swapsAxes: swapsAxes, holds: format.holds))
    notices =
      profile.notices
      + outgoing.notices.map { .metadata(lead.name, $0, format: format.title) }
  }

  /// The profile that the output gets, and what is to be said of those it does not get.
  private static func profile(
    _ colours: ColourManagement, of pictures: [OpenPicture], _ plan: RenderPlan, _ policy: MetadataPolicy,
    _ format: ImageFormat
  ) -> (kept: [UInt8]?, notices: [EditNotice]) {
    let notices = colours.notices
    guard let kept = colours.profile else { return (nil, notices) }
    guard format.holds.profile || !policy.keeps(.icc) else {
      return (nil, notices + [.formatWithoutProfile(pictures[0].name, format.title)])
    }
    // A profile is for grey or for colour; the output may be the other.
    guard let profile = ICCProfile(kept), profile.describes(plan.output.channels) else {
      return (nil, notices + [.profileLeftOut(pictures[0].name)])
    }
    return (kept, notices)
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
