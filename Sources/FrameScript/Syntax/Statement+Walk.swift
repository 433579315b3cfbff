extension [Statement] {
  /// Calls `body` for every statement, including those in blocks, in the order of the text.
  package func forEachNested(_ body: (Statement) -> Void) {
    for statement in self {
      body(statement)
      for block in statement.blocks { block.forEachNested(body) }
    }
  }

  /// The names that `-D` can set.
  package var parameterNames: [String] {
    var names: [String] = []
    forEachNested { statement in
      if case .flow(.parameter(let name, _)) = statement.kind { names.append(name) }
    }
    return names
  }

  /// Returns the statements with each `canvas` before the edits that stand directly before it and do not depend on the
  /// canvas. The result is the same, because layers and edits are laid out on the canvas that is known before them.
  var withEarlyCanvas: [Statement] {
    var statements: [Statement] = []
    var independent: [Statement] = []
    for statement in self {
      if statement.statesCanvas {
        statements.append(statement)
      } else if statement.dependsOnCanvas {
        statements += independent
        statements.append(statement)
        independent = []
      } else {
        independent.append(statement)
      }
    }
    return statements + independent
  }
}

extension Statement {
  /// The blocks of the statement.
  var blocks: [[Statement]] {
    switch kind {
    case .layer(let layer):
      if case .group(let body) = layer.content { [body] } else { [] }
    case .flow(.repeat(_, _, let body)), .flow(.define(_, _, let body)): [body]
    case .flow(.if(_, let then, let otherwise)): [then, otherwise]
    case .regular(_, let operand): operand.blocks
    case .flow, .touch, .animate: []
    }
  }

  /// True if this is a raw touch: several at one instant belong together.
  var isTouch: Bool { if case .touch = kind { true } else { false } }

  /// True if the statement moves fingers, or lets time pass.
  var movesFingers: Bool {
    switch kind {
    case .touch: true
    case .regular(let entry, _): entry.movesFingers
    case .layer, .animate, .flow: false
    }
  }

  /// True if this is the size of the canvas.
  var statesCanvas: Bool {
    if case .regular(let entry, _) = kind { entry.word == "canvas" } else { false }
  }

  /// False for edits whose values have the same meaning on every canvas: colors, and how an image fills its box. Lengths
  /// depend on the canvas, because an image is drawn at another size on another canvas.
  fileprivate var dependsOnCanvas: Bool {
    guard case .regular(let entry, let operand) = kind else { return true }
    if entry.isFree || entry.border(of: operand) != nil { return false }
    // `sharpen output`
    if entry.word == "sharpen", case .list([.missing, .missing]) = operand { return false }
    return true
  }
}
