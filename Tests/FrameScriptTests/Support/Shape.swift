import FrameGeometry
import FrameImage
@testable import FrameScript

/// Returns a syntax tree as a line of text without positions, so that a test is easy to compare with the statement
/// that it parses: `rotate 30deg about 1,2` is `edit(rotate(30deg, about: 1,2))`.
func shape(_ tree: Any) -> String {
  switch tree {
  case let statement as Statement: return shape(statement.kind)
  case .regular(let entry, let operand) as Statement.Kind: return "\(entry.word)(\(shape(operand)))"
  case let placed as PlacedOption: return shape(placed.option)
  case .look(let entry, let operand) as LayerOption: return "\(entry.word)(\(shape(operand)))"
  case let operand as Operand: return shape(of: operand)
  case let expression as Expression: return formula(expression.kind)
  case let template as Template: return text(template)
  case let quantity as Quantity: return shape(quantity.value) + (quantity.unit?.rawValue ?? "")
  case .pair(let x, let y) as PairArgument: return shape(x) + "," + shape(y)
  case .variable(let expression) as PairArgument: return shape(expression)
  case let matrix as MatrixArgument: return matrix.numbers.map { shape($0) }.joined(separator: " ")
  case let color as Color: return color.hex
  case let word as any ScriptKeyword: return word.rawValue
  case let string as String: return string
  case let number as Int: return String(number)
  default: return mirrored(tree)
  }
}

private func shape(of operand: Operand) -> String {
  switch operand {
  case .missing: "nil"
  case .quantity(let quantity): shape(quantity)
  case .expression(let expression): shape(expression)
  case .template(let template): text(template)
  case .pair(let pair): shape(pair)
  case .list(let parts): parts.map(shape).joined(separator: ", ")
  case .form(let index, let operand): "form \(index): \(shape(operand))"
  case .other(let written): shape(written)
  }
}

private func formula(_ kind: Expression.Kind) -> String {
  switch kind {
  case .number(let value): value.scriptText
  case .text(let template): "\"\(text(template))\""
  case .list(let items): "[" + items.map { shape($0) }.joined(separator: ", ") + "]"
  case .variable(let name): "$" + name
  case .element(let list, let index): "\(shape(list))[\(shape(index))]"
  case .field(let record, let name): "\(shape(record)).\(name)"
  case .define(let name, let arguments):
    name + "(" + arguments.map { shape($0) }.joined(separator: ", ") + ")"
  case .negate(let operand): "(-\(shape(operand)))"
  case .percent(let operand): "\(shape(operand))%"
  case .not(let operand): "(not \(shape(operand)))"
  case .binary(let symbol, let l, let r): "(\(shape(l)) \(symbol.rawValue) \(shape(r)))"
  case .call(let function, let arguments):
    function.rawValue + "(" + arguments.map { shape($0) }.joined(separator: ", ") + ")"
  case .layer(let function, let name, let numbers):
    function.rawValue + "(" + ([text(name)] + numbers.map { shape($0) }).joined(separator: ", ") + ")"
  }
}

private func text(_ template: Template) -> String {
  template.pieces.map { piece in
    switch piece {
    case .text(let text): text
    case .value(let value, let decimals):
      "{" + shape(value) + (decimals.map { ":.\($0)" } ?? "") + "}"
    }
  }.joined()
}

/// Writes an enum as its case, and a tuple or struct as its parts.
private func mirrored(_ tree: Any) -> String {
  let mirror = Mirror(reflecting: tree)
  func parts(_ mirror: Mirror) -> String {
    mirror.children.map { child in
      let label = child.label.flatMap { $0.hasPrefix(".") ? nil : $0 + ": " } ?? ""
      return label + shape(child.value)
    }.joined(separator: ", ")
  }
  switch mirror.displayStyle {
  case .optional?: return mirror.children.first.map { shape($0.value) } ?? "nil"
  case .collection?: return "[" + mirror.children.map { shape($0.value) }.joined(separator: "; ") + "]"
  case .enum?:
    guard let payload = mirror.children.first, let name = payload.label else { return "\(tree)" }
    if name == "word" || name == "template" || name == "color" { return shape(payload.value) }
    let inner = Mirror(reflecting: payload.value)
    return "\(name)(\(inner.displayStyle == .tuple ? parts(inner) : shape(payload.value)))"
  default:
    let isPlain = "\(type(of: tree))".hasPrefix("WrittenValue<")
    return isPlain ? mirror.children.map { shape($0.value) }.joined() : parts(mirror)
  }
}
