import FrameGeometry
import FrameImage

/// Everything that will be done, decided before any pixel is read: which image, by which matrix, by which path, in
/// which order. A value that can be printed, compared, and tested without an image.
package struct RenderPlan: Hashable, Sendable {
  /// The finished canvas.
  package var canvas: PixelSize
  /// The part of the canvas that is written, with the pad around it. All matrices map to its coordinates.
  package var window: PixelRect
  /// The part of the window that is inside the pad: beyond it, everything has the pad's color. nil without a pad.
  package var unpadded: PixelRect?
  package var style: CanvasStyle
  /// Below the background if the output has no alpha.
  package var matte: Color?
  package var filter: Filter
  package var lights: Lights
  /// The tone curve of the output's colors, which defines linear light.
  package var toneCurve: ToneCurve
  /// The images that are read, each once.
  package var images: [SourceImage]
  /// In painter's order.
  package var items: [Item]
  /// The output's pixel format.
  package var output: PixelFormat
  /// What the output lacks.
  package var losses: [Loss]
  /// How the output's bytes are made.
  package var writing: Writing

  package init(
    canvas: PixelSize, window: PixelRect, style: CanvasStyle = CanvasStyle(), matte: Color? = nil,
    filter: Filter = .cubic, lights: Lights = Lights(),
    toneCurve: ToneCurve = .sRGB, images: [SourceImage] = [], items: [Item] = [], output: PixelFormat,
    losses: [Loss] = [],
    writing: Writing = .encoded(because: .notWanted)
  ) {
    self.canvas = canvas
    self.window = window
    self.style = style
    self.matte = matte
    self.filter = filter
    self.lights = lights
    self.toneCurve = toneCurve
    self.images = images
    self.items = items
    self.output = output
    self.losses = losses
    self.writing = writing
  }

  package indirect enum Item: Hashable, Sendable {
    case image(ImageDraw)
    case shape(ShapeDraw)
    case group(GroupDraw)
    case neighborhood(NeighborhoodDraw)
  }

  /// Items that are composited first, and then drawn as one.
  package struct GroupDraw: Hashable, Sendable {
    package var layer: String
    package var items: [Item]
    package var opacity: Double
    package var clip: Clip?
    package var mask: Mask?
    /// The shadow of the clipped and masked items, drawn below them. The group's opacity and blend mode apply to it, too.
    package var shadow: Shadow?
    package var blend: BlendMode
    /// Applied to the items, and not to the shadow.
    package var colors: ColorFunction
    /// The light in which the items are drawn and their colors changed.
    package var light: LightUse
    /// The place in the output of a plane on which the items are drawn, and which is then resampled; nil if they are drawn in the
    /// output. Clips, masks and shadows of the group are in the output.
    package var plane: Perspective?

    package init(
      layer: String, items: [Item], opacity: Double = 1, clip: Clip? = nil, mask: Mask? = nil,
      shadow: Shadow? = nil, blend: BlendMode = .normal, colors: ColorFunction = .identity,
      light: LightUse = .blending, plane: Perspective? = nil
    ) {
      self.layer = layer
      self.items = items
      self.plane = plane
      self.opacity = opacity
      self.clip = clip
      self.mask = mask
      self.shadow = shadow
      self.blend = blend
      self.colors = colors
      self.light = light
    }
  }

  /// Whether the output is made from pixels.
  package enum Writing: Hashable, Sendable {
    case encoded(because: LosslessObstacle)
    /// The output has the blocks of the one image.
    case moved(LosslessTransform)
  }

  /// What the output lacks: what its format cannot store, and what lies outside the canvas. Always reported.
  package enum Loss: Hashable, Sendable {
    /// 16 bits per sample become 8.
    case depth
    /// The image's transparency is blended over a color.
    case alpha(over: Color)
    /// Parts of images lie outside a canvas that the script does not state.
    ///
    /// - Parameters:
    ///   - first: The first layers that are cut off.
    ///   - others: The number of further ones.
    case cut(_ first: [CutLayer], others: Int)
    /// Visible layers lie wholly outside the canvas.
    ///
    /// - Parameters:
    ///   - first: The names of the first ones.
    ///   - others: The number of further ones.
    case outside(_ first: [String], others: Int)
    /// The area of an edit contains nothing of its layer.
    case editOutside(OutsideEdit)
    /// The mask of a layer is a gradient of opaque colors, whose alpha counts.
    case opaqueMask(layer: String)
  }

  /// An edit of which the area contains nothing of the layer.
  package struct OutsideEdit: Hashable, Sendable {
    package var layer: String
    /// The size of the layer, in its own coordinates.
    package var size: Size
    package var edit: NeighborhoodEdit

    package init(layer: String, size: Size, _ edit: NeighborhoodEdit) {
      (self.layer, self.size, self.edit) = (layer, size, edit)
    }
  }

  /// An image layer of which a part lies outside the canvas.
  package struct CutLayer: Hashable, Sendable {
    package var name: String
    /// The part outside, as a share of the whole.
    package var share: Double

    package init(name: String, share: Double) { (self.name, self.share) = (name, share) }
  }
}

