extension Script {
  /// How many inputs the script takes at a time: as many as it has image layers without a source, or its
  /// highest `$n`, at least one.
  ///
  /// - Returns: nil where layers are declared in loops, conditions or definitions, so that only a run
  ///   tells.
  public var arity: Int? {
    var highest = 1
    var unnamed = 0
    statements.forEachNested { statement in
      for source in statement.pictureSources {
        switch source {
        case .input(let number)?: highest = max(highest, number)
        case nil: unnamed += 1
        default: break
        }
      }
    }
    return unnamed == statements.plainUnnamedLayers ? max(highest, unnamed) : nil
  }
}

extension Statement {
  /// The sources that it names, nil for a layer that takes the next input.
  fileprivate var pictureSources: [PictureSource?] {
    switch kind {
    case .layer(let layer):
      if case .image(let source) = layer.content { [source] } else { [] }
    case .look(.source(let source)): [source]
    default: []
    }
  }
}

extension [Statement] {
  /// Image layers without a source that are declared once: outside loops, conditions and definitions.
  fileprivate var plainUnnamedLayers: Int {
    reduce(0) { count, statement in
      guard case .layer(let layer) = statement.kind else { return count }
      switch layer.content {
      case .image(nil): return count + 1
      case .group(let body): return count + body.plainUnnamedLayers
      default: return count
      }
    }
  }
}
