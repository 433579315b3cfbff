import FrameImage
import FramePlan

/// Reads, draws and writes at the same time: `Progress` decides which step is next, and the threads execute steps.
///
/// `@unchecked`, because the compiler cannot see the ownership: a source belongs to the thread that executes a step
/// of its image, the sink to the one that writes, and a row or buffer to the one that fills it, until the step ends.
/// `Progress` gives nothing to two of them at once, and `Monitor` makes earlier writes visible.
final class Pipeline<Sink: PixelSink>: @unchecked Sendable {
  private let schedule: BandSchedule
  private let drawing: any BandDrawing
  private let sources: UnsafeMutableBufferPointer<any PixelSource>
  private let sink: UnsafeMutablePointer<Sink>
  /// For each image, its rows.
  private let images: [ImageRows]
  /// Band b is drawn into buffer b modulo their number.
  private let buffers: Memory
  private let progress: Monitor<Progress>
  private let finishes: Bool
  private let cancellation: Cancellation?

  /// - Parameters:
  ///   - sources: the images of the plan in its order; not used by anything else while this lives.
  ///   - stored: for each of them, its rows if it is in memory.
  ///   - sink: not used by anything else while this lives.
  ///   - finishes: false if more images follow in the sink.
  /// - Throws: `LimitExceeded.outOfMemory` for the output's rows.
  init(
    _ plan: RenderPlan, _ schedule: BandSchedule, _ drawing: any BandDrawing,
    from sources: UnsafeMutableBufferPointer<any PixelSource>, _ stored: [SourceRows?],
    into sink: UnsafeMutablePointer<Sink>, finishing finishes: Bool, _ cancellation: Cancellation?
  ) throws(LimitExceeded) {
    self.finishes = finishes
    self.cancellation = cancellation
    self.schedule = schedule
    self.drawing = drawing
    self.sources = sources
    self.sink = sink
    images = plan.images.indices.map { i in
      if let rows = stored[i] { return .stored(rows) }
      let image = plan.images[i]
      return .read(
        RowRingBuffer(size: image.size, format: image.pixels, capacity: schedule.sources[i].capacity))
    }
    buffers = try Memory(byteCount: schedule.buffers * schedule.bufferBytes)
    progress = Monitor(Progress(schedule, stored: Set(stored.indices.filter { stored[$0] != nil })))
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
          for image in progress.end(step) {
            if case .read(let ring) = images[image] { ring.release() }
          }
        }
      } catch {
        progress.change { $0.fail(step, error) }
      }
    }
  }

  private func carryOut(_ step: Step) throws {
    switch step {
    case .decode(let image, let rows):
      guard case .read(let ring) = images[image] else {
        preconditionFailure("an image in memory is not read")
      }
      var span = try ring.room(for: rows).mutableSpan
      try sources[image].read(from: rows.lowerBound, into: &span)
    case .finish(let image):
      try sources[image].finish()
    case .draw(let band):
      let buffer = buffer(of: band)
      try drawing.draw(schedule.rows(of: band), from: rows(for: band), into: buffer.baseAddress!)
    case .write(let band):
      try sink.pointee.write(UnsafeRawBufferPointer(buffer(of: band)).bindMemory(to: UInt8.self).span)
    case .close:
      if finishes { try sink.pointee.finish() }
    }
  }

  private func buffer(of band: Int) -> UnsafeMutableRawBufferPointer {
    let start = band % schedule.buffers * schedule.bufferBytes
    let count = schedule.rows(of: band).count * schedule.rowBytes
    return UnsafeMutableRawBufferPointer(start: buffers.start + start, count: count)
  }

  private func rows(for band: Int) -> [SourceRows] {
    zip(images, schedule.sources).map { image, source in
      switch image {
      case .stored(let rows): rows
      case .read(let ring): source.needs.bands.contains(band) ? ring.rows : ring.noRows
      }
    }
  }
}
