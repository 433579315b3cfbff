import FrameCodec
import FrameGeometry
import FrameGesture
import FrameKit
import FrameScene

/// Fingers that are down, or that have just gone up.
struct Hands {
  let page: Studio.Page
  var recording: Recording
  /// The difference between the studio's clock and the page's.
  var clockOffset: Double
  /// When the last message of the fingers came.
  var lastMessage: Double
  /// The run of the script before them. Its text is the script's, on a canvas that does not change under fingers.
  let before: FinishedRun
}

extension StudioState {
  /// The wait for a second tap, in milliseconds. Longer than the tap gap of any preset.
  static let secondTapWait = 400.0
  /// Fingers that rest so long get a picture at full quality.
  static let restingTime = 150.0

  /// Takes the touches of a page.
  ///
  /// - Parameters:
  ///   - clock: The time of the touches by the page's clock, in milliseconds.
  ///   - now: The time by the studio's clock.
  mutating func touch(_ fingers: [Recording.Finger], clock: Double, now: Double, of page: Studio.Page) {
    guard clock.isFinite else { return }
    if hands == nil {
      guard fingers.contains(where: { $0.phase == .down }) else { return }
      guard problems.isEmpty, let run else { return refuse("touch", to: page) }
      var before = run
      if let fixed = run.withFixedCanvas {
        guard let changed = try? finishedRun(of: fixed) else { return }
        before = changed
      }
      nudging = nil
      hands = Hands(
        page: page, recording: Recording(), clockOffset: now - clock, lastMessage: now, before: before)
    }
    guard hands?.page == page else {
      return pages[page]?.refuse("another page has its fingers on the picture", "touch") ?? ()
    }
    hands?.recording.add(fingers, at: clock)
    hands?.lastMessage = now
    if hands?.recording.isFull == true { liftFingers(now: now) }
    for key in pages.keys { pages[key]?.fingersMoved() }
    if hands?.recording.down.isEmpty == true { finishGesture(now: now, isWaiting: true) }
  }

  /// Cancels the fingers that are down: their page is gone, or they have moved for too long.
  mutating func liftFingers(now: Double) {
    guard let offset = hands?.clockOffset else { return }
    hands?.recording.cancel(at: now - offset)
    finishGesture(now: now, isWaiting: false)
  }

  /// Writes what the fingers have done.
  ///
  /// - Parameter isWaiting: True to wait for a second tap if nothing is decided yet.
  mutating func finishGesture(now: Double, isWaiting: Bool) {
    guard let hands, hands.recording.down.isEmpty || !isWaiting else { return }
    var recording = hands.recording
    if !recording.down.isEmpty { recording.cancel(at: now - hands.clockOffset) }
    let after: FinishedRun
    do throws(Runner.Failure) {
      after = try finishedRun(of: hands.before.text(adding: recording.statements))
    } catch {
      self.hands = nil
      pages[hands.page]?.refuse(
        ProblemRecord.all(of: error).first?.message ?? "the gesture has an error", "touch")
      return textChanged()
    }
    let translator = translator(from: hands.before)
    if isWaiting, !translator.isDecided(after), now - hands.lastMessage < Self.secondTapWait { return }
    self.hands = nil
    guard let result = translator.translate(recording, to: after) else { return textChanged() }
    let text = ScriptText(result.text)
    let place = text.endOfCommonStart(with: document.text)..<result.text.utf8.count
    change(to: text, place, run: result)
  }

  /// Returns a translator of what changes the scene of a run.
  func translator(from before: FinishedRun) -> GestureTranslator {
    GestureTranslator(style: style, isRelative: isRelative, before: before) { text throws(Runner.Failure) in
      try finishedRun(of: text)
    }
  }

  /// Refuses a page what needs a script that runs.
  func refuse(_ what: String, to page: Studio.Page) {
    pages[page]?.refuse("the script has errors; mend them first", what)
  }
}
