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
