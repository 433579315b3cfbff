import FrameImage

/// Reads, draws and writes at the same time: `Progress` decides which step is next, and the threads execute steps.
///
/// `@unchecked`, because the compiler cannot see the ownership: a source belongs to the thread that executes a step
/// of its image, the sink to the one that writes, and a row or buffer to the one that fills it, until the step ends.
/// `Progress` gives nothing to two of them at once, and `Monitor` makes earlier writes visible.
final class Pipeline<Sink: PixelSink>: @unchecked Sendable {
  private let schedule: BandSchedule
  private let drawing: BandRenderer
  private let sources: UnsafeMutableBufferPointer<any PixelSource>
  private let sink: UnsafeMutablePointer<Sink>
  private let rings: [RowRingBuffer]
  /// Band b is drawn into buffer b modulo their number.
  private let buffers: Memory
  private let progress: Monitor<Progress>
  private let cancellation: Cancellation?

  /// - Parameters:
  ///   - sources: the images of the plan in its order; not used by anything else while this lives.
  ///   - sink: the same.
  /// - Throws: `OutOfMemory` for the output's rows.
  init(
    _ plan: RenderPlan, _ schedule: BandSchedule, _ drawing: BandRenderer,
    from sources: UnsafeMutableBufferPointer<any PixelSource>, into sink: UnsafeMutablePointer<Sink>,
    _ cancellation: Cancellation?
  ) throws(OutOfMemory) {
    self.cancellation = cancellation
    self.schedule = schedule
    self.drawing = drawing
    self.sources = sources
    self.sink = sink
    rings = zip(plan.images, schedule.sources).map { image, source in
      RowRingBuffer(size: image.size, format: image.pixels, capacity: source.capacity)
    }
    buffers = try Memory(byteCount: schedule.buffers * schedule.bufferBytes)
    progress = Monitor(Progress(schedule))
  }

  /// - Throws: the errors of a source or of the sink.
  func run() throws {
    Workers.run(schedule.workers) { self.work() }
    if let error = progress.read({ $0.error }) { throw error }
  }

  private func work() {
    while case .step(let step) = progress.wait(for: { $0.next() }) {
      do {
        try carryOut(step)
        if cancellation?.isCancelled == true { throw LimitExceeded.cancelled }
        progress.change { progress in
          for image in progress.end(step) { rings[image].release() }
        }
      } catch {
        progress.change { $0.fail(step, error) }
      }
    }
  }

  private func carryOut(_ step: Step) throws {
    switch step {
    case .decode(let image, let rows):
      var span = try rings[image].room(for: rows).mutableSpan
      try sources[image].read(from: rows.lowerBound, into: &span)
    case .finish(let image):
      try sources[image].finish()
    case .draw(let band):
      let buffer = buffer(of: band)
      buffer.initializeMemory(as: UInt8.self, repeating: 0)
      try drawing.draw(schedule.rows(of: band), from: rows(for: band), into: buffer.baseAddress!)
    case .write(let band):
      try sink.pointee.write(UnsafeRawBufferPointer(buffer(of: band)).bindMemory(to: UInt8.self).span)
    case .close:
      try sink.pointee.finish()
    }
  }

  private func buffer(of band: Int) -> UnsafeMutableRawBufferPointer {
    let start = band % schedule.buffers * schedule.bufferBytes
    let count = schedule.rows(of: band).count * schedule.rowBytes
    return UnsafeMutableRawBufferPointer(start: buffers.start + start, count: count)
  }

  private func rows(for band: Int) -> [SourceRows] {
    zip(rings, schedule.sources).map { ring, source in
      source.needs.bands.contains(band) ? ring.rows : ring.noRows
    }
  }
}
