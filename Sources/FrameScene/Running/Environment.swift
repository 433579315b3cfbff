import FrameModel

/// The variables that can be seen at one place of a running script: those of the innermost block first.
struct Environment {
  /// Outermost first: what the run itself knows, then the script's own.
  private var blocks: [[String: Value]] = [[:], [:]]
  /// Variables of the script's own that have changed since they were written down in `blocks`: of a follower.
  private var followed: [String: Value] = [:]

  init(constants: [String: Value]) {
    blocks[0] = constants
  }

  subscript(name: String) -> Value? {
    for i in blocks.indices.reversed() {
      if i == 1, let value = followed[name] { return value }
      if let value = blocks[i][name] { return value }
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

  /// Takes away all blocks within the script's outermost one: a definition's body sees nothing of its caller's. The
  /// outermost variables stay where they are, so that no change of one copies all of them.
  mutating func removeInner() -> [[String: Value]] {
    defer { blocks.removeLast(blocks.count - 2) }
    return Array(blocks.dropFirst(2))
  }

  mutating func replaceInner(by inner: [[String: Value]]) {
    blocks.removeLast(blocks.count - 2)
    blocks += inner
  }

  /// True where the script's outermost variable is what can be seen by a name.
  func isOutermost(_ name: String) -> Bool {
    (blocks[1][name] != nil || followed[name] != nil) && !blocks.dropFirst(2).contains { $0[name] != nil }
  }

  /// The script's outermost variable of a name.
  func outermostValue(of name: String) -> Value? { blocks[1][name] }

  /// Takes over the script's outermost variable of a name from another one.
  mutating func follow(_ name: String, of other: Environment) {
    if let value = other.outermostValue(of: name) { followed[name] = value }
  }

  var names: [String] { blocks.flatMap(\.keys) }
}
