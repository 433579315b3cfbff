import FrameGeometry
import FrameImage
import FrameScript
import FrameText

/// Converts texts to paths.
extension Interpreter {
  /// Evaluates the declaration of a text.
  mutating func textBlock(
    _ string: Template, at place: PairArgument, _ options: [LayerOption]
  ) throws(ScriptError) -> TextBlock {
    var block = TextBlock(string: try text(of: string), style: TextStyle(), place: try point(place))
    for case .text(let option) in options {
      switch option {
      case .font(let template): block.style.font = .file(try text(of: template))
      case .size(let quantity): block.style.size = try length(quantity, .alone)
      case .weight(let expression): block.style.weight = try number(of: expression)
      case .align(let choice, let placement):
        block.style.alignment = try word(choice)
        block.placement = placement ?? block.placement
      case .width(let quantity): block.style.width = try length(quantity, .x)
      case .lineHeight(let expression): block.style.lineHeight = try number(of: expression)
      case .lines(let expression):
        block.style.lines = try wholeNumber(expression, "a number of lines", from: 1)
      }
    }
    return block
  }

  /// Returns the outlines of a text at its position. Missing glyphs and weights are recorded.
  mutating func set(_ block: TextBlock, at position: ScriptPosition) throws(ScriptError) -> Shape {
    let set: TypesetText
    do throws(LimitExceeded) {
      try account.check(beside: TypesetText.momentaryBytes(of: block.string))
    } catch {
      throw ScriptError(.limit(error), at: position)
    }
    do throws(TextError) {
      set = try typesetter.set(block.string, in: block.style)
    } catch {
      throw ScriptError(.text(error), at: position)
    }
    let above: Double
    switch block.placement {
    case .top: above = 0
    case .middle: above = set.box.size.height / 2
    case .baseline: above = set.lines.first?.origin.y ?? 0
    case .bottom: above = set.box.size.height
    }
    let (x, y) = (block.place.x, block.place.y - above)
    var shape = Shape(set.path.applying(AffineTransform(translationX: x, y: y)), .text)
    shape.box = set.box.offsetBy(dx: x, dy: y)
    shape.text = block
    for shortfall in set.shortfalls(of: block.style) where !record.shortfalls.contains(shortfall) {
      record.shortfalls.append(shortfall)
    }
    return shape
  }

  /// Replaces the text of a layer. The layer's center moves with the box, and the effects of edits stay.
  mutating func change(
    _ state: inout SceneLayer.State, of layer: SceneLayer, to string: Template, at place: ScriptPosition
  ) throws(ScriptError) {
    guard case .shape(let shape) = layer.shown, var block = shape.text else {
      throw ScriptError(.notAText("text", layer: layer.name), at: place)
    }
    block.string = try text(of: string)
    var changed = layer
    changed.state.source = .shape(try set(block, at: place))
    state.source = changed.state.source
    state.position.x += changed.anchorPoint.x - layer.anchorPoint.x
    state.position.y += changed.anchorPoint.y - layer.anchorPoint.y
  }
}
