import FrameModel

/// A layer whose declaration reads variables that reactions change.
struct Follower {
  let layer: Int
  let declaration: LayerDeclaration
  let position: ScriptPosition
  /// What could be seen where it was declared.
  let environment: Environment
  /// Those of the live names that it reads.
  let reads: Set<String>
  /// As declared, or as it last followed.
  var declared: Layer
}

extension Interpreter {
  /// Runs what makes a layer, and says which of the live names it read.
  mutating func reading<R>(
    _ make: (inout Interpreter) throws(ScriptError) -> R
  ) throws(ScriptError) -> (result: R, reads: Set<String>) {
    let outer = namesRead
    namesRead = []
    defer { namesRead = outer }
    let result = try make(&self)
    return (result, namesRead)
  }

  /// Brings layers up to date with a variable that has changed. What edits and gestures did to them stays; of their
  /// looks what was said later stays, too, unless the declaration says it by a variable.
  mutating func follow(_ name: String) throws(ScriptError) {
    guard liveNames.contains(name) else { return }
    for i in followers.indices where followers[i].reads.contains(name) {
      let follower = followers[i]
      let outer = environment
      environment = follower.environment.following(follower.reads, of: outer)
      defer { environment = outer }
      let fresh = try makeLayer(
        follower.declaration, showing: scene.layers[follower.layer].drawn, in: follower.declared.parent,
        at: follower.position)
      // In the scene, and here.
      let change = fresh.heldBytes - follower.declared.heldBytes
      try hold(recorder == nil ? 2 * change : max(0, 2 * change), at: follower.position)
      scene.layers[follower.layer].follow(from: follower.declared, to: fresh)
      followers[i].declared = fresh
    }
  }
}

extension Layer {
  /// What it shows, unless that is made of the declaration anew: an input is taken once.
  fileprivate var drawn: Content? {
    if case .shape = content { nil } else { content }
  }

  /// Takes over what has changed from one declaration of it to another.
  fileprivate mutating func follow(from old: Layer, to new: Layer) {
    if content != new.content { content = new.content }
    state.position.x += new.state.position.x - old.state.position.x
    state.position.y += new.state.position.y - old.state.position.y
    func take<Value: Equatable>(_ path: WritableKeyPath<State, Value>) {
      if new.state[keyPath: path] != old.state[keyPath: path] {
        state[keyPath: path] = new.state[keyPath: path]
      }
    }
    take(\.opacity)
    take(\.blend)
    take(\.clip)
    take(\.shadow)
    take(\.mode)
    take(\.look.fill)
    take(\.look.stroke)
    take(\.look.trim)
  }
}
