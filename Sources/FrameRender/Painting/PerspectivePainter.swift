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
  private let drawing: BlockResampler

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
      min(footprint.times(4), BlockResampler.heldPixels))
    drawing = BlockResampler(grid.worst, space.kernels)
  }

  var images: Set<Int> { [image] }

  func hides(_ area: PixelArea) -> Bool {
    isOpaque && grid.coverage.isFull(area.offset(left, top))
  }

  func sourceRows(of image: Int, for area: PixelArea) -> Range<Int> {
    guard image == self.image, !area.isEmpty else { return 0..<0 }
    return extent.y.stored(grid.needed(for: area.offset(left, top)).rows)
  }

  var needs: Workspace.Capacity {
    let columns = min(extent.size.width, grid.largest.columns + 2)
    return Workspace.Capacity(
      block: max(mostPixels, columns) + 2 * VectorResampler.margin,
      coverage: PerspectiveGrid.side * PerspectiveGrid.side,
      numbers: drawing.numbers(side: PerspectiveGrid.side, columns: min(mostPixels, extent.size.width)))
  }

  func paint(on tile: Tile) {
    grid.forEachSquare(of: tile.area.offset(left, top)) { parts in
      let needed = parts.needed
      guard needed.columns.count * needed.rows.count <= mostPixels else {
        for part in parts { paint(part, on: tile) }
        return
      }
      let source = tile.workspace.sources[image]
      let block = SourceBlock(needed.columns, needed.rows, of: source, extent, in: space, tile.workspace)
      for part in parts {
        guard let area = area(part, on: tile) else { continue }
        drawing.draw(area, part.resampling, from: block, tile.workspace)
      }
    }
  }

  private func area(_ part: PerspectiveGrid.Part, on tile: Tile) -> ResampledArea? {
    ResampledArea(part.area, on: tile, left: left, top: top, grid.coverage, opacity: opacity)
  }

  /// Paints a part that depends on more pixels than are converted together.
  private func paint(_ part: PerspectiveGrid.Part, on tile: Tile) {
    let needed = part.needed
    if needed.columns.count * needed.rows.count > mostPixels, let (one, other) = part.area.halves {
      paint(PerspectiveGrid.Part(area: one, resampling: part.resampling), on: tile)
      return paint(PerspectiveGrid.Part(area: other, resampling: part.resampling), on: tile)
    }
    guard let area = area(part, on: tile) else { return }
    drawing.draw(
      area, part.resampling, from: tile.workspace.sources[image], needed, extent, in: space, tile.workspace)
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
