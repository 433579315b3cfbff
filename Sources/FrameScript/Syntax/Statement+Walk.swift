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
}

extension Statement {
  /// The blocks of the statement.
  var blocks: [[Statement]] {
    switch kind {
    case .layer(let layer):
      if case .group(let body) = layer.content { [body] } else { [] }
    case .flow(.repeat(_, _, let body)), .flow(.define(_, _, let body)): [body]
    case .flow(.if(_, let then, let otherwise)): [then, otherwise]
    case .recognizer(.on(_, _, let body)): [body]
    case .dialog(.menu(_, _, let items)), .dialog(.dialog(_, _, let items)): items.map(\.body)
    default: []
    }
  }
}

extension Statement {
  /// True if this is a raw touch: several at one instant belong together.
  package var isTouch: Bool {
    if case .gesture(.touch) = kind { true } else { false }
  }
}
