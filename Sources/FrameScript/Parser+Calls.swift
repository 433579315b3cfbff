import FrameModel

/// Checks of calls that need all texts.
extension Parser {
  /// Reports words that are neither statements nor definitions, wrong numbers of arguments, and recursive
  /// definitions.
  mutating func checkCalls() {
    let words = Array(Self.rules.keys) + Self.otherWords + Array(definitions.keys)
    // A misspelling often occurs several times.
    var nearest: [String: String?] = [:]
    for call in calls {
      guard let definition = definitions[call.name] else {
        let suggestion = nearest[call.name] ?? call.name.nearest(in: words)
        nearest[call.name] = suggestion
        report(.unknownStatement(call.name, nearest: suggestion), at: call.place)
        continue
      }
      if let error = call.error {
        report(error.problem, at: error.position)
      } else if call.count != definition.parameters.count {
        report(
          .callArity(call.name, wanted: definition.parameters.count, found: call.count), at: call.place)
      }
    }
    checkRecursion()
  }

  private mutating func checkRecursion() {
    let callees = Dictionary(grouping: calls.filter { $0.caller != nil }, by: { $0.caller! })
    var finished: Set<String> = []
    for start in definitions.keys.sorted() where !finished.contains(start) {
      // An iterative walk, because a chain of definitions may be long.
      var path: [(name: String, next: Int)] = [(start, 0)]
      var onPath: Set<String> = [start]
      while let (name, next) = path.last {
        let calls = callees[name] ?? []
        guard next < calls.count else {
          finished.insert(name)
          onPath.remove(name)
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let call = calls[next]
        if onPath.contains(call.name) {
          report(.limit(LimitExceeded(.recursion, needed: path.count, allowed: 0)), at: call.place)
        } else if definitions[call.name] != nil, !finished.contains(call.name) {
          path.append((call.name, 0))
          onPath.insert(call.name)
        }
      }
    }
  }
}
