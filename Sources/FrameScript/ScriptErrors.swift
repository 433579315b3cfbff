/// The first errors of a text, and the number of the rest.
struct ScriptErrors {
  /// The maximum number of errors that are shown.
  static let most = 100

  private(set) var first: [ScriptError] = []
  private(set) var others = 0
  private var room = most

  var isEmpty: Bool { first.isEmpty }

  mutating func add(_ error: ScriptError) {
    if first.count < room { first.append(error) } else { others += 1 }
  }

  mutating func add(_ errors: ScriptErrors) {
    errors.first.forEach { add($0) }
    others += errors.others
  }

  /// Makes room for as many errors of another pass over the same text, whose errors may come before the first ones.
  mutating func beginPass() { room = first.count + Self.most }

  /// True if a further error is only counted.
  var isFull: Bool { first.count >= room }

  /// The first errors in the order of the text, and one that tells the number of the others.
  var all: [ScriptError] {
    let sorted = first.sorted { $0.position < $1.position }
    let shown = sorted.prefix(Self.most)
    let others = sorted.count - shown.count + others
    return shown
      + (others > 0 ? shown.suffix(1).map { ScriptError(.moreErrors(others), at: $0.position) } : [])
  }
}
