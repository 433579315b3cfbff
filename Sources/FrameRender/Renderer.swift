import FrameImage
import FramePlan

/// Renders a plan with the rows of its images.
///
/// Only as many rows of the images are held at a time as the plan needs. With several threads, reading, drawing and
/// writing overlap; the output never depends on the number of threads.
package struct Renderer: Sendable {
  package let plan: RenderPlan
  /// The plan in terms of decoded pixels.
  private let decoded: RenderPlan
  private let drawing: any BandDrawing
  private var schedule: BandSchedule
  private let cancellation: Cancellation?

  /// - Parameters:
  ///   - kernels: affects only speed.
  ///   - jobs: the number of threads, including the caller's.
  ///   - cancellation: ends `render` early. A renderer made after it was set draws nothing.
  package init(
    _ plan: RenderPlan, kernels: InstructionSet = .fastest, jobs: Int = 1, cancellation: Cancellation? = nil
  ) {
    self.init(plan, kernels: kernels, jobs: jobs, room: OutlineRoom(), cancellation: cancellation)
  }

  init(
    _ plan: RenderPlan, kernels: InstructionSet, jobs: Int, room: OutlineRoom,
    cancellation: Cancellation? = nil
  ) {
    self.plan = plan
    self.cancellation = cancellation
    decoded = plan.decoded
    drawing = decoded.drawing(kernels: kernels, room: room, cancellation: cancellation)
    schedule = BandSchedule(decoded, drawing, jobs: jobs)
  }

  /// Returns the renderer with another number of threads.
  package func using(jobs: Int) -> Renderer {
    var other = self
    other.schedule = BandSchedule(decoded, drawing, jobs: jobs)
    return other
  }

  /// The maximum number of bytes that rendering holds at once: rows of the images and of the output, outlines, and
  /// the working memory of each thread.
  package var windowBytes: Int { schedule.bytes }

  /// For each image of the plan, the most of its rows that are held at once.
  package var heldRows: [Int] { schedule.sources.map(\.capacity) }

  /// The layer with the largest outlines, and the bytes for the outlines of all layers on one thread.
  package var outlines: (largest: String, bytes: Int)? { drawing.outlines }

  /// Reads every image to its end, and finishes the sink only if all images were complete: rows of an image that
  /// turns out damaged may have been written by then, and do not count.
  ///
  /// - Parameters:
  ///   - sources: the images of the plan in its order, with the sizes and formats of the decoded plan.
  ///   - sink: receives rows of `plan.output` that are `plan.window.size.width` wide.
  ///   Each of them is called by one thread at a time, but not always by the same.
  ///   - finishes: false if more images follow in the sink.
  /// - Throws: the error of the first image that throws, else that of the sink; `LimitExceeded.cancelled` once the
  ///   work is canceled.
  package func render(
    _ sources: [any PixelSource], into sink: inout some PixelSink, finishing finishes: Bool = true
  ) throws {
    let images = decoded.images
    precondition(
      sources.map(\.size) == images.map(\.size) && sources.map(\.format) == images.map(\.pixels))
    var sources = sources
    try sources.withStoredRows { stored in
      try sources.withUnsafeMutableBufferPointer { sources in
        try withUnsafeMutablePointer(to: &sink) { sink in
          try Pipeline(
            decoded, schedule, drawing, from: sources, stored, into: sink, finishing: finishes, cancellation
          ).run()
        }
      }
    }
  }
}

extension [any PixelSource] {
  /// Calls `body` with the rows of each image that is in memory, where they are used without a copy; nil for others.
  ///
  /// An array lends its memory for the time of a call, so these calls are nested. Of very many images, the last ones are read like
  /// others, because each call takes some of the stack.
  fileprivate func withStoredRows<Result>(_ body: ([SourceRows?]) throws -> Result) throws -> Result {
    func lend(_ rest: ArraySlice<(index: Int, bitmap: Bitmap)>, _ rows: [SourceRows?]) throws -> Result {
      guard let (index, bitmap) = rest.first else { return try body(rows) }
      return try bitmap.bytes.withUnsafeBytes { bytes in
        var rows = rows
        rows[index] = SourceRows(
          size: bitmap.size, format: bitmap.format, base: bytes.baseAddress!, capacity: bitmap.size.height)
        return try lend(rest.dropFirst(), rows)
      }
    }
    let bitmaps = enumerated().compactMap { index, source in
      (source as? Bitmap).map { (index: index, bitmap: $0) }
    }
    return try lend(bitmaps.prefix(Self.mostStored), Array<SourceRows?>(repeating: nil, count: count))
  }

  /// The most images whose memory is lent at once.
  private static var mostStored: Int { 64 }
}
