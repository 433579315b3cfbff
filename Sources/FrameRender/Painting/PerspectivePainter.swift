import FrameGeometry
import FrameImage
import FramePlan

/// Draws an image in perspective into tiles.
struct PerspectivePainter: Painter {
  private let image: Int
  private let space: WorkingSpace
  private let grid: PerspectiveGrid
  private let extent: SourceExtent
  private let opacity: Double
  private let isOpaque: Bool
  /// The position of the output on the canvas.
  private let (left, top): (Int, Int)
  /// The most working pixels of the source that are converted together.
  private let mostPixels: Int
  private let drawing: PerspectiveDrawing

  /// - Returns: nil if the map has no inverse.
  init?(
    _ draw: RenderPlan.ImageDraw, _ perspective: RenderPlan.Perspective, source: SourceImage, filter: Filter,
    space: WorkingSpace
  ) {
    guard let inverse = perspective.map.inverse else { return nil }
    let shrink = PerspectiveGrid.shrink(inverse, perspective.outline)
    extent = SourceExtent(
      draw, source: source.size,
      visible: perspective.outline.applying(.projective(inverse)).boundingBox ?? .zero,
      Footprint(jacobian: AffineTransform(scaleX: shrink, y: shrink), filter: filter, source: source.size))
    grid = PerspectiveGrid(
      inverse: inverse.concatenating(Projection(extent.fromSource)), size: extent.size,
      outline: perspective.outline, filter)
    image = draw.image
    self.space = space
    opacity = draw.opacity
    isOpaque = opacity == 1 && !source.pixels.channels.hasAlpha
    (left, top) = (perspective.left, perspective.top)
    let footprint = grid.largest.columns.times(grid.largest.rows)
    mostPixels = max(
      Int(ImagePainter.cachedBytes) / MemoryLayout<WorkingPixel>.stride,
      min(footprint.times(4), ImagePainter.heldPixels))
    drawing = PerspectiveDrawing(grid, kernels: space.kernels)
  }

  var images: Set<Int> { [image] }

  func hides(_ area: PixelArea) -> Bool {
    let area = area.offset(left, top)
    return isOpaque && grid.coverage.isFull(area.columns, area.rows)
  }

  func sourceRows(of image: Int, for rows: Range<Int>, columns: Range<Int>) -> Range<Int> {
    guard image == self.image, !rows.isEmpty, !columns.isEmpty else { return 0..<0 }
    let area = PixelArea(columns: columns, rows: rows).offset(left, top)
    return extent.y.stored(grid.needed(for: area).rows)
  }

  var needs: Workspace.Capacity {
    let columns = min(extent.size.width, grid.largest.columns + 2)
    return Workspace.Capacity(
      block: max(mostPixels, columns) + 2 * VectorResampler.margin,
      coverage: PerspectiveGrid.side * PerspectiveGrid.side,
      numbers: drawing.numbers(columns: min(mostPixels, extent.size.width)))
  }

  func paint(on tile: Tile) {
    grid.forEachSquare(of: tile.area.offset(left, top)) { parts in
      let needed = parts.needed
      guard needed.columns.count * needed.rows.count <= mostPixels else {
        for part in parts { paint(part, on: tile) }
        return
      }
      let block = block(needed, tile.workspace)
      for part in parts { draw(part, from: block, on: tile) }
    }
  }

  private func block(_ area: PixelArea, _ workspace: Workspace) -> SourceBlock {
    SourceBlock(area.columns, area.rows, of: workspace.sources[image], extent, in: space, workspace)
  }

  private func draw(_ part: PerspectiveGrid.Part, from block: SourceBlock, on tile: Tile) {
    guard let area = area(part, on: tile) else { return }
    drawing.draw(area, part.resampling, from: block, tile.workspace)
  }

  private func area(_ part: PerspectiveGrid.Part, on tile: Tile) -> ResampledArea? {
    ResampledArea(part.area, on: tile, left, top, outline: grid.coverage, opacity: opacity)
  }

