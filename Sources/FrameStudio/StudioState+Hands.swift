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
  /// The run of the script before them.
  let before: StudioState.FinishedRun
}

extension StudioState {
  /// A second tap may follow as long as no recognizer has decided. That of Android waits 300 ms, all others less than
  /// this.
  private static let secondTapWait = 400.0
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
      guard problems.isEmpty, run != nil else {
        return pages[page]?.refuse("gestures work once the script has no errors", "touch") ?? ()
      }
      keepCanvas()
      guard let run, problems.isEmpty else { return }
      nudging = nil
      hands = Hands(
        page: page, recording: Recording(), clockOffset: now - clock, lastMessage: now, before: run)
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

  /// A canvas that fits what is drawn would move under the fingers, so it is given its size first.
  private mutating func keepCanvas() {
    guard let run, case .fit = run.edit.canvas.extent, run.outline.all(of: "canvas").isEmpty else { return }
    var text = ScriptText(document.text)
    let line = "canvas 100%,100%"
    if let first = run.outline.entries.first {
      text.insert(line, before: first.place)
    } else {
      text.append([line])
    }
    change(to: text, nil)
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
      after = try finishedRun(of: Self.text(document.text, adding: recording.statements))
    } catch {
      self.hands = nil
      pages[hands.page]?.refuse(
        ProblemRecord.all(of: error).first?.message ?? "the gesture has an error", "touch")
      rerun()
      return announce()
    }
    let events = after.edit.record.trace.dropFirst(hands.before.edit.record.trace.count)
    let isDecided = events.contains { entry in
      guard case .gesture(let event, _) = entry else { return false }
      return event.state == .ended || event.kind.isSwipe && event.state == .recognized
    }
    if isWaiting, !isDecided, now - hands.lastMessage < Self.secondTapWait { return }
    self.hands = nil
    let lines = statements(for: recording, from: hands.before, to: after)
    guard !lines.isEmpty else {
      rerun()
      return announce()
    }
    append(lines)
  }

  static func text(_ text: String, adding lines: [String]) -> String {
    var script = ScriptText(text)
    script.append(lines)
    return script.text
  }

  // MARK: Statements

  /// Returns the statements for a gesture. They lead to the same scene as its touches: those that do not are not used,
  /// and the touches themselves always do.
  private func statements(
    for recording: Recording, from before: FinishedRun, to after: FinishedRun
  ) -> [String] {
    let events = Array(after.edit.record.trace.dropFirst(before.edit.record.trace.count))
    let old = LayerPose.all(in: before.edit.layers)
    let new = LayerPose.all(in: after.edit.layers)
    let moved = old.count == new.count ? zip(old, new).filter { $0.differs(from: $1) } : []
    let discrete = Self.discreteGestures(events)
    if moved.isEmpty, discrete.isEmpty, after.edit.looks == before.edit.looks { return [] }
    let touches = recording.statements
    let candidates: [[String]?] =
      switch style {
      case .touches: []
      case .words: [moved.isEmpty ? nil : words(for: moved, from: before), discrete.isEmpty ? nil : discrete]
      case .edits: [edits(for: moved, from: before, to: after)]
      }
    for case let lines? in candidates where !lines.isEmpty {
      guard let result = try? finishedRun(of: Self.text(before.text, adding: lines)) else { continue }
      if result.edit.isLike(after.edit) { return lines }
    }
    // Rounding may have left nothing of a movement that nobody can see.
    if discrete.isEmpty, moved.allSatisfy({ !$0.differs(from: $1, by: LayerPose.visible) }),
      after.edit.looks == before.edit.looks
    {
      return []
    }
    return touches
  }

  private func words(for moved: [(LayerPose, LayerPose)], from before: FinishedRun) -> [String]? {
    var lines: [String] = []
    var current = before.report.currentLayer
    for (old, new) in moved {
      guard let words = writer(for: old, in: before).words(to: new) else { return nil }
      lines += select(old.name, current: &current, for: words)
    }
    return lines
  }

  private func edits(
    for moved: [(LayerPose, LayerPose)], from before: FinishedRun, to after: FinishedRun
  ) -> [String]? {
    var lines: [String] = []
    var current = before.report.currentLayer
    for (old, new) in moved {
      guard var edits = writer(for: old, in: before).edits(to: new) else { return nil }
      // A gesture may change the position in place of the transform, or both.
      if let reached = try? finishedRun(
        of: Self.text(before.text, adding: ["select \(old.name)"] + edits)),
        let pose = LayerPose.all(in: reached.edit.layers).first(where: { $0.name == old.name }),
        let move = GestureWriter.move(by: Vector(from: pose.center, to: new.center))
      {
        edits.append(move)
      }
      lines += select(old.name, current: &current, for: edits)
    }
    return lines
  }

  private func select(_ name: String, current: inout String?, for lines: [String]) -> [String] {
    guard !lines.isEmpty, current != name else { return lines }
    current = name
    return ["select \(name)"] + lines
  }

  func writer(for pose: LayerPose, in run: FinishedRun) -> GestureWriter {
    GestureWriter(before: pose, canvas: isRelative ? run.edit.canvas.size : nil)
  }

  /// Returns taps, long presses and swipes by name.
  private static func discreteGestures(_ events: [TraceEntry]) -> [String] {
    events.compactMap { entry in
      guard case .gesture(let event, _) = entry else { return nil }
      let place = "\(event.value.location.x.trimmed(2)),\(event.value.location.y.trimmed(2))"
      switch (event.kind, event.state) {
      case (.tap, .recognized): return "tap \(place)"
      case (.doubleTap, .recognized): return "double-tap \(place)"
      case (.longPress, .began): return "long-press \(place)"
      case (let kind, .recognized) where kind.isSwipe:
        return event.value.direction.map { "swipe \($0.rawValue) from \(place)" }
      default: return nil
      }
    }
  }
}

