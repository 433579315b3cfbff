import FrameGeometry
import FrameScript

/// A layer whose declaration reads variables that reactions change.
struct Dependent {
  let layer: Int
  let declaration: LayerDeclaration
  let position: ScriptPosition
  /// The variables visible at its declaration.
  var environment: Environment
  /// The bound variables that it reads.
  let reads: Set<String>
  /// The layer as declared or last updated.
  var declared: SceneLayer
}

extension Interpreter {
  /// Runs `body` and returns the bound variables that it read.
  mutating func reading<R>(
    _ make: (inout Interpreter) throws(ScriptError) -> R
  ) throws(ScriptError) -> (result: R, reads: Set<String>) {
    let outer = namesRead
    namesRead = []
    defer { namesRead = outer }
    let result = try make(&self)
    return (result, namesRead)
  }

  /// Updates layers after a variable has changed. The effects of edits and gestures stay; later statements about the
  /// style stay, too, unless the declaration sets it by a variable.
  ///
  /// - Parameter isSame: the variable was set to its old value: only layers with random values are made again.
  mutating func follow(_ name: String, isSame: Bool = false) throws(ScriptError) {
    for i in (isSame ? chancesByName : followersByName)[name] ?? [] {
      for read in followers[i].reads { followers[i].environment.follow(read, of: environment) }
      swap(&environment, &followers[i].environment)
      defer { swap(&environment, &followers[i].environment) }
      let layer = followers[i].layer
      let fresh = try makeLayer(
        followers[i].declaration, showing: scene.layers[layer].drawn, in: followers[i].declared.parent,
        at: followers[i].position)
      // In the scene, and here.
      let change = fresh.heldBytes - followers[i].declared.heldBytes
      try hold(recorder == nil ? 2 * change : max(0, 2 * change), at: followers[i].position)
      if fresh.state != followers[i].declared.state || fresh.content != followers[i].declared.content {
        scene[layer].follow(from: followers[i].declared, to: fresh)
      }
      followers[i].declared = fresh
    }
  }
}

extension SceneLayer {
  /// The content, unless the declaration makes it again: an input is taken only once.
  fileprivate var drawn: Content? {
    if case .shape = content { nil } else { content }
  }

  /// Applies the changes from one declaration of the layer to another.
  fileprivate mutating func follow(from old: SceneLayer, to new: SceneLayer) {
    if content != new.content { content = new.content }
    state.position.x += new.state.position.x - old.state.position.x
    state.position.y += new.state.position.y - old.state.position.y
    if new.state.opacity != old.state.opacity { state.opacity = new.state.opacity }
    if new.state.blend != old.state.blend { state.blend = new.state.blend }
    if new.state.clip != old.state.clip { state.clip = new.state.clip }
    if new.state.shadow != old.state.shadow { state.shadow = new.state.shadow }
    if new.state.mode != old.state.mode { state.mode = new.state.mode }
    if new.state.look.fill != old.state.look.fill { state.look.fill = new.state.look.fill }
    if new.state.look.stroke != old.state.look.stroke { state.look.stroke = new.state.look.stroke }
    if new.state.look.trim != old.state.look.trim { state.look.trim = new.state.look.trim }
  }
}

extension Value {
  /// Returns whether both are identical: the sign of 0 and the encoding of letters count, too.
  func isSame(_ other: Value) -> Bool {
    switch (self, other) {
    case (.number(let a), .number(let b)): a.bitPattern == b.bitPattern
    case (.text(let a), .text(let b)): a.utf8.elementsEqual(b.utf8)
    case (.list(let a), .list(let b)):
      a.items.count == b.items.count && zip(a.items, b.items).allSatisfy { $0.isSame($1) }
    default: false
    }
  }
}

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
