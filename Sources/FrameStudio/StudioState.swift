import FrameCodec
import FrameEngine
import FrameFiles
import FrameGeometry
import FrameImage
import FrameMessages

/// An edit by hand: the script, the fingers that change it, and the pages that show it.
///
/// Data goes one way: events change the script, which is run; then the pages are told, and need new pictures.
struct StudioState {
  private(set) var script: EditedScript
  private(set) var hands: Hands?
  private var nudging: Nudging?
  private var style = WritingStyle.words
  /// True to write distances in percent of the canvas.
  private var isRelative: Bool
  /// True once the pages were told that a part of a layer lies outside the canvas. They are told once, because a person who
  /// enlarges a layer means it.
  private var hasToldCut = false
  private var pages: Pages
  private let exports: ExportResources
  let settings: StudioSettings
  /// Watches the files that the last run has used.
  private let watch: ([UsedFile]) -> Void

  init(
    _ document: Document, _ settings: StudioSettings, _ codecs: CodecList,
    watch: @escaping ([UsedFile]) -> Void
  ) {
    (self.settings, self.watch) = (settings, watch)
    // Percentages suit inputs of different sizes.
    isRelative = settings.inputs.count > 1
    let runner = Runner(settings, codecs)
    script = EditedScript(document, runner)
    pages = Pages(PictureMaker(runner: runner, threads: Processors.available))
    exports = ExportResources(settings.limits)
    watch(script.files)
  }

  // MARK: Events

  mutating func handle(_ event: Studio.Event, now: Double) {
    switch event {
    case .opened(let page, let send):
      pages[page] = PageState(send: send)
      pages.send(message(isFirst: true), to: page)
    case .closed(let page):
      if hands?.page == page { finishGesture(now: now, isWaiting: false) }
      pages[page]?.export?.cancel()
      pages[page] = nil
      script.forget(page)
    case .message(let page, let bytes, let time):
      guard pages[page] != nil, let request = Request(bytes) else { return }
      handle(request, of: page, time: time)
    case .filesChanged(let paths):
      finishGesture(now: now, isWaiting: false)
      if script.filesChanged(paths) { scriptHasRun() }
    }
  }

  private mutating func handle(_ request: Request, of page: Studio.Page, time: Double) {
    switch request {
    case .touch, .shown, .view, .strip, .before, .scrub, .cancelExport: break
    // Fingers on another page go on.
    case .export where hands?.page != page: break
    // What is written next must come after what the fingers have done.
    default: finishGesture(now: time, isWaiting: false)
    }
    switch request {
    case .view(let view): pages[page]?.show(view)
    case .shown(let seq): pages[page]?.acknowledge(seq, now: time)
    case .strip(let range, let height):
      // A page may ask for more inputs than there are.
      pages[page]?.showThumbnails(range.clamped(to: 0..<max(1, settings.inputs.count)), height: height)
    case .before(let isOn): pages[page]?.showBefore(isOn)
    case .scrub(let moment): pages[page]?.scrub(to: moment)
    case .touch(let fingers, let clock): touch(fingers, clock: clock, now: time, of: page)
    case .write(let text, let version): change { $0.write(text, basedOn: version, by: page) }
    case .undo: change { $0.undo() }
    case .redo: change { $0.redo() }
    case .reload:
      guard script.reload() else { return refuse("reload", "the file cannot be read", to: page) }
      nudging = nil
      scriptHasRun()
    case .save(let name, let overwrites): save(as: name, overwrites: overwrites, for: page)
    case .export(let request): export(request, for: page)
    case .cancelExport: pages[page]?.export?.cancel()
    case .style(let style, let isRelative):
      (self.style, self.isRelative) = (style, isRelative)
      announce()
    case .set(let setting): set(setting, for: page)
    case .nudge(let nudge, let place): self.nudge(by: nudge, about: place, now: time, of: page)
    case .reset:
      guard let run = validRun(for: "set", of: page) else { return }
      apply(StatementEditor(run, isRelative: isRelative).append("reset"))
    case .turn(let turn): self.turn(turn, for: page)
    case .choose(let title): choose(title, for: page)
    case .input(let number):
      guard (1...max(1, settings.inputs.count)).contains(number) else { return }
      script.show(number - 1)
      scriptHasRun()
    }
  }