  /// Paints a part that depends on more pixels than are converted together.
  private func paint(_ part: PerspectiveGrid.Part, on tile: Tile) {
    let needed = part.needed
    let count = needed.columns.count * needed.rows.count
    if count > mostPixels, let (one, other) = part.area.halves {
      paint(PerspectiveGrid.Part(area: one, resampling: part.resampling), on: tile)
      return paint(PerspectiveGrid.Part(area: other, resampling: part.resampling), on: tile)
    }
    let workspace = tile.workspace
    guard count > ImagePainter.heldPixels else {
      return draw(part, from: block(needed, workspace), on: tile)
    }
    guard let area = area(part, on: tile) else { return }
    let lines = SourceLines(
      source: workspace.sources[image], extent: extent, columns: needed.columns, space: space,
      line: workspace.block.lend(needed.columns.count))
    ScalarResampler(resampling: part.resampling)
      .draw(area, from: lines, scratch: .init(for: part.resampling, in: workspace))
  }
}

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
  private let drawing: PerspectiveDrawing
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
    let shown = PixelArea(columns: making.columns, rows: making.rows)
    self.shown = shown
    drawing = PerspectiveDrawing(grid, kernels: making.space.kernels)
    strips = stride(from: shown.rows.lowerBound, to: shown.rows.upperBound, by: PerspectiveGrid.side).map {
      row in
      let rows = row..<min(row + PerspectiveGrid.side, shown.rows.upperBound)
      return grid.needed(for: PixelArea(columns: shown.columns, rows: rows).offset(plane.left, plane.top))
        .offset(place.columns.lowerBound, place.rows.lowerBound)
    }
    let all = strips.reduce(PixelArea(columns: 0..<0, rows: 0..<0)) { $0.union($1) }
    guard !all.isEmpty else { return nil }
    var inside = making.seeing(all.columns, all.rows, filter: making.filter)
    content = PainterList(items, &inside)
    making.room = inside.room
  }

  /// Returns the pixels of the plane that rows of the output depend on, or more.
  private func needed(for rows: Range<Int>) -> PixelArea {
    let rows = rows.clamped(to: shown.rows)
    guard !rows.isEmpty else { return PixelArea(columns: 0..<0, rows: 0..<0) }
    let first = (rows.lowerBound - shown.rows.lowerBound) / PerspectiveGrid.side
    let last = (rows.upperBound - 1 - shown.rows.lowerBound) / PerspectiveGrid.side
    return strips[first...last].reduce(PixelArea(columns: 0..<0, rows: 0..<0)) { $0.union($1) }
  }

  var images: Set<Int> { content.images }

  func sourceRows(of image: Int, for rows: Range<Int>, columns: Range<Int>) -> Range<Int> {
    let needed = needed(for: rows)
    return needed.isEmpty ? 0..<0 : content.sourceRows(of: image, for: needed.rows, columns: needed.columns)
  }

  var needs: Workspace.Capacity {
    var needs = content.needsOnOwnTile
    needs.levels += 1
    needs.coverage = max(needs.coverage, PerspectiveGrid.side * PerspectiveGrid.side)
    needs.numbers = max(
      needs.numbers, drawing.numbers(columns: place.columns.count + 2 * VectorResampler.margin))
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
    for top in stride(from: shown.rows.lowerBound, to: shown.rows.upperBound, by: rows) {
      let needed = needed(for: top..<top + rows)
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
      columns: needed.columns.grown(by: VectorResampler.margin), rows: needed.rows.grown(by: 1), in: workspace
    )
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
        let area = ResampledArea(part.area, on: tile, left, top, outline: grid.coverage, opacity: 1)
        guard let area else { continue }
        let needed = part.needed
        let block = SourceBlock(field, left: needed.columns.lowerBound, top: needed.rows.lowerBound)
        drawing.draw(area, part.resampling, from: block, tile.workspace)
      }
    }
  }
}

/// Draws squares of a grid, from pixels that are all in memory.
struct PerspectiveDrawing: Sendable {
  private let worst: Resampling
  /// nil for the specification
  private let kernels: InstructionSet?

  init(_ grid: PerspectiveGrid, kernels: InstructionSet) {
    worst = grid.worst
    self.kernels = VectorResampler(kernels, worst) == nil ? nil : kernels
  }

  /// Returns the floats for intermediate results.
  ///
  /// - Parameter columns: the most of a block.
  func numbers(columns: Int) -> Int {
    let vectors = kernels.flatMap { VectorResampler($0, worst) }
    return max(
      vectors?.scratchCount(side: PerspectiveGrid.side, columns: columns) ?? 0,
      ScalarResampler.Scratch.count(worst))
  }

  func draw(
    _ area: ResampledArea, _ resampling: Resampling, from block: SourceBlock, _ workspace: Workspace
  ) {
    if let vectors = kernels.flatMap({ VectorResampler($0, resampling) }) {
      vectors.draw(area, from: block, workspace: workspace)
    } else {
      ScalarResampler(resampling: resampling)
        .draw(area, from: block, scratch: .init(for: resampling, in: workspace))
    }
  }
}

extension ResampledArea {
  /// - Parameter part: of the tile, on the canvas.
  fileprivate init?(
    _ part: PixelArea, on tile: Tile, _ left: Int, _ top: Int, outline: Coverage, opacity: Double
  ) {
    let pixels =
      tile.row(part.rows.lowerBound - top) + (part.columns.lowerBound - left - tile.columns.lowerBound)
    self.init(
      part.columns, part.rows, at: pixels, stride: tile.columns.count, outline, opacity: opacity,
      tile.workspace)
  }
}

extension PixelArea {
  /// Two parts of about the same size; nil for a pixel.
  fileprivate var halves: (PixelArea, PixelArea)? {
    if columns.count >= rows.count, columns.count > 1 {
      let middle = columns.lowerBound + columns.count / 2
      return (
        PixelArea(columns: columns.lowerBound..<middle, rows: rows),
        PixelArea(columns: middle..<columns.upperBound, rows: rows)
      )
    }
    guard rows.count > 1 else { return nil }
    let middle = rows.lowerBound + rows.count / 2
    return (
      PixelArea(columns: columns, rows: rows.lowerBound..<middle),
      PixelArea(columns: columns, rows: middle..<rows.upperBound)
    )
  }
}
