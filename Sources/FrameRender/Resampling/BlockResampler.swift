/// Resamples working pixels: by a kernel if the instruction set has one for the filter, otherwise by the specification.
struct BlockResampler: Sendable {
  /// The resampling with the largest footprints.
  private let worst: Resampling
  /// nil for the specification.
  private let kernels: InstructionSet?

  /// The most working source pixels that are held at once, 16 MiB: footprints of a thousand pixels square.
  static let heldPixels = 1 << 20

  init(_ worst: Resampling, _ kernels: InstructionSet) {
    self.worst = worst
    self.kernels = VectorResampler(kernels, worst) == nil ? nil : kernels
  }

  /// Returns the floats for intermediate results.
  ///
  /// - Parameters:
  ///   - side: the largest side of an area.
  ///   - columns: the largest number of columns of a block.
  func numbers(side: Int, columns: Int) -> Int {
    let vectors = kernels.flatMap { VectorResampler($0, worst) }
    // Kernels leave footprints that are too large to the specification.
    return max(vectors?.scratchCount(side: side, columns: columns) ?? 0, ScalarResampler.Scratch.count(worst))
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

  /// Converts the pixels of an image that an area needs, and draws the area. More than `heldPixels` are converted row by row.
  func draw(
    _ area: ResampledArea, _ resampling: Resampling, from source: SourceRows, _ needed: PixelArea,
    _ extent: SourceExtent, in space: WorkingSpace, _ workspace: Workspace
  ) {
    let columns = needed.columns
    guard columns.count * needed.rows.count > Self.heldPixels else {
      let block = SourceBlock(columns, needed.rows, of: source, extent, in: space, workspace)
      return draw(area, resampling, from: block, workspace)
    }
    let lines = SourceLines(
      source: source, extent: extent, columns: columns, space: space,
      line: workspace.block.lend(columns.count))
    ScalarResampler(resampling: resampling)
      .draw(area, from: lines, scratch: .init(for: resampling, in: workspace))
  }
}
