import FrameGeometry
import FrameGesture
import FrameImage
import FrameScript

/// The effects of recognized gestures: the default edits, and the script's `on` blocks.
extension Interpreter {
  mutating func react(to event: GestureEvent, at place: ScriptPosition) throws(ScriptError) {
    let layer = event.target
    if context.detail.contains(.trace) {
      try hold(AllocatedBytes.growing(1, of: TraceEntry.self) + MemoryLayout<GestureEvent>.stride, at: place)
      record.trace.append(.gesture(event, layer: scene.layers[layer].name))
    }
    guard event.isAction else { return }
    let before = scene.layers[layer].toParent
    if event.state == .began { gesture?.begin(event.recognizer, on: layer, scene.layers[layer].state) }
    let isOver = event.state == .ended || event.state == .cancelled
    let live = isOver ? gesture?.end(event.recognizer, on: layer) : nil
    let own = reactions.named(event.name)
    if own.replacesChanges {
      // The script's own edit replaces the default one.
    } else if event.state == .cancelled, touchscreen.settings.dropsCancelled {
      if let live { try drop(to: live, layer, at: place) }
    } else {
      try apply(event, at: place)
    }
    for reaction in own.all where reaction.reacts(to: event.state) {
      try run(reaction, event, at: place)
    }
    gesture?.note(layer, from: before, to: scene.layers[layer].toParent)
  }

  // MARK: Built-in edits

  private mutating func apply(_ event: GestureEvent, at place: ScriptPosition) throws(ScriptError) {
    let index = event.target
    let layer = scene.layers[index]
    guard let fromCanvas = scene.parentToCanvas(index).inverse else {
      throw ScriptError(.singular(layer: layer.name), at: place)
    }
    let old = layer.state.transform
    switch event.kind {
    case .pan:
      let way = event.value.translationChange.applying(fromCanvas)
      guard way != .zero else { return }
      if touchscreen.settings.panTarget == .position {
        try live(index, at: place) { state in
          state.position = Point(x: state.position.x + way.dx, y: state.position.y + way.dy)
        }
      } else {
        try live(index, at: place) { state in
          state.transform.tx += way.dx
          state.transform.ty += way.dy
        }
      }
    case .pinch:
      let factor = event.value.scaleChange
      guard factor != 1 else { return }
      try turn(index, event, fromCanvas, AffineTransform(scaleX: factor, y: factor), at: place) {
        old.scaledBy(x: factor, y: factor)
      }
    case .rotation:
      guard event.value.rotationChange != 0 else { return }
      let angle = Angle(radians: event.value.rotationChange)
      try turn(index, event, fromCanvas, AffineTransform(rotation: angle), at: place) {
        old.rotated(by: angle)
      }
    case .tap, .doubleTap, .longPress, .swipe, .swipeLeft, .swipeRight, .swipeUp, .swipeDown: break
    }
  }

  /// About the fingers' midpoint, after the current transform; or about the anchor, before it.
  private mutating func turn(
    _ index: Int, _ event: GestureEvent, _ fromCanvas: AffineTransform, _ operation: AffineTransform,
    at place: ScriptPosition, prepended: () -> AffineTransform
  ) throws(ScriptError) {
    let layer = scene.layers[index]
    let transform: AffineTransform
    switch touchscreen.settings.pivot {
    case .center: transform = prepended()
    case .midpoint:
      let pivot = event.value.location.applying(fromCanvas)
      let fromPosition = Point(x: pivot.x - layer.state.position.x, y: pivot.y - layer.state.position.y)
      transform = layer.state.transform.concatenating(operation.about(fromPosition))
    }
    try live(index, at: place) { $0.transform = transform }
  }

  private mutating func live(
    _ index: Int, at place: ScriptPosition, _ change: (inout SceneLayer.State) -> Void
  ) throws(ScriptError) {
    try edit(index, at: place, during: gesture?.number, change)
    guard scene.layers[index].state.transform.isFinite else {
      throw ScriptError(.notFinite("the transform"), at: place)
    }
  }

  /// Returns the layer to its state when its active gestures began.
  private mutating func drop(
    to before: SceneLayer.State, _ layer: Int, at place: ScriptPosition
  ) throws(ScriptError) {
    try live(layer, at: place) { state in
      state.transform = before.transform
      state.position = before.position
    }
  }

  // MARK: Blocks

  private mutating func run(
    _ reaction: Reaction, _ event: GestureEvent, at place: ScriptPosition
  ) throws(ScriptError) {
    let outer = (current: scene.current, selections: selections, reactionTime: reactionTime)
    scene.current = event.target
    reactionTime = event.time
    try run(reaction.block, seeing: values(of: event), isReserving: true, at: place)
    reactionTime = outer.reactionTime
    // A block can select the layer that receives edits from now on.
    if selections == outer.selections { scene.current = outer.current }
  }

