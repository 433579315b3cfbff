import FrameGeometry
import FrameImage
import FramePlan

extension Planner {
  /// Returns the scene as a value that does not depend on this module.
  ///
  /// - Throws: `SceneError` for an invalid canvas.
  package func tree(of scene: Scene) throws(SceneError) -> SceneTree {
    let frame = try self.frame(of: scene)
    let (layers, masks) = scene.layersAndMasks
    return SceneTree(
      canvas: frame.canvas, window: frame.window, unpadded: frame.unpadded, toOutput: frame.toOutput,
      style: scene.canvas.style.placed(by: frame.toOutput, scale: frame.scale), filter: scene.canvas.filter,
      lights: scene.canvas.lights, layers: layers, masks: masks)
  }
}

extension Scene {
  /// The layers as values, in their groups.
  package var tree: [SceneTree.Layer] { layersAndMasks.layers }

  fileprivate var layersAndMasks: (layers: [SceneTree.Layer], masks: [SceneTree.Layer]) {
    var builder = TreeBuilder(scene: self)
    let layers = builder.branches(of: nil, toScene: .identity)
    return (layers, builder.masks())
  }
}

/// Converts the layers of a scene to values.
private struct TreeBuilder {
  let scene: Scene
  /// The layers that are masks, each once.
  private var masked: [Int] = []
  private var isMask: Set<Int> = []

  init(scene: Scene) { self.scene = scene }

  /// - Parameter parentToScene: from the coordinates of the layers' parent.
  mutating func branches(of parent: Int?, toScene parentToScene: PlaneMap) -> [SceneTree.Layer] {
    scene.children(of: parent).map { branch($0, toScene: parentToScene) }
  }

  /// Returns the masks of the layers that were converted before, and the masks of those.
  mutating func masks() -> [SceneTree.Layer] {
    var masks: [SceneTree.Layer] = []
    while masks.count < masked.count {
      let index = masked[masks.count]
      var mask = branch(index, toScene: scene.parentToCanvas(index))
      mask.status.isHidden = false
      masks.append(mask)
    }
    return masks
  }

  private mutating func branch(_ index: Int, toScene parentToScene: PlaneMap) -> SceneTree.Layer {
    let layer = scene.layers[index]
    let toScene = layer.toParent.concatenating(parentToScene)
    let state = layer.state
    return SceneTree.Layer(
      name: layer.name, content: content(of: index, toScene: toScene), bounds: layer.bounds,
      drawn: scene.drawnRect(of: index), hasOwnPerspective: state.placement != nil,
      transform: state.transform, position: state.position, toParent: layer.toParent, toScene: toScene,
      opacity: state.opacity,
      blend: state.blend, clips: scene.clips(of: index), mask: state.mask.map { mask($0, of: layer) },
      shadow: state.shadow,
      effects: state.effects, view: layer.view,
      status: SceneTree.Status(
        isHidden: state.isHidden, isTouchable: layer.isTouchable, isMarked: layer.isMarked,
        isCurrent: index == scene.current))
  }

  private mutating func mask(_ mask: LayerMask, of layer: SceneLayer) -> SceneTree.Mask {
    let content: SceneTree.MaskContent
    switch mask.source {
    case .image(nil): content = .placeholder
    case .image(let image?): content = .image(image, placement: layer.placement(ofMask: image))
    case .paint(let paint): content = .paint(paint)
    case .layer(let other):
      if isMask.insert(other).inserted { masked.append(other) }
      content = .layer(scene.layers[other].name)
    }
    return SceneTree.Mask(content: content, channel: mask.channel, isInverted: mask.isInverted)
  }

  private mutating func content(of index: Int, toScene: PlaneMap) -> SceneTree.Content {
    let layer = scene.layers[index]
    switch layer.shown {
    case .image(let image?):
      // In the middle of what a perspective shows of the photo.
      let (style, placement) = (layer.state.image, scene.placement(of: image, in: index))
      let middle = style.unwarp.map { Point(x: $0.box.midX, y: $0.box.midY) } ?? .zero
      return .image(
        image, placement: style.fromPhoto.concatenating(placement).linearized(at: middle), style: style)
    case .image(nil): return .placeholder
    case .group: return .group(branches(of: index, toScene: toScene))
    case .shape(let shape):
      let look = layer.state.look
      return .shape(
        SceneTree.Shape(
          form: shape.form, path: shape.path, trim: look.trim, fill: look.fill(of: shape),
          stroke: look.stroke(of: shape), text: shape.text?.string))
    }
  }
}

extension RenderPlan {
  /// Selects the smallest size at which each image can be decoded so that it is still shrunk, or drawn pixel by
  /// pixel, wherever it is drawn.
  ///
  /// A codec averages encoded samples, so this applies only to `light resample srgb`. And `nearest` must show pixels of the
  /// image.
  ///
  /// - Parameter isPreview: True if averages of encoded samples do, whatever the light is, and continue the image beyond its
  ///   edge, as filters need it.
  mutating func chooseReductions(isPreview: Bool) {
    guard lights.resampling == .srgb || isPreview, filter != .nearest else { return }
    for index in images.indices {
      let room = draws.filter { $0.image == index }.map(\.largestReduction).min() ?? 1
      let chromaStep = images[index].blocks?.chromaStep ?? 1
      let fitting = images[index].reductions.filter { factor in
        Double(factor.rawValue * chromaStep) <= room
          && draws.allSatisfy {
            $0.image != index || $0.allows(factor, of: images[index].size, isPreview: isPreview)
          }
      }
      images[index].reduction = fitting.max { $0.rawValue < $1.rawValue } ?? .none
    }
  }
}

extension RenderPlan.ImageDraw {
  /// Returns whether decoding at a fraction of the size keeps the pixels beside the sampled part out of it, and the
  /// distance from one copy of the image to the next.
  fileprivate func allows(_ factor: ShrinkFactor, of size: PixelSize, isPreview: Bool) -> Bool {
    let divisor = factor.rawValue
    guard divisor > 1 else { return true }
    guard edge == .transparent || isPreview && edge == .clamp else { return false }
    guard let part else { return true }
    let (right, bottom) = (part.x + part.size.width, part.y + part.size.height)
    return part.x % divisor == 0 && part.y % divisor == 0
      && (right % divisor == 0 || right == size.width) && (bottom % divisor == 0 || bottom == size.height)
  }

  /// The largest reduction for which drawing enlarges the image in no direction.
  fileprivate var largestReduction: Double {
    if path.isCopy { return 1 }
    // An image of exactly half the size may be off by a rounding error.
    let slack = 1e-9
    return (1 + slack) / stretch.large
  }
}
