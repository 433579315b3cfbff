import FrameGeometry
import FrameImage
import FrameScript

/// Animations: a layer has its new value at once, and what is shown meanwhile is recorded.
extension Interpreter {
  /// The same as UIKit's and most apps'.
  private static let usualDuration = 0.35

  mutating func run(_ statement: AnimateStatement, at place: ScriptPosition) throws(ScriptError) {
    let index = try layer(named: statement.layer)
    let duration = try statement.duration.map { quantity throws(ScriptError) in
      let seconds = try time(quantity)
      guard seconds > 0 else {
        throw ScriptError(
          .outOfRange("a duration", value: 0, wanted: "more than 0 seconds"), at: quantity.value.position)
      }
      return seconds
    }
    let delay = try statement.delay.map { quantity throws(ScriptError) in try time(quantity) } ?? 0
    let easing = try statement.easing.map { argument throws(ScriptError) in try self.easing(argument) }
    let change = try self.change(statement, of: index, at: place)
    let to = try numbers(statement.to)
    let now = reactionTime ?? touchscreen.now
    let before = scene.layers[index].state.transform
    let from: [Double]
    if let value = statement.from {
      from = try numbers(value)
    } else {
      from = try start(of: change, to: to, index, at: now + delay, place)
    }
    var animation = LayerAnimation(
      change: change, from: from, to: to, declared: 0, start: now + delay,
      duration: duration ?? Self.usualDuration,
      easing: easing ?? .named(.inOut))
    if change == .transform { animation.turnTheShorterWay() }
    try apply(statement.to, change, to, index, at: place)
    animation.before = before
    animation.after = scene.layers[index].state.transform
    // Including the arrays of its numbers.
    if recorder != nil {
      try hold(AllocatedBytes.growing(1, of: LayerAnimation.self) + 4 * AllocatedBytes.header, at: place)
    }
    try recording(at: place) { recorder throws(LimitExceeded) in
      try recorder.add(animation, to: index, now: now)
    }
  }

  /// The value shown when it begins.
  private func start(
    of change: LayerAnimation.Change, to: [Double], _ index: Int, at time: Double, _ place: ScriptPosition
  ) throws(ScriptError) -> [Double] {
    switch change {
    case .move, .edit(.rotate, _), .edit(.skew, _), .edit(.translate, _): return to.map { _ in 0 }
    case .edit(.scale, _): return to.map { _ in 1 }
    case .opacity, .trim, .fill, .stroke, .transform: break
    }
    let layer = scene.layers[index]
    let state = recorder?.presented(layer.state, of: index, at: time, change) ?? layer.state
    if let numbers = state.numbers(of: change, in: layer.shown) { return numbers }
    // If there is a gradient or nothing, the start value is that of the animation.
    let paint = change == .fill ? state.look.fill?.paint : state.look.stroke?.paint
    if case .gradient(let gradient) = paint, gradient.stops.contains(where: { $0.color.alpha > 0 }) {
      throw ScriptError(.gradientAnimated(change == .fill ? "fill" : "stroke", layer: layer.name), at: place)
    }
    return change == .fill ? [0, 0, 0, 0] : [0, 0, 0, 0, to[4]]
  }

  // MARK: What is written

  private mutating func change(
    _ statement: AnimateStatement, of index: Int, at place: ScriptPosition
  ) throws(ScriptError) -> LayerAnimation.Change {
    let layer = scene.layers[index]
    let pivot = try statement.about.map { argument throws(ScriptError) in
      fromPlace(try point(argument), of: layer)
    }
    switch statement.to {
    case .opacity: return .opacity
    case .trim, .fill, .stroke:
      try checkShape(layer, statement.to.word.rawValue, at: place)
      if case .trim = statement.to { return .trim }
      if case .fill = statement.to { return .fill }
      return .stroke
    case .rotate: return .edit(.rotate, about: pivot)
    case .scale: return .edit(.scale, about: pivot)
    case .skew: return .edit(.skew, about: pivot)
    case .translate: return .edit(.translate, about: nil)
    case .move: return .move
    case .transform: return .transform
    }
  }

