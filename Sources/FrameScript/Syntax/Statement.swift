import FrameGeometry
import FrameGesture
import FrameImage
import FrameText

/// A statement and the position of its first word.
package struct Statement: Equatable, Sendable {
  /// Indirect, so that a statement is copied fast.
  package indirect enum Kind: Equatable, Sendable {
    /// A statement with arguments, and without a part in the flow of control.
    case regular(StatementEntry, Operand)
    case layer(LayerDeclaration)
    case touch(TouchStatement)
    case animate(AnimateStatement)
    case flow(ControlStatement)
  }

  package var kind: Kind
  package var position: ScriptPosition
  /// The first word of the statement.
  package var word: String

  package init(_ kind: Kind, word: String, at position: ScriptPosition) {
    self.kind = kind
    self.word = word
    self.position = position
  }
}

/// A new layer or group.
package struct LayerDeclaration: Equatable, Sendable {
  package var name: Template
  package var content: LayerContent
  package var options: [PlacedOption]
}

package enum LayerContent: Equatable, Sendable {
  case image(ImageReference?)
  case rect(origin: PairArgument, size: PairArgument, radius: [Quantity])
  case ellipse(origin: PairArgument, size: PairArgument)
  case line(PairArgument, PairArgument)
  case arc(center: PairArgument, radius: Quantity, from: Quantity, to: Quantity)
  /// Every data string with the matrix after it, if any.
  case path([PathCommand])
  case text(Template, at: PairArgument)
  case group([Statement])
}

package struct PathCommand: Equatable, Sendable {
  package var data: Template
  package var matrix: MatrixArgument?
}

/// An option and the position of its word.
package struct PlacedOption: Equatable, Sendable {
  let option: LayerOption
  let position: ScriptPosition
}

package enum LayerOption: Equatable, Sendable {
  case at(PairArgument)
  case size(LayerSizeArgument)
  /// The part of the image that is shown.
  case part(origin: PairArgument, size: PairArgument)
  case hidden
  case untouchable
  /// Drawn directly below another layer.
  case below(Template)
  /// Properties that can be changed later, too.
  case look(StatementEntry, Operand)
  /// An option of a text, by its word.
  case text(String, Operand)
}

package enum LayerSizeArgument: Equatable, Sendable {
  case size(PairArgument)
  /// The other side follows from the image's aspect ratio.
  case width(Quantity)
  case height(Quantity)
}

/// Parameters, variables and control flow.
package enum ControlStatement: Equatable, Sendable {
  case parameter(String, default: Expression)
  case assign(String, Expression)
  case `repeat`(Expression, as: String?, [Statement])
  case `if`(Expression, then: [Statement], else: [Statement])
  case define(String, parameters: [DefinitionParameter], [Statement])
  case call(String, [Expression])
  /// Ends a definition that is a function.
  case `return`(Expression)
  /// The content of a file as a variable.
  case data(String, Value)
}

/// A parameter of a definition.
package struct DefinitionParameter: Equatable, Sendable {
  package var name: String
  /// nil if every call gives a value.
  package var fallback: Expression?
}
