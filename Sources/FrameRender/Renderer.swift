import FrameModel

/// A plan and its pictures to rows.
public struct Renderer {
  /// Rows of the output that are worked on at once.
  private static let bandRows = 64

  public let plan: RenderPlan
  public let kernels: KernelVersion

  /// - Parameter kernels: makes no difference but in time.
  public init(_ plan: RenderPlan, kernels: KernelVersion = .fastest) {
    self.plan = plan
    self.kernels = kernels
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
    let drawing = BandDrawing(plan, sources: sources.map { ($0.size, $0.format) }, kernels: kernels)
    let height = plan.window.size.height
    let rowBytes = plan.output.rowBytes(width: plan.window.size.width)
    for top in stride(from: 0, to: height, by: Self.bandRows) {
      let rows = top..<min(top + Self.bandRows, height)
      var bytes = [UInt8](repeating: 0, count: rows.count * rowBytes)
      bytes.withUnsafeMutableBytes { bytes in
        withViews(of: bitmaps) { drawing.draw(rows, from: $0, into: bytes.baseAddress!) }
      }
      try sink.write(bytes.span)
    }
    try sink.finish()
  }

  private func withViews(of bitmaps: [Bitmap], _ body: ([SourceRows]) -> Void) {
    func collect(_ views: [SourceRows]) {
      guard views.count < bitmaps.count else { return body(views) }
      let bitmap = bitmaps[views.count]
      bitmap.bytes.withUnsafeBytes { bytes in
        collect(
          views + [
            SourceRows(
              size: bitmap.size, format: bitmap.format, base: bytes.baseAddress!,
              capacity: bitmap.size.height)
          ])
      }
    }
    collect([])
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