  private mutating func numbers(_ value: AnimatedChange) throws(ScriptError) -> [Double] {
    switch value {
    case .opacity(let expression): return [try share(expression, of: "an opacity")]
    case .trim(let start, let end):
      return [try share(start, of: "the start of a part"), try share(end, of: "the end of a part")]
    case .fill(let argument): return try color(argument).numbers
    case .stroke(let argument, let width):
      return try color(argument).numbers + [try nonNegative(width, "a line's width")]
    case .rotate(let quantity): return [try angle(quantity).degrees]
    case .scale(let first, let second):
      let x = try number(of: first)
      return [x, try second.map { expression throws(ScriptError) in try number(of: expression) } ?? x]
    case .skew(let first, let second):
      let x = try angle(first).degrees
      return [x, try second.map { quantity throws(ScriptError) in try angle(quantity).degrees } ?? 0]
    case .translate(let argument), .move(let argument):
      let (x, y) = try pair(argument)
      return [x, y]
    case .transform(let argument): return try matrix(argument).decomposed().numbers
    }
  }

  private mutating func easing(_ argument: EasingArgument) throws(ScriptError) -> Easing {
    switch argument {
    case .name(let choice): return .named(try word(choice))
    case .curve(let first, let second):
      let points = (try controlPoint(first), try controlPoint(second))
      guard let easing = Easing(points.0, points.1) else { preconditionFailure("validated points") }
      return easing
    }
  }

  private mutating func controlPoint(_ argument: PairArgument) throws(ScriptError) -> Point {
    let point = try unitPair(argument)
    guard (0...1).contains(point.x) else { throw ScriptError(.badEasing(point.x), at: argument.position) }
    guard Easing.heights.contains(point.y) else {
      throw ScriptError(
        .outOfRange("a control point's y", value: point.y, wanted: "from -1000000 to 1000000"),
        at: argument.position)
    }
    return point
  }

  // MARK: What becomes of the layer

  private mutating func apply(
    _ value: AnimatedChange, _ change: LayerAnimation.Change, _ numbers: [Double], _ index: Int,
    at place: ScriptPosition
  ) throws(ScriptError) {
    let old = scene.layers[index].state.transform
    switch (value, change) {
    case (.transform(let argument), _): try setTransform(try matrix(argument), of: index, at: place)
    case (_, .edit(let kind, let pivot)):
      try setTransform(TransformEdit(kind, numbers, about: pivot).applied(to: old), of: index, at: place)
    case (_, .move):
      try changeState(of: index, at: place) { state in
        state.position = Point(x: state.position.x + numbers[0], y: state.position.y + numbers[1])
      }
    default: try changeState(of: index, at: place) { $0.show(change, numbers) }
    }
  }

  // MARK: Time

  /// Everything from now on happens at that time.
  mutating func letTimePass(to time: Double, at place: ScriptPosition) throws(ScriptError) {
    guard recorder?.isOver(at: time) ?? false else { return }
    let changed = scene.changedForFrames.take()
    let scene = scene
    let bytes = try recording(at: place) { recorder throws(LimitExceeded) in
      try recorder.advance(to: time, scene, changed: changed)
    }
    try hold(bytes ?? 0, at: place)
  }

  mutating func endTimeline() throws(ScriptError) -> Timeline? {
    let changed = scene.changedForFrames.take()
    let (scene, now) = (scene, touchscreen.now)
    let ended = try recording(at: ScriptPosition()) { recorder throws(LimitExceeded) in
      try recorder.end(scene, at: now, changed: changed)
    }
    try hold(ended?.bytes ?? 0, at: ScriptPosition())
    return ended?.timeline
  }

  /// - Returns: nil if nothing is recorded.
  @discardableResult
  private mutating func recording<R>(
    at place: ScriptPosition, _ body: (inout TimelineRecorder) throws(LimitExceeded) -> R
  ) throws(ScriptError) -> R? {
    guard recorder != nil else { return nil }
    do throws(LimitExceeded) {
      return try body(&recorder!)
    } catch {
      throw ScriptError(.limit(error), at: place)
    }
  }
}

extension LayerAnimation {
  /// A transform rotates by at most half a turn.
  fileprivate mutating func turnTheShorterWay() {
    let turn = 2 * Double.pi
    while to[3] - from[3] > .pi { to[3] -= turn }
    while from[3] - to[3] > .pi { to[3] += turn }
  }
}

extension PairArgument {
  fileprivate var position: ScriptPosition {
    switch self {
    case .pair(let first, _): first.value.position
    case .variable(let expression): expression.position
    }
  }
}
