import FrameModel

/// A plan and its images to rows.
///
/// The images' rows come and go: no more of them are held at a time than the plan needs. Reading, drawing
/// and writing overlap where there are several threads, and what is written never depends on how many.
public struct Renderer: Sendable {
  public let plan: RenderPlan
  /// The plan in terms of the pixels that are decoded.
  private let decoded: RenderPlan
  private let drawing: BandRenderer
  private var schedule: BandSchedule
  private let cancellation: Cancellation?

  /// - Parameters:
  ///   - kernels: makes no difference but in time.
  ///   - jobs: how many threads may work, the caller's among them.
  ///   - cancellation: ends `render` early. A renderer that is made after it was set draws nothing.
  public init(
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
    drawing = BandRenderer(
      decoded, sources: decoded.images.map { ($0.size, $0.pixels) }, kernels: kernels, room: room,
      cancellation: cancellation)
    schedule = BandSchedule(decoded, drawing, jobs: jobs)
  }

  /// The same with other threads.
  public func using(jobs: Int) -> Renderer {
    var other = self
    other.schedule = BandSchedule(decoded, drawing, jobs: jobs)
    return other
  }

  /// The bytes that rendering holds at once, at the most: rows of the images, rows of the
  /// output, outlines, and what each thread draws on.
  public var windowBytes: Int { schedule.bytes }

  /// The layer with the largest outlines, and the bytes that the outlines of all layers take on one thread.
  public var outlines: (largest: String, bytes: Int)? { drawing.outlines }

  /// Reads every image to its end, and says to the sink that all was written only when all of them were
  /// whole: of an image that turns out damaged, rows may have been written by then, and do not count.
  ///
  /// - Parameters:
  ///   - sources: the images of the plan, in its order, of the sizes and formats as it has them decoded.
  ///   - sink: takes rows of `plan.output`, `plan.window.size.width` wide.
  ///   Each of them is called by one thread at a time, but not always by the same.
  /// - Throws: what the first image throws that throws anything, else what the sink throws;
  ///   `LimitExceeded.cancelled` once the work is cancelled.
  public func render(_ sources: [any PixelSource], into sink: inout some PixelSink) throws {
    let images = decoded.images
    precondition(
      sources.map(\.size) == images.map(\.size) && sources.map(\.format) == images.map(\.pixels))
    var sources = sources
    try sources.withUnsafeMutableBufferPointer { sources in
      try withUnsafeMutablePointer(to: &sink) { sink in
        try Pipeline(decoded, schedule, drawing, from: sources, into: sink, cancellation).run()
      }
    }
  }
}
