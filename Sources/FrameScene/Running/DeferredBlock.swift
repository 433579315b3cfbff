import FrameModel

/// Statements that run later than where they stand, with what could be seen there: a reaction's, an item's, and with
/// nothing of its surroundings a definition's.
struct DeferredBlock {
  let body: [Statement]
  var captured: [String: Value] = [:]
}

extension Interpreter {
  func deferred(_ body: [Statement]) -> DeferredBlock {
    DeferredBlock(body: body, captured: environment.inner)
  }

  /// The script's own variables are changed for good, all others are the block's copies.
  ///
  /// - Parameter values: what the block sees beside.
  mutating func run(
    _ block: DeferredBlock, seeing values: [String: Value] = [:], at position: ScriptPosition
  ) throws(ScriptError) {
    callDepth += 1
    defer { callDepth -= 1 }
    guard callDepth <= limits.nesting else {
      throw ScriptError(
        .limit(LimitExceeded(.nesting, needed: callDepth, allowed: limits.nesting)), at: position)
    }
    let inner = environment.removeInner()
    environment.openBlock(block.captured)
    environment.openBlock(values)
    try run(block.body)
    environment.replaceInner(by: inner)
  }
}
