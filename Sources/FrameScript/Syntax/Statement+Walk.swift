extension [Statement] {
  /// Calls `body` for every statement, including those in blocks, in the order of the text.
  package func forEachNested(_ body: (Statement) -> Void) {
    for statement in self {
      body(statement)
      for block in statement.blocks { block.forEachNested(body) }
    }
  }

  /// True if any image layer is declared; a script without one shows the first input.
  package var declareImageLayer: Bool {
    var found = false
    forEachNested { statement in
      if case .layer(let layer) = statement.kind, case .image = layer.content { found = true }
    }
    return found
  }

  /// The number of inputs that the script takes at a time, at least 1; nil if only running it tells: a layer takes the
  /// next free input, and blocks that may be skipped or repeated take inputs, too.
  package var inputCount: Int? {
    guard takeNextInput else { return Swift.max(1, highestNamedInput) }
    var taken: Set<Int> = []
    guard take(&taken) else { return nil }
    return Swift.max(taken.max() ?? 1, highestNamedInput)
  }

  /// True if a layer takes the next free input.
  private var takeNextInput: Bool {
    var found = false
    forEachNested { statement in
      if case .layer(let layer) = statement.kind, case .image(nil) = layer.content { found = true }
    }
    return found
  }

  /// Adds the inputs of statements that run exactly once. Returns false if there are others with inputs.
  private func take(_ taken: inout Set<Int>) -> Bool {
    for statement in self {
      switch statement.kind {
      case .layer(let layer):
        switch layer.content {
        case .image(nil): taken.insert((1...).first { !taken.contains($0) }!)
        case .image(.input(let number)): taken.insert(number)
        case .group(let body): guard body.take(&taken) else { return false }
        default: break
        }
      case .look(.source(.input(let number))): taken.insert(number)
      default:
        guard statement.blocks.allSatisfy({ !$0.takeNextInput && $0.highestNamedInput == 0 }) else {
          return false
        }
      }
    }
    return true
  }

  /// True if there are layers on a given canvas and none shows an image: a scene without inputs.
  package var declareScene: Bool {
    var (hasCanvas, hasLayers) = (false, false)
    forEachNested { statement in
      switch statement.kind {
      case .canvas(.canvas): hasCanvas = true
      case .layer: hasLayers = true
      default: break
      }
    }
    return hasCanvas && hasLayers && !declareImageLayer
  }

  /// The highest `$n` that names an input, whether or not it is executed; 0 for none.
  package var highestNamedInput: Int {
    var highest = 0
    forEachNested { statement in
      switch statement.kind {
      case .layer(let layer):
        if case .image(.input(let number)) = layer.content { highest = Swift.max(highest, number) }
      case .look(.source(.input(let number))): highest = Swift.max(highest, number)
      default: break
      }
    }
    return highest
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
