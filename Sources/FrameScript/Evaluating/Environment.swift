import FrameGeometry
import FrameScene

/// The variables visible at a position of a running script, those of the innermost block first.
struct Environment {
  private struct Block {
    private(set) var values: [String: Value] = [:]
    private(set) var heldBytes = 0

    init(_ values: [String: Value] = [:]) {
      self.values = values
      heldBytes = values.reduce(0) { $0.adding(Self.bytes(of: $1.value)) }
    }

    subscript(name: String) -> Value? {
      get { values[name] }
      set {
        if let old = values[name] { heldBytes -= Self.bytes(of: old) }
        if let newValue { heldBytes = heldBytes.adding(Self.bytes(of: newValue)) }
        values[name] = newValue
      }
    }

    /// A dictionary has a capacity of up to twice its entries, plus the old storage while it grows.
    private static func bytes(of value: Value) -> Int {
      let entry = MemoryLayout<String>.stride + MemoryLayout<Value>.stride
      return (3 * entry).adding(value.heldBytes)
    }
  }

  /// Outermost first: the variables of the run, then the script's own.
  private var blocks = [Block(), Block()]
  /// The script's own variables that have changed since they were stored in `blocks`, for dependents.
  private var followed: [String: Value] = [:]
  /// For each running body, the blocks of its caller, which are hidden until it ends, and the names that it reserves.
  private var hidden: [(blocks: [Block], reserved: [String: Value])] = []
  /// The bytes of the variables of all blocks.
  private(set) var heldBytes = 0

  init(constants: [String: Value]) {
    blocks[0] = Block(constants)
    heldBytes = blocks[0].heldBytes
  }

  subscript(name: String) -> Value? {
    for i in blocks.indices.reversed() {
      if i == 1, let value = followed[name] { return value }
      if let value = blocks[i][name] { return value }
    }
    return nil
  }

  private mutating func set(_ name: String, _ value: Value, in block: Int) {
    heldBytes -= blocks[block].heldBytes
    blocks[block][name] = value
    heldBytes = heldBytes.adding(blocks[block].heldBytes)
  }

  /// Sets the nearest variable of that name, or declares one in the innermost block. The run's own variables are
  /// never changed, only shadowed.
  ///
  /// - Parameter isLocal: true to set only variables of the current body, and never the script's own.
  mutating func assign(_ name: String, _ value: Value, isLocal: Bool = false) {
    let first = isLocal ? 2 : 1
    let known = blocks.indices.last { $0 >= first && blocks[$0][name] != nil }
    set(name, value, in: known ?? blocks.count - 1)
  }

  /// Returns true for a reserved name of the current body that hides a variable outside.
  func hidesVariable(_ name: String) -> Bool {
    guard hidden.last?.reserved[name] != nil else { return false }
    // The blocks of a body: the constants, the script's own variables, the captured ones, and its values.
    return blocks[1][name] != nil || blocks[2][name] != nil
  }

  /// Declares a variable in the innermost block, even if there is one further out.
  mutating func declare(_ name: String, _ value: Value) {
    set(name, value, in: blocks.count - 1)
  }

  mutating func setConstant(_ name: String, _ value: Value) {
    set(name, value, in: 0)
  }

  mutating func openBlock(_ values: [String: Value] = [:]) {
    blocks.append(Block(values))
    heldBytes = heldBytes.adding(blocks[blocks.count - 1].heldBytes)
  }

  /// The variables of all blocks inside the script's outermost one, for a body that runs later.
  var inner: [String: Value] {
    blocks.dropFirst(2).reduce(into: [:]) { all, block in all.merge(block.values) { $1 } }
  }

  mutating func closeBlock() {
    heldBytes -= blocks.removeLast().heldBytes
  }

  /// Begins a body that sees the script's outermost variables and its captured ones, but not its caller's.
  ///
  /// - Parameter isReserving: true if the names of the values must not hide variables.
  mutating func beginBody(
    _ captured: [String: Value], _ values: [String: Value], isReserving: Bool
  ) {
    hidden.append((Array(blocks.dropFirst(2)), isReserving ? values : [:]))
    blocks.removeLast(blocks.count - 2)
    openBlock(captured)
    openBlock(values)
  }

  /// Ends the body: its changes of the outermost variables stay, and its caller's variables are visible again.
  mutating func endBody() {
    while blocks.count > 2 { closeBlock() }
    blocks += hidden.removeLast().blocks
  }

  /// Returns whether a name refers to the script's outermost variable.
  func isOutermost(_ name: String) -> Bool {
    (blocks[1][name] != nil || followed[name] != nil) && !blocks.dropFirst(2).contains { $0[name] != nil }
  }

  /// Returns the value of the script's outermost variable of a name.
  func outermostValue(of name: String) -> Value? { blocks[1][name] }

  /// Copies the script's outermost variable of a name from another environment.
  mutating func follow(_ name: String, of other: Environment) {
    if let value = other.outermostValue(of: name) { followed[name] = value }
  }

  /// Returns whether the script declares a variable of this name that is visible.
  func declares(_ name: String) -> Bool {
    followed[name] != nil || blocks.dropFirst().contains { $0[name] != nil }
  }

  var names: [String] { blocks.flatMap { $0.values.keys } }
}
