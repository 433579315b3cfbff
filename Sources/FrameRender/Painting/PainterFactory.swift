import FrameGeometry
import FrameImage
import FramePlan

/// Builds the painter for each plan item.
struct PainterFactory {
  private let images: [SourceImage]
  private var spaces: WorkingSpaces
  /// The use of the light in which pixels are computed.
  private var light = RenderPlan.LightUse.blending
  let cancellation: Cancellation?
  private(set) var filter: Filter
  /// The pixels that are needed.
  private(set) var area: PixelArea
  /// For the outlines of all painters together.
  var room: OutlineRoom

  /// - Parameter plan: in terms of decoded pixels.
  init(_ plan: RenderPlan, spaces: WorkingSpaces, room: OutlineRoom, cancellation: Cancellation? = nil) {
    self.room = room
    images = plan.images
    self.cancellation = cancellation
    self.spaces = spaces
    filter = plan.filter
    area = PixelArea(columns: 0..<plan.window.size.width, rows: 0..<plan.window.size.height)
  }

  /// Returns a factory for other pixels.
  func seeing(_ area: PixelArea) -> Self {
    var other = self
    other.area = area
    return other
  }

  /// Returns a factory in another light.
  func inLight(_ use: RenderPlan.LightUse) -> Self {
    var other = self
    other.light = use
    return other
  }

  /// Returns a factory that converts no pixels, for painters of which only alpha counts.
  ///
  /// - Parameter filter: the filter of images.
  func withoutConversion(filter: Filter) -> Self {
    var other = self
    other.filter = filter
    other.spaces = WorkingSpaces(both: space)
    return other
  }

  var space: WorkingSpace { spaces[light] }

  /// Returns the conversion of pixels to this factory's light; nil if they need none.
  func conversion(from use: RenderPlan.LightUse) -> LightConversion? {
    use == .resampling && light == .blending ? spaces.conversion : nil
  }

  /// Returns whether an image's outline determines its alpha.
  func isOpaque(_ image: Int) -> Bool { !images[image].pixels.channels.hasAlpha }

  /// - Returns: nil for an item that cannot be drawn.
  mutating func painter(for item: RenderPlan.Item) -> (any Painter)? {
    switch item {
    case .image(let draw):
      // Samples that are only copied are the same in every light.
      (draw.isCopiedInWholePixels || filter == .nearest ? nil : converting(draw))
        ?? painter(for: draw)
    case .shape(let draw): ShapePainter(draw, window: area.rect, space: space, room: &room)
    case .group(let draw): GroupPainter(draw, &self)
    case .neighborhood(let draw): converting(item, of: draw.layer) ?? NeighborhoodPainter(draw, &self)
    }
  }

  /// Returns the painter of an image in this light.
  private func painter(for draw: RenderPlan.ImageDraw) -> (any Painter)? {
    let source = images[draw.image]
    switch draw.map {
    case .affine(let matrix, let visible):
      return ImagePainter(
        draw, matrix, visible: visible, source: source, filter: filter, space: space,
        area: area)
    case .projective(let perspective):
      return PerspectivePainter(draw, perspective, source: source, filter: filter, space: space)
    }
  }

  /// Returns the painter of a group around an item, whose pixels it converts; nil if they need no conversion.
  private mutating func converting(
    _ item: RenderPlan.Item, of layer: String, opacity: Double = 1
  ) -> (any Painter)? {
    guard conversion(from: item.light) != nil else { return nil }
    let group = RenderPlan.GroupDraw(layer: layer, items: [item], opacity: opacity, light: item.light)
    return GroupPainter(group, &self)
  }

  /// The same for an image, whose opacity becomes that of the group: opaque colors are rounded before they fade.
  private mutating func converting(_ draw: RenderPlan.ImageDraw) -> (any Painter)? {
    var opaque = draw
    opaque.opacity = 1
    return converting(.image(opaque), of: draw.layer, opacity: draw.opacity)
  }
}

extension RenderPlan {
  /// The plan in terms of decoded pixels: a pixel of an image that is shrunk on load covers several stored ones.
  var decoded: RenderPlan {
    var plan = self
    plan.items = items.map { $0.decoded(images) }
    for index in images.indices {
      plan.images[index].size = images[index].decodedSize
      plan.images[index].reduction = .none
    }
    return plan
  }
}

extension RenderPlan.Item {
  fileprivate func decoded(_ images: [SourceImage]) -> RenderPlan.Item {
    guard case .image(var draw) = self else { return mapChildren { $0.decoded(images) } }
    let factor = Double(images[draw.image].reduction.rawValue)
    guard factor > 1 else { return self }
    switch draw.map {
    case .affine(let matrix, let visible):
      draw.map = .affine(
        matrix.scaledBy(x: factor, y: factor),
        visible: Rect(
          x: visible.minX / factor, y: visible.minY / factor, width: visible.size.width / factor,
          height: visible.size.height / factor))
    case .projective(var perspective):
      perspective.map = Projection(AffineTransform(scaleX: factor, y: factor)).concatenating(perspective.map)
      draw.map = .projective(perspective)
    }
    draw.part = draw.part?.reduced(by: images[draw.image].reduction)
    return .image(draw)
  }
}
