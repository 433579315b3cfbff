import FrameGeometry

// Declarations of layers.
extension SceneEditor {
  /// Adds a layer to the group that is open, or to the canvas. A group stays open until `endGroup`.
  ///
  /// - Parameter isBound: true if `update` will replace it.
  func declare(_ new: NewLayer, isBound: Bool, at origin: Origin) throws(SceneError) {
    let limits = account.limits
    try origin.check(.layers, scene.layers.count + 1, atMost: limits.layers)
    let layer = try makeLayer(new, in: declarations.openGroups.last, at: origin)
    if let above = new.above, scene.layers[above].parent != layer.parent {
      throw SceneError(.notInOneGroup(layer.name, scene.layers[above].name), at: origin)
    }
    try add(layer, below: new.above, at: origin)
    let index = scene.layers.count - 1
    if isBound {
      try account.hold(layer.heldBytes, at: origin)
      declarations.boundLayers[index] = layer
    }
    if case .group = layer.content { declarations.openGroups.append(index) }
  }

  func endGroup() {
    let group = declarations.openGroups.removeLast()
    modify { $0.current = group }
  }

  /// Updates a bound layer. The effects of edits and gestures stay; later statements about the style stay, too, unless
  /// the declaration has changed it.
  func update(_ index: Int, with new: NewLayer, at origin: Origin) throws(SceneError) {
    guard let declared = declarations.boundLayers[index] else { preconditionFailure("a bound layer") }
    let fresh = try makeLayer(new, in: declared.parent, at: origin)
    // In the scene, and here.
    let change = 2 * (fresh.heldBytes - declared.heldBytes)
    try account.hold(keepsFrames ? max(0, change) : change, at: origin)
    if fresh.state != declared.state || fresh.content != declared.content || fresh.size != declared.size {
      modify { $0[index].follow(from: declared, to: fresh) }
      try findFocus(of: index)
    }
    declarations.boundLayers[index] = fresh
  }

  private func makeLayer(
    _ new: NewLayer, in parent: Int?, at origin: Origin
  ) throws(SceneError) -> SceneLayer {
    let content: SceneLayer.Content
    switch new.content {
    case .layer(let own): content = own
    case .text(let block): content = .shape(try set(block, at: origin))
    case .same(let index): content = scene.layers[index].content
    }
    var layer = SceneLayer(
      name: new.name, content: content, parent: parent, size: scene.bounds(of: parent),
      state: SceneLayer.State(position: .zero, anchor: Point(x: 0.5, y: 0.5)), lastEdit: origin)
    var position: Point?
    var size: Size?
    for (option, _) in new.options {
      if case .origin(let point) = option { position = point }
      if case .size(let own) = option { size = own }
    }
    let fillsCanvas = parent == nil && position == nil && size == nil
    if fillsCanvas, scene.canvas.extent == .cover { layer.state.image.mode = .scaleAspectFill }
    var perspectives: [(LayerPerspective, Origin)] = []
    for (option, origin) in new.options {
      switch option {
      case .part(let part): layer.state.image.part = part
      case .alignment(let alignment): layer.state.image.alignment = alignment
      case .untouchable: layer.isTouchable = false
      // The last one is a matter of the group.
      case .origin, .size, .below: break
      // It is relative to the layer's position.
      case .change(.perspective(let change)): perspectives.append((change, origin))
      case .change(let change): layer.state = try state(of: layer, after: change, at: origin)
      }
    }
    // With a position alone, an image has its own size; with neither, it fills its parent.
    if case .image(let image?) = content, position != nil {
      layer.size = layer.state.image.part(of: image).size
    }
    if let size { layer.size = size }
    if fillsCanvas, layer.state.image.overflow == nil { layer.state.image.overflow = .visible }
    let corner = corner(of: layer, at: position)
    layer.state.position = Point(
      x: corner.x + layer.anchorPoint.x - layer.bounds.minX,
      y: corner.y + layer.anchorPoint.y - layer.bounds.minY)
    try findFocus(of: &layer)
    for (change, origin) in perspectives {
      layer.state = try state(of: layer, after: .perspective(change), at: origin)
    }
    return layer
  }

  /// Returns the top left corner of a layer's box in its parent. An aligned image has its point of that alignment at
  /// its position, or without one, at the same point of its parent.
  private func corner(of layer: SceneLayer, at position: Point?) -> Point {
    guard case .image = layer.content, let alignment = layer.state.image.alignment else {
      return position ?? layer.bounds.origin
    }
    let parent = scene.bounds(of: layer.parent)
    let place = position ?? Point(x: alignment.x * parent.width, y: alignment.y * parent.height)
    return Point(
      x: place.x - alignment.x * layer.size.width, y: place.y - alignment.y * layer.size.height)
  }
}

extension SceneLayer {
  /// Applies the changes from one declaration of the layer to another.
  fileprivate mutating func follow(from old: SceneLayer, to new: SceneLayer) {
    func take<Value: Equatable>(_ property: WritableKeyPath<SceneLayer, Value>) {
      if new[keyPath: property] != old[keyPath: property] { self[keyPath: property] = new[keyPath: property] }
    }
    state.position += Vector(from: old.state.position, to: new.state.position)
    if new.state.effects != old.state.effects {
      // Later edits follow those of the declaration.
      state.effects = new.state.effects + state.effects.dropFirst(old.state.effects.count)
    }
    take(\.content)
    take(\.size)
    take(\.state.anchor)
    take(\.state.opacity)
    take(\.state.blend)
    take(\.state.clip)
    take(\.state.mask)
    take(\.state.shadow)
    take(\.state.placement)
    take(\.state.image.mode)
    take(\.state.image.focus)
    take(\.state.image.alignment)
    take(\.state.image.overflow)
    take(\.state.image.edge)
    take(\.state.image.unwarp)
    take(\.state.image.part)
    take(\.state.look.fill)
    take(\.state.look.stroke)
    take(\.state.look.trim)
  }
}
