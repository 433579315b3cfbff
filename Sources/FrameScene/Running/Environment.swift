import FrameModel

/// The variables that can be seen at one place of a running script: those of the innermost block first.
struct Environment {
  /// Outermost first: what the run itself knows, then the script's own.
  private var blocks: [[String: Value]] = [[:], [:]]

  init(constants: [String: Value]) {
    blocks[0] = constants
  }

  subscript(name: String) -> Value? {
    for block in blocks.reversed() {
      if let value = block[name] { return value }
    }
    return nil
  }

  /// Sets the nearest variable of that name, else makes one in the innermost block. What the run itself
  /// knows is never changed, only hidden.
  mutating func assign(_ name: String, _ value: Value) {
    for i in blocks.indices.reversed() where i > 0 && blocks[i][name] != nil {
      blocks[i][name] = value
      return
    }
    blocks[blocks.count - 1][name] = value
  }

  /// Makes a variable in the innermost block, whatever lies further out.
  mutating func declare(_ name: String, _ value: Value) {
    blocks[blocks.count - 1][name] = value
  }

  mutating func setConstant(_ name: String, _ value: Value) {
    blocks[0][name] = value
  }

  mutating func openBlock(_ values: [String: Value] = [:]) {
    blocks.append(values)
  }

  /// The variables of all blocks within the script's outermost one, for a body that runs later.
  var inner: [String: Value] {
    blocks.dropFirst(2).reduce(into: [:]) { all, block in all.merge(block) { $1 } }
  }

  mutating func closeBlock() {
    blocks.removeLast()
  }

  /// What a definition's body sees: the script's outermost variables and nothing of its caller's.
  var outermost: Environment {
    var environment = self
    environment.blocks = Array(blocks.prefix(2))
    return environment
  }

  /// Takes over what a definition's body did to the outermost variables.
  mutating func adoptOutermost(of other: Environment) {
    blocks[0] = other.blocks[0]
    blocks[1] = other.blocks[1]
  }

  /// True where the script's outermost variable is what can be seen by a name.
  func isOutermost(_ name: String) -> Bool {
    blocks[1][name] != nil && !blocks.dropFirst(2).contains { $0[name] != nil }
  }

  /// The same with the outermost variables of these names as another has them.
  func following(_ names: Set<String>, of other: Environment) -> Environment {
    var environment = self
    for name in names { environment.blocks[1][name] = other.blocks[1][name] }
    return environment
  }

  var names: [String] { blocks.flatMap(\.keys) }
}
