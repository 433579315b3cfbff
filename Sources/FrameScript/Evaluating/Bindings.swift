/// A layer whose declaration reads variables that reactions change.
struct BoundLayer {
  let layer: Int
  let declaration: LayerDeclaration
  let position: ScriptPosition
  /// The variables visible at its declaration.
  var environment: Environment
  /// The bound variables that it reads.
  let reads: Set<String>
}

/// The variables that reactions change: layers whose declaration reads them are declared again.
///
/// Only these. A variable that no reaction sets, such as a counter, keeps for each layer the value it had at the
/// declaration.
struct Bindings {
  /// Represents the set of marked layers, which reactions can change, too.
  static let marks = "marked"
  /// Represents random numbers and other values that may differ with each evaluation; no variable has this name.
  static let chance = "by chance"

  let names: Set<String>
  /// In the order of declaration.
  private(set) var layers: [BoundLayer] = []
  /// The indices of the layers that read each variable, and of those that may change although the variable has not.
  private var readers: [String: [Int]] = [:]
  private var chanceReaders: [String: [Int]] = [:]
  /// The indices of the layers that are still to be declared again.
  private var due: ArraySlice<Int> = []
  /// The bound variables read since this was cleared.
  private var reads: Set<String> = []

  mutating func noteReading(of name: String) { reads.insert(name) }

  mutating func takeReads() -> Set<String> {
    defer { reads = [] }
    return reads
  }

  mutating func add(_ layer: BoundLayer) {
    for name in layer.reads {
      readers[name, default: []].append(layers.count)
      if layer.reads.contains(Self.chance) { chanceReaders[name, default: []].append(layers.count) }
    }
    layers.append(layer)
  }

  /// - Parameter isSame: the variable was set to its old value: only layers with random values are declared again.
  mutating func change(_ name: String, isSame: Bool = false) {
    due = ((isSame ? chanceReaders : readers)[name] ?? [])[...]
  }

  mutating func takeDueLayer() -> Int? { due.popFirst() }

  /// Copies the current values of the variables that a bound layer reads into the layer's environment, and swaps that
  /// with `environment`, so that its declaration is evaluated in its own scope. `swapBack` undoes the swap.
  mutating func swapVariables(of index: Int, with environment: inout Environment) {
    for read in layers[index].reads { layers[index].environment.follow(read, of: environment) }
    swapBack(of: index, with: &environment)
  }

  mutating func swapBack(of index: Int, with environment: inout Environment) {
    swap(&environment, &layers[index].environment)
  }

  init(in statements: [Statement]) {
    var bodies: [[Statement]] = []
    var definitions: [String: [Statement]] = [:]
    statements.forEachNested { statement in
      switch statement.kind {
      case .regular(_, let operand): bodies += operand.blocks
      case .flow(.define(let name, _, let body)): definitions[name] = body
      default: break
      }
    }
    var names: Set = [Self.marks]
    while let body = bodies.popLast() {
      body.forEachNested { statement in
        switch statement.kind {
        case .flow(.assign(let name, _)): names.insert(name)
        // Once is enough, and a definition cannot call itself.
        case .flow(.call(let name, _)):
          if let called = definitions.removeValue(forKey: name) { bodies.append(called) }
        default: break
        }
      }
    }
    self.names = names
  }
}

extension Value {
  /// Returns whether both are identical: the sign of 0 and the encoding of letters count, too.
  func isSame(_ other: Value) -> Bool {
    switch (self, other) {
    case (.number(let a), .number(let b)): a.bitPattern == b.bitPattern
    case (.length(let a), .length(let b)):
      a.percent.bitPattern == b.percent.bitPattern && a.pixels.bitPattern == b.pixels.bitPattern
    case (.text(let a), .text(let b)): a.utf8.elementsEqual(b.utf8)
    case (.input(let a), .input(let b)): a.number == b.number
    case (.record(let a), .record(let b)):
      a === b || a.names == b.names && zip(a.values, b.values).allSatisfy { $0.isSame($1) }
    case (.list(let a), .list(let b)):
      a.items.count == b.items.count && zip(a.items, b.items).allSatisfy { $0.isSame($1) }
    default: false
    }
  }
}
