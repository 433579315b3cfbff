import FrameImage
import FramePlan

/// What a group consists of: items, what changes their colors, and what cuts them.
struct GroupContent: Sendable {
  private var items: PainterList
  private let clip: ClipMask?
  private var mask: GroupMask?
  private let colors: WorkingColors?
  /// Converts pixels of the items to the light around the group; nil if they have it.
  private let conversion: LightConversion?
  let images: Set<Int>

  init(_ draw: RenderPlan.GroupDraw, _ making: inout PainterFactory) {
    var inside = making.inLight(draw.light)
    if let plane = draw.plane {
      items = PainterList(PlanePainter(draw.items, plane, &inside))
    } else {
      items = PainterList(draw.items, &inside)
    }
    making.room = inside.room
    let window = making.area.rect
    clip = draw.clip.map { ClipMask($0, of: draw.layer, window: window, room: &making.room) }
    mask = draw.mask.map { GroupMask($0, &making) }
    colors = inside.space.colors(draw.colors)
    conversion = making.conversion(from: draw.light)
    images = items.images.union(mask?.items.images ?? [])
  }

  /// True if nothing has to be prepared for rows.
  var isReady: Bool { items.isReady && mask?.items.isReady ?? true }

  /// The working memory while it is painted on a tile that is borrowed, too.
  var needsOnOwnTile: Workspace.Capacity {
    guard let mask else { return items.needsOnOwnTile }
    // The mask lies on a tile above.
    var needs = mask.items.needsOnOwnTile
    needs.levels += 1
    return items.needsOnOwnTile.union(needs)
  }

  func hides(_ area: PixelArea) -> Bool { clip == nil && mask == nil && items.hides(area) }

  func sourceRows(of image: Int, for area: PixelArea) -> Range<Int> {
    let own = items.sourceRows(of: image, for: area)
    return mask.map { own.union($0.items.sourceRows(of: image, for: area)) } ?? own
  }

  var rowsBeside: Int { max(items.rowsBeside, mask?.items.rowsBeside ?? 0) }

  /// The items are prepared before the mask, so only one of them is at its peak.
  func cost(rows: Int) -> Cost {
    items.cost(rows: rows).then(mask?.items.cost(rows: rows) ?? Cost())
  }

  func prepared(for rows: Range<Int>, in workspace: Workspace) throws -> GroupContent {
    var content = self
    content.items = try items.prepared(for: rows, in: workspace)
    if let mask { content.mask?.items = try mask.items.prepared(for: rows, in: workspace) }
    return content
  }

  /// - Parameter tile: empty, or hidden by the items.
  func paint(on tile: Tile) {
    items.paint(on: tile)
    let count = tile.area.count
    colors?.apply(to: tile.pixels, count: count)
    conversion?.apply(to: tile.pixels, count: count)
    clip?.cut(tile)
    mask?.cut(tile)
  }
}

/// Items whose alpha or luminance says how much of other pixels is visible.
private struct GroupMask: Sendable {
  var items: PainterList
  private let channel: MaskChannel
  private let isInverted: Bool
  /// From working pixels to encoded ones, for luminance; nil if working pixels are encoded.
  private let encoding: WorkingColors?

  init(_ mask: RenderPlan.Mask, _ making: inout PainterFactory) {
    items = PainterList(mask.items, &making)
    channel = mask.channel
    isInverted = mask.isInverted
    encoding = mask.channel == .luminance ? making.space.toneConversion(.encode) : nil
  }

  /// The weights of SVG's and CSS's luminance masks (Filter Effects 1, `luminanceToAlpha`), for encoded samples.
  private static let luminance = WorkingPixel(0.2125, 0.7154, 0.0721, 0)

  /// Multiplies each pixel by the mask.
  func cut(_ tile: Tile) {
    let mask = tile.above
    items.paint(on: mask)
    let count = tile.area.count
    encoding?.apply(to: mask.pixels, count: count)
    for i in 0..<count {
      let pixel = mask.pixels[i]
      // Premultiplied, so that luminance is multiplied by alpha, too.
      let value = channel == .alpha ? pixel.w : (pixel * Self.luminance).sum()
      let share = min(max(value, 0), 1)
      tile.pixels[i] *= isInverted ? 1 - share : share
    }
  }
}
