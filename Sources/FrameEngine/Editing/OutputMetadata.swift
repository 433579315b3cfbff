import FrameCodec
import FrameGeometry
import FramePlan

/// The metadata that the output of a plan gets, and notices about the rest.
///
/// It is the primary image's metadata. Only the color profile comes from the first drawn image, because it describes
/// pixels.
struct OutputMetadata {
  let filteredMetadata: FilteredMetadata
  let notices: [EditNotice]

  /// - Parameters:
  ///   - primaryImage: the image whose metadata the output gets; nil for a scene without images.
  ///   - images: the images of the plan, in its order.
  ///   - origin: whether the place and the date of the primary image are those of the output.
  ///   - resolution: the resolution of the output; nil for that of the primary image.
  init(
    _ plan: RenderPlan, primaryImage: OpenImage?, images: [OpenImage], origin: MetadataPolicy.Origin,
    colors: ColorManagement, policy: MetadataPolicy, format: ImageFormat,
    resolution: ImageMetadata.Resolution?
  ) {
    var output = MetadataPolicy.Output(
      size: plan.window.size, placement: .same, isSRGB: true, capabilities: format.capabilities)
    output.resolution = resolution
    output.origin = origin
    guard let primaryImage else {
      filteredMetadata = policy.filteredMetadata(ImageMetadata(), to: output)
      notices = colors.notices
      return
    }
    var metadata = primaryImage.header.metadata
    var notices = colors.notices
    let first = images.first?.header.metadata ?? ImageMetadata()
    (metadata.profile, metadata.colorimetry) = colors.outputColors(
      keeping: first, capabilities: format.capabilities)
    // A profile describes gray or color samples; the output may have the other kind.
    if let bytes = metadata.profile, ICCProfile(bytes)?.describes(plan.output.channels) != true {
      metadata.profile = nil
      notices.append(.profileDropped(images[0].name))
    }
    // A lossless transform keeps CMYK samples, and so their profile.
    if plan.move != nil, let stored = images.first?.stored, stored.samples == .cmyk {
      metadata.profile = stored.metadata.profile
    }
    output.isSRGB = ImageColors(metadata).isSRGB(gray: plan.output.channels.isGray)
    // If only the orientation tag changes, the pixels stay as they are stored.
    let stored = plan.move?.kind == .tagged ? images.first?.header.size : nil
    let swapsAxes = stored == nil && plan.turnsPrimaryImage
    if let resolution = metadata.resolution, swapsAxes {
      metadata.resolution = ImageMetadata.Resolution(x: resolution.y, y: resolution.x)
    }
    if let stored { output.size = stored } else { output.placement = plan.primaryImagePlacement }
    output.swapsAxes = swapsAxes
    filteredMetadata = policy.filteredMetadata(metadata, to: output)
    self.notices =
      notices
      + filteredMetadata.notices.map { .metadata(primaryImage.name, $0, format: format.title) }
  }
}

extension RenderPlan {
  /// True if rows of the primary image, as it is stored, become columns of the output, or come nearer to columns than to rows.
  fileprivate var turnsPrimaryImage: Bool {
    draws.first { images[$0.image].id == 0 }?.swapsAxes ?? false
  }

  /// The placement of the primary image in the output. Regions in its metadata have the same placement.
  fileprivate var primaryImagePlacement: MetadataPolicy.Placement {
    guard items.count == 1, case .image(let draw) = items[0], case .affine(let m, let visible) = draw.map
    else {
      return .moved
    }
    let image = images[draw.image]
    let stored = Rect(origin: .zero, size: Size(image.size))
    guard image.id == 0, visible == stored, m.b == 0, m.c == 0, m.a > 0, m.d > 0 else { return .moved }
    if m == .identity, image.size == window.size { return .same }
    // Sizes are rounded, so edges may be off by less than a pixel.
    let box = stored.applying(m)
    let edges = [
      box.minX, box.minY, box.maxX - Double(window.size.width), box.maxY - Double(window.size.height),
    ]
    return edges.allSatisfy { abs($0) < 1 } ? .scaled : .moved
  }
}
