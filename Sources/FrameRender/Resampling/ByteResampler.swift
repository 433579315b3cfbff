import CKernels
import FrameGeometry
import FrameImage
import FramePlan

/// Resampling from bytes to bytes, in integers: of one image with 8-bit samples that is turned, and does not shrink.
///
/// It draws the pixels of the output that the image covers entirely, and whose taps are all opaque: nothing shows through, so
/// they need no working pixels. Everything else is left to painters. Samples are within 1 of those of `ScalarResampler`.
struct ByteResampler: Sendable {
  /// The image that it draws.
  let image: Int
  private let kernels: InstructionSet
  private let x: ByteAxis
  private let y: ByteAxis
  private let extent: SourceExtent
  private let coverage: Coverage
  private let output: PixelFormat
  /// For linear light; nil where codes are evenly spaced, so that they can be summed as they are.
  private let curve: LevelCurve?

  /// - Parameter plan: in terms of decoded pixels.
  /// - Returns: nil if there is more to draw than such an image.
  init?(_ plan: RenderPlan, in space: WorkingSpace) {
    guard plan.items.count == 1, case .image(let draw) = plan.items[0],
      case .affine(let matrix, let visible) = draw.map, let inverse = matrix.inverse, draw.opacity == 1,
      draw.edge == .transparent, draw.path == .affine, plan.filter == .cubic,
      plan.style.isPlain
    else { return nil }
    let source = plan.images[draw.image]
    guard source.pixels.depth == .eight, plan.output.depth == .eight, ByteAxis.reaches(plan.window.size)
    else {
      return nil
    }
    let footprint = Footprint(jacobian: inverse.linear, filter: .cubic, source: source.size)
    let extent = SourceExtent(draw, source: source.size, visible: visible, footprint)
    let toExtent = inverse.concatenating(extent.fromSource)
    let resampling = Resampling(filter: .cubic, inverse: toExtent, size: extent.size)
    // Where an image shrinks, its filter is wider.
    guard resampling.path == .runs, resampling.x.isPlainCubic, resampling.y.isPlainCubic,
      let x = ByteAxis(toExtent.a, toExtent.c, toExtent.tx),
      let y = ByteAxis(toExtent.b, toExtent.d, toExtent.ty)
    else { return nil }
    switch space.light {
    case .srgb: curve = nil
    case .linear:
      guard let made = space.makeLevelCurve() else { return nil }
      curve = made
    }
    image = draw.image
    coverage = Coverage(draw.outline)
    output = plan.output
    (kernels, self.x, self.y, self.extent) = (space.kernels, x, y, extent)
  }

  var needs: Workspace.Capacity { Workspace.Capacity(block: ByteBlock.needed) }

  /// Returns the rows of the image that pixels of the output depend on.
  func sourceRows(for area: PixelArea) -> Range<Int> {
    let seen = coverage.part(of: area)
    guard !seen.isEmpty else { return 0..<0 }
    let first = y.firstTaps(seen.columns, seen.rows)
    return extent.y.stored(first.lowerBound..<first.upperBound + 4)
  }

  /// A rectangle of the output, not larger than a tile.
  struct Piece {
    let area: PixelArea
    /// Whether the image covers all of it.
    let isCovered: Bool
  }

  /// Divides a rectangle at the image's edges, so that few pixels are in pieces that are not covered.
  func pieces(of area: PixelArea) -> [Piece] {
    if coverage.isFull(area) { return [Piece(area: area, isCovered: true)] }
    guard max(area.columns.count, area.rows.count) > Self.edgeSide, coverage.mayTouch(area) else {
      return [Piece(area: area, isCovered: false)]
    }
    func halves(_ range: Range<Int>) -> [Range<Int>] {
      range.parts(ofAtMost: max(Self.edgeSide, (range.count + 1) / 2))
    }
    return halves(area.rows).flatMap { rows in
      halves(area.columns).flatMap { pieces(of: PixelArea(columns: $0, rows: rows)) }
    }
  }

  /// In pixels. Smaller pieces take longer to prepare than to draw.
  private static let edgeSide = 16

  /// Draws a piece if the image covers all of it, and all taps are opaque.
  ///
  /// - Parameter workspace: with the memory that this needs.
  /// - Returns: whether it is drawn.
  func drawAll(_ piece: Piece, into out: OutputRows, _ workspace: Workspace) -> Bool {
    guard piece.isCovered, let taps = load(piece, workspace), taps.areOpaque else { return false }
    draw(taps, into: out)
    return true
  }

