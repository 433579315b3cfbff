import FrameGeometry
import FrameImage

/// An effect of a plugin, prepared for drawing.
struct EffectFilter: NeighborhoodFilter {
  private let effect: PluginEffect
  private let values: [Double]
  private let scale: Double
  /// In output pixels; at most `EffectDeclaration.maximumReach`.
  let reach: Int
  /// The corners of the layer's box, in exact parts of a pixel.
  private let start, end: SIMD2<Double>
  private let encoding: SampleEncoding

  init(_ effect: PluginEffect, values: [Double], scale: Double, box: Rect, in space: WorkingSpace) {
    (self.effect, self.values, self.scale) = (effect, values, scale)
    reach = Int(min(effect.declaration.reach.pixels(values), Double(EffectDeclaration.maximumReach)))
    start = SIMD2(box.minX.inExactParts, box.minY.inExactParts)
    end = SIMD2(box.maxX.inExactParts, box.maxY.inExactParts)
    encoding = SampleEncoding(space)
  }

  /// The most pixels of the sides of a block. For a wide reach, larger blocks see fewer pixels twice.
  private var blockSide: Int { min(max(reach, 256), 512) }

  private func block(_ columns: Range<Int>, _ rows: Range<Int>) -> EffectBlock {
    EffectBlock(
      width: columns.count, height: rows.count, reach: reach,
      origin: SIMD2(Double(columns.lowerBound), Double(rows.lowerBound)) - start, box: end - start,
      scale: scale, values: values)
  }

  func contentRows(for rows: Range<Int>) -> Range<Int> { rows.grown(by: reach) }

  /// An effect costs much more than the content that it sees, which is held as a whole.
  var rowsPerRowBeside: Int { 1 }

  func cost(columns: Int, rows: Int) -> Cost {
    let held = PixelField.bytes(columns: columns, rows: rows)
    let seen = PixelField.bytes(columns: columns.adding(2 * reach), rows: rows.adding(2 * reach))
    let block = EffectBlock(
      width: min(columns, blockSide), height: min(rows, blockSide), reach: reach, values: values)
    return Cost(held: held, peak: held.adding(seen).adding(effect.runner.bytes(block)))
  }

  func pixels(
    of place: PixelArea, from content: NeighborhoodContent, in workspace: Workspace
  ) throws -> any FilteredPixels {
    let pixels = try PixelField(place, in: workspace)
    let seen = place.grown(by: reach)
    let input = try PixelField(seen, in: workspace)
    seen.common(with: content.place).forEachTile(in: workspace) { tile in
      content.draw(tile)
      encoding.encode(tile)
      input.copy(from: tile)
    }
    try place.forEachPart(width: blockSide, height: blockSide) { part in
      let (left, top) = (part.columns.lowerBound, part.rows.lowerBound)
      try effect.runner.run(
        block(part.columns, part.rows),
        input: EffectPixels(input.pixel(left, top), stride: seen.columns.count),
        output: EffectPixels(pixels.pixel(left, top), stride: place.columns.count))
    }
    for y in place.rows {
      let line = pixels.row(y)
      bound(line, input.pixel(place.columns.lowerBound, y), count: place.columns.count)
      encoding.decode(line, count: place.columns.count)
    }
    return pixels
  }

  /// Makes the result of an effect valid: colors and alpha are within their range, whatever the effect returned.
  private func bound(
    _ line: UnsafeMutablePointer<WorkingPixel>, _ given: UnsafePointer<WorkingPixel>, count: Int
  ) {
    let keepsAlpha = !effect.declaration.changesAlpha
    for i in 0..<count {
      if keepsAlpha { line[i].w = given[i].w }
      line[i] = line[i].bounded
    }
  }
}