  /// Writes what the fingers have done, cancels the exports, and tells the pages that the program ends.
  ///
  /// - Returns: True if the script is saved, or empty.
  mutating func end(now: Double) -> Bool {
    finishGesture(now: now, isWaiting: false)
    exports.end()
    let isSaved = script.document.isSaved || script.document.isNew
    pages.sendToAll(["is": "ended", "saved": isSaved])
    return isSaved
  }

  // MARK: The script

  /// Takes a change that a person has typed or stepped to.
  private mutating func change(_ body: (inout EditedScript) -> Void) {
    body(&script)
    nudging = nil
    scriptHasRun()
  }

  /// Makes a change that the studio has written.
  private mutating func apply(_ change: ScriptChange) {
    script.apply(change)
    scriptHasRun()
  }

  /// Writes a setting, unless the script would then have an error, as with corners that cross.
  private mutating func set(_ setting: Request.Setting, for page: Studio.Page) {
    guard let valid = validRun(for: "set", of: page) else { return }
    var run = valid
    // A canvas that the script does not state would fit the corners, and change under the hand.
    if case .corners(_?) = setting, let text = valid.withCanvas {
      run = (try? script.finishedRun(of: text)) ?? valid
    }
    guard var change = StatementEditor(run, isRelative: isRelative).change(for: setting) else { return }
    guard let result = self.run(change.text.text, for: "set", of: page) else { return }
    change.run = result
    apply(change)
  }

  private mutating func turn(_ turn: PictureTurn, for page: Studio.Page) {
    guard let run = validRun(for: "turn", of: page) else { return }
    let turner = PictureTurner(before: run, turn: turn, isRelative: isRelative) {
      [script] text throws(EditFailure) in
      try script.finishedRun(of: text)
    }
    guard let result = turner.result() else {
      let reason =
        run.edit.layers.all.count > 1
        ? "a picture of several layers cannot be turned" : "the canvas of this script cannot be turned"
      return refuse("turn", reason, to: page)
    }
    apply(ScriptChange(to: result, from: script.document.text))
  }

  /// Writes the answer to the menu or dialog that is open. One that opens only after a pause, as after a tap that might
  /// become a double tap, needs the pause before its answer.
  private mutating func choose(_ title: String, for page: Studio.Page) {
    guard let run = validRun(for: "choose", of: page) else { return }
    let choose = "choose \(title.scriptString)"
    guard
      let answered = (try? script.finishedRun(of: run.text(adding: [choose])))
        ?? self.run(run.text(adding: ["wait 1s", choose]), for: "choose", of: page)
    else { return }
    apply(ScriptChange(to: answered, from: script.document.text))
  }

  private mutating func scriptHasRun() {
    watch(script.files)
    pages.contentChanged()
    announce()
  }

  private mutating func save(as name: String?, overwrites: Bool, for page: Studio.Page) {
    let saving = script.save(as: name, overwrites: overwrites)
    let saved = script.document.name ?? ""
    switch saving {
    case .saved:
      pages.send(["is": "saved", "name": saved], to: page)
      if name == nil { announce() } else { scriptHasRun() }
    case .unnamed: refuse("name", "the script has no name yet", to: page)
    // Another file has the name.
    case .exists: pages.send(["is": "exists", "name": name ?? saved], to: page)
    case .conflict: announce()
    case .failed(let reason): refuse("save", reason, to: page)
    }
  }

  private mutating func export(_ request: Request.Export, for page: Studio.Page) {
    guard let run = validRun(for: "export", of: page), let sender = pages[page]?.sender else { return }
    if let other = pages[page]?.export, !other.hasEnded {
      return refuse("export", "an export is running; wait for it, or cancel it", to: page)
    }
    do throws(PictureExport.Obstacle) {
      pages[page]?.export = RunningExport(try script.export(request, of: run), exports, sender)
    } catch {
      pages.send(error.answer(to: request), to: page)
    }
  }

