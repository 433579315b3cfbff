import FrameModel

extension Planner {
  /// Returns the scene as a value that does not depend on this module.
  ///
  /// - Throws: `ScriptError` for an invalid canvas.
  public func tree(of scene: Scene) throws(ScriptError) -> SceneTree {
    let frame = try self.frame(of: scene)
    return SceneTree(
      canvas: frame.canvas, window: frame.window, toOutput: frame.toOutput,
      background: scene.canvas.background,
      border: scene.canvas.border.map { .init(width: $0.width * frame.scale, color: $0.color) },
      cornerRadius: scene.canvas.cornerRadius * frame.scale, filter: scene.canvas.filter,
      light: scene.canvas.light, layers: scene.tree)
  }
}

extension Scene {
  /// The layers as values, in their groups.
  public var tree: [SceneTree.Layer] { branches(of: nil, toScene: .identity) }

  /// - Parameter parentToScene: from the coordinates of the layers' parent.
  private func branches(of parent: Int?, toScene parentToScene: AffineTransform) -> [SceneTree.Layer] {
    children(of: parent).map { index in
      let layer = layers[index]
      let toScene = layer.toParent.concatenating(parentToScene)
      var branch = SceneTree.Layer(
        name: layer.name, content: content(of: index, toScene: toScene), bounds: layer.bounds,
        transform: layer.state.transform, toParent: layer.toParent, toScene: toScene)
      branch.opacity = layer.state.opacity
      branch.blend = layer.state.blend
      branch.clip = layer.state.clip
      branch.shadow = layer.state.shadow
      branch.isHidden = layer.state.isHidden
      branch.isTouchable = layer.isTouchable
      branch.isMarked = layer.isMarked
      branch.isCurrent = index == current
      return branch
    }
  }

  private func content(of index: Int, toScene: AffineTransform) -> SceneTree.Content {
    let layer = layers[index]
    switch layer.shown {
    case .image(let image?): return .image(image, placement: placement(of: image, in: index))
    case .image(nil): return .placeholder
    case .group: return .group(branches(of: index, toScene: toScene))
    case .shape(let shape):
      let look = layer.state.look
      return .shape(
        SceneTree.Shape(
          shape.path, shape.form, trim: look.trim, fill: look.fill(of: shape), stroke: look.stroke(of: shape),
          text: shape.text?.string))
    }
  }
}
