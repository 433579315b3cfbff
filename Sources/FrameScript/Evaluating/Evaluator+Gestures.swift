import FrameGeometry
import FrameGesture
import FrameScene

// Touches, and gestures by name.
extension Evaluator {
  // MARK: Touches

  mutating func delay(of touch: TouchStatement) throws(ScriptError) -> TouchDelay {
    switch touch.time {
    case .at(let quantity): .sinceGesture(try time(quantity))
    case .after(let quantity): .sinceTouch(try time(quantity))
    }
  }

  /// - Parameter delay: its delay; nil if it is not evaluated yet.
  mutating func touch(
    _ statement: TouchStatement, delay: TouchDelay?, at place: ScriptPosition
  ) throws(ScriptError) -> NewTouch {
    let id = try wholeNumber(statement.id, "a touch ID", from: 0)
    let known: TouchDelay
    if let delay { known = delay } else { known = try self.delay(of: statement) }
    let location = try statement.point.map { argument throws(ScriptError) in try point(argument) }
    let path = try statement.layer.map { name throws(ScriptError) in
      editor.scene.path(to: try layer(named: Template([.text(name)], at: place)))
    }
    return NewTouch(id: id, phase: statement.phase, location: location, delay: known, path: path)
  }

  // MARK: Gestures by name

  mutating func gesture(
    _ gesture: GestureMotion, _ options: GestureOptions, _ statement: Statement
  ) throws(ScriptError) -> NewGesture {
    var path: [Int]?
    let kind: FingerMotion.Kind
    var place = try options.at.map { argument throws(ScriptError) in try point(argument) }
    switch gesture {
    case .pan(let argument):
      let layer = try target(of: statement, &place, &path)
      let (dx, dy) = try pair(argument)
      kind = .pan(Vector(dx: dx, dy: dy).applying(editor.scene.parentToCanvas(layer)))
    case .pinch(let expression):
      _ = try target(of: statement, &place, &path)
      let factor = try number(of: expression)
      guard factor > 0 else {
        throw ScriptError(
          .outOfRange("a pinch's factor", value: factor, wanted: "more than 0"), at: expression.position)
      }
      kind = .pinch(factor)
    case .twist(let quantity):
      _ = try target(of: statement, &place, &path)
      kind = .twist(try angle(quantity).radians)
    case .tap(let argument): (kind, place) = (.taps(1), try point(argument))
    case .doubleTap(let argument): (kind, place) = (.taps(2), try point(argument))
    case .longPress(let argument, let held):
      let duration = try held.map { quantity throws(ScriptError) in try time(quantity) }
      (kind, place) = (.longPress(duration: duration), try point(argument))
    case .swipe(let direction, let start):
      kind = .swipe(direction)
      if let start { place = try point(start) }
      if place == nil {
        place = editor.scene.center(of: try currentLayer(for: statement.word, at: statement.position))
      }
    case .drag(let arguments):
      var points: [Point] = []
      for argument in arguments { points.append(try point(argument)) }
      (kind, place) = (.drag(Array(points.dropFirst())), points[0])
    case .twoFinger(let first, let second, let firstEnd, let secondEnd):
      kind = .twoFinger(try point(second), to: try point(firstEnd), try point(secondEnd))
      place = try point(first)
    }
    try refuse(gesture.meaningless(in: options), of: statement)
    let duration = try options.over.map { quantity throws(ScriptError) in try time(quantity) }
    let steps = try options.steps.map { expression throws(ScriptError) in
      try wholeNumber(expression, "a number of steps", from: 1)
    }
    return NewGesture(
      word: statement.word, motion: FingerMotion(kind, at: place!, over: duration, steps: steps), path: path)
  }

  /// Returns the current layer, and its center if no position is given.
  private mutating func target(
    of statement: Statement, _ place: inout Point?, _ path: inout [Int]?
  ) throws(ScriptError) -> Int {
    let layer = try currentLayer(for: statement.word, at: statement.position)
    path = editor.scene.path(to: layer)
    if place == nil { place = editor.scene.center(of: layer) }
    return layer
  }

  private func refuse(_ option: String?, of statement: Statement) throws(ScriptError) {
    if let option { throw ScriptError(.withoutMeaning(option, of: statement.word), at: statement.position) }
  }
}

extension GestureMotion {
  /// Returns an option that has no effect on such a motion, or that repeats it.
  fileprivate func meaningless(in options: GestureOptions) -> String? {
    let hasPlace: Bool
    switch self {
    case .pan, .pinch, .twist, .swipe(_, from: nil): hasPlace = false
    default: hasPlace = true
    }
    if hasPlace, options.at != nil { return "at" }
    switch self {
    case .tap, .doubleTap: return options.steps == nil ? nil : "steps"
    case .longPress(_, let held):
      if options.steps != nil { return "steps" }
      return held != nil && options.over != nil ? "over" : nil
    default: return nil
    }
  }
}
