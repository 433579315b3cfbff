import FrameModel

/// The variables that reactions change: what a layer's declaration says by them is kept up with.
///
/// Only these. A variable that the script itself counts up, from one layer to the next, means for each layer what it
/// was when the layer was declared.
struct Bindings {
  /// Stands for which layers are marked, which reactions may change, too.
  static let marks = "marked"
  /// Stands for chance and for what else may come out otherwise each time it is asked for; no variable has this name.
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
