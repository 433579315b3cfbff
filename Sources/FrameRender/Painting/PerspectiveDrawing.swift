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
  init?(
    _ part: PixelArea, on tile: Tile, _ left: Int, _ top: Int, outline: Coverage, opacity: Double,
    drawsTouched: Bool = false
  ) {
    let pixels =
      tile.row(part.rows.lowerBound - top) + (part.columns.lowerBound - left - tile.columns.lowerBound)
    self.init(
      part.columns, part.rows, at: pixels, stride: tile.columns.count, outline, opacity: opacity,
      drawsTouched: drawsTouched, tile.workspace)
  }
}
