import FrameModel

/// What draws an item into tiles. Everything that does not depend on the tile is worked out once.
protocol Painter: Sendable {
  /// The rows of an image that rows of the output, in these columns, are made of; empty where they show
  /// nothing of it.
  func sourceRows(of image: Int, for rows: Range<Int>, columns: Range<Int>) -> Range<Int>

  /// The images that it shows something of.
  var images: Set<Int> { get }

  /// Pixels that it covers with opaque color, which hide everything below; nil for none. May be an underestimate.
  var opaque: (columns: Range<Int>, rows: Range<Int>)? { get }

  /// What is lent beside the tile that is painted on.
  var needs: Workspace.MemoryRequirements { get }

  /// The most rows that are drawn for a band in addition to its own.
  var rowsBeside: Int { get }

  /// The memory for painting a number of rows, in addition to `needs`; zero if the painter needs no preparation.
  func preparedBytes(rows: Int) -> PreparedBytes

  /// One that can paint tiles of these rows: with what is not known of a tile by itself.
  ///
  /// - Parameter workspace: nothing of it is lent at the time.
  /// - Throws: where there is no memory for it.
  func prepared(
    for rows: Range<Int>, from sources: [SourceRows], in workspace: Workspace
  ) throws(OutOfMemory) -> any Painter

  /// - Parameter tile: of the rows that this was prepared for.
  func paint(on tile: Tile, from sources: [SourceRows])
}

extension Painter {
  var needs: Workspace.MemoryRequirements { Workspace.MemoryRequirements() }

  func sourceRows(of image: Int, for rows: Range<Int>, columns: Range<Int>) -> Range<Int> { 0..<0 }

  var images: Set<Int> { [] }

  var opaque: (columns: Range<Int>, rows: Range<Int>)? { nil }

  var rowsBeside: Int { 0 }

  func preparedBytes(rows: Int) -> PreparedBytes { PreparedBytes() }

  func prepared(
    for rows: Range<Int>, from sources: [SourceRows], in workspace: Workspace
  ) throws(OutOfMemory) -> any Painter { self }
}

/// The memory of a prepared painter, in bytes.
struct PreparedBytes: Sendable {
  /// Held until the rows are painted.
  var held = 0
  /// The most that is held at once during preparation, including `held`.
  var peak = 0
}

/// The canvas's border and rounded corners, and what lies under everything.
struct CanvasBorderPainter: Painter {
  private let outer: RoundedRect
  private let inner: RoundedRect?
  private let border: WorkingPixel
  private let matte: WorkingPixel?
  private let origin: (x: Int, y: Int)

  init(_ plan: RenderPlan, space: WorkingSpace) {
    let canvas = Rect(origin: .zero, size: Size(plan.canvas))
    outer = RoundedRect(canvas, radius: plan.cornerRadius)
    let width = plan.border?.width ?? 0
    let hole = Rect(
      x: width, y: width, width: canvas.size.width - 2 * width, height: canvas.size.height - 2 * width)
    let hasHole = hole.size.width > 0 && hole.size.height > 0
    inner = hasHole ? RoundedRect(hole, radius: outer.radius - width) : nil
    border = plan.border.map { space.pixel($0.color) } ?? .zero
    matte = plan.matte.map { space.pixel($0) }
    origin = (plan.window.x, plan.window.y)
  }

  func paint(on tile: Tile, from sources: [SourceRows]) {
    for y in tile.rows {
      let line = tile.row(y)
      frame(line, columns: tile.columns, y: y)
      if let matte {
        for i in 0..<tile.columns.count { line[i] = Tile.over(line[i], matte) }
      }
    }
  }

  private func frame(_ line: UnsafeMutablePointer<WorkingPixel>, columns: Range<Int>, y: Int) {
    for (i, x) in columns.enumerated() {
      let whole = outer.area(x + origin.x, y + origin.y)
      let within = inner?.area(x + origin.x, y + origin.y) ?? 0
      guard within < 1 else { continue }
      guard whole > 0 else {
        line[i] = .zero
        continue
      }
      let share = Float((whole - within) / whole)
      line[i] = Tile.over(border * share, line[i]) * Float(whole)
    }
  }
}
