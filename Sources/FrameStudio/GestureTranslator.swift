import FrameEngine
import FrameGeometry
import FrameGesture
import FrameScene

/// Translates the touches of a gesture into statements of a style. They lead to the same scene as the touches: those that
/// do not are not used, and the touches themselves always do.
struct GestureTranslator {
  typealias Run = (String) throws(EditFailure) -> FinishedRun

  let style: WritingStyle
  /// True to write distances in percent of the canvas.
  let isRelative: Bool
  /// The run of the script before the gesture.
  let before: FinishedRun
  /// Runs another text of the script.
  let run: Run

  /// Returns true if the gesture is over, whatever follows it: a movement has ended, or no recognizer counts taps.
  func isDecided(_ after: FinishedRun) -> Bool {
    var countsTaps = false
    for case .gesture(let event, _) in events(of: after) {
      if event.state == .ended || event.kind.isSwipe && event.state == .recognized { return true }
      countsTaps = countsTaps || event.kind == .tap || event.kind == .doubleTap
    }
    return !countsTaps
  }

  /// Returns true if a recognizer has seen the gesture, even if it failed.
  func isSeen(_ after: FinishedRun) -> Bool {
    events(of: after).contains { entry in
      if case .gesture = entry { true } else { false }
    }
  }

  /// Returns the run of the script with the statements of a gesture; nil if there is nothing to write.
  ///
  /// - Parameter after: The run of the script with the touches.
  func translate(_ recording: Recording, to after: FinishedRun) -> FinishedRun? {
    if style == .touches {
      // An `expect` after the touches then sees what was waiting for another tap.
      let isTap = !discreteGestures(events(of: after)).isEmpty
      return (isTap ? try? run(after.text(adding: ["wait 400ms"])) : nil) ?? after
    }
    let old = before.edit.layers.all
    let new = after.edit.layers.all
    let moved = old.count == new.count ? zip(old, new).filter { $0.differs(from: $1) } : []
    let discrete = discreteGestures(events(of: after))
    let looksSame = after.edit.looks == before.edit.looks
    if moved.isEmpty, discrete.isEmpty, looksSame { return nil }
    let candidates: [[String]?] =
      switch style {
      case .touches: []
      case .words:
        [
          lines(for: moved) { writer(for: $0).words(to: $1).map(GestureWriter.together) },
          lines(for: moved) { writer(for: $0).words(to: $1) }, discrete,
          // A gesture by name does not end at a limit, but exact edits do.
          lines(for: moved, edits),
        ]
      case .edits: [lines(for: moved, edits)]
      }
    for case let lines? in candidates where !lines.isEmpty {
      if let result = result(of: lines), result.edit.isLike(after.edit) { return result }
    }
    // Rounding may have left nothing of a movement that nobody can see.
    let isVisible = moved.contains { $0.differs(from: $1, by: SceneTree.Layer.visible) }
    return discrete.isEmpty && !isVisible && looksSame ? nil : after
  }

  /// Runs the script with more lines, on the canvas of the script without them.
  func result(of lines: [String]) -> FinishedRun? {
    guard let result = try? run(before.text(adding: lines)) else { return nil }
    guard result.edit.canvas.followsLayers, !before.edit.canvas.followsLayers, let fixed = before.withCanvas
    else {
      return result
    }
    // Without gestures, edits change the canvas of a script that states none.
    var text = ScriptText(fixed)
    text.append(lines)
    return try? run(text.text)
  }

  private func events(of after: FinishedRun) -> [TraceEntry] {
    Array(after.edit.record.trace.dropFirst(before.edit.record.trace.count))
  }

  // MARK: Statements

  /// Returns the statements for all layers, each after the selection of its layer; nil if a layer has none.
  private func lines(
    for moved: [(SceneTree.Layer, SceneTree.Layer)],
    _ statements: (SceneTree.Layer, SceneTree.Layer) -> [String]?
  ) -> [String]? {
    var lines: [String] = []
    var current = before.edit.layers.current?.name
    for (old, new) in moved {
      guard let own = statements(old, new) else { return nil }
      if !own.isEmpty, current != old.name {
        lines.append("select \(old.name)")
        current = old.name
      }
      lines += own
    }
    return lines
  }

  private func edits(from old: SceneTree.Layer, to new: SceneTree.Layer) -> [String]? {
    guard var edits = writer(for: old).edits(to: new) else { return nil }
    // A gesture may change the position in place of the transform, or both.
    if let reached = result(of: ["select \(old.name)"] + edits),
      let layer = reached.edit.layers.all.first(where: { $0.name == old.name }),
      let move = GestureWriter.move(by: Vector(from: layer.center, to: new.center))
    {
      edits.append(move)
    }
    return edits
  }

  private func writer(for layer: SceneTree.Layer) -> GestureWriter {
    GestureWriter(before: layer, canvas: isRelative ? before.edit.canvas.size : nil)
  }

  /// Returns taps, long presses and swipes by name.
  private func discreteGestures(_ events: [TraceEntry]) -> [String] {
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

extension SceneTree.Layer {
  /// The difference of a corner that a person can see, in pixels of the canvas.
  static let visible = 1.0

  /// Returns true if a corner lies elsewhere on the canvas.
  ///
  /// - Parameter distance: In pixels.
  func differs(from other: SceneTree.Layer, by distance: Double = 0.01) -> Bool {
    zip(bounds.corners, other.bounds.corners).contains { corner, otherCorner in
      guard let from = corner.applying(toScene), let to = otherCorner.applying(other.toScene) else {
        return toScene != other.toScene
      }
      return !(Vector(from: from, to: to).length <= distance)
    }
  }
}

extension PreparedEdit {
  /// The layers without their transforms, to compare what a gesture changes besides positions.
  var looks: [SceneTree.Layer] { layers.map(\.withoutPlace) }

  /// Returns true if an edit leads to the same scene, as far as a person can see.
  func isLike(_ other: PreparedEdit) -> Bool {
    let (all, others) = (layers.all, other.layers.all)
    return all.count == others.count
      && !zip(all, others).contains { $0.differs(from: $1, by: SceneTree.Layer.visible) }
      && looks == other.looks && canvas.size == other.canvas.size
      && canvas.followsLayers == other.canvas.followsLayers && canvas.crop == other.canvas.crop
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

extension SceneCanvas {
  /// True if moving a layer changes the canvas.
  fileprivate var followsLayers: Bool {
    switch extent {
    case .fit, .inscribed: true
    case .unstated, .size, .imageAspect, .cover: false
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