  // MARK: Fingers

  /// Takes the touches of a page.
  ///
  /// - Parameters:
  ///   - clock: The time of the touches by the page's clock, in milliseconds.
  ///   - now: The time by the studio's clock.
  private mutating func touch(
    _ fingers: [Recording.Finger], clock: Double, now: Double, of page: Studio.Page
  ) {
    if hands == nil {
      guard fingers.contains(where: { $0.phase == .down }), let run = validRun(for: "touch", of: page),
        let before = script.fixingCanvas(of: run)
      else { return }
      nudging = nil
      hands = Hands(
        of: page, clock: clock, now: now, before: before, helped: helping(fingers, on: before))
    }
    guard hands?.page == page else {
      return refuse("touch", "another page has its fingers on the picture", to: page)
    }
    hands?.add(fingers, clock: clock, now: now)
    if hands?.recording.isFull == true { finishGesture(now: now, isWaiting: false) }
    pages.fingersMoved()
    finishGesture(now: now, isWaiting: true)
  }

  /// Writes what the fingers have done, and cancels those that are down.
  ///
  /// - Parameter isWaiting: True to wait while fingers are down, and for a second tap if nothing is decided yet.
  private mutating func finishGesture(now: Double, isWaiting: Bool) {
    guard var hands, hands.areUp || !isWaiting else { return }
    hands.lift(now: now)
    guard let after = run(hands.text, for: "touch", of: hands.page) else {
      self.hands = nil
      script.rerun()
      return scriptHasRun()
    }
    let translator = translator(from: hands.before, as: hands.helped == nil ? style : .edits)
    if isWaiting, !translator.isDecided(after), let time = hands.decisionTime, now < time { return }
    self.hands = nil
    if let result = translator.translate(hands.recording, to: after) {
      apply(ScriptChange(to: result, from: script.document.text))
    } else {
      let layer = hands.recording.firstPlace.flatMap(hands.before.edit.layer(at:))
      if hands.recording.reach <= Self.leastDrag, style != .touches, let layer,
        layer != hands.before.currentLayer?.name
      {
        return set(.select(layer), for: hands.page)
      }
      if hands.recording.reach > Self.leastDrag, !translator.isSeen(after) {
        let reason =
          layer.map { "no recognizer of '\($0)' takes this gesture; tap the layer, and drag it then" }
          ?? "there is no layer under the fingers"
        refuse("gesture", reason, to: hands.page)
      }
      script.rerun()
      scriptHasRun()
    }
  }

  /// Returns the run with recognizers for the current layer, if fingers go down on it and no recognizer of the script takes
  /// them: a hand moves what it has selected.
  private func helping(_ fingers: [Recording.Finger], on run: FinishedRun) -> FinishedRun? {
    guard style != .touches, let finger = fingers.first(where: { $0.phase == .down }),
      let layer = run.currentLayer, run.edit.layer(at: finger.location) == layer.name
    else { return nil }
    var probe = Recording()
    probe.add([finger], at: 0)
    probe.cancel(at: 1)
    guard let probed = try? script.finishedRun(of: run.text(adding: probe.lines)),
      !translator(from: run).isSeen(probed)
    else { return nil }
    let recognizers = ["pan", "pinch", "rotation"].map { "recognize \($0) on \(layer.name)" }
    return try? script.finishedRun(of: run.text(adding: recognizers + ["simultaneous pinch rotation"]))
  }

  /// A finger that moves less is a click, from which nobody expects a change. In pixels of the canvas.
  private static let leastDrag = 20.0

  /// Returns a translator of what changes the scene of a run.
  private func translator(from before: FinishedRun, as style: WritingStyle? = nil) -> GestureTranslator {
    GestureTranslator(style: style ?? self.style, isRelative: isRelative, before: before) {
      [script] text throws(EditFailure) in try script.finishedRun(of: text)
    }
  }

