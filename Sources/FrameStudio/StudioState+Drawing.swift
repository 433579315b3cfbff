import FrameCodec
import FrameGeometry
import FrameImage
import FrameKit

extension StudioState {
  /// Longer than any recognizer waits by default, in milliseconds.
  private static let longestTimer = 1500.0

  /// A picture to draw.
  enum Task {
    case canvas(Studio.Page, Picture.Quality)
    case thumbnail(Studio.Page, Int)

    /// True for a picture that is drawn in a moment, and must not be given up for a newer one.
    var isPreview: Bool {
      if case .canvas(_, .preview) = self { true } else { false }
    }
  }

  /// The next time at which there is something to do without a message, in milliseconds of the clock; nil if there is
  /// none.
  var nextDeadline: Double? {
    var times: [Double] = []
    for page in pages.values where page.isReady {
      switch page.need {
      case .nothing: if hands == nil, page.nextThumbnail != nil { times.append(0) }
      case .preview: times.append(0)
      case .full(let time): times.append(time)
      }
    }
    if let hands, hands.recording.down.isEmpty { times.append(hands.lastMessage + Self.secondTapWait) }
    return times.min()
  }

  mutating func meetDeadlines(now: Double) {
    if let hands, hands.recording.down.isEmpty { finishGesture(now: now, isWaiting: true) }
  }

  /// Returns the most urgent picture: first previews, then full pictures, then thumbnails.
  func nextTask(now: Double) -> Task? {
    let ready = pages.filter { $0.value.isReady }.sorted { $0.key.number < $1.key.number }
    if let page = ready.first(where: { $0.value.need == .preview }) { return .canvas(page.key, .preview) }
    let resting = ready.first { page in
      if case .full(let time) = page.value.need { time <= now } else { false }
    }
    if let resting { return .canvas(resting.key, .full) }
    guard hands == nil else { return nil }
    for (page, state) in ready { if let input = state.nextThumbnail { return .thumbnail(page, input) } }
    return nil
  }

  /// Draws a picture and sends it to its page.
  ///
  /// - Parameter now: The time by the studio's clock, in milliseconds.
  mutating func draw(_ task: Task, now: Double, _ cancellation: Cancellation) {
    let start = Clock.milliseconds
    switch task {
    case .canvas(let key, let quality):
      guard let page = pages[key], let view = page.view else { return }
      do throws(Runner.Failure) {
        guard let scene = try scene(for: page, now: now) else {
          pages[key]?.giveUp()
          return
        }
        var picture = try maker.canvas(
          scene, view, quality, hasAlpha: run?.edit.plan.output.channels.hasAlpha == true,
          reduction: page.reduction,
          version: document.version, cancellation: cancellation)
        picture.header.milliseconds = Clock.milliseconds - start
        if quality == .preview { pages[key]?.adapt(to: picture.header.milliseconds) }
        pages[key]?.send(
          picture, then: quality == .full ? .nothing : .full(now + Self.restingTime))
        // A long press begins while the finger rests.
        if let hands, now - hands.lastMessage < Self.longestTimer {
          pages[key]?.look(again: now + Self.restingTime)
        }
      } catch {
        // A canceled picture is drawn again after the message that canceled it.
        guard !cancellation.isCancelled else { return }
        pages[key]?.giveUp()
        // Only drawing finds damage in an image.
        if hands == nil, problems.isEmpty {
          problems = ProblemRecord.all(of: error)
          announce()
        }
      }
    case .thumbnail(let key, let input):
      guard let page = pages[key] else { return }
      var picture: Picture
      do throws(Runner.Failure) {
        let job = try runner.job(run?.text ?? "", path: document.path, showing: input)
        picture = try maker.thumbnail(
          job, number: input, height: page.thumbnailHeight, version: document.version,
          cancellation: cancellation)
      } catch {
        guard !cancellation.isCancelled else { return }
        let missing = Picture.MissingThumbnail(
          number: input + 1, error: ProblemRecord.all(of: error).first?.message ?? "cannot be drawn")
        picture = Picture(
          header: Picture.Header(version: document.version, .missingThumbnail(missing)), image: [])
      }
      picture.header.milliseconds = Clock.milliseconds - start
      pages[key]?.send(thumbnail: picture, of: input)
    }
  }

  /// Returns what a page shows; nil if there is nothing to show yet.
  private func scene(for page: PageState, now: Double) throws(Runner.Failure) -> PictureMaker.Scene? {
    guard let run else { return nil }
    if page.showsBefore {
      return PictureMaker.Scene(job: try runner.job("", path: nil, showing: input), kind: .before)
    }
    if let moment = page.moment { return PictureMaker.Scene(job: run.job, purpose: .time(moment)) }
    guard let hands else { return PictureMaker.Scene(job: run.job) }
    let lines = hands.recording.statements(until: now - hands.clockOffset)
    let job = try runner.job(hands.before.text(adding: lines), path: document.path, showing: input)
    return PictureMaker.Scene(
      job: job, purpose: .moment,
      fingers: hands.recording.down.sorted { $0.key < $1.key }.map(\.value))
  }
}
