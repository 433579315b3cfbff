import FrameGeometry
import FrameImage
import FramePlan

/// Draws an image through an affine transform into tiles.
///
/// The part of the source for a rectangle of output pixels is converted to working pixels once, and every output
/// pixel takes its taps from there.
struct ImagePainter: Painter {
  private let image: Int
  private let space: WorkingSpace
  private let resampling: Resampling
  private let extent: SourceExtent
  private let coverage: Coverage
  private let opacity: Double
  private let isOpaque: Bool
  /// True if a pixel of the output is one of the image, and rows are rows.
  private let isCopy: Bool
  /// The side of the squares of output pixels that are resampled together.
  private let side: Int
  private let blocks: BlockResampler
  /// nil if floats are needed
  private let levels: LevelResampler?

  /// The bytes of a part of the source that squares are reduced to need: they fit into a core's second cache. Small squares of an
  /// image that shrinks much would convert most of its pixels several times.
  static let cachedBytes = Double(1 << 20)

  /// - Parameters:
  ///   - visible: in pixels of the source.
  ///   - area: the pixels of the output that are needed.
  /// - Returns: nil if the matrix has no inverse.
  init?(
    _ draw: RenderPlan.ImageDraw, _ matrix: AffineTransform, visible: Rect, source: SourceImage,
    filter: Filter, space: WorkingSpace, area: PixelArea
  ) {
    guard let inverse = matrix.inverse else { return nil }
    let path = RenderPlan.PixelPath(matrix)
    // If every position is the center of a pixel, one tap is the whole sum.
    let filter = path.isCopy ? Filter.nearest : filter
    image = draw.image
    isCopy = path == .copy
    self.space = space
    opacity = draw.opacity
    isOpaque = opacity == 1 && !source.pixels.channels.hasAlpha
    coverage = Coverage(ConvexPolygon(visible, applying: matrix))
    extent = SourceExtent(
      draw, source: source.size, visible: visible,
      Footprint(jacobian: inverse.linear, filter: filter, source: source.size))
    resampling = Resampling(
      filter: filter, inverse: inverse.concatenating(extent.fromSource), size: extent.size)
    blocks = BlockResampler(resampling, space.kernels)
    levels = LevelResampler(
      resampling, extent, format: source.pixels, coverage.part(of: area), in: space)
    side = Self.side(for: resampling, levels == nil ? nil : source.pixels.channels)
  }

  /// Returns the largest power of two up to 64 such that squares with that side need no more of the source than a
  /// cache holds, or than a few footprints; 64 if a single pixel needs more than may be held.
  ///
  /// - Parameter channels: of levels; nil for working pixels.
  private static func side(for resampling: Resampling, _ channels: PixelFormat.Channels?) -> Int {
    let pixelBytes = Double(MemoryLayout<WorkingPixel>.stride)
    func bytes(_ side: Int) -> Double {
      if let channels { return LevelResampler.blockBytes(resampling, side: side, channels) }
      return pixelBytes * resampling.neededPixels(forSide: side)
    }
    let footprint = Double(resampling.x.kept * resampling.y.kept)
    let most = max(cachedBytes, min(4 * footprint, Double(BlockResampler.heldPixels)) * pixelBytes)
    return [64, 32, 16, 8, 4, 2, 1].first { bytes($0) <= most } ?? 64
  }

  var images: Set<Int> { [image] }

  func hides(_ area: PixelArea) -> Bool { isOpaque && coverage.isFull(area) }

  func sourceRows(of image: Int, for area: PixelArea) -> Range<Int> {
    guard image == self.image else { return 0..<0 }
    let seen = coverage.part(of: area)
    return seen.isEmpty ? 0..<0 : extent.y.stored(resampling.needed(for: seen).rows)
  }

  var needs: Workspace.Capacity {
    if let levels { return levels.needs(resampling, side: side) }
    let columns = Int(resampling.x.needed(forSide: side))
    let block = min(Int(resampling.neededPixels(forSide: side)), BlockResampler.heldPixels)
    return Workspace.Capacity(
      block: max(block, columns) + 2 * VectorResampler.margin, coverage: side * side,
      numbers: blocks.numbers(side: side, columns: columns))
  }

  func paint(on tile: Tile) {
    coverage.part(of: tile.area).forEachPart(width: side, height: side) { part in
      guard let area = ResampledArea(part, on: tile, coverage, opacity: opacity) else { return }
      draw(area, resampling.needed(for: part), from: tile.workspace.sources[image], tile.workspace)
    }
  }

  // MARK: Resampling

  private func draw(
    _ area: ResampledArea, _ needed: PixelArea, from source: SourceRows, _ workspace: Workspace
  ) {
    if let levels { return levels.draw(area, from: source, workspace) }
    if isCopy, area.coverage == nil, area.uniformCoverage == 1, !source.format.channels.hasAlpha,
      needed.columns.count == area.x.count, needed.rows.count == area.y.count
    {
      // Opaque pixels replace what is below.
      for (i, y) in needed.rows.enumerated() {
        space.decode(
          source.row(extent.y.stored(y)), format: source.format, extent.x, needed.columns,
          into: area.pixels + i * area.stride)
      }
      return
    }
    blocks.draw(area, resampling, from: source, needed, extent, in: space, workspace)
  }
}
