import FrameModel

/// A plan and its pictures to rows.
public struct Renderer {
  /// Rows of the output that are worked on at once.
  private static let bandRows = 64

  public let plan: RenderPlan

  public init(_ plan: RenderPlan) {
    self.plan = plan
  }

  /// The bytes that the decoded pictures take while the plan is carried out.
  public var sourceBytes: Int {
    plan.pictures.reduce(0) { $0 + $1.size.area * $1.pixels.bytesPerPixel }
  }

  /// Reads every picture to its end, and only then writes: of a picture that turns out damaged nothing
  /// is put out.
  ///
  /// - Parameters:
  ///   - sources: the pictures of the plan, in its order.
  ///   - sink: takes rows of `plan.output`, `plan.window.size.width` wide.
  /// - Throws: what the sources and the sink throw.
  public func render(_ sources: [any PixelSource], into sink: inout some PixelSink) throws {
    precondition(sources.count == plan.pictures.count)
    let bitmaps = try sources.map { try Bitmap(reading: $0) }
    if let draw = plan.copied, let copy = DirectCopy(draw, source: bitmaps[draw.picture], output: plan.output)
    {
      try putOut(into: &sink) { rows, bytes in
        for (i, y) in rows.enumerated() {
          copy.fill(row: y, width: plan.window.size.width, into: bytes + i * rowBytes)
        }
      }
    } else {
      try compose(bitmaps, into: &sink)
    }
    try sink.finish()
  }

  private func compose(_ bitmaps: [Bitmap], into sink: inout some PixelSink) throws {
    let uses16Bits =
      plan.output.depth == .sixteen || bitmaps.contains { $0.format.depth == .sixteen }
    let space = WorkingSpace(light: plan.light, uses16Bits: uses16Bits)
    let painters =
      plan.items.compactMap { painter(for: $0, bitmaps, space) } + [FinishPainter(plan, space: space)]
    let background = space.pixel(plan.background)
    let width = plan.window.size.width
    try putOut(into: &sink) { rows, bytes in
      let band = Band(width: width, rows: rows, filledWith: background)
      for painter in painters { painter.paint(on: band) }
      for (i, y) in rows.enumerated() {
        space.encode(band.row(y), count: width, format: plan.output, into: bytes + i * rowBytes)
      }
    }
  }

  private func painter(
    for item: RenderPlan.Item, _ bitmaps: [Bitmap], _ space: WorkingSpace
  ) -> (any Painter)? {
    switch item {
    case .picture(let draw):
      PicturePainter(draw, source: bitmaps[draw.picture], filter: plan.filter, space: space)
    case .card(let draw): CardPainter(draw, space: space)
    case .group(let draw):
      GroupPainter(
        painters: draw.items.compactMap { painter(for: $0, bitmaps, space) },
        opacity: Float(draw.opacity), clip: draw.clip.map(Coverage.init))
    }
  }

  private var rowBytes: Int { plan.output.rowBytes(width: plan.window.size.width) }

  /// Has bands of rows filled, zeros at first, and writes them.
  private func putOut(
    into sink: inout some PixelSink, fill: (Range<Int>, UnsafeMutableRawPointer) -> Void
  ) throws {
    let height = plan.window.size.height
    for top in stride(from: 0, to: height, by: Self.bandRows) {
      let rows = top..<min(top + Self.bandRows, height)
      var bytes = [UInt8](repeating: 0, count: rows.count * rowBytes)
      bytes.withUnsafeMutableBytes { fill(rows, $0.baseAddress!) }
      try sink.write(bytes.span)
    }
  }
}

extension Bitmap {
  /// Reads a whole picture, and makes sure that it is whole.
  public init(reading source: any PixelSource) throws {
    var source = source
    self.init(size: source.size, format: source.format)
    try source.forEachBand { write($0) }
  }
}