extension RenderPlan.Item {
  /// The bytes that an item takes in its three forms: as planned, with the output's colors, and as a painter. Excludes
  /// the items of a group, and paths, which the scene holds.
  package var ownBytes: Int {
    let place = 4 * MemoryLayout<RenderPlan.Item>.stride
    switch self {
    case .image: return place + 2 * MemoryLayout<RenderPlan.ImageDraw>.stride + 2048
    case .group: return place + 2 * MemoryLayout<RenderPlan.GroupDraw>.stride + 768
    case .neighborhood: return place + 2 * MemoryLayout<RenderPlan.NeighborhoodDraw>.stride + 1024
    case .shape(let draw):
      let stops = draw.paints.reduce(0) { sum, paint in
        guard case .gradient(let gradient) = paint else { return sum }
        return sum + gradient.stops.count * 3 * MemoryLayout<RenderPlan.Gradient.Stop>.stride
      }
      return place + 2 * MemoryLayout<RenderPlan.ShapeDraw>.stride + 768 + stops
    }
  }
}

extension RenderPlan {
  /// The items with the background below them, if it is a gradient: a rectangle as large as the output.
  package var itemsOverBackground: [Item] {
    guard case .gradient = style.background else { return items }
    let rect = Rect(origin: .zero, size: Size(window.size))
    let background = ShapeDraw(
      layer: "background", path: Path(rect), fill: Fill(style.background), matrix: .identity)
    return [.shape(background)] + items
  }

  /// The bytes of all its items.
  package var itemBytes: Int { Self.bytes(of: itemsOverBackground) }

  static func bytes(of items: [Item]) -> Int {
    items.reduce(0) { sum, item in
      sum.adding(item.ownBytes).adding(bytes(of: item.parts)).adding(item.mask?.bytes ?? 0)
    }
  }

  /// The lossless transform, if no pixel is needed.
  package var move: LosslessTransform? {
    if case .moved(let move) = writing { move } else { nil }
  }

  /// All drawn images, in any group. Those of masks are not repeated.
  package var draws: [ImageDraw] { Self.draws(of: items) }

  static func draws(of items: [Item]) -> [ImageDraw] {
    var seen: Set<ImageDraw> = []
    return items.flatMap(\.draws).filter { seen.insert($0).inserted }
  }

  /// The only image of which the output is a bit-for-bit copy, with nothing drawn over, below or beside it; nil if
  /// pixels have to be composited.
  package var copied: ImageDraw? {
    guard items.count == 1, case .image(let draw) = items[0], draw.opacity == 1, draw.edge == .transparent
    else { return nil }
    guard style.isPlain else { return nil }
    let source = images[draw.image].pixels
    guard draw.isCopiedInWholePixels, source.depth == output.depth else { return nil }
    // Channels may be added but not removed, and nothing may show through or beside the image.
    if source.channels.hasAlpha && (!output.channels.hasAlpha || style.background.isVisible) { return nil }
    if !source.channels.isGray && output.channels.isGray { return nil }
    let isCovered = matte == nil && !style.background.isVisible
    return isCovered || draw.covers(window.size) ? draw : nil
  }
}

extension RenderPlan.Item {
  fileprivate var mask: RenderPlan.Mask? { if case .group(let draw) = self { draw.mask } else { nil } }

  fileprivate var draws: [RenderPlan.ImageDraw] {
    if case .image(let draw) = self { [draw] } else { parts.flatMap(\.draws) + (mask?.draws ?? []) }
  }

  /// The items inside this item, without the items of its mask.
  package var parts: [RenderPlan.Item] {
    switch self {
    case .image, .shape: []
    case .group(let draw): draw.items
    case .neighborhood(let draw): draw.items
    }
  }

  /// The items inside this item, and the items of its mask.
  package var children: [RenderPlan.Item] {
    if case .group(let draw) = self, let mask = draw.mask { draw.items + mask.items } else { parts }
  }

  /// Returns the item with other children, each made from one of its own.
  package func mapChildren(_ change: (RenderPlan.Item) -> RenderPlan.Item) -> RenderPlan.Item {
    switch self {
    case .image, .shape: return self
    case .group(var draw):
      draw.items = draw.items.map(change)
      if let mask = draw.mask { draw.mask?.items = mask.items.map(change) }
      return .group(draw)
    case .neighborhood(var draw):
      draw.items = draw.items.map(change)
      return .neighborhood(draw)
    }
  }

  /// Returns the item in coordinates to which a transform leads. Its children stay as they are.
  ///
  /// - Parameter t: scales both axes about equally.
  func applying(_ t: AffineTransform) -> RenderPlan.Item {
    switch self {
    case .image(let draw): .image(draw.applying(t))
    case .shape(let draw): .shape(draw.applying(t))
    case .group(let draw): .group(draw.applying(t))
    case .neighborhood(let draw): .neighborhood(draw.applying(t))
    }
  }
}
