import FrameGeometry
import FrameImage
import FramePlan

/// The painters of a plan's items, and how they are composited.
struct Composition: BandDrawing {
  private let painters: PainterList
  /// Draws the pixels that need no painter; nil if there cannot be any.
  private let direct: ByteResampler?
  /// Computed once, because every band needs it.
  private let needs: Workspace.Capacity
  private let room: OutlineRoom
  /// The initial value of a tile's pixels.
  private let ground: WorkingPixel
  /// The space of finished pixels.
  private let space: WorkingSpace
  private let output: PixelFormat
  private let width: Int
  private let fields = FieldMemory()

  init(
    _ plan: RenderPlan, kernels: InstructionSet, room: OutlineRoom, cancellation: Cancellation?
  ) {
    let uses16Bits =
      plan.output.depth == .sixteen || plan.images.contains { $0.pixels.depth == .sixteen }
    let spaces = WorkingSpaces(
      plan.workingLights, curve: plan.toneCurve, uses16Bits: uses16Bits, output: plan.output.depth,
      keepsColors: plan.keepsColors,
      kernels: kernels)
    let space = spaces[.blending]
    self.space = space
    output = plan.output
    width = plan.window.size.width
    // If nothing cuts the drawing, the background and the matte can be the initial value. A gradient is painted.
    let background: WorkingPixel =
      if case .color(let color) = plan.style.background { space.pixel(color) } else { .zero }
    ground =
      plan.style.isPlain
      ? plan.matte.map { Tile.over(background, space.pixel($0)) } ?? background : background
    var making = PainterFactory(plan, spaces: spaces, room: room, cancellation: cancellation)
    var painters = PainterList(plan.itemsOverBackground, &making)
    if !plan.style.isPlain { painters.append(CanvasBorderPainter(plan, space: space)) }
    self.painters = painters
    direct = ByteResampler(plan, in: spaces[.resampling])
    needs = painters.needsOnOwnTile.union(direct?.needs ?? .init())
    self.room = making.room
  }

  var outlines: (largest: String, bytes: Int)? {
    room.largest.map { ($0.layer, room.cost.bytes(threads: 1)) }
  }

  func sourceRows(ofEach count: Int, for rows: Range<Int>) -> [Range<Int>] {
    let area = PixelArea(columns: 0..<width, rows: rows)
    var needed = painters.sourceRows(ofEach: count, for: area)
    if let direct {
      needed[direct.image] = needed[direct.image].union(direct.sourceRows(for: area))
    }
    return needed
  }

  var rowsBeside: Int { painters.rowsBeside }

  func cost(rows: Int) -> Cost {
    let scratch = needs.bytes(tilePixels: Workspace.tileWidth * min(rows, Workspace.mostTileRows))
    return Cost(held: scratch) + painters.cost(rows: rows) + room.cost
  }

  func draw(_ rows: Range<Int>, from sources: [SourceRows], into bytes: UnsafeMutableRawPointer) throws {
    let out = OutputRows(
      start: bytes, first: rows.lowerBound, format: output, rowBytes: output.rowBytes(width: width))
    let workspace = try Workspace(
      for: needs, fields, from: sources, tileRows: min(rows.count, Workspace.mostTileRows))
    let painters = try painters.prepared(for: rows, in: workspace)
    for strip in rows.parts(of: workspace.tileRows) {
      let band = painters.band(strip)
      func paint(_ part: PixelArea) {
        let tile = Tile(part, filledWith: ground, in: workspace)
        painters.paint(on: tile, among: band)
        for y in part.rows {
          let pixels = out.pixel(part.columns.lowerBound, y)
          space.encode(tile.row(y), count: part.columns.count, format: output, into: pixels)
        }
      }
      PixelArea(columns: 0..<width, rows: strip).forEachPart(
        width: Workspace.tileWidth, height: strip.count
      ) { tile in
        for part in painters.parts(of: tile, among: band) {
          guard let direct else {
            paint(part)
            continue
          }
          for piece in direct.pieces(of: part) where !direct.drawAll(piece, into: out, workspace) {
            paint(piece.area)
            // Whether a pixel is replaced depends on that pixel alone, so the division of the output changes nothing.
            direct.drawSome(piece, into: out, workspace)
          }
        }
      }
    }
  }
}

/// Memory for some rows of the output.
struct OutputRows {
  let start: UnsafeMutableRawPointer
  /// The first of the rows.
  let first: Int
  let format: PixelFormat
  let rowBytes: Int

  func pixel(_ column: Int, _ row: Int) -> UnsafeMutableRawPointer {
    start + (row - first) * rowBytes + column * format.bytesPerPixel
  }
}
