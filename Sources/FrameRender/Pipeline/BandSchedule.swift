import FrameGeometry
import FrameImage
import FramePlan

/// The division of a plan into bands of rows, and the memory for it, computed from the plan before anything is
/// allocated.
struct BandSchedule: Sendable {
  /// The rows of one image.
  struct Source: Sendable {
    let needs: RowRequirements
    /// The number of rows held at once: at most the number that is read.
    let capacity: Int
    /// The number of rows decoded in a step.
    let chunk: Int
    let rowBytes: Int
    /// The bytes that are held beside the rows.
    let decoderBytes: Int
  }

  /// The height of the output.
  let height: Int
  /// The rows of each band; the last one may have fewer.
  let bandRows: Int
  /// Of the output.
  let rowBytes: Int
  /// The number of bands between drawing and writing.
  let buffers: Int
  /// The number of useful threads.
  let workers: Int
  /// In the plan's order.
  let sources: [Source]
  /// The cost of drawing bands, without rows.
  private let drawingCost: Cost

  /// - Parameter jobs: the maximum number of threads.
  init(_ plan: RenderPlan, _ drawing: any BandDrawing, jobs: Int) {
    let height = plan.window.size.height
    let bandRows = Self.bandRows(plan, drawing)
    let count = (height + bandRows - 1) / bandRows
    let workers = max(1, min(jobs, Self.mostWorkers, count + plan.images.count))
    // With one thread, a second buffer would only wait while the first is drawn again.
    let buffers = min(count, workers == 1 ? 1 : workers + 1)
    let bands = (0..<height).parts(of: bandRows).map {
      drawing.sourceRows(ofEach: plan.images.count, for: $0)
    }
    sources = plan.images.enumerated().map { image, header in
      let needs = RowRequirements(bands.map { $0[image] })
      let rowBytes = header.pixels.rowBytes(width: header.size.width)
      let chunk = max(16, min(64, Self.chunkBytes / rowBytes))
      return Source(
        needs: needs, capacity: min(needs.capacity(ahead: buffers - 1) + chunk, needs.rows.count),
        chunk: chunk, rowBytes: rowBytes, decoderBytes: header.decoderBytes)
    }
    self.height = height
    self.bandRows = bandRows
    self.buffers = buffers
    self.workers = workers
    rowBytes = plan.output.rowBytes(width: plan.window.size.width)
    drawingCost = drawing.cost(rows: bandRows)
  }

  /// Decoding an image is one thread's work. With more threads than this, the others wait for it, and only the rows
  /// ahead of them grow.
  private static let mostWorkers = 16
  private static let chunkBytes = 1 << 18
  private static let bandBytes = 1 << 22
  private static let tallBandBytes = 1 << 24
  private static let tallestBandBytes = 1 << 26

  /// The number of rows that are drawn well together is 64; fewer if a band would be very wide, or if images shrink
  /// so much that a few rows of the output depend on very many of theirs. More if blurs and nested shadows draw many
  /// rows in addition to each band's own.
  private static func bandRows(_ plan: RenderPlan, _ drawing: any BandDrawing) -> Int {
    let rowBytes = plan.output.rowBytes(width: plan.window.size.width)
    // The number of image rows per row of the output.
    let steepest = plan.draws.map { abs($0.middle.inverse?.d ?? 0) }.max() ?? 0
    var rows = Workspace.mostTileRows
    while rows > 1 && rows * rowBytes > bandBytes { rows /= 2 }
    while rows > 8 && Double(rows) * steepest > 256 { rows /= 2 }
    let tallest = min(drawing.rowsBeside, plan.window.size.height)
    guard rows < tallest else { return rows }
    // If the additional rows need most of the memory, more rows in the band hardly matter.
    let tallBandBytes = min(max(tallBandBytes, tallest.times(rowBytes) / 8), tallestBandBytes)
    let most = max(tallestBandBytes, drawing.cost(rows: rows).peak.times(3) / 2)
    while rows < tallest, (2 * rows).times(rowBytes) <= tallBandBytes,
      drawing.cost(rows: 2 * rows).peak <= most
    {
      rows *= 2
    }
    return rows
  }

  /// The number of bands.
  var count: Int { (height + bandRows - 1) / bandRows }

  func rows(of band: Int) -> Range<Int> {
    let top = band * bandRows
    return top..<min(top + bandRows, height)
  }

  /// The bytes of one output buffer.
  var bufferBytes: Int { min(bandRows, height) * rowBytes }

  /// The most bytes that are held at once, if no image is in memory already.
  var bytes: Int {
    heldRowBytes.adding(buffers.times(bufferBytes)).adding(drawingCost.bytes(threads: workers))
  }

  /// The bytes of the images' rows and decoders. They are held from the first band that may use the image until its last one is drawn.
  private var heldRowBytes: Int {
    var changes = [(more: Int, less: Int)](repeating: (0, 0), count: count + 1)
    for source in sources where !source.needs.rows.isEmpty {
      let bytes = source.capacity.times(source.rowBytes).adding(source.decoderBytes)
      let first = max(0, source.needs.bands.lowerBound - (buffers - 1))
      changes[first].more = changes[first].more.adding(bytes)
      changes[source.needs.bands.upperBound].less = changes[source.needs.bands.upperBound].less.adding(bytes)
    }
    var held = 0
    var most = 0
    for change in changes {
      held = max(0, held - change.less).adding(change.more)
      most = max(most, held)
    }
    return most
  }
}

/// A unit of work that one thread executes without synchronization.
enum Step: Hashable, Sendable {
  /// Reads these rows of an image.
  case decode(image: Int, rows: Range<Int>)
  /// Lets an image check what follows its last row.
  case finish(image: Int)
  case draw(band: Int)
  /// Writes a band to the sink.
  case write(band: Int)
  /// Finishes the sink.
  case close
}