extension RecognizerKind {
  fileprivate var isSwipe: Bool { rawValue.hasPrefix("swipe") }
}

extension RunReport {
  var currentLayer: String? { Self.current(in: layers)?.name }

  private static func current(in layers: [LayerReport]) -> LayerReport? {
    for layer in layers {
      if layer.current { return layer }
      if let found = current(in: layer.layers ?? []) { return found }
    }
    return nil
  }
}

extension LayerPose {
  /// The difference of a corner that a person can see, in pixels of the canvas.
  static let visible = 1.0

  /// Returns true if a corner lies elsewhere on the canvas.
  ///
  /// - Parameter distance: In pixels.
  func differs(from other: LayerPose, by distance: Double = 0.01) -> Bool {
    zip(corners, other.corners).contains { corner, otherCorner in
      let (from, to) = (corner.applying(parentToCanvas), otherCorner.applying(other.parentToCanvas))
      return !(Vector(from: from, to: to).length <= distance)
    }
  }
}

extension PreparedEdit {
  /// The layers without their places, and what the script has said: what gestures may change beside places.
  var looks: [SceneTree.Layer] { layers.map(\.withoutPlace) }

  /// Returns true if an edit leads to the same scene, as far as a person can see.
  func isLike(_ other: PreparedEdit) -> Bool {
    let (poses, others) = (LayerPose.all(in: layers), LayerPose.all(in: other.layers))
    return poses.count == others.count
      && !zip(poses, others).contains { $0.differs(from: $1, by: LayerPose.visible) }
      && looks == other.looks && canvas.size == other.canvas.size
      && record.dialogs == other.record.dialogs
      && recognized == other.recognized
  }

  /// The gestures that are not default edits, by their layers and names.
  private var recognized: [String] {
    record.trace.compactMap { entry in
      guard case .gesture(let event, let layer) = entry else { return nil }
      switch event.kind {
      case .pan, .pinch, .rotation: return nil
      default: return event.state == .failed ? nil : "\(layer) \(event.name) \(event.state.rawValue)"
      }
    }
  }
}

extension SceneTree.Layer {
  fileprivate var withoutPlace: SceneTree.Layer {
    var layer = self
    (layer.transform, layer.toParent, layer.toScene) = (.identity, .identity, .identity)
    layer.status.isCurrent = false
    if case .group(let children) = layer.content { layer.content = .group(children.map(\.withoutPlace)) }
    return layer
  }
}
