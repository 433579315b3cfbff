import FrameGeometry
import FrameGesture

// The default edits of recognized gestures, and the values that reactions see.
extension GestureStage {
  /// Traces an event, and applies its default edit unless a reaction replaces it.
  ///
  /// - Returns: false if no reaction can follow.
  mutating func handle(_ event: GestureEvent) throws(SceneError) -> Bool {
    let layer = event.target
    let origin = queue.origin
    try editor.log.trace(
      .gesture(event, layer: editor.scene.layers[layer].name), bytes: MemoryLayout<GestureEvent>.stride,
      at: origin)
    guard event.isAction else { return false }
    handled = (layer, event.time, editor.read { $0.map(of: layer) })
    editor.gesture = gesture?.number
    if event.state == .began { gesture?.begin(event.recognizer, on: layer, editor.scene.layers[layer].state) }
    let isOver = event.state == .ended || event.state == .cancelled
    if !replaced.contains(event.name) {
      if event.state == .cancelled, touchscreen.session.settings.dropsCancelled {
        if let before = gesture?.start(of: event.recognizer, on: layer) {
          try put(layer, at: before.place, origin)
        }
      } else {
        try apply(event, at: origin)
      }
    }
    if isOver, gesture?.end(event.recognizer, on: layer) == true {
      comeBack(layer, about: event.value.location, at: event.time)
    }
    return true
  }

  private mutating func apply(_ event: GestureEvent, at origin: Origin) throws(SceneError) {
    let index = event.target
    guard let fromCanvas = editor.read({ $0.parentToCanvas(index).inverse }) else {
      throw SceneError(.singular(layer: editor.scene.layers[index].name), at: origin)
    }
    let settings = touchscreen.settings(of: event.recognizer)
    if event.kind == .rotation { gesture?[index]?.snap = settings.rotateSnap }
    let snap = gesture?[index]?.snap
    let before = editor.read { $0.place(of: index) }
    if editor.scene.layers[index].limits.isEmpty, snap == nil {
      try put(index, at: before.after(event, settings, fromCanvas), from: before, origin)
    } else {
      // Fingers act on the place where the layer would be without limits.
      func limits(about place: LayerPlace) -> LimitedPlace {
        let fingers = settings.pivot == .midpoint ? event.value.location.applying(fromCanvas) : nil
        return LimitedPlace(
          scene: editor.scene, index: index, pivot: fingers ?? place.anchor, givesWay: true)
      }
      let known = gesture?[index]?.freePlace(shown: before) ?? limits(about: before).free(showing: before)
      let free = known.after(event, settings, fromCanvas)
      let (shown, reached) = limits(about: free).limited(free, snap)
      gesture?[index]?.places = (free, shown)
      try put(index, at: shown, origin)
      for limit in reached where gesture?[index]?.reached.insert(limit).inserted == true {
        try editor.log.trace(
          .limited(layer: editor.scene.layers[index].name, limit: limit.kind.word, time: event.time),
          at: origin)
      }
    }
    if event.kind == .pan, settings.panMomentum > 0 { coast(event, settings, fromCanvas) }
  }

  // MARK: Places

  func put(_ index: Int, at end: LayerPlace, _ origin: Origin) throws(SceneError) {
    try put(index, at: end, from: editor.scene.place(of: index), origin)
  }

  private func put(
    _ index: Int, at end: LayerPlace, from start: LayerPlace, _ origin: Origin
  ) throws(SceneError) {
    guard end != start else { return }
    try editor.move(index, to: end, at: origin)
    guard end.transform.isFinite else { throw SceneError(.notFinite("the transform"), at: origin) }
  }

  /// Returns the layer at a point of the canvas that fingers would hit; nil for none.
  mutating func hit(at point: Point) -> Int? {
    editor.modify { hitAreas.update(from: &$0) }
    return editor.scene.hitTest(point, by: hitAreas)
  }
}
