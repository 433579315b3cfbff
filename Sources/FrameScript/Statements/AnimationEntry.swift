import FrameGeometry
import FramePlan
import FrameScene

/// How `animate` changes what a statement changes: the form of its values, and their numbers.
struct AnimationEntry: Sendable {
  /// An option of `animate` that only some changes have.
  enum Option: String, Sendable {
    /// `about P`
    case pivot = "about"
    /// `in AREA`
    case area = "in"
  }

  /// The numbers at the start, or nil for those that are shown when the animation starts, and the value at the end.
  typealias Values = (from: [Double]?, to: AnimatedValue)

  let option: Option?
  let parse: Argument<AnimatedValue>.Parse
  let values: @Sendable (AnimateStatement, inout Evaluator) throws(ScriptError) -> Values
}

extension AnimationEntry {
  init<each Part>(
    _ parts: repeat Argument<each Part>, option: Option? = nil,
    value: @escaping @Sendable (repeat each Part) throws(ScriptError) -> AnimatedValue
  ) {
    let argument = Argument(repeat each parts, value: value)
    self.init(option: option, parse: argument.parse) { statement, evaluator throws(ScriptError) in
      let to = try argument.value(statement.to, &evaluator)
      let from = try statement.from.map { from throws(ScriptError) in
        try argument.value(from, &evaluator).numbers
      }
      return (from, to)
    }
  }
}

/// A value of what an animation changes.
struct AnimatedValue {
  enum Change {
    case layer(LayerAnimation.Change)
    case color(NumberEdit)
    /// Corners, or a turn.
    case perspective(LayerPerspective)
    /// Its numbers are those at the end.
    case neighborhood(NeighborhoodEdit)
  }

  let change: Change
  let numbers: [Double]
  /// The whole transform, which the numbers are the parts of.
  let matrix: AffineTransform?

  init(_ change: LayerAnimation.Change, _ numbers: [Double], matrix: AffineTransform? = nil) {
    (self.change, self.numbers, self.matrix) = (.layer(change), numbers, matrix)
  }

  init(_ perspective: LayerPerspective, _ numbers: [Double]) {
    (change, self.numbers, matrix) = (.perspective(perspective), numbers, nil)
  }

  init(_ edit: NumberEdit, _ number: Double) { (change, numbers, matrix) = (.color(edit), [number], nil) }

  init(_ edit: NeighborhoodEdit) { (change, numbers, matrix) = (.neighborhood(edit), edit.numbers, nil) }
}