  /// Draws those pixels of a piece that the image covers, and whose taps are all opaque.
  func drawSome(_ piece: Piece, into out: OutputRows, _ workspace: Workspace) {
    if let taps = load(piece, workspace) { draw(taps, into: out) }
  }

  /// What the pixels of a piece that the image covers need of it.
  private struct Taps {
    /// Rows of the output, and the columns of each that are covered.
    let spans: ArraySlice<(row: Int, columns: Range<Int>)>
    let source: ByteSource
    /// nil for the specification.
    let block: ByteBlock?
    let areOpaque: Bool
  }

  /// - Returns: nil if the image covers no pixel entirely.
  private func load(_ piece: Piece, _ workspace: Workspace) -> Taps? {
    let area = piece.area
    let all = area.rows.map { row in
      (
        row: row,
        columns: piece.isCovered ? area.columns : coverage.columns(of: row, within: area.columns).full
      )
    }
    guard let first = all.firstIndex(where: { !$0.columns.isEmpty }),
      let last = all.lastIndex(where: { !$0.columns.isEmpty })
    else { return nil }
    let spans = all[first...last]
    let (columns, rows) = (spans.map(\.columns).union, all[first].row..<all[last].row + 1)
    let (tapsX, tapsY) = (x.firstTaps(columns, rows), y.firstTaps(columns, rows))
    let source = ByteSource(rows: workspace.sources[image], extent: extent)
    let block = kernels.table.map { ByteBlock(tapsX, tapsY, of: source, curve, workspace, $0) }
    return Taps(
      spans: spans, source: source, block: block,
      areOpaque: block?.isOpaque
        ?? source.isOpaque(tapsX.lowerBound...tapsX.upperBound + 3, tapsY.lowerBound...tapsY.upperBound + 3))
  }

  private func draw(_ taps: Taps, into out: OutputRows) {
    for (row, columns) in taps.spans where !columns.isEmpty {
      let place = out.pixel(columns.lowerBound, row).assumingMemoryBound(to: UInt8.self)
      if let block = taps.block {
        block.draw(columns, row, x, y, output, into: place)
      } else {
        draw(columns, row, from: taps.source, into: place)
      }
    }
  }

  // MARK: Specification

  private func draw(
    _ columns: Range<Int>, _ row: Int, from source: ByteSource, into place: UnsafeMutablePointer<UInt8>
  ) {
    for (i, column) in columns.enumerated() {
      if let pixel = pixel(column, row, from: source) {
        output.store(pixel, at: place + i * output.bytesPerPixel)
      }
    }
  }

  /// Returns nil if not all taps are opaque.
  private func pixel(_ column: Int, _ row: Int, from source: ByteSource) -> SIMD4<UInt8>? {
    let (x, y) = (x.place(column, row), y.place(column, row))
    let (columns, rows) = (CubicWeights(x), CubicWeights(y))
    var taps: [SIMD4<UInt8>] = []
    for i in 0..<4 {
      for j in 0..<4 {
        let tap = source.pixel(x.tap + i, y.tap + j)
        guard tap.w == 255 else { return nil }
        taps.append(tap)
      }
    }
    return curve.map { levels(taps, columns, rows, $0) } ?? codes(taps, columns, rows)
  }

  /// - Parameter taps: four columns of four.
  private func codes(_ taps: [SIMD4<UInt8>], _ columns: CubicWeights, _ rows: CubicWeights) -> SIMD4<UInt8> {
    // Half a unit, and half a unit of the columns' sums, which rounding down takes from them on average.
    var sum = SIMD4<Int32>(repeating: 1 << 19 + 1 << 13)
    for i in 0..<4 {
      var column = SIMD4<Int32>.zero
      for j in 0..<4 { column &+= SIMD4<Int32>(truncatingIfNeeded: taps[4 * i + j]) &* rows[j] }
      // From units of 2⁻¹⁴ to 2⁻⁶, so that a sum fits into 16 bits.
      sum &+= (column &>> 8) &* columns[i]
    }
    let rounded = (sum &>> 20).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
    return SIMD4<UInt8>(truncatingIfNeeded: rounded)
  }

