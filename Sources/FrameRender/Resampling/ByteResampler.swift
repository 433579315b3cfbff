import CKernels
import FrameGeometry
import FrameImage
import FramePlan

/// Resampling from bytes to bytes, in integers: of one image with 8-bit samples that is turned or in perspective, where it does not
/// shrink.
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
  /// Where an image in perspective does not shrink; nil for an affine transform.
  private let grid: PerspectiveGrid?
  /// The position of the output in the coordinates of axes and coverage.
  private let (left, top): (Int, Int)
  private let output: PixelFormat
  /// For linear light; nil where codes are evenly spaced, so that they can be summed as they are.
  private let curve: LevelCurve?

  /// - Parameter plan: in terms of decoded pixels.
  /// - Returns: nil if there is more to draw than such an image.
  init?(_ plan: RenderPlan, in space: WorkingSpace) {
    guard plan.items.count == 1, case .image(let draw) = plan.items[0], draw.opacity == 1,
      draw.edge == .transparent, draw.path == .affine || draw.path == .projective, plan.filter == .cubic,
      plan.style.isPlain
    else { return nil }
    let source = plan.images[draw.image]
    guard source.pixels.depth == .eight, plan.output.depth == .eight, ByteAxis.reaches(plan.window.size),
      let place = Place(draw, source: source.size),
      let x = ByteAxis(place.resampling.x), let y = ByteAxis(place.resampling.y)
    else { return nil }
    switch space.light {
    case .srgb: curve = nil
    case .linear:
      guard let made = space.makeLevelCurve() else { return nil }
      curve = made
    }
    image = draw.image
    output = plan.output
    coverage = Coverage(place.outline)
    (grid, left, top) = (place.grid, place.left, place.top)
    (kernels, self.x, self.y, extent) = (space.kernels, x, y, place.extent)
  }

  /// The place of an image.
  private struct Place {
    let resampling: Resampling
    let extent: SourceExtent
    let outline: ConvexPolygon
    var grid: PerspectiveGrid?
    var (left, top) = (0, 0)

    /// - Returns: nil if the image has fewer pixels than the filter has taps, or is not in perspective and shrinks: then its filter is
    ///   wider.
    init?(_ draw: RenderPlan.ImageDraw, source: PixelSize) {
      switch draw.map {
      case .affine(let matrix, let visible):
        guard let inverse = matrix.inverse else { return nil }
        let footprint = Footprint(jacobian: inverse.linear, filter: .cubic, source: source)
        extent = SourceExtent(draw, source: source, visible: visible, footprint)
        resampling = Resampling(
          filter: .cubic, inverse: inverse.concatenating(extent.fromSource), size: extent.size)
        outline = draw.outline
      case .projective(let perspective):
        guard let inverse = perspective.map.inverse else { return nil }
        let footprint = Footprint(jacobian: .identity, filter: .cubic, source: source)
        extent = SourceExtent(draw, source: source, visible: .zero, footprint)
        let toExtent = inverse.concatenating(Projection(extent.fromSource))
        resampling = Resampling(
          FilterCurve(.cubic), footprint, inverse: .projective(toExtent), size: extent.size)
        outline = perspective.outline
        grid = PerspectiveGrid(inverse: toExtent, size: extent.size, outline: outline, .cubic)
        (left, top) = (perspective.left, perspective.top)
      }
      guard resampling.path == .runs, resampling.x.isPlainCubic, resampling.y.isPlainCubic else { return nil }
    }
  }

  var needs: Workspace.Capacity { Workspace.Capacity(block: ByteBlock.needed) }

  /// Returns the rows of the image that pixels of the output depend on.
  func sourceRows(for area: PixelArea) -> Range<Int> {
    guard let first = y.firstTaps(spans(of: area)) else { return 0..<0 }
    return extent.y.stored(first.lowerBound..<first.upperBound + 4)
  }

  /// A rectangle of the output, not larger than a tile.
  struct Piece {
    let area: PixelArea
    let drawn: Drawn

    /// The pixels that can be drawn here, if their taps are opaque.
    enum Drawn {
      case all
      /// Those that the image covers entirely.
      case covered
      case none
    }
  }

  /// Divides a rectangle at the image's edges, and where an image in perspective begins to shrink, so that few pixels need painters.
  func pieces(of area: PixelArea) -> [Piece] {
    guard let grid else { return plainPieces(of: area) }
    return grid.division(of: area.offset(left, top)).flatMap { part in
      let area = part.area.offset(-left, -top)
      return part.isPlain ? plainPieces(of: area) : [Piece(area: area, drawn: .none)]
    }
  }

  private func plainPieces(of area: PixelArea) -> [Piece] {
    let placed = area.offset(left, top)
    if coverage.isFull(placed) { return [Piece(area: area, drawn: .all)] }
    guard coverage.mayTouch(placed) else { return [Piece(area: area, drawn: .none)] }
    guard max(area.columns.count, area.rows.count) > Self.edgeSide else {
      return [Piece(area: area, drawn: .covered)]
    }
    func halves(_ range: Range<Int>) -> [Range<Int>] {
      range.parts(ofAtMost: max(Self.edgeSide, (range.count + 1) / 2))
    }
    return halves(area.rows).flatMap { rows in
      halves(area.columns).flatMap { plainPieces(of: PixelArea(columns: $0, rows: rows)) }
    }
  }

  /// In pixels. Smaller pieces take longer to prepare than to draw.
  static let edgeSide = 16

  /// Draws a piece if the image covers all of it, and all taps are opaque.
  ///
  /// - Parameter workspace: with the memory that this needs.
  /// - Returns: whether it is drawn.
  func drawAll(_ piece: Piece, into out: OutputRows, _ workspace: Workspace) -> Bool {
    guard piece.drawn == .all, let taps = load(piece, workspace), taps.areOpaque else { return false }
    draw(taps, into: out)
    return true
  }

  /// Draws those pixels of a piece that the image covers, and whose taps are all opaque.
  func drawSome(_ piece: Piece, into out: OutputRows, _ workspace: Workspace) {
    if piece.drawn != .none, let taps = load(piece, workspace) { draw(taps, into: out) }
  }

  /// Rows in the coordinates of axes, and the columns of each that the image covers entirely.
  typealias Spans = ArraySlice<(row: Int, columns: Range<Int>)>

  /// What the pixels of a piece that the image covers need of it.
  private struct Taps {
    let spans: Spans
    let source: ByteSource
    /// nil for the specification.
    let block: ByteBlock?
    let areOpaque: Bool
  }

  /// - Returns: nil if the image covers no pixel entirely.
  private func load(_ piece: Piece, _ workspace: Workspace) -> Taps? {
    let spans = spans(of: piece.area, isCovered: piece.drawn == .all)
    guard let tapsX = x.firstTaps(spans), let tapsY = y.firstTaps(spans) else { return nil }
    let source = ByteSource(rows: workspace.sources[image], extent: extent)
    let block = kernels.table.map { ByteBlock(tapsX, tapsY, of: source, curve, workspace, $0) }
    return Taps(
      spans: spans, source: source, block: block,
      areOpaque: block?.isOpaque
        ?? source.isOpaque(tapsX.lowerBound...tapsX.upperBound + 3, tapsY.lowerBound...tapsY.upperBound + 3))
  }

  /// Returns the covered pixels of an area, from the first row with any to the last.
  private func spans(of area: PixelArea, isCovered: Bool = false) -> Spans {
    let placed = area.offset(left, top)
    let all = placed.rows.map { row in
      (
        row: row,
        columns: isCovered ? placed.columns : coverage.columns(of: row, within: placed.columns).full
      )
    }
    guard let first = all.firstIndex(where: { !$0.columns.isEmpty }),
      let last = all.lastIndex(where: { !$0.columns.isEmpty })
    else { return [] }
    return all[first...last]
  }

  private func draw(_ taps: Taps, into out: OutputRows) {
    for (row, columns) in taps.spans where !columns.isEmpty {
      let place = out.pixel(columns.lowerBound - left, row - top).assumingMemoryBound(to: UInt8.self)
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

/// The position of output pixels on one axis of the source.
struct ByteAxis {
  private let axis: SourceAxis
  /// Without a horizon, steps and offset lead to the start of the first of four taps, in units of 2⁻⁴⁰ source pixels.
  let values: frameit_byte_axis

  private static let bits = 40
  /// In source pixels. Positions farther away may not fit into 64 bits.
  private static let most = 4_194_304.0

  /// Returns whether positions of all pixels of the output can be computed.
  static func reaches(_ output: PixelSize) -> Bool { Double(max(output.width, output.height)) < most / 4 }

  /// - Returns: nil if numbers are too large.
  init?(_ axis: SourceAxis) {
    self.axis = axis
    guard axis.horizon == nil else {
      values = frameit_byte_axis(step_x: 0, step_y: 0, offset: 0, in_perspective: axis.values)
      return
    }
    func pixels(_ length: Double) -> Double { length / SourceAxis.unit }
    let (stepX, stepY) = (pixels(axis.stepX), pixels(axis.stepY))
    // The first of four taps is a pixel before the position's, and its center half a pixel after its start.
    let first = (stepX + stepY) / 2 + pixels(axis.offset) - 1.5
    guard abs(first) < Self.most, abs(stepX) < 2, abs(stepY) < 2 else { return nil }
    func fixed(_ value: Double) -> Int64 { Int64((value * Double(1 << Self.bits)).rounded()) }
    // Half a unit of fractions, so that places are rounded to the nearest one.
    let half: Int64 = 1 << (Self.bits - Place.bits - 1)
    values = frameit_byte_axis(
      step_x: fixed(stepX), step_y: fixed(stepY), offset: fixed(first) + half, in_perspective: frameit_axis())
  }

  /// The index of the first of four taps, and the distance from the second tap's center to the output pixel's, in units of 2⁻¹⁵.
  struct Place {
    let tap: Int
    let fraction: Int32

    static let bits = 15

    /// - Parameter units: of 2 to the power of minus `bits`.
    fileprivate init(_ units: Int, bits: Int) {
      tap = units >> bits
      fraction = Int32(truncatingIfNeeded: units >> (bits - Self.bits)) & 0x7FFF
    }
  }

  /// - Parameters: a pixel of the output; in perspective, one that the image covers. Its position fits into 64 bits, because of
  ///   `reaches` and the limits of `init`.
  func place(_ column: Int, _ row: Int) -> Place {
    if let horizon = axis.horizon {
      let (x, y) = (Double(column) + 0.5, Double(row) + 0.5)
      let scale = 1 / ((horizon.x * x + horizon.y * y) + horizon.one)
      let position = ((axis.stepX * x + axis.stepY * y) + axis.offset) * scale
      return Place(Int(position.rounded(.toNearestOrEven)) - Int(FRAMEIT_BYTE_REACH), bits: 24)
    }
    return Place(Int(values.step_x) * column + Int(values.step_y) * row + Int(values.offset), bits: Self.bits)
  }

  /// Returns the range of the first taps of pixels; nil without pixels.
  func firstTaps(_ spans: ByteResampler.Spans) -> ClosedRange<Int>? {
    guard let first = spans.first, let last = spans.last else { return nil }
    guard axis.horizon == nil else {
      // Only the pixels themselves are ahead of the horizon, not all of a rectangle around them.
      var (low, high) = (Int.max, Int.min)
      for (row, columns) in spans where !columns.isEmpty {
        let (left, right) = (place(columns.lowerBound, row).tap, place(columns.upperBound - 1, row).tap)
        (low, high) = (min(low, left, right), max(high, left, right))
      }
      // Positions along a row only increase or only decrease, but for rounding: hence a tap more at either end.
      return low - 1...high + 1
    }
    let columns = spans.map(\.columns).union
    let (left, right) = (columns.lowerBound, columns.upperBound - 1)
    let isRising = (x: values.step_x >= 0, y: values.step_y >= 0)
    let low = place(isRising.x ? left : right, isRising.y ? first.row : last.row).tap
    return low...place(isRising.x ? right : left, isRising.y ? last.row : first.row).tap
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
