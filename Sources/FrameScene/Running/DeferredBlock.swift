import FrameModel

/// Statements that run later, with the variables visible at their position: the block of a reaction or an item, or
/// without its surroundings that of a definition.
struct DeferredBlock {
  let body: [Statement]
  var captured: [String: Value] = [:]
}

extension Interpreter {
  mutating func deferred(_ body: [Statement], at position: ScriptPosition) throws(ScriptError)
    -> DeferredBlock
  {
    let captured = environment.inner
    let entry = MemoryLayout<String>.stride + MemoryLayout<Value>.stride
    let values = captured.reduce(3 * entry * captured.count) { $0.adding($1.value.heldBytes) }
    try hold(values.adding(2 * MemoryAccount.allocation + MemoryLayout<Reaction>.stride), at: position)
    return DeferredBlock(body: body, captured: captured)
  }

  /// The script's own variables are changed for good; all others are copies of the block.
  ///
  /// - Parameter values: additional variables of the block.
  mutating func run(
    _ block: DeferredBlock, seeing values: [String: Value] = [:], at position: ScriptPosition
  ) throws(ScriptError) {
    callDepth += 1
    defer { callDepth -= 1 }
    guard callDepth <= limits.nesting else {
      throw ScriptError(
        .limit(LimitExceeded(.nesting, needed: callDepth, allowed: limits.nesting)), at: position)
    }
    environment.beginBody(block.captured, values)
    try countVariables(at: position)
    try run(block.body)
    environment.endBody()
  }
}
