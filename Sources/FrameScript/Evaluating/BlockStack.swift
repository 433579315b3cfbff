import FrameScene

/// Statements that run later: the block of a reaction or an item, with copies of the variables of its enclosing blocks;
/// or the body of a definition, which captures none.
struct DeferredBlock {
  let body: [Statement]
  var captured: [String: Value] = [:]
}

/// A block of statements that is running.
struct Block {
  enum Kind {
    case script
    case branch
    case loop(Loop)
    case group(ScriptPosition)
    case call
    /// A definition that a formula evaluates. It has no statements here.
    case function
    /// The block of a menu's or dialog's item.
    case item
    case reaction
  }

  let kind: Kind
  let statements: [Statement]
  /// The index of the next statement.
  fileprivate var next = 0

  init(_ kind: Kind, _ statements: [Statement]) {
    (self.kind, self.statements) = (kind, statements)
  }

  /// True if the block does not run in place.
  fileprivate var isBody: Bool {
    switch kind {
    case .call, .function, .item, .reaction: true
    case .script, .branch, .loop, .group: false
    }
  }
}

/// A `repeat` statement that is running.
struct Loop {
  /// The variable that counts the rounds.
  let name: String?
  let body: [Statement]
  let count: Double
  let position: ScriptPosition
  /// From 0.
  var round = 0.0
}

/// The blocks that are running, outermost first.
struct BlockStack {
  private var blocks: [Block] = []
  /// The number of blocks that do not run in place.
  private(set) var bodies = 0
  /// The number of expressions and blocks of functions that are being evaluated, each within the one before.
  var evaluations = 0
  private var reactions = 0

  /// True inside an `on` block.
  var isReacting: Bool { reactions > 0 }

  /// The variable of the innermost loop of the current body, which may have none; nil outside of loops.
  var loopVariable: String?? {
    for block in blocks.reversed() {
      if case .loop(let loop) = block.kind { return .some(loop.name) }
      if case .reaction = block.kind { return nil }
    }
    return nil
  }

  /// nil at the end of the innermost block.
  var nextStatement: Statement? {
    let block = blocks[blocks.count - 1]
    return block.next < block.statements.count ? block.statements[block.next] : nil
  }

  mutating func skipStatement() { blocks[blocks.count - 1].next += 1 }

  mutating func push(_ block: Block) {
    blocks.append(block)
    if block.isBody { bodies += 1 }
    if case .reaction = block.kind { reactions += 1 }
  }

  mutating func pop() -> Block {
    let block = blocks.removeLast()
    if block.isBody { bodies -= 1 }
    if case .reaction = block.kind { reactions -= 1 }
    return block
  }
}
