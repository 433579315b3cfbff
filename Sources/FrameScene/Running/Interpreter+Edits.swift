import FrameGeometry
import FrameScript

/// Edits of the current layer. `rotate`, `scale`, `translate` and `skew` apply before the current transform, in the
/// layer's own axes, as CGAffineTransform's methods; with `about` they apply after it, in the parent's axes; `concat`
/// appends.
extension Interpreter {
  mutating func run(_ edit: EditStatement, _ statement: Statement) throws(ScriptError) {
    let place = statement.position
    let index = try currentLayer(for: statement.word, at: place)
    let old = scene.layers[index].state.transform
    switch edit {
    case .rotate(let quantity, let pivot):
      try apply(.rotate, [try angle(quantity).degrees], about: pivot, to: index, at: place)
    case .scale(let first, let second, let pivot):
      let x = try number(of: first)
      let y = try second.map { expression throws(ScriptError) in try number(of: expression) } ?? x
      try apply(.scale, [x, y], about: pivot, to: index, at: place)
    case .skew(let first, let second, let pivot):
      let x = try angle(first)
      let y = try second.map { quantity throws(ScriptError) in try angle(quantity) } ?? .zero
      try apply(.skew, [x.degrees, y.degrees], about: pivot, to: index, at: place)
    case .translate(let argument):
      let (x, y) = try pair(argument)
      try apply(.translate, [x, y], about: nil, to: index, at: place)
    case .concat(let argument):
      try setTransform(old.concatenating(try matrix(argument)), of: index, at: place)
    case .transform(let argument): try setTransform(try matrix(argument), of: index, at: place)
    case .reset: try setTransform(.identity, of: index, at: place)
    case .move(let argument):
      let (x, y) = try pair(argument)
      try changeState(of: index, at: place) { state in
        state.position = Point(x: state.position.x + x, y: state.position.y + y)
      }
    case .anchor(let argument):
      let anchor = try unitPair(argument)
      try changeState(of: index, at: place) { $0.anchor = anchor }
    case .mode(let choice):
      let mode = try word(choice)
      guard case .image = scene.layers[index].shown else {
        throw ScriptError(.notAnImage(layer: scene.layers[index].name), at: place)
      }
      try changeState(of: index, at: place) { $0.mode = mode }
    case .save:
      try hold(AllocatedBytes.growing(1, of: AffineTransform.self), at: place)
      histories[index, default: EditHistory()].save(old)
    case .restore:
      guard let saved = histories[index]?.restore() else {
        throw ScriptError(.nothingToRestore(layer: scene.layers[index].name), at: place)
      }
      try hold(-AllocatedBytes.growing(1, of: AffineTransform.self), at: place)
      try setTransform(saved, of: index, at: place)
    case .undo:
      guard let before = histories[index]?.undo(scene.layers[index].state) else {
        throw ScriptError(.nothingToUndo(layer: scene.layers[index].name), at: place)
      }
      try hold(EditHistory.keptState, at: place)
      show(before, of: index, at: place)
    case .redo:
      guard let after = histories[index]?.redo(scene.layers[index].state) else {
        throw ScriptError(.nothingToRedo(layer: scene.layers[index].name), at: place)
      }
      try hold(-EditHistory.keptState, at: place)
      show(after, of: index, at: place)
    }
  }

  private mutating func show(_ state: SceneLayer.State, of index: Int, at place: ScriptPosition) {
    scene[index].state = state
    scene[index].lastEdit = place
  }

  private mutating func apply(
    _ kind: TransformEdit.Kind, _ numbers: [Double], about pivot: PairArgument?, to index: Int,
    at place: ScriptPosition
  ) throws(ScriptError) {
    let layer = scene.layers[index]
    let pivot = try pivot.map { argument throws(ScriptError) in
      fromPlace(try point(argument), of: layer)
    }
    let edit = TransformEdit(kind, numbers, about: pivot)
    try setTransform(edit.applied(to: layer.state.transform), of: index, at: place)
  }

  /// Converts a point of the parent to one relative to the layer's position, which is not part of its transform.
  func fromPlace(_ point: Point, of layer: SceneLayer) -> Point {
    Point(x: point.x - layer.state.position.x, y: point.y - layer.state.position.y)
  }

  mutating func setTransform(
    _ transform: AffineTransform, of index: Int, at place: ScriptPosition
  ) throws(ScriptError) {
    guard transform.isFinite else { throw ScriptError(.notFinite("the transform"), at: place) }
    try changeState(of: index, at: place) { $0.transform = transform }
  }
}
