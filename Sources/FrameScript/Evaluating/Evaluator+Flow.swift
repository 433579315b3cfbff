import FrameGeometry
import FrameScene

// Variables, loops, conditions and calls.
extension Evaluator {
  mutating func run(_ flow: ControlStatement, at position: ScriptPosition) throws(ScriptError) {
    switch flow {
    case .parameter(let name, let fallback):
      if let given = context.parameters[name] {
        environment.declare(name, given)
      } else {
        environment.declare(name, try value(of: fallback))
      }
      try countVariables(at: position)
    case .assign(let name, let expression): try assign(name, try value(of: expression), at: position)
    case .repeat(let times, let name, let body):
      let count = try repeatCount(times)
      try beginRound(Loop(name: name, body: body, count: count, position: position))
    case .if(let condition, let then, let otherwise):
      // What it sets is visible after it.
      stack.push(Block(.branch, try number(of: condition) != 0 ? then : otherwise))
    case .define, .return: break
    case .data(let name, let value):
      environment.declare(name, value)
      try countVariables(at: position)
    case .call(let name, let arguments): try call(name, arguments, at: position)
    }
  }

  private mutating func assign(
    _ name: String, _ value: Value, at position: ScriptPosition
  ) throws(ScriptError) {
    let isLive = bindings.names.contains(name)
    let before = isLive ? environment.outermostValue(of: name) : nil
    if environment.hidesVariable(name) { throw ScriptError(.hiddenVariable(name), at: position) }
    environment.assign(name, value)
    try countVariables(at: position)
    guard isLive else { return }
    let after = environment.outermostValue(of: name)
    let isSame = before.map { known in after.map(known.isSame) ?? false } ?? (after == nil)
    bindings.change(name, isSame: isSame)
  }

  private mutating func call(
    _ name: String, _ arguments: [Expression], at position: ScriptPosition
  ) throws(ScriptError) {
    guard let definition = definitions[name] else {
      throw ScriptError(.unknownStatement(name, nearest: nil), at: position)
    }
    let values = try self.values(of: arguments, for: definition)
    try enter(DeferredBlock(body: definition.body), as: .call, seeing: values, at: position)
    try setDefaults(of: definition, after: arguments.count)
  }

  private mutating func values(
    of arguments: [Expression], for definition: Definition
  ) throws(ScriptError) -> [String: Value] {
    var values: [String: Value] = [:]
    for (parameter, argument) in zip(definition.parameters, arguments) {
      values[parameter.name] = try value(of: argument)
    }
    return values
  }

  /// Sets the parameters that a call does not give, in the body of the definition: a default can read the parameters
  /// before it.
  private mutating func setDefaults(of definition: Definition, after given: Int) throws(ScriptError) {
    for parameter in definition.parameters.dropFirst(given) {
      guard let fallback = parameter.fallback else { continue }
      environment.declare(parameter.name, try value(of: fallback))
      try countVariables(at: fallback.position)
    }
  }

  // MARK: Functions

  /// Returns the value of a definition that returns one.
  mutating func value(
    ofFunction name: String, _ arguments: [Expression], at position: ScriptPosition
  ) throws(ScriptError) -> Value {
    guard let definition = definitions[name] else {
      throw ScriptError(.unknownFunction(name, nearest: nil), at: position)
    }
    let values = try self.values(of: arguments, for: definition)
    // No statement of it is run from the stack: the evaluation of functions is recursive.
    try enter(DeferredBlock(body: []), as: .function, seeing: values, at: position)
    try setDefaults(of: definition, after: arguments.count)
    guard let value = try result(of: definition.body) else {
      throw ScriptError(.nothingReturned(name), at: position)
    }
    _ = stack.pop()
    environment.endBody()
    try countVariables(at: position)
    return value
  }

