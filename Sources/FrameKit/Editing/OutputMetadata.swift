import FrameCodec
import FrameModel

/// What of the images' metadata goes into the output of a plan, and what is to be said of the rest.
///
/// It is that of the leading image; only the profile is that of the first one drawn, as it is about pixels.
struct OutputMetadata {
  let filteredMetadata: FilteredMetadata
  let notices: [EditNotice]

  /// - Parameter images: those of the plan, in its order.
  init(
    _ plan: RenderPlan, lead: OpenImage?, images: [OpenImage], colors: ColorManagement,
    policy: MetadataPolicy, format: ImageFormat
  ) {
    guard let lead else {
      filteredMetadata = FilteredMetadata()
      notices = colors.notices
      return
    }
    var metadata = lead.header.metadata
    var notices = colors.notices
    let first = images.first?.header.metadata ?? ImageMetadata()
    (metadata.profile, metadata.colorimetry) = colors.describe(first, capabilities: format.capabilities)
    // A profile is for gray or for color; the output may be the other.
    if let bytes = metadata.profile, ICCProfile(bytes)?.describes(plan.output.channels) != true {
      metadata.profile = nil
      notices.append(.profileLeftOut(images[0].name))
    }
    // Blocks stay what they are, inks too.
    if plan.move != nil, let stored = images.first?.stored, stored.samples == .cmyk {
      metadata.profile = stored.metadata.profile
    }
    let isSRGB = ImageColors(metadata).isSRGB(gray: plan.output.channels.isGray)
    // Where viewers are told to turn the image, it stays as it is stored.
    let stored = plan.move?.kind == .tagged ? images.first?.header.size : nil
    let swapsAxes = stored == nil && plan.copied.map { $0.matrix.a == 0 } ?? false
    if let resolution = metadata.resolution, swapsAxes {
      metadata.resolution = ImageMetadata.Resolution(x: resolution.y, y: resolution.x)
    }
    filteredMetadata = policy.filteredMetadata(
      metadata,
      to: MetadataPolicy.Output(
        size: stored ?? plan.window.size, placement: stored == nil ? plan.placementOfLead : .same,
        swapsAxes: swapsAxes, isSRGB: isSRGB, capabilities: format.capabilities))
    self.notices =
      notices
      + filteredMetadata.notices.map { .metadata(lead.name, $0, format: format.title) }
  }
}

extension RenderPlan {
  /// Where the leading image lies in the output: what it has marked in its metadata lies there too.
  fileprivate var placementOfLead: MetadataPolicy.Placement {
    guard items.count == 1, case .image(let draw) = items[0] else { return .moved }
    let image = images[draw.image]
    let stored = Rect(origin: .zero, size: Size(image.size))
    let m = draw.matrix
    guard image.id == 0, draw.visible == stored, m.b == 0, m.c == 0, m.a > 0, m.d > 0 else { return .moved }
    if m == .identity, image.size == window.size { return .same }
    // Less than a pixel off: sizes are rounded.
    let box = stored.applying(m)
    let edges = [
      box.minX, box.minY, box.maxX - Double(window.size.width), box.maxY - Double(window.size.height),
    ]
    return edges.allSatisfy { abs($0) < 1 } ? .scaled : .moved
  }
}
