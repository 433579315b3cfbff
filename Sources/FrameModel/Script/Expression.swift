/// An expression of a script, with its position.
public struct Expression: Hashable, Sendable {
  public indirect enum Kind: Hashable, Sendable {
    case number(Double)
    case text(Template)
    case list([Expression])
    case variable(String)
    case element(Expression, index: Expression)
    case negate(Expression)
    case not(Expression)
    case binary(BinaryOperator, Expression, Expression)
    case call(Function, [Expression])
    /// The argument is a layer's name, as in `$isMarked(NAME)`.
    case isMarked(Template)
  }

  public var kind: Kind
  public var position: ScriptPosition

  public init(_ kind: Kind, at position: ScriptPosition) {
    self.kind = kind
    self.position = position
  }

  public enum BinaryOperator: String, Hashable, Sendable, CaseIterable {
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
  }

  public enum Function: String, Hashable, Sendable, CaseIterable {
    case sin, cos, tan, atan2, hypot, sqrt, min, max, abs, floor, ceil, trunc, round, sign, clamp
    case random, count

    /// The number of arguments.
    public var arity: ClosedRange<Int> {
      switch self {
      case .sin, .cos, .tan, .sqrt, .abs, .floor, .ceil, .trunc, .round, .sign, .count: 1...1
      case .atan2, .hypot, .random: 2...2
      case .clamp: 3...3
      case .min, .max: 1...64
      }
    }
  }
}

/// Text with variables: a name, a string, path data.
public struct Template: Hashable, Sendable {
  public enum Piece: Hashable, Sendable {
    case text(String)
    /// A value, with a number of decimals if requested.
    case value(Expression, decimals: Int?)
  }

  public var pieces: [Piece]
  public var position: ScriptPosition

  public init(_ pieces: [Piece], at position: ScriptPosition) {
    self.pieces = pieces
    self.position = position
  }

  /// The text, if it contains no variable.
  public var literal: String? {
    var text = ""
    for piece in pieces {
      guard case .text(let part) = piece else { return nil }
      text += part
    }
    return text
  }
}
