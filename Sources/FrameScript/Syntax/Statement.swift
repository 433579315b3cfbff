import FrameGeometry
import FrameGesture
import FrameImage

/// A statement and the position of its first word.
package struct Statement: Equatable, Sendable {
  package indirect enum Kind: Equatable, Sendable {
    case canvas(CanvasStatement)
    case layer(LayerDeclaration)
    case choose(SwitchStatement)
    case edit(EditStatement)
    case look(AppearanceStatement)
    case gesture(GestureStatement)
    case animate(AnimateStatement)
    case recognizer(RecognizerStatement)
    case dialog(DialogStatement)
    case flow(ControlStatement)
    case expect(ExpectStatement)
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

/// Properties of the finished image.
package enum CanvasStatement: Equatable, Sendable {
  case canvas(CanvasSizeArgument)
  case crop(origin: PairArgument, size: PairArgument)
  case background(PaintArgument)
  case border(Quantity, ColorArgument)
  case cornerRadius(Quantity)
  case filter(Choice<Filter>)
  case light(Choice<BlendingSpace>)
}

package enum CanvasSizeArgument: Equatable, Sendable {
  case size(PairArgument)
  /// The other side follows from the first image's aspect ratio.
  case width(Quantity)
  case height(Quantity)
  /// Keeps the first image's aspect ratio and never enlarges it.
  case inside(PairArgument)
  /// The same, but may enlarge it.
  case contain(PairArgument)
  /// Images that fill the canvas cover it.
  case cover(PairArgument)
  /// The bounding box of everything drawn.
  case fit
  /// The largest upright rectangle inside the only image, of any aspect ratio or of this one.
  case inscribed(width: Expression, height: Expression)
  case inscribedFreely
}

/// A new layer or group.
package struct LayerDeclaration: Equatable, Sendable {
  package var name: Template
  package var content: LayerContent
  package var options: [LayerOption]
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

package enum LayerOption: Equatable, Sendable {
  case at(PairArgument)
  case size(LayerSizeArgument)
  /// The part of the image that is shown.
  case part(origin: PairArgument, size: PairArgument)
  case mode(Choice<ContentMode>)
  case edge(Choice<EdgeMode>)
  case anchor(PairArgument)
  case hidden
  case untouchable
  /// Drawn directly below another layer.
  case below(Template)
  /// Properties that can be changed later, too.
  case look(AppearanceStatement)
  case text(TextOption)
}

package enum LayerSizeArgument: Equatable, Sendable {
  case size(PairArgument)
  /// The other side follows from the image's aspect ratio.
  case width(Quantity)
  case height(Quantity)
}

package enum SwitchStatement: Equatable, Sendable {
  case select(Template)
  case mark(Template, MarkUpdate)
}

package enum MarkUpdate: String, ScriptKeyword {
  case on, off, toggle
  package static let meaning = WordMeaning.markOperation
}

/// Changes of the current layer's geometry, in the terms of CGAffineTransform and UIView.
package enum EditStatement: Equatable, Sendable {
  case rotate(Quantity, about: PairArgument?)
  case scale(Quantity, Quantity?, about: PairArgument?)
  case translate(PairArgument)
  case skew(Quantity, Quantity?, about: PairArgument?)
  case concat(MatrixArgument)
  case transform(MatrixArgument)
  case move(PairArgument)
  case anchor(PairArgument)
  case mode(Choice<ContentMode>)
  case edge(Choice<EdgeMode>)
  /// A limit of what gestures do to the layer; nil removes all.
  case limit(LimitArgument?)
  /// Turns, and enlarges until the canvas is covered.
  case straighten(Quantity)
  case reset, save, restore, undo, redo
}

/// Changes of the current layer's appearance.
package enum AppearanceStatement: Equatable, Sendable {
  case opacity(Quantity)
  case fill(FillArgument)
  case stroke(StrokeArgument)
  case blend(Choice<BlendMode>)
  case clip(ClipArgument)
  /// nil for none.
  case mask(MaskArgument?)
  /// nil for none.
  case shadow(ShadowArgument?)
  case show, hide
  case trim(Quantity, Quantity)
  /// Cuts off the border of one color around an image.
  case trimBorder(BorderArgument)
  case source(ImageReference)
  case text(Template)
  /// nil for none.
  case focus(FocusArgument?)
  case color(ColorEditArgument)
  /// In a part of the layer; nil for all of it.
  case neighborhood(NeighborhoodArgument, in: AreaArgument?)
  /// Sharpens an image that is drawn smaller than it is.
  case sharpenOutput(in: AreaArgument?)
  /// Levels that follow from the pixels of the layer's image.
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

/// Expectations, which the script checks about itself.
package enum ExpectStatement: Equatable, Sendable {
  case transform(MatrixArgument, tolerance: Expression?)
  /// From the current layer's coordinates to the canvas's.
  case map(MatrixArgument, tolerance: Expression?)
  case frame(origin: PairArgument, size: PairArgument, tolerance: Expression?)
  case state(Template, GestureState)
  case selected(Template)
  case marked(Template)
  case value(Expression, Expression, tolerance: Expression?)
  /// The operator is a comparison.
  case comparison(Expression, Expression.BinaryOperator, Expression)
  /// The frontmost layer that can be touched at a point of the canvas; nil for none.
  case hit(PairArgument, Template?)
  /// What the current layer shows while animations run.
  case shown(ShownArgument, tolerance: Expression?)
  /// The number of times that a recognizer was recognized since the script began.
  case count(Template, Expression)
}

/// A property of a layer that animations change.
package enum ShownProperty: String, ScriptKeyword {
  case opacity, transform, frame, trim, fill, stroke
  package static let meaning = WordMeaning.shownProperty
}

package enum ShownArgument: Equatable, Sendable {
  case opacity(Quantity)
  case transform(MatrixArgument)
  case frame(origin: PairArgument, size: PairArgument)
  case trim(Quantity, Quantity)
  case fill(ColorArgument)
  case stroke(ColorArgument, width: Quantity)
}
