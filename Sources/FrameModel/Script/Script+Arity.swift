extension Script {
  /// How many inputs the script takes at a time: as many as its image layers without a source and its
  /// `$n` take between them, at least one.
  ///
  /// - Returns: nil where that depends on loops, conditions or definitions, so that only a run tells.
  public var arity: Int? {
    var count = InputCount()
    count.add(statements, isPlain: true)
    guard !count.dependsOnTheRun else { return nil }
    return max(count.plain.count, count.highestNested, 1)
  }
}

/// What the text alone tells of the inputs that are taken.
private struct InputCount {
  /// By statements that run once: outside loops, conditions and definitions.
  var plain = TakenInputs()
  /// The highest `$n` elsewhere.
  var highestNested = 0
  private var hasUnnamed = false
  private var hasNestedUnnamed = false
  private var hasNestedNamed = false

  /// A nested layer may come before a plain one without a source, and have taken its input.
  var dependsOnTheRun: Bool { hasNestedUnnamed || hasUnnamed && hasNestedNamed }

  mutating func add(_ statements: [Statement], isPlain: Bool) {
    for statement in statements {
      switch statement.kind {
      case .layer(let layer):
        if case .image(let source) = layer.content { add(source, isPlain: isPlain, isLayer: true) }
        if case .group(let body) = layer.content { add(body, isPlain: isPlain) }
      case .look(.source(let source)): add(source, isPlain: isPlain, isLayer: false)
      default: for block in statement.blocks { add(block, isPlain: false) }
      }
    }
  }

  private mutating func add(_ source: PictureSource?, isPlain: Bool, isLayer: Bool) {
    switch source {
    case .input(let number)? where isPlain: plain.take(number)
    case .input(let number)?:
      highestNested = max(highestNested, number)
      if isLayer { hasNestedNamed = true }
    case nil where isPlain:
      _ = plain.takeNext()
      hasUnnamed = true
    case nil: hasNestedUnnamed = true
    case .file?, .random?, .placeholder?: break
    }
  }
}
