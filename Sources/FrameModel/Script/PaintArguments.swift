/// What an area is filled with, as written.
public enum PaintArgument: Hashable, Sendable {
  case color(ColorArgument)
  case linear(from: PairArgument, to: PairArgument, [StopArgument])
  case radial(center: PairArgument, radius: Quantity, [StopArgument])
}

/// A color of a gradient, and where it stands, if that was said.
public struct StopArgument: Hashable, Sendable {
  public var color: ColorArgument
  public var place: Quantity?

  public init(_ color: ColorArgument, at place: Quantity?) {
    self.color = color
    self.place = place
  }
}

public struct FillArgument: Hashable, Sendable {
  public var paint: PaintArgument
  public var rule: FillRule

  public init(_ paint: PaintArgument, rule: FillRule) {
    self.paint = paint
    self.rule = rule
  }
}

/// A line's paint and form. What is nil is as `StrokeStyle` has it.
public struct StrokeArgument: Hashable, Sendable {
  public var paint: PaintArgument
  public var width: Quantity
  public var join: StrokeStyle.Join?
  public var miterLimit: Expression?
  public var cap: StrokeStyle.Cap?
  public var dashes: [Quantity] = []
  public var dashOffset: Quantity?

  public init(_ paint: PaintArgument, width: Quantity) {
    self.paint = paint
    self.width = width
  }
}

/// What of a layer is shown.
public enum ClipArgument: Hashable, Sendable {
  case none
  /// What lies within its bounds.
  case bounds
  /// What lies within a rectangle, an ellipse or a path.
  case area(LayerContent, rule: FillRule)
}

public struct ShadowArgument: Hashable, Sendable {
  public var offset: PairArgument
  public var blur: Quantity
  public var color: ColorArgument

  public init(offset: PairArgument, blur: Quantity, color: ColorArgument) {
    self.offset = offset
    self.blur = blur
    self.color = color
  }
}

extension AppearanceStatement {
  /// By which it is written.
  public var word: String {
    switch self {
    case .opacity: "opacity"
    case .fill: "fill"
    case .stroke: "stroke"
    case .blend: "blend"
    case .clip: "clip"
    case .shadow: "shadow"
    case .show: "show"
    case .hide: "hide"
    case .trim: "trim"
    case .source: "source"
    case .text: "text"
    }
  }
}

extension LayerOption {
  /// By which it is written.
  public var word: String {
    switch self {
    case .at: "at"
    case .size: "size"
    case .mode: "mode"
    case .anchor: "anchor"
    case .hidden: "hidden"
    case .untouchable: "untouchable"
    case .look(let look): look.word
    case .text(let option): option.word
    }
  }
}