  // MARK: Keyboard and wheel

  /// A step after so long can be undone on its own, in milliseconds.
  private static let nudgePause = 1000.0

  /// - Parameter place: The point of the canvas about which a layer is turned or scaled; nil for its center.
  private mutating func nudge(
    by step: Request.Nudge, about place: Point?, now: Double, of page: Studio.Page
  ) {
    guard let valid = validRun(for: "set", of: page) else { return }
    let run = script.fixingCanvas(of: valid) ?? valid
    guard let layer = run.currentLayer else {
      return refuse("nudge", "there is no current layer", to: page)
    }
    var nudging: Nudging
    if let last = self.nudging, last.version == script.document.version, last.layer.name == layer.name {
      nudging = last
      if now - last.time > Self.nudgePause { script.endStep() }
    } else {
      script.endStep()
      nudging = Nudging(before: run, layer)
    }
    nudging.time = now
    nudging.add(step, about: place, from: layer)
    let translator = translator(from: nudging.before)
    // A layer without recognizers obeys the keys all the same, by exact edits.
    let candidates = [style, .edits].map { nudging.statements(as: $0, isRelative: isRelative) }
    guard
      let (lines, result) = candidates.lazy.compactMap({ lines in
        translator.result(of: lines).map { (lines, $0) }
      }).first
    else {
      return refuse("nudge", "'\(layer.name)' cannot be moved like this", to: page)
    }
    var change = ScriptChange(
      to: result, from: script.document.text, as: .nudge(layer: layer.name, kind: step.word))
    if lines.isEmpty { change.place = nil }
    apply(change)
    nudging.version = script.document.version
    self.nudging = nudging
  }

  // MARK: Answers

  /// - Parameter isFirst: True for the first message to a page.
  private func message(isFirst: Bool = false) -> JSONFields {
    JSONFields(
      state: script, settings, style, isRelative: isRelative, isFirst: isFirst, tellsCut: !hasToldCut)
  }

  /// Tells all pages the state.
  private mutating func announce() {
    pages.sendToAll(message())
    hasToldCut = hasToldCut || script.run?.hasCut == true
  }

  private func refuse(_ what: String, _ reason: String, to page: Studio.Page) {
    pages.send(.refused(what, reason), to: page)
  }

  /// Returns the run of the script, or refuses a page what needs one.
  private func validRun(for what: String, of page: Studio.Page) -> FinishedRun? {
    if script.validRun == nil { refuse(what, "fix the script's errors first", to: page) }
    return script.validRun
  }

  /// Returns the run of another text of the script, or refuses a page what needs it.
  private func run(_ text: String, for what: String, of page: Studio.Page) -> FinishedRun? {
    do throws(EditFailure) {
      return try script.finishedRun(of: text)
    } catch {
      refuse(what, error.reason, to: page)
      return nil
    }
  }

  // MARK: Pictures

  /// The next time at which there is something to do without a message, in milliseconds of the clock; nil if there is
  /// none.
  var nextDeadline: Double? {
    [pages.nextDeadline(drawsThumbnails: hands == nil), hands?.decisionTime].compactMap(\.self).min()
  }

  mutating func meetDeadlines(now: Double) { finishGesture(now: now, isWaiting: true) }

  func nextTask(now: Double) -> PictureTask? { pages.nextTask(now: now, drawsThumbnails: hands == nil) }

  /// Draws a picture and sends it to its page.
  ///
  /// - Parameter now: The time by the studio's clock, in milliseconds.
  mutating func draw(_ task: PictureTask, now: Double, _ cancellation: Cancellation) {
    do throws(EditFailure) {
      try pages.draw(task, of: script, under: hands, now: now, cancellation)
    } catch {
      // Only drawing finds damage in an image.
      guard hands == nil, script.validRun != nil else { return }
      script.drawingFailed(error)
      announce()
    }
  }
}
