import FrameGeometry
import FrameGesture
import FrameScene

// Recognizers, their relations and reactions, menus and dialogs.
extension Evaluator {
  mutating func command(
    _ recognizer: RecognizerStatement, _ statement: Statement
  ) throws(ScriptError) -> RecognizerCommand {
    let place = statement.position
    switch recognizer {
    case .preset(let choice): return .preset(try word(choice))
    case .set(let key, let argument):
      let value = try setting(argument)
      do throws(ScriptProblem) { return .set(try GestureSettings.change(of: key, to: value)) } catch {
        throw ScriptError(error, at: place)
      }
    case .recognize(let kind, let target, let name, let options):
      let layer =
        if let target { try self.layer(named: target) } else {
          try currentLayer(for: statement.word, at: place)
        }
      let name = try name.map { template throws(ScriptError) in try self.name(of: template) }
      let recognizer = try description(kind, name, on: layer, options)
      return .recognize(recognizer)
    case .require(let waiting, let other):
      let (waiting, other) = (try name(of: waiting), try name(of: other))
      try editor.start(at: place)
      return .require(waiting, fails: other)
    case .simultaneous(let first, let second):
      let (first, second) = (try name(of: first), try name(of: second))
      try editor.start(at: place)
      return .simultaneous(first, second)
    case .enable(let name, let isEnabled):
      let name = try self.name(of: name)
      try editor.start(at: place)
      return .enable(name, isEnabled)
    case .on(let name, let state, let body):
      let name = try self.name(of: name)
      try editor.start(at: place)
      return .on(Reaction(name: name, state: state, block: try deferred(body, at: place)))
    }
  }

  private mutating func setting(_ argument: SettingArgument) throws(ScriptError) -> GestureSettingValue {
    switch argument {
    case .word(let template): return .word(try text(of: template))
    case .snap(let step, let reach): return .snap(try angle(step), within: try angle(reach))
    case .quantity(let quantity):
      switch quantity.unit {
      case nil:
        let value = try value(of: quantity.value)
        if case .text(let text) = value, Double(plain: text) == nil { return .word(text) }
        if case .length = value { return .length(try length(quantity, .alone)) }
        return .number(try Self.number(value, at: quantity.value.position))
      case .pixels, .points, .percent: return .length(try length(quantity, .alone))
      case .degrees, .radians, .turns: return .angle(try angle(quantity))
      case .milliseconds, .seconds: return .time(try time(quantity))
      }
    }
  }

  private mutating func description(
    _ kind: RecognizerKind, _ name: String?, on layer: Int, _ options: [RecognizerOption]
  ) throws(ScriptError) -> RecognizerDescription {
    var recognizer = RecognizerDescription(kind, name: name, on: layer)
    for option in options {
      let value = try setting(option.value)
      try converting(recognizer.set(option.key, to: value)) { (error: ScriptProblem) in
        ScriptError(error, at: option.position)
      }
    }
    return recognizer
  }

  // MARK: Dialogs

  mutating func command(_ dialog: DialogStatement) throws(ScriptError) -> DialogCommand {
    switch dialog {
    case .menu(let name, let title, let items):
      let name = try self.name(of: name)
      return .declareMenu(Dialog(menu: name, title: try text(of: title), items: try resolve(items)))
    case .dialog(let title, let message, let items):
      let dialog = Dialog(menu: nil, title: try text(of: title), items: try resolve(items))
      return .ask(dialog, message: try text(of: message))
    case .open(let name): return .openMenu(try self.name(of: name))
    case .choose(let item): return .choose(try text(of: item))
    case .say(let template): return .say(try text(of: template))
    }
  }

  private mutating func resolve(_ items: [MenuItem]) throws(ScriptError) -> [Dialog.Item] {
    var resolved: [Dialog.Item] = []
    for item in items {
      let title = try text(of: item.title)
      let position = item.title.position
      try account.hold(title.heldBytes + 2 * MemoryLayout<Dialog.Item>.stride, at: position)
      resolved.append(
        Dialog.Item(
          isCancel: item.role == .cancel, title: title, block: try deferred(item.body, at: position),
          at: Origin(position)))
    }
    return resolved
  }
}

// The variables that a reaction sees.
extension SceneRun {
  /// The values of the event to which a block reacts. Positions are in the coordinates of the layer and of its parent, changes
  /// in the coordinates of the parent, and angles in degrees.
  mutating func eventValues() -> [String: Value] {
    guard let event else { return [:] }
    // Gestures of a group also report what the fingers are on.
    let hit = hit(at: event.value.location)
    let scene = editor.scene
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
    values["hit"] = .text(hit.map { scene.layers[$0].name } ?? "")
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