  private func levels(
    _ taps: [SIMD4<UInt8>], _ columns: CubicWeights, _ rows: CubicWeights, _ curve: LevelCurve
  ) -> SIMD4<UInt8> {
    var sum = SIMD3<Int32>.zero
    for i in 0..<4 {
      var column = SIMD3<Int32>(repeating: 1 << 13)
      for j in 0..<4 { column &+= curve.levels.color(taps[4 * i + j]) &* rows[j] }
      sum &+= (column &>> 14) &* columns[i]
    }
    return SIMD4(curve.code(of: sum.x), curve.code(of: sum.y), curve.code(of: sum.z), 255)
  }
}

/// The position of output pixels on one axis of the source, in units of 2⁻⁴⁰ source pixels.
struct ByteAxis {
  private let stepX: Int
  private let stepY: Int
  private let offset: Int

  private static let bits = 40
  /// In source pixels. Positions farther away may not fit into 64 bits.
  private static let most = 4_194_304.0

  /// Returns whether positions of all pixels of the output can be computed.
  static func reaches(_ output: PixelSize) -> Bool { Double(max(output.width, output.height)) < most / 4 }

  /// - Parameters: the position of an output pixel's center is stepX · x + stepY · y + offset, in source pixels.
  /// - Returns: nil if numbers are too large.
  init?(_ stepX: Double, _ stepY: Double, _ offset: Double) {
    // The first of four taps is a pixel before the position's, and its center half a pixel after its start.
    let first = (stepX + stepY) / 2 + offset - 1.5
    guard abs(first) < Self.most, abs(stepX) < 2, abs(stepY) < 2 else { return nil }
    func fixed(_ value: Double) -> Int { Int((value * Double(1 << Self.bits)).rounded()) }
    // Half a unit of fractions, so that places are rounded to the nearest one.
    let half = 1 << (Self.bits - Place.bits - 1)
    (self.stepX, self.stepY, self.offset) = (fixed(stepX), fixed(stepY), fixed(first) + half)
  }

  /// The index of the first of four taps, and the distance from the second tap's center to the output pixel's, in units of 2⁻¹⁵.
  struct Place {
    let tap: Int
    let fraction: Int32

    static let bits = 15
  }

  /// - Parameters: a pixel of the output. Its position fits into 64 bits, because of `reaches` and the limits of `init`.
  func place(_ column: Int, _ row: Int) -> Place {
    let place = stepX * column + stepY * row + offset
    return Place(
      tap: place >> Self.bits, fraction: Int32(truncatingIfNeeded: place >> (Self.bits - Place.bits)) & 0x7FFF
    )
  }

  /// Returns the range of the first taps of a rectangle of output pixels.
  func firstTaps(_ columns: Range<Int>, _ rows: Range<Int>) -> ClosedRange<Int> {
    let (left, right) = (columns.lowerBound, columns.upperBound - 1)
    let (top, bottom) = (rows.lowerBound, rows.upperBound - 1)
    let first = place(stepX >= 0 ? left : right, stepY >= 0 ? top : bottom).tap
    let last = place(stepX >= 0 ? right : left, stepY >= 0 ? bottom : top).tap
    return first...last
  }

  /// As kernels use it.
  var values: frameit_byte_axis {
    frameit_byte_axis(step_x: Int64(stepX), step_y: Int64(stepY), offset: Int64(offset))
  }
}

/// The weights of four taps under the cubic filter without widening, in units of 2⁻¹⁴. They sum to 1.
///
/// With t for the distance of the second tap and u = 1 - t, Catmull and Rom's weights are -tu²/2, 1 less the others,
/// t - tu/2 + 3t²u/2 and -t²u/2. Products are rounded to units of 2⁻¹⁵, so that they fit into 16 bits.
struct CubicWeights {
  private let weights: SIMD4<Int32>

  init(_ place: ByteAxis.Place) {
    let t = place.fraction
    let u = 1 << 15 - t
    func product(_ a: Int32, _ b: Int32) -> Int32 { (a * b + 1 << 14) >> 15 }
    let tu = product(t, u)
    let (tuu, ttu) = (product(tu, u), product(tu, t))
    let (first, last) = (-((tuu + 2) >> 2), -((ttu + 2) >> 2))
    let third = (t + (3 * ttu - tu) >> 1 + 1) >> 1
    weights = SIMD4(first, 1 << 14 - first - third - last, third, last)
  }

  subscript(tap: Int) -> Int32 { weights[tap] }
}
