import FrameCodec
import FrameGeometry
import FrameImage
import FramePixels

extension OpenImage {
  /// Returns what attracts attention in the upright image. The image is decoded at a reduced size if its codec can.
  ///
  /// - Parameters:
  ///   - frame: The frame of an animated image.
  ///   - onDamage: What to do with a damaged image.
  /// - Throws: `InputError`
  func attentionMap(
    frame: Int, onDamage: DamagePolicy, limits: Limits
  ) throws(InputError) -> AttentionMap {
    let reduction = reduction(
      of: max(header.size.width, header.size.height), to: ImageGrid.longestSide)
    let decoder = SourceDecoder(
      self, DecodeRequest(reduction: reduction, onDamage: onDamage, limits: limits), frame: frame)
    var grid = ImageGrid(decoder.size, decoder.format)
    try decoder.readAll { grid.write($0) }
    return AttentionMap(grid, orientation: header.orientation)
  }

  /// Returns the largest reduction of the image's decoder that leaves enough pixels for an analysis.
  ///
  /// It depends on the header alone, and not on how the image is drawn.
  ///
  /// - Parameters:
  ///   - side: The longer side of what is analyzed.
  ///   - least: The least number of pixels that are left of it, if it has as many.
  func reduction(of side: Int, to least: Int) -> ShrinkFactor {
    let chromaStep = header.blocks?.chromaStep ?? 1
    let fitting = header.reductions.filter { side / ($0.rawValue * chromaStep) >= least }
    return fitting.max { $0.rawValue < $1.rawValue } ?? .none
  }
}