  /// Positions are in the layer's own coordinates and its parent's, changes in its parent's, angles in degrees.
  private mutating func values(of event: GestureEvent) -> [String: Value] {
    let value = event.value
    let layer = scene.layers[event.target]
    let fromCanvas = scene.parentToCanvas(event.target).inverse ?? .identity
    let inParent = value.location.applying(fromCanvas)
    let inLayer = inParent.applying(layer.toParent.inverse ?? .identity)
    let change = value.translationChange.applying(fromCanvas)
    let total = value.translation.applying(fromCanvas)
    let velocity = value.panVelocity.applying(fromCanvas)
    let room = scene.bounds(of: layer.parent)
    let degrees = 180 / Double.pi
    let numbers = [
      "x": inLayer.x, "y": inLayer.y, "px": inParent.x, "py": inParent.y,
      "dx": change.dx, "dy": change.dy, "scale": value.scaleChange,
      "rotation": value.rotationChange * degrees,
      "total_dx": total.dx, "total_dy": total.dy, "total_scale": value.scale,
      "total_rotation": value.rotation * degrees, "velocity": speed(of: event, velocity),
      "velocity_x": velocity.dx, "velocity_y": velocity.dy,
      "touches": Double(value.touches), "time": event.time,
      "frame_x": layer.frame.minX, "frame_y": layer.frame.minY,
      "frame_width": layer.frame.size.width, "frame_height": layer.frame.size.height,
      "parent_width": room.width, "parent_height": room.height,
    ]
    var values = numbers.mapValues(Value.number)
    values["direction"] = .text(value.direction?.rawValue ?? "")
    values["state"] = .text(event.state.rawValue)
    values["layer"] = .text(layer.name)
    // Gestures of a group also report what the fingers are on.
    hitAreas.update(from: &scene)
    values["hit"] = .text(scene.hitTest(value.location, by: hitAreas).map { scene.layers[$0].name } ?? "")
    return values
  }

  /// In the units of the gesture: the parent's pixels, a scale, or degrees, per second.
  private func speed(of event: GestureEvent, _ velocity: Vector) -> Double {
    switch event.kind {
    case .pinch: event.value.scaleVelocity
    case .rotation: event.value.rotationVelocity * 180 / Double.pi
    default: Trigonometry.hypot(velocity.dx, velocity.dy)
    }
  }
}

/// The `on` blocks, by the names of their recognizers.
struct Reactions {
  /// The blocks for one name, in the order of the script.
  struct Named {
    private(set) var all: [Reaction] = []
    /// True if one of them replaces the default effect.
    private(set) var replacesChanges = false

    fileprivate mutating func add(_ reaction: Reaction) {
      all.append(reaction)
      replacesChanges = replacesChanges || reaction.state == .changed
    }
  }

  private var byName: [String: Named] = [:]

  mutating func add(_ reaction: Reaction) { byName[reaction.name, default: Named()].add(reaction) }

  func named(_ name: String) -> Named { byName[name] ?? Named() }
}

/// An `on` block.
struct Reaction {
  let name: String
  /// nil: once, when the gesture is recognized or begins.
  let state: GestureState?
  let block: DeferredBlock

  func reacts(to state: GestureState) -> Bool {
    switch self.state {
    case nil: state == .began || state == .recognized
    // Two states have the same meaning.
    case .ended?, .recognized?: state == .ended || state == .recognized
    case let own?: state == own
    }
  }
}

/// Statements that run later, with the variables visible at their position: the block of a reaction or an item, or
/// without its surroundings that of a definition.
struct DeferredBlock {
  let body: [Statement]
  var captured: [String: Value] = [:]
}

extension Interpreter {
  mutating func deferred(_ body: [Statement], at position: ScriptPosition) throws(ScriptError)
    -> DeferredBlock
  {
    let captured = environment.inner
    let entry = MemoryLayout<String>.stride + MemoryLayout<Value>.stride
    let values = captured.reduce(3 * entry * captured.count) { $0.adding($1.value.heldBytes) }
    try hold(values.adding(2 * AllocatedBytes.header + MemoryLayout<Reaction>.stride), at: position)
    return DeferredBlock(body: body, captured: captured)
  }

  /// The script's own variables are changed for good; all others are copies of the block.
  ///
  /// - Parameters:
  ///   - values: additional variables of the block.
  ///   - isReserving: true if their names must not hide variables.
  mutating func run(
    _ block: DeferredBlock, seeing values: [String: Value] = [:], isReserving: Bool = false,
    at position: ScriptPosition
  ) throws(ScriptError) {
    callDepth += 1
    defer { callDepth -= 1 }
    guard callDepth <= limits.nesting else {
      throw ScriptError(
        .limit(LimitExceeded(.nesting, needed: callDepth, allowed: limits.nesting)), at: position)
    }
    environment.beginBody(block.captured, values, isReserving: isReserving)
    try countVariables(at: position)
    try run(block.body)
    environment.endBody()
  }
}
