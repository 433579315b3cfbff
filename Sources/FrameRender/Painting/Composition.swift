import FrameModel

/// A plan's items laid over each other.
struct Composition {
  private let painters: PainterList
  /// Worked out once: a band asks for it.
  private let needs: Workspace.Needs
  private let room: OutlineRoom
  /// What a tile is filled with at first.
  private let ground: WorkingPixel
  private let space: WorkingSpace
  private let output: PixelFormat
  private let width: Int

  init(
    _ plan: RenderPlan, sources: [(size: PixelSize, format: PixelFormat)], kernels: KernelVersion,
    room: OutlineRoom
  ) {
    let uses16Bits =
      plan.output.depth == .sixteen || sources.contains { $0.format.depth == .sixteen }
    let space = WorkingSpace(
      light: plan.light, curve: plan.toneCurve, uses16Bits: uses16Bits, kernels: kernels)
    self.space = space
    output = plan.output
    width = plan.window.size.width
    // Nothing cuts what is drawn: then what lies under everything can lie there from the start.
    let isPlain = plan.border == nil && plan.cornerRadius == 0
    let background = space.pixel(plan.background)
    ground = isPlain ? plan.matte.map { Tile.over(background, space.pixel($0)) } ?? background : background
    var making = PainterMaking(plan, sources: sources, space: space, room: room)
    var painters = PainterList(plan.items, &making)
    if !isPlain { painters.append(FinishPainter(plan, space: space)) }
    self.painters = painters
    needs = painters.needsOnOwnTile
    self.room = making.room
  }

  /// The bytes of outlines that all threads share.
  var sharedBytes: Int { room.kept }

  func sourceRows(of picture: Int, for rows: Range<Int>) -> Range<Int> {
    painters.sourceRows(of: picture, for: rows, columns: 0..<width)
  }

  /// What drawing takes on a thread, at the most, in bands of so many rows.
  func workingBytes(rows: Int) -> Int {
    needs.bytes(tilePixels: Workspace.tileWidth * rows) + painters.preparedBytes(rows: rows) + room.momentary
  }

  func draw(_ rows: Range<Int>, from sources: [SourceRows], into bytes: UnsafeMutableRawPointer)
    throws(OutOfMemory)
  {
    let rowBytes = output.rowBytes(width: width)
    let workspace = try Workspace(for: needs, tileRows: rows.count)
    let painters = try painters.prepared(for: rows, from: sources, in: workspace)
    for left in stride(from: 0, to: width, by: Workspace.tileWidth) {
      let columns = left..<min(left + Workspace.tileWidth, width)
      let tile = Tile(columns: columns, rows: rows, filledWith: ground, in: workspace)
      painters.paint(on: tile, from: sources)
      for (i, y) in rows.enumerated() {
        space.encode(
          tile.row(y), count: columns.count, format: output,
          into: bytes + i * rowBytes + left * output.bytesPerPixel)
      }
    }
  }
}

extension [Range<Int>] {
  /// The smallest range around all that are not empty.
  var union: Range<Int> {
    reduce(0..<0) { all, range in
      if range.isEmpty { return all }
      if all.isEmpty { return range }
      return Swift.min(all.lowerBound, range.lowerBound)..<Swift.max(all.upperBound, range.upperBound)
    }
  }
}
