import FrameBatch
import FrameEngine
import FrameImage
import FrameMessages

/// A picture to draw for a page.
enum PictureTask {
  case canvas(Studio.Page, Picture.Quality)
  case thumbnail(Studio.Page, Int)

  /// True for a picture that is drawn in a moment, and must not be given up for a newer one.
  var isPreview: Bool {
    if case .canvas(_, .preview) = self { true } else { false }
  }
}

/// The pages of a studio, and the pictures that they still need.
struct Pages {
  private var states: [Studio.Page: PageState] = [:]
  private let maker: PictureMaker

  /// Fingers that rest so long get a picture at full quality, in milliseconds.
  private static let restingTime = 150.0

  init(_ maker: PictureMaker) { self.maker = maker }

  subscript(page: Studio.Page) -> PageState? {
    get { states[page] }
    set { states[page] = newValue }
  }

  // MARK: Messages

  func send(_ message: JSONFields, to page: Studio.Page) {
    states[page]?.send(JSONLine.bytes(of: message))
  }

  func sendToAll(_ message: JSONFields) {
    let bytes = JSONLine.bytes(of: message)
    for page in states.values { page.send(bytes) }
  }

  // MARK: Needs

  /// The script was run again.
  mutating func contentChanged() { for page in states.keys { states[page]?.contentChanged() } }

  mutating func fingersMoved() { for page in states.keys { states[page]?.fingersMoved() } }

  /// Returns the time from which there is a picture to draw, in milliseconds of the clock; nil if there is none.
  ///
  /// - Parameter drawsThumbnails: False while fingers are down: nothing may delay their pictures.
  func nextDeadline(drawsThumbnails: Bool) -> Double? {
    states.values.filter(\.isReady).compactMap { page -> Double? in
      switch page.need {
      case .nothing: drawsThumbnails && page.nextThumbnail != nil ? 0 : nil
      case .preview: 0
      case .full(let time): time
      }
    }.min()
  }

  /// Returns the most urgent picture: first previews, then full pictures, then thumbnails.
  func nextTask(now: Double, drawsThumbnails: Bool) -> PictureTask? {
    let ready = states.filter { $0.value.isReady }.sorted { $0.key.number < $1.key.number }
    if let page = ready.first(where: { $0.value.need == .preview }) { return .canvas(page.key, .preview) }
    let resting = ready.first { page in
      if case .full(let time) = page.value.need { time <= now } else { false }
    }
    if let resting { return .canvas(resting.key, .full) }
    guard drawsThumbnails else { return nil }
    for (page, state) in ready { if let input = state.nextThumbnail { return .thumbnail(page, input) } }
    return nil
  }

  // MARK: Drawing

  /// Draws a picture and sends it to its page.
  ///
  /// - Parameter now: The time by the studio's clock, in milliseconds.
  /// - Throws: `EditFailure` if the canvas cannot be drawn.
  mutating func draw(
    _ task: PictureTask, of script: EditedScript, under hands: Hands?, now: Double,
    _ cancellation: Cancellation
  ) throws(EditFailure) {
    switch task {
    case .canvas(let page, let quality):
      do throws(EditFailure) {
        try drawCanvas(for: page, quality, script, hands, now: now, cancellation)
      } catch {
        // A canceled picture is drawn again after the message that canceled it.
        guard !cancellation.isCancelled else { return }
        states[page]?.giveUp()
        throw error
      }
    case .thumbnail(let page, let input): drawThumbnail(of: input, for: page, script, cancellation)
    }
  }

  private mutating func drawCanvas(
    for key: Studio.Page, _ quality: Picture.Quality, _ script: EditedScript, _ hands: Hands?, now: Double,
    _ cancellation: Cancellation
  ) throws(EditFailure) {
    let start = Clock.milliseconds
    guard let page = states[key], let view = page.view else { return }
    guard let run = script.run else {
      states[key]?.giveUp()
      return
    }
    var picture = try maker.canvas(
      scene(for: page, run, script, hands, now: now), view, quality,
      hasAlpha: run.edit.plan.output.channels.hasAlpha, reduction: page.reduction,
      version: script.document.version, cancellation: cancellation)
    picture.header["milliseconds"] = Clock.milliseconds - start
    switch quality {
    case .full: states[key]?.send(picture, then: .nothing)
    case .preview: states[key]?.send(picture, then: .full(now + Self.restingTime), previewBegun: now)
    }
    if let hands, hands.mayAct(now: now) { states[key]?.look(again: now + Self.restingTime) }
  }

  /// Returns what a page shows.
  private func scene(
    for page: PageState, _ run: FinishedRun, _ script: EditedScript, _ hands: Hands?, now: Double
  ) throws(EditFailure) -> PictureMaker.Scene {
    if page.showsBefore {
      return PictureMaker.Scene(
        job: try maker.runner.job("", path: nil, showing: script.input), kind: .before)
    }
    if let moment = page.moment { return PictureMaker.Scene(job: run.job, moment: moment) }
    guard let hands else { return PictureMaker.Scene(job: run.job) }
    var job = try maker.runner.job(
      hands.text(until: now), path: script.document.path, showing: script.input)
    job.context.endsAtMoment = true
    return PictureMaker.Scene(job: job, fingers: hands.places)
  }

  private mutating func drawThumbnail(
    of input: Int, for key: Studio.Page, _ script: EditedScript, _ cancellation: Cancellation
  ) {
    let start = Clock.milliseconds
    guard let page = states[key] else { return }
    let version = script.document.version
    var picture: Picture
    do throws(EditFailure) {
      let job = try maker.runner.job(script.lastGoodText, path: script.document.path, showing: input)
      picture = try maker.thumbnail(
        job, number: input, height: page.thumbnailHeight, version: version, cancellation: cancellation)
    } catch {
      guard !cancellation.isCancelled else { return }
      picture = Picture(thumbnail: input, ["error": error.reason], version: version)
    }
    picture.header["milliseconds"] = Clock.milliseconds - start
    states[key]?.send(thumbnail: picture, of: input)
  }
}
