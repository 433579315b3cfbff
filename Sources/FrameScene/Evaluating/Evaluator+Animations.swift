import FrameGeometry
import FrameImage
import FrameScript

// Animations.
extension Evaluator {
  /// The same as UIKit's and most apps'.
  private static let usualDuration = 0.35

  mutating func animate(
    _ statement: AnimateStatement, at place: ScriptPosition
  ) throws(ScriptError) -> Command.Kind {
    let layer = try layer(named: statement.layer)
    var duration = Self.usualDuration
    if let quantity = statement.duration {
      duration = try time(quantity)
      guard duration > 0 else {
        throw ScriptError(
          .outOfRange("a duration", value: 0, wanted: "more than 0 seconds"), at: quantity.value.position)
      }
    }
    let delay = try statement.delay.map { quantity throws(ScriptError) in try time(quantity) } ?? 0
    let easing = try statement.easing.map { argument throws(ScriptError) in try self.easing(argument) }
    let pivot = try statement.about.map { argument throws(ScriptError) in
      editor.scene.layers[layer].fromPosition(try point(argument))
    }
    let change = try change(statement.to, about: pivot)
    let to: [Double]
    if case .transform(let transform) = change {
      to = transform.decomposed().numbers
    } else {
      to = try numbers(statement.to)
    }
    let from = try statement.from.map { value throws(ScriptError) in try numbers(value) }
    return .animate(
      layer,
      NewAnimation(
        change: change, from: from, to: to, delay: delay, duration: duration,
        easing: easing ?? .named(.inOut),
        rounds: try rounds(statement.rounds)))
  }

  private mutating func rounds(_ argument: RoundsArgument?) throws(ScriptError) -> Double {
    switch argument {
    case nil: 1
    case .forever: .infinity
    case .times(let expression): Double(try wholeNumber(expression, "a number of times", from: 1))
    }
  }

  private mutating func change(
    _ value: AnimatedChange, about pivot: Point?
  ) throws(ScriptError) -> NewAnimation.Change {
    switch value {
    case .opacity: .property(.opacity)
    case .trim: .property(.trim)
    case .fill: .property(.fill)
    case .stroke: .property(.stroke)
    case .rotate: .property(.edit(.rotate, about: pivot))
    case .scale: .property(.edit(.scale, about: pivot))
    case .skew: .property(.edit(.skew, about: pivot))
    case .translate: .property(.edit(.translate, about: nil))
    case .move: .property(.move)
    case .transform(let argument): .transform(try matrix(argument))
    case .color(let color, _): .color(color)
    }
  }

  private mutating func numbers(_ value: AnimatedChange) throws(ScriptError) -> [Double] {
    switch value {
    case .opacity(let quantity): return [try share(quantity, of: "an opacity")]
    case .trim(let start, let end):
      return [try share(start, of: "the start of a part"), try share(end, of: "the end of a part")]
    case .fill(let argument): return try color(argument).numbers
    case .stroke(let argument, let width):
      return try color(argument).numbers + [try nonNegative(width, "a line's width")]
    case .rotate(let quantity): return [try angle(quantity).degrees]
    case .scale(let first, let second): return try factors(first, second)
    case .skew(let first, let second): return try angles(first, second)
    case .translate(let argument), .move(let argument):
      let (x, y) = try pair(argument)
      return [x, y]
    case .transform(let argument): return try matrix(argument).decomposed().numbers
    case .color(let color, let argument): return [try number(of: color, argument)]
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
}

extension PairArgument {
  var position: ScriptPosition {
    switch self {
    case .pair(let first, _): first.value.position
    case .variable(let expression): expression.position
    }
  }
}
