/// An expression of a script, with its position.
package struct Expression: Equatable, Sendable {
  package indirect enum Kind: Equatable, Sendable {
    case number(Double)
    case text(Template)
    case list([Expression])
    case variable(String)
    case element(Expression, index: Expression)
    /// `$row.name`
    case field(Expression, String)
    case negate(Expression)
    /// `50%`
    case percent(Expression)
    case not(Expression)
    case binary(BinaryOperator, Expression, Expression)
    case call(Function, [Expression])
    /// A definition that returns a value.
    case define(String, [Expression])
    /// A function of a layer, with its name and numbers: `toCanvas(NAME, x, y)`.
    case layer(LayerFunction, Template, [Expression])
  }

  package var kind: Kind
  package var position: ScriptPosition

  package init(_ kind: Kind, at position: ScriptPosition) {
    self.kind = kind
    self.position = position
  }

  package enum BinaryOperator: String, Hashable, Sendable, CaseIterable {
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case remainder = "%"
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case equal = "=="
    case notEqual = "!="
    case and, or

    /// True for a comparison that equal values meet.
    var holdsForEqual: Bool { self == .lessOrEqual || self == .greaterOrEqual || self == .equal }

    var isComparison: Bool {
      switch self {
      case .less, .lessOrEqual, .greater, .greaterOrEqual, .equal, .notEqual: true
      case .add, .subtract, .multiply, .divide, .remainder, .and, .or: false
      }
    }
  }

  package enum Function: String, Hashable, Sendable, CaseIterable {
    case sin, cos, tan, atan2, hypot, sqrt, min, max, abs, floor, ceil, trunc, round, sign, clamp
    case mod, random, count

    /// The number of arguments.
    package var arity: ClosedRange<Int> {
      switch self {
      case .sin, .cos, .tan, .sqrt, .abs, .floor, .ceil, .trunc, .round, .sign, .count: 1...1
      case .atan2, .hypot, .mod, .random: 2...2
      case .clamp: 3...3
      case .min, .max: 1...64
      }
    }
  }

  /// A function of a layer, whose first argument is the layer's name.
  package enum LayerFunction: String, Hashable, Sendable, CaseIterable {
    case isMarked
    /// The size of what the layer shows, before any edit.
    case naturalSize
    /// The size of a text as it is laid out.
    case textSize
    /// The origin and size of the layer's frame, in its parent.
    case frame
    /// A point of the layer, on the canvas.
    case toCanvas
    /// A point of the canvas, in the layer.
    case fromCanvas
    /// The factor by which the layer's transform enlarges lengths, and the angle by which it turns.
    case scaleOf, angleOf

    /// The number of arguments after the name.
    package var arity: Int {
      switch self {
      case .isMarked, .frame, .naturalSize, .textSize, .scaleOf, .angleOf: 0
      case .toCanvas, .fromCanvas: 2
      }
    }
  }
}

/// Text with variables: a name, a string, path data.
package struct Template: Equatable, Sendable {
  package enum Piece: Equatable, Sendable {
    case text(String)
    /// A value, with a number of decimals if requested.
    case value(Expression, decimals: Int?)
  }

  package var pieces: [Piece]
  package var position: ScriptPosition

  package init(_ pieces: [Piece], at position: ScriptPosition) {
    self.pieces = pieces
    self.position = position
  }

  /// The text, if it contains no variable.
  package var literal: String? {
    var text = ""
    for piece in pieces {
      guard case .text(let part) = piece else { return nil }
      text += part
    }
    return text
  }
}
