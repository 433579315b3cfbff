import FrameGeometry
import FramePlan

/// The state of the work and the choice of the next step: the only thing that threads share and change.
///
/// A value that knows nothing of threads, pixels and memory: a thread takes a step from `next`, executes it, and
/// reports it with `end` or `fail`.
///
/// **It cannot deadlock.** Suppose that no step is being executed, nothing has failed, and the sink is not closed.
/// Then every band that was begun is drawn; let b be the first one that was not begun.
///
/// - If a band above b is not written, the first such can be written.
/// - If all above b are written, all buffers are free. If there is a band b, either all rows that it needs are
///   present, and it can be drawn; or an image lacks some and can be read further: `capacity` has room for all rows
///   from the first that band b or a later one needs to the last that b or an earlier one needs.
/// - If there is no band b, all rows that are read at all were read, because the last bands needed them: the images
///   can be finished, and after them the sink.
///
/// After a failure, the only remaining steps are to finish the images before the failed one, and each of them can be
/// finished at once. So there is always a step for a thread that asks, even for a single one; and because each step
/// is executed once, the work ends when sources and sink do.
struct Progress: Sendable {
  enum Next: Equatable, Sendable {
    case step(Step)
    /// Nothing is left to do, or other threads do it.
    case over
  }

  private struct Source: Sendable {
    /// The rows above this one were read.
    var row: Int
    var isBusy = false
    var isFinished = false
  }

  private struct Sink: Sendable {
    /// The bands above this one are written.
    var written = 0
    var isBusy = false
    var isClosed = false
  }

  /// An image that no thread reads, and the first band that it lacks rows for.
  private struct StalledRead: Comparable, Sendable {
    var band: Int
    var image: Int

    static func < (a: StalledRead, b: StalledRead) -> Bool { (a.band, a.image) < (b.band, b.image) }
  }

  private let schedule: BandSchedule
  private var sources: [Source]
  private var wants = Heap<StalledRead>()
  /// For each band, the number of images that lack rows for it and for none above it.
  private var lacking: [Int]
  /// The images of which all needed rows were read.
  private var finishable = Heap<Int>()
  /// The number of images that are not finished.
  private var unfinished: Int
  /// Drawing of the bands above this one has begun, in order.
  private var begun = 0
  /// The bands above this one are drawn.
  private var drawn = 0
  /// Further bands that are drawn.
  private var drawnAhead: Set<Int> = []
  private var sink = Sink()
  /// The rank is the image's number; the sink comes after all images.
  private var failure: (rank: Int, error: any Error)?

  /// - Parameter stored: the images whose rows are in memory and not read.
  init(_ schedule: BandSchedule, stored: Set<Int> = []) {
    self.schedule = schedule
    sources = schedule.sources.enumerated().map { image, source in
      let rows = source.needs.rows
      return Source(row: stored.contains(image) ? rows.upperBound : rows.lowerBound)
    }
    lacking = Array(repeating: 0, count: schedule.count)
    unfinished = sources.count
    for image in sources.indices { offer(image) }
  }

  /// Queues an image that no thread reads for its next step.
  private mutating func offer(_ image: Int) {
    if let band = schedule.sources[image].needs.firstBand(beyond: sources[image].row) {
      wants.insert(StalledRead(band: band, image: image))
      lacking[band] += 1
    } else {
      finishable.insert(image)
    }
  }

  /// The error that ended the work early. Of several failures it is the first image's, whichever came first: errors
  /// in images do not depend on the threads.
  var error: (any Error)? { failure?.error }

  // MARK: Choosing

  /// Takes the most urgent step that can be executed now.
  ///
  /// Reading comes first: it is the longest work, and one thread's for each image.
  ///
  /// - Returns: nil if other steps have to end first.
  mutating func next() -> Next? {
    if failure != nil { return nextAfterFailure() }
    if sink.isClosed { return .over }
    guard let step = takeDecoding() ?? takeFinishing() ?? writing ?? drawing ?? closing else { return nil }
    take(step)
    return .step(step)
  }

  /// Images before the failed one are read to their ends, because they may fail, too.
  private mutating func nextAfterFailure() -> Next? {
    let earlier = sources.indices.prefix(failure!.rank).filter { !sources[$0].isFinished }
    if earlier.isEmpty { return .over }
    guard let image = earlier.first(where: { !sources[$0].isBusy }) else { return nil }
    take(.finish(image: image))
    return .step(.finish(image: image))
  }

  private mutating func take(_ step: Step) {
    switch step {
    case .decode(let image, _), .finish(let image): sources[image].isBusy = true
    case .draw: begun += 1
    case .write, .close: sink.isBusy = true
    }
  }

  /// Takes the image whose missing rows are needed first, among bands that may be drawn soon.
  private mutating func takeDecoding() -> Step? {
    guard drawn < schedule.count else { return nil }
    let last = min(drawn + schedule.buffers, schedule.count) - 1
    var full: [StalledRead] = []
    defer { for want in full { wants.insert(want) } }
    while let want = wants.first, want.band <= last {
      _ = wants.popFirst()
      if let rows = room(in: want.image) { return .decode(image: want.image, rows: rows) }
      full.append(want)
    }
    return nil
  }

  /// Returns the next rows of an image that can be read at once without overwriting any that are still needed.
  private func room(in image: Int) -> Range<Int>? {
    let source = schedule.sources[image]
    let row = sources[image].row
    let bounds = [
      source.chunk,
      source.needs.rows.upperBound - row,
      source.needs.start(drawn) + source.capacity - row,
      // Rows are in a ring buffer, and a step ends where the ring does.
      source.capacity - row % source.capacity,
    ]
    let count = bounds.min()!
    return count > 0 ? row..<row + count : nil
  }

  private mutating func takeFinishing() -> Step? { finishable.popFirst().map { .finish(image: $0) } }

  private var writing: Step? {
    sink.written < drawn && !sink.isBusy ? .write(band: sink.written) : nil
  }

  private var drawing: Step? {
    guard begun < schedule.count, begun - sink.written < schedule.buffers else { return nil }
    // No image lacks rows for a band above it, because that one would not have begun.
    return lacking[begun] == 0 ? .draw(band: begun) : nil
  }

  private var closing: Step? {
    sink.written == schedule.count && !sink.isBusy && unfinished == 0 ? .close : nil
  }

  // MARK: Ending a step

  /// - Returns: the images of which no row is needed any more.
  mutating func end(_ step: Step) -> [Int] {
    switch step {
    case .decode(let image, let rows):
      if let band = schedule.sources[image].needs.firstBand(beyond: sources[image].row) {
        lacking[band] -= 1
      }
      sources[image].row = rows.upperBound
      sources[image].isBusy = false
      offer(image)
    case .finish(let image):
      sources[image].isFinished = true
      sources[image].isBusy = false
      unfinished -= 1
    case .draw(let band):
      let before = drawn
      drawnAhead.insert(band)
      while drawnAhead.remove(drawn) != nil { drawn += 1 }
      return schedule.sources.indices.filter {
        (before + 1..<drawn + 1).contains(schedule.sources[$0].needs.bands.upperBound)
      }
    case .write:
      sink.written += 1
      sink.isBusy = false
    case .close: sink.isClosed = true
    }
    return []
  }

  /// Reports that a step failed. Its source or sink is not used again.
  mutating func fail(_ step: Step, _ error: any Error) {
    let rank: Int
    switch step {
    case .decode(let image, _), .finish(let image):
      sources[image].isFinished = true
      rank = image
    case .draw, .write, .close: rank = sources.count
    }
    if rank < failure?.rank ?? .max { failure = (rank, error) }
  }
}
