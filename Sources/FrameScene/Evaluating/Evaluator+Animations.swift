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
    let (change, from, to) = try change(statement, about: pivot, at: place)
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

  /// - Returns: the change, its numbers at the start (nil for those that are shown when it starts), and those at the end.
  private mutating func change(
    _ statement: AnimateStatement, about pivot: Point?, at place: ScriptPosition
  ) throws(ScriptError) -> (NewAnimation.Change, from: [Double]?, to: [Double]) {
    guard case .neighborhood(let end) = statement.to else {
      let (change, to) = try change(statement.to, about: pivot)
      let from = try statement.from.map { value throws(ScriptError) in
        try self.change(value, about: pivot).numbers
      }
      return (change, from, to)
    }
    var start: NeighborhoodArgument.Operation?
    if case .neighborhood(let operation)? = statement.from { start = operation }
    let (edit, from) = try neighborhood(from: start, to: end, in: statement.area, at: place)
    return (.effect(.neighborhood(edit)), from, edit.operation.numbers)
  }

  private mutating func change(
    _ value: AnimatedChange, about pivot: Point?
  ) throws(ScriptError) -> (NewAnimation.Change, numbers: [Double]) {
    switch value {
    case .opacity(let quantity): return (.property(.opacity), [try share(quantity, of: "an opacity")])
    case .trim(let start, let end):
      return (
        .property(.trim),
        [try share(start, of: "the start of a part"), try share(end, of: "the end of a part")]
      )
    case .fill(let argument): return (.property(.fill), try color(argument).numbers)
    case .stroke(let argument, let width):
      return (.property(.stroke), try color(argument).numbers + [try nonNegative(width, "a line's width")])
    case .rotate(let quantity):
      return (.property(.edit(.rotate, about: pivot)), [try angle(quantity).degrees])
    case .scale(let first, let second):
      return (.property(.edit(.scale, about: pivot)), try factors(first, second))
    case .skew(let first, let second):
      return (.property(.edit(.skew, about: pivot)), try angles(first, second))
    case .translate(let argument):
      let (x, y) = try pair(argument)
      return (.property(.edit(.translate, about: nil)), [x, y])
    case .move(let argument):
      let (x, y) = try pair(argument)
      return (.property(.move), [x, y])
    case .transform(let argument):
      let transform = try matrix(argument)
      return (.transform(transform), transform.decomposed().numbers)
    case .color(let color, let argument): return (.effect(.color(color)), [try number(of: color, argument)])
    case .neighborhood: preconditionFailure("evaluated with its area")
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