  /// Runs statements of a function.
  ///
  /// - Returns: the value that they return; nil if they end without.
  private mutating func result(of statements: [Statement]) throws(ScriptError) -> Value? {
    stack.evaluations += 1
    defer { stack.evaluations -= 1 }
    for statement in statements {
      try countStatement(at: statement.position)
      guard case .flow(let flow) = statement.kind else { continue }
      switch flow {
      case .return(let expression): return try value(of: expression)
      case .assign(let name, let expression):
        environment.assign(name, try value(of: expression), isLocal: true)
        try countVariables(at: statement.position)
      case .if(let condition, let then, let otherwise):
        let branch = try number(of: condition) != 0 ? then : otherwise
        if let value = try result(of: branch) { return value }
      case .repeat(let times, let name, let body):
        let count = try repeatCount(times)
        var round = 0.0
        while round < count {
          try countStatement(at: statement.position)
          environment.openBlock()
          if let name { environment.declare(name, .number(round)) }
          if let value = try result(of: body) { return value }
          environment.closeBlock()
          round += 1
        }
      default: continue
      }
    }
    return nil
  }

  private mutating func repeatCount(_ expression: Expression) throws(ScriptError) -> Double {
    let count = try number(of: expression)
    let isWhole = count >= 0 && count == count.rounded()
    try expression.position.require(
      isWhole, "the repeat count", count, wanted: "a whole number of at least 0")
    return count
  }

  // MARK: Blocks

  /// Begins a round of a loop, unless it is over.
  private mutating func beginRound(_ loop: Loop) throws(ScriptError) {
    guard loop.round < loop.count else { return }
    try countStatement(at: loop.position)
    environment.openBlock()
    if let name = loop.name { environment.declare(name, .number(loop.round)) }
    stack.push(Block(.loop(loop), loop.body))
  }

  mutating func openGroup(_ body: [Statement], at position: ScriptPosition) {
    environment.openBlock()
    stack.push(Block(.group(position), body))
  }

  /// Begins a body that does not run in place: that of a call, a reaction or an item. It sees the script's own
  /// variables, which it changes for good, and copies of the captured ones.
  ///
  /// - Parameters:
  ///   - kind: `next` returns nil at the end of a body that is not a call.
  ///   - values: additional variables of the block.
  mutating func enter(
    _ block: DeferredBlock, as kind: Block.Kind, seeing values: [String: Value] = [:],
    at position: ScriptPosition
  ) throws(ScriptError) {
    stack.push(Block(kind, block.body))
    try position.check(.nesting, stack.bodies, atMost: limits.nesting)
    var isReserving = false
    if case .reaction = kind { isReserving = true }
    environment.beginBody(block.captured, values, isReserving: isReserving)
    try countVariables(at: position)
  }

  enum BlockEnd {
    case goesOn
    case groupEnds(ScriptPosition)
    case bodyEnds
  }

  mutating func endBlock() throws(ScriptError) -> BlockEnd {
    switch stack.pop().kind {
    case .branch: break
    case .loop(var loop):
      environment.closeBlock()
      loop.round += 1
      try beginRound(loop)
    case .call: environment.endBody()
    case .function: preconditionFailure("evaluated in a formula")
    case .group(let position):
      environment.closeBlock()
      return .groupEnds(position)
    case .item, .reaction:
      environment.endBody()
      return .bodyEnds
    case .script: return .bodyEnds
    }
    return .goesOn
  }

  /// Keeps a block with the variables that are visible now, and returns its number.
  mutating func deferred(_ body: [Statement], at position: ScriptPosition) throws(ScriptError) -> Int {
    let captured = environment.inner
    let entry = MemoryLayout<String>.stride + MemoryLayout<Value>.stride
    let values = captured.reduce(3 * entry * captured.count) { $0.adding($1.value.heldBytes) }
    try account.hold(
      values.adding(2 * AllocatedBytes.header + MemoryLayout<Reaction>.stride), at: position)
    blocks.append(DeferredBlock(body: body, captured: captured))
    return blocks.count - 1
  }

  /// Replaces the count of the variables' bytes.
  mutating func countVariables(at position: ScriptPosition) throws(ScriptError) {
    let before = variableBytes
    variableBytes = environment.heldBytes
    try account.hold(variableBytes - before, at: position)
  }
}
