/// Chooses the canvas of a run whose commands state none.
///
/// A run that rotates, scales, skews or tilts the photo, and does nothing that needs a fixed canvas, shows all of it: the
/// canvas fits what is drawn. All others keep the first image's size. Commands count when they are performed.
struct DefaultCanvas {
  /// The first statement that changes the photo's shape.
  private var firstEdit: Origin?
  private var needsFixedCanvas = false

  mutating func note(_ command: Command) {
    switch command.kind {
    case .edit(_, let edit):
      if edit.changesShape, firstEdit == nil { firstEdit = command.origin }
      if case .straighten = edit { needsFixedCanvas = true }
    case .change(_, .perspective(.projection)), .change(_, .perspective(.turn)),
      .change(_, .perspective(.corners(_?))):
      if firstEdit == nil { firstEdit = command.origin }
    case .animate(_, let animation): if animation.change.isOfGeometry { needsFixedCanvas = true }
    // Layers are placed on the canvas, and fingers touch it.
    case .declare, .gesture, .touch: needsFixedCanvas = true
    default: break
    }
  }

  func apply(to scene: inout Scene) {
    guard scene.canvas.extent == .unstated, !scene.canvas.isSizeRead, !needsFixedCanvas, let firstEdit,
      scene.layers.contains(where: { !$0.state.isHidden && $0.state.opacity > 0 })
    else { return }
    (scene.canvas.extent, scene.canvas.origin) = (.fit, firstEdit)
  }
}

extension LayerEdit {
  /// True for the edits that may change more than a layer's position, whatever their values are. `reset` does not
  /// count.
  fileprivate var changesShape: Bool {
    switch self {
    case .transform(let kind, _, _): kind != .translate
    case .concat: true
    case .setTransform(let transform): !transform.isIdentity
    case .move, .straighten, .limit, .save, .restore, .undo, .redo: false
    }
  }
}
