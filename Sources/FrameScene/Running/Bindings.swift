import FrameModel

/// The variables that reactions change: layers whose declaration reads them are updated.
///
/// Only these. A variable that no reaction sets, such as a counter, keeps for each layer the value it had at the
/// declaration.
struct Bindings {
  /// Represents the set of marked layers, which reactions can change, too.
  static let marks = "marked"
  /// Represents random numbers and other values that may differ with each evaluation; no variable has this name.
  static let chance = "by chance"

  let names: Set<String>

  init(in statements: [Statement]) {
    var bodies: [[Statement]] = []
    var definitions: [String: [Statement]] = [:]
    statements.forEachNested { statement in
      switch statement.kind {
      case .recognizer(.on(_, _, let body)): bodies.append(body)
      case .dialog(.menu(_, _, let items)), .dialog(.dialog(_, _, let items)): bodies += items.map(\.body)
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
