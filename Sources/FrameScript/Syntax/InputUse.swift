/// A property of an input that a script can read: `$width` is the first input's, `$width[i]` that of the i-th, from 0.
package enum InputField: String, CaseIterable, Sendable {
  /// The name of the file without its folder and extension.
  case stem
  /// The upright size.
  case width, height
  /// The value of the EXIF orientation tag.
  case orientation
  /// The name of the format: "jpeg".
  case format
  case frames, depth
  /// The day and the time at which the image was taken: "2026-11-21" and "22:19:51".
  case date
  case timeOfDay = "time_of_day"
  case camera
}

/// The names of built-in variables of inputs that a script uses, and those of them that it declares itself.
struct InputVariables {
  private var read: Set<String> = []
  private var declared: Set<String> = []
  private static let lists: Set = ["inputs", "count"]

  /// - Parameter isIndexed: true if an index follows the name.
  mutating func noteReading(of name: String, isIndexed: Bool) {
    if Self.lists.contains(name) || isIndexed && InputField(rawValue: name) != nil { read.insert(name) }
  }

  mutating func noteDeclaration(of name: String) {
    if Self.lists.contains(name) || InputField(rawValue: name) != nil { declared.insert(name) }
  }

  /// True if the script reads the list of all inputs.
  var readAllInputs: Bool { !read.isSubset(of: declared) }
}

/// Which inputs a script uses, as far as its text tells.
package struct InputUse: Equatable, Sendable {
  /// True if the script reads the list of all inputs, so that it takes all of them at once.
  package let takesAll: Bool
  /// True if any layer shows an image. A script without such a layer shows the first input.
  package private(set) var hasImageLayer = false
  /// True if any layer is declared, of whatever kind.
  private var hasLayer = false
  private var statesCanvas = false
  private var namesImage = false
  /// The highest `$n` that names an input, whether or not it is executed; 0 for none.
  package private(set) var highestNamed = 0
  /// True if a layer takes the next free input.
  private var takesNext = false
  /// True if a block that may be skipped or repeated uses inputs.
  private var dependsOnRun = false
  private var counter = InputCounter()

  package init(_ statements: [Statement], takesAll: Bool = false) {
    self.takesAll = takesAll
    add(statements, runOnce: true)
  }

  /// True if there are layers on a stated canvas and none shows an image: a scene without inputs.
  package var isScene: Bool { statesCanvas && hasLayer && !hasImageLayer }

  /// True if the script draws a scene, and names no image anywhere.
  package var needsNoImage: Bool { isScene && !namesImage && !takesAll }

  /// The number of inputs that the script takes at a time, at least 1; nil if only running it tells.
  package var count: Int? {
    guard takesNext else { return max(1, highestNamed) }
    return dependsOnRun ? nil : max(counter.highest, highestNamed)
  }

  private mutating func add(_ statements: [Statement], runOnce: Bool) {
    for statement in statements {
      switch statement.kind {
      case .layer(let layer):
        hasLayer = true
        for case .look(_, let operand) in layer.options.map(\.option) { add(operand, runOnce: runOnce) }
        switch layer.content {
        case .image(let source):
          hasImageLayer = true
          add(source, runOnce: runOnce)
        case .group(let body): add(body, runOnce: runOnce)
        default: break
        }
      case .regular(_, let operand):
        if statement.statesCanvas { statesCanvas = true }
        add(operand, runOnce: runOnce)
        for block in operand.blocks { add(block, runOnce: false) }
      case .flow, .touch, .animate: for block in statement.blocks { add(block, runOnce: false) }
      }
    }
  }

  private mutating func add(_ operand: Operand, runOnce: Bool) {
    operand.forEachForm { if let source = $0.image { add(source, runOnce: runOnce) } }
  }

  /// - Parameter source: nil for the next free input.
  private mutating func add(_ source: ImageReference?, runOnce: Bool) {
    namesImage = true
    switch source {
    case nil:
      takesNext = true
      if runOnce { _ = counter.next() }
    case .input(let number)?:
      highestNamed = max(highestNamed, number)
      if runOnce { counter.take(number) }
    case .file, .random, .placeholder: return
    }
    if !runOnce { dependsOnRun = true }
  }
}

/// Counts the inputs of a script's layers: the only place that decides how many belong together.
package struct InputCounter: Equatable, Sendable {
  private var taken: Set<Int> = []
  private var lowest = 1

  /// The number of inputs taken.
  package var count: Int { taken.count }

  /// The highest input taken. Inputs count from 1, and gaps count, too.
  package private(set) var highest = 0

  /// Returns the next input that no layer has.
  package mutating func next() -> Int {
    while taken.contains(lowest) { lowest += 1 }
    take(lowest)
    return lowest
  }

  package mutating func take(_ number: Int) {
    taken.insert(number)
    highest = max(highest, number)
  }
}
