import FrameGeometry
import FrameImage
import FrameScene

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
    let (from, to) = try values(statement, of: layer, about: pivot, at: place)
    return .animate(
      layer,
      NewAnimation(
        change: to.change, from: from, to: to.numbers, matrix: to.matrix, delay: delay, duration: duration,
        easing: easing ?? .named(.inOut), rounds: try rounds(statement.rounds)))
  }

  private mutating func rounds(_ argument: RoundsArgument?) throws(ScriptError) -> Double {
    switch argument {
    case nil: 1
    case .forever: .infinity
    case .times(let expression): Double(try wholeNumber(expression, "a number of times", from: 1))
    }
  }

  /// A value of what an animation changes.
  private struct AnimatedValue {
    let change: LayerAnimation.Change
    let numbers: [Double]
    /// That of a whole transform, which its numbers are the parts of.
    let matrix: AffineTransform?

    init(_ change: LayerAnimation.Change, _ numbers: [Double], matrix: AffineTransform? = nil) {
      (self.change, self.numbers, self.matrix) = (change, numbers, matrix)
    }
  }

  /// - Returns: the numbers at the start, or nil for those that are shown when it starts, and the value at the end.
  private mutating func values(
    _ statement: AnimateStatement, of layer: Int, about pivot: Point?, at place: ScriptPosition
  ) throws(ScriptError) -> (from: [Double]?, to: AnimatedValue) {
    guard case .neighborhood(let end) = statement.to else {
      let to = try value(statement.to, of: layer, about: pivot)
      let from = try statement.from.map { start throws(ScriptError) in
        try value(start, of: layer, about: pivot).numbers
      }
      return (from, to)
    }
    let area = try area(statement.area, at: place)
    var start: NeighborhoodArgument?
    if case .neighborhood(let argument)? = statement.from { start = argument }
    let (edit, from) = try neighborhood(from: start, to: end)
    return (from, AnimatedValue(change(.neighborhood(edit, in: area), of: layer), edit.numbers))
  }

  private mutating func value(
    _ value: AnimatedChange, of layer: Int, about pivot: Point?
  ) throws(ScriptError) -> AnimatedValue {
    switch value {
    case .opacity(let quantity): return AnimatedValue(.opacity, [try share(quantity, of: "an opacity")])
    case .trim(let start, let end):
      return AnimatedValue(
        .trim, [try share(start, of: "the start of a part"), try share(end, of: "the end of a part")])
    case .fill(let argument): return AnimatedValue(.fill, try color(argument).numbers)
    case .stroke(let argument, let width):
      return AnimatedValue(
        .stroke, try color(argument).numbers + [try nonNegative(width, "a line's width")])
    case .rotate(let quantity):
      return AnimatedValue(.edit(.rotate, about: pivot), [try angle(quantity).degrees])
    case .scale(let first, let second):
      return AnimatedValue(.edit(.scale, about: pivot), try factors(first, second))
    case .skew(let first, let second):
      return AnimatedValue(.edit(.skew, about: pivot), try angles(first, second))
    case .translate(let argument):
      let (x, y) = try pair(argument)
      return AnimatedValue(.edit(.translate, about: nil), [x, y])
    case .move(let argument):
      let (x, y) = try pair(argument)
      return AnimatedValue(.move, [x, y])
    case .transform(let argument):
      let transform = try matrix(argument)
      return AnimatedValue(.transform, transform.decomposed().numbers, matrix: transform)
    case .color(let word, let argument):
      return AnimatedValue(change(.color(word), of: layer), [try number(of: word, argument)])
    case .neighborhood: preconditionFailure("evaluated with its area")
    }
  }

  private func change(_ effect: AnimatedEffect, of layer: Int) -> LayerAnimation.Change {
    .effect(effect, of: editor.scene.layers[layer].state)
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
