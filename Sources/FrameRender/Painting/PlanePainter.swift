import FrameGeometry
import FrameImage
import FramePlan

/// Draws items on a plane of their own, and then the plane in perspective.
struct PlanePainter: Painter {
  private var content: PainterList
  /// The pixels of the plane that the content may touch, and one around them, which is transparent.
  private let place: PixelArea
  private let grid: PerspectiveGrid
  /// The position of the output on the canvas.
  private let (left, top): (Int, Int)
  /// The pixels of the output that are needed.
  private let shown: PixelArea
  /// The pixels of the plane that each strip of those depends on: strips of `PerspectiveGrid.side` rows.
  private let strips: [PixelArea]
  private let drawing: BlockResampler
  /// The plane, as far as the current band needs it.
  private var field: PixelField?

  /// - Returns: nil if nothing of it is visible.
  init?(_ items: [RenderPlan.Item], _ plane: RenderPlan.Perspective, _ making: inout PainterFactory) {
    guard let box = items.reach, let inverse = plane.map.inverse,
      let seen = plane.outline.applying(.projective(inverse)).boundingBox
    else { return nil }
    // What is far from the canvas has no place, so that sizes stay small.
    let reach = 3 * making.filter.support * max(1, PerspectiveGrid.shrink(inverse, plane.outline)) + 4
    guard let part = box.intersection(seen.grown(by: reach)) else { return nil }
    let place = PixelArea(around: part).grown(by: 1)
    let toPlace = AffineTransform(
      translationX: -Double(place.columns.lowerBound), y: -Double(place.rows.lowerBound))
    guard let size = PixelSize(width: place.columns.count, height: place.rows.count) else { return nil }
    self.place = place
    let grid = PerspectiveGrid(
      inverse: inverse.concatenating(Projection(toPlace)), size: size, outline: plane.outline, making.filter)
    self.grid = grid
    (left, top) = (plane.left, plane.top)
    let shown = making.area
    self.shown = shown
    drawing = BlockResampler(grid.worst, making.space.kernels)
    strips = shown.rows.parts(of: PerspectiveGrid.side).map { rows in
      grid.needed(for: PixelArea(columns: shown.columns, rows: rows).offset(plane.left, plane.top))
        .offset(place.columns.lowerBound, place.rows.lowerBound)
    }
    let all = strips.reduce(PixelArea.none) { $0.union($1) }
    guard !all.isEmpty else { return nil }
    var inside = making.seeing(all)
    content = PainterList(items, &inside)
    making.room = inside.room
  }

  /// Returns the pixels of the plane that rows of the output depend on, or more.
  private func needed(for rows: Range<Int>) -> PixelArea {
    let rows = rows.clamped(to: shown.rows)
    guard !rows.isEmpty else { return PixelArea.none }
    let first = (rows.lowerBound - shown.rows.lowerBound) / PerspectiveGrid.side
    let last = (rows.upperBound - 1 - shown.rows.lowerBound) / PerspectiveGrid.side
    return strips[first...last].reduce(PixelArea.none) { $0.union($1) }
  }

  var images: Set<Int> { content.images }

  func sourceRows(of image: Int, for area: PixelArea) -> Range<Int> {
    let needed = needed(for: area.rows)
    return needed.isEmpty ? 0..<0 : content.sourceRows(of: image, for: needed)
  }

  var needs: Workspace.Capacity {
    var needs = content.needsOnOwnTile
    needs.levels += 1
    needs.coverage = max(needs.coverage, PerspectiveGrid.side * PerspectiveGrid.side)
    needs.numbers = max(
      needs.numbers,
      drawing.numbers(side: PerspectiveGrid.side, columns: place.columns.count + 2 * VectorResampler.margin))
    return needs
  }

  /// The rows of the plane that a row in the middle of the output shares with the next one.
  var rowsBeside: Int {
    let middle = (shown.rows.lowerBound + shown.rows.upperBound) / 2
    return content.rowsBeside.adding(needed(for: middle..<middle + 1).rows.count)
  }

  func cost(rows: Int) -> Cost {
    var largest = 0
    var cost = Cost()
    let rows = max(rows, PerspectiveGrid.side)
    for part in shown.rows.parts(of: rows) {
      let needed = needed(for: part)
      guard !needed.isEmpty else { continue }
      let bytes = PixelField.bytes(
        columns: needed.columns.count + 2 * VectorResampler.margin, rows: needed.rows.count + 2)
      guard bytes > largest else { continue }
      largest = bytes
      cost = content.cost(rows: needed.rows.count).then(Cost(held: bytes))
    }
    return largest == 0 ? content.cost(rows: rows) : cost
  }

  func prepared(for rows: Range<Int>, in workspace: Workspace) throws -> any Painter {
    var painter = self
    painter.field = nil
    let needed = needed(for: rows)
    guard !needed.isEmpty else { return painter }
    let inner = try content.prepared(for: needed.rows, in: workspace)
    let field = try PixelField(
      PixelArea(columns: needed.columns.grown(by: VectorResampler.margin), rows: needed.rows.grown(by: 1)),
      in: workspace)
    needed.forEachTile(in: workspace) { tile in
      inner.paint(on: tile)
      field.copy(from: tile)
    }
    painter.field = field.moved(-place.columns.lowerBound, -place.rows.lowerBound)
    return painter
  }

  func paint(on tile: Tile) {
    guard let field else { return }
    grid.forEachSquare(of: tile.area.common(with: shown).offset(left, top)) { parts in
      for part in parts {
        // The content has edges of its own, which the outline must not make softer.
        let area = ResampledArea(
          part.area, on: tile, left: left, top: top, grid.coverage, opacity: 1, drawsTouched: true)
        guard let area else { continue }
        let needed = part.needed
        let block = SourceBlock(field, left: needed.columns.lowerBound, top: needed.rows.lowerBound)
        drawing.draw(area, part.resampling, from: block, tile.workspace)
      }
    }
  }
}
