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
    let window = making.window
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

  func sourceRows(of image: Int, for rows: Range<Int>, columns: Range<Int>) -> Range<Int> {
    let own = items.sourceRows(of: image, for: rows, columns: columns)
    guard let mask else { return own }
    return own.union(mask.items.sourceRows(of: image, for: rows, columns: columns))
  }

  var rowsBeside: Int { max(items.rowsBeside, mask?.items.rowsBeside ?? 0) }

  /// The items are prepared before the mask, so only one of them is at its peak.
  func cost(rows: Int) -> Cost {
    items.cost(rows: rows).then(mask?.items.cost(rows: rows) ?? Cost())
  }

  func prepared(for rows: Range<Int>, in workspace: Workspace) throws -> GroupContent {
    var content = self
    content.items = try items.prepared(for: rows, in: workspace)
    content.mask = try mask?.prepared(for: rows, in: workspace)
    return content
  }

  /// - Parameter tile: empty, or hidden by the items.
  func paint(on tile: Tile) {
    items.paint(on: tile)
    let count = tile.columns.count * tile.rows.count
    colors?.apply(to: tile.pixels, count: count)
    conversion?.apply(to: tile.pixels, count: count)
    clip?.cut(tile)
    mask?.cut(tile)
  }
}
