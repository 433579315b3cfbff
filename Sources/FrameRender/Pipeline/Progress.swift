import FrameModel

/// How far the work has come, and what is to be done next: the only thing that threads share and change.
///
/// A value that knows nothing of threads, pixels and memory: whoever takes a step from `next` carries it
/// out and says so with `end` or `fail`.
///
/// **It cannot get stuck.** Suppose that nobody carries out a step, that nothing failed, and that the sink
/// is not closed. Then every band that was begun is drawn; let b be the first one that was not begun.
///
/// - If a band above b is not written, the first such can be written.
/// - If all above b are written, all buffers are free. If there is a band b, either all rows that it needs
///   are there, and it can be drawn; or a picture lacks some, and can be read on: `capacity` has room for all
///   rows from the first that band b or a later one needs to the last that b or an earlier one needs.
/// - If there is no band b, all rows that are read at all were read, as the last bands needed them: the
///   pictures can be finished, and after them the sink.
///
/// After a failure the only steps left are to finish the pictures before the failed one, and each of them
/// can be finished at once. So there is always a step for whoever asks, be it one thread alone; and as each
/// step is done once, the work ends when sources and sink do.
struct Progress: Sendable {
  enum Next: Equatable, Sendable {
    case step(Step)
    /// There is nothing left to do, or others do it.
    case over
  }

  private struct Source: Sendable {
    /// The rows above this one were read.
    var row: Int
    var isBusy = false
    var isFinished = false
  }

  private struct Failure: Sendable {
    /// The picture's number; the sink comes after all pictures.
    var rank: Int
    var error: any Error
  }

  /// A picture that nobody reads, and the first band that it lacks rows for.
  private struct Want: Comparable, Sendable {
    var band: Int
    var picture: Int

    static func < (a: Want, b: Want) -> Bool { (a.band, a.picture) < (b.band, b.picture) }
  }

  private let schedule: BandSchedule
  private var sources: [Source]
  private var wants = Heap<Want>()
  /// For each band, how many pictures lack rows for it and for none above it.
  private var lacking: [Int]
  /// Pictures of which all rows were read that are needed.
  private var finishable = Heap<Int>()
  /// How many pictures are not finished.
  private var unfinished: Int
  /// Drawing of the bands above this one has begun, in their order.
  private var begun = 0
  /// The bands above this one are drawn.
  private var drawn = 0
  /// Further ones that are.
  private var drawnAhead: Set<Int> = []
  /// The bands above this one are written.
  private var written = 0
  private var isSinkBusy = false
  private var isClosed = false
  private var failure: Failure?

  init(_ schedule: BandSchedule) {
    self.schedule = schedule
    sources = schedule.sources.map { Source(row: $0.needs.rows.lowerBound) }
    lacking = Array(repeating: 0, count: schedule.count)
    unfinished = sources.count
    for picture in sources.indices { offer(picture) }
  }

  /// Puts a picture that nobody reads where it is found when it is due.
  private mutating func offer(_ picture: Int) {
    if let band = schedule.sources[picture].needs.firstBand(beyond: sources[picture].row) {
      wants.insert(Want(band: band, picture: picture))
      lacking[band] += 1
    } else {
      finishable.insert(picture)
    }
  }

  /// What ended the work before its time. Of several failures it is the first picture's, whichever came
  /// first: what is wrong with the pictures does not depend on the threads.
  var error: (any Error)? { failure?.error }

  // MARK: Choosing

  /// Takes the most urgent step that can be done now.
  ///
  /// Reading comes first: of a picture it is one thread's work, and the longest.
  ///
  /// - Returns: nil where others have to end their steps first.
  mutating func next() -> Next? {
    if failure != nil { return nextAfterFailure() }
    if isClosed { return .over }
    guard let step = takeDecoding() ?? takeFinishing() ?? writing ?? drawing ?? closing else { return nil }
    take(step)
    return .step(step)
  }

  /// Pictures before the failed one are looked at to their ends, as they may have failed too.
  private mutating func nextAfterFailure() -> Next? {
    let earlier = sources.indices.prefix(failure!.rank).filter { !sources[$0].isFinished }
    if earlier.isEmpty { return .over }
    guard let picture = earlier.first(where: { !sources[$0].isBusy }) else { return nil }
    take(.finish(picture: picture))
    return .step(.finish(picture: picture))
  }

  private mutating func take(_ step: Step) {
    switch step {
    case .decode(let picture, _), .finish(let picture): sources[picture].isBusy = true
    case .draw: begun += 1
    case .write, .close: isSinkBusy = true
    }
  }

  /// Of the pictures that lack rows for a band that may be drawn soon, the one whose band is the first.
  private mutating func takeDecoding() -> Step? {
    guard drawn < schedule.count else { return nil }
    let last = min(drawn + schedule.buffers, schedule.count) - 1
    var full: [Want] = []
    defer { for want in full { wants.insert(want) } }
    while let want = wants.first, want.band <= last {
      _ = wants.popFirst()
      if let rows = room(in: want.picture) { return .decode(picture: want.picture, rows: rows) }
      full.append(want)
    }
    return nil
  }

  /// The next rows of a picture that can be read in one piece without losing any that are still needed.
  private func room(in picture: Int) -> Range<Int>? {
    let source = schedule.sources[picture]
    let row = sources[picture].row
    let bounds = [
      source.chunk,
      source.needs.rows.upperBound - row,
      source.needs.start(drawn) + source.capacity - row,
      // Rows lie in a ring, and a piece ends where the ring does.
      source.capacity - row % source.capacity,
    ]
    let count = bounds.min()!
    return count > 0 ? row..<row + count : nil
  }

  private mutating func takeFinishing() -> Step? { finishable.popFirst().map { .finish(picture: $0) } }

  private var writing: Step? {
    written < drawn && !isSinkBusy ? .write(band: written) : nil
  }

  private var drawing: Step? {
    guard begun < schedule.count, begun - written < schedule.buffers else { return nil }
    // Nobody lacks rows for a band above it: that one would not have begun.
    return lacking[begun] == 0 ? .draw(band: begun) : nil
  }

  private var closing: Step? {
    written == schedule.count && !isSinkBusy && unfinished == 0 ? .close : nil
  }

  // MARK: What became of a step

  /// - Returns: the pictures of which no row is needed any more.
  mutating func end(_ step: Step) -> [Int] {
    switch step {
    case .decode(let picture, let rows):
      if let band = schedule.sources[picture].needs.firstBand(beyond: sources[picture].row) {
        lacking[band] -= 1
      }
      sources[picture].row = rows.upperBound
      sources[picture].isBusy = false
      offer(picture)
    case .finish(let picture):
      sources[picture].isFinished = true
      sources[picture].isBusy = false
      unfinished -= 1
    case .draw(let band):
      let before = drawn
      drawnAhead.insert(band)
      while drawnAhead.remove(drawn) != nil { drawn += 1 }
      return schedule.sources.indices.filter {
        (before + 1..<drawn + 1).contains(schedule.sources[$0].needs.bands.upperBound)
      }
    case .write:
      written += 1
      isSinkBusy = false
    case .close: isClosed = true
    }
    return []
  }

  /// Says that a step could not be done. Its source or sink is not touched again.
  mutating func fail(_ step: Step, _ error: any Error) {
    let rank: Int
    switch step {
    case .decode(let picture, _), .finish(let picture):
      sources[picture].isFinished = true
      rank = picture
    case .draw, .write, .close: rank = sources.count
    }
    if rank < failure?.rank ?? .max { failure = Failure(rank: rank, error: error) }
  }
}
