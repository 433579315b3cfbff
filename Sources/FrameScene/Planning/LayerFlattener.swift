import FrameGeometry
import FrameImage
import FramePlan

/// Walks the layers from back to front and makes an item of each visible one.
struct LayerFlattener {
  let scene: Scene
  /// The memory of the run and the plan.
  var account: MemoryAccount
  private(set) var images: [SourceImage] = []
  /// The index of each image in the plan, by its number.
  private var places: [Int: Int] = [:]
  /// What can be seen of the current layers.
  var area: VisibleArea
  /// From the canvas to output pixels.
  private(set) var canvasToOutput = PlaneMap.identity
  /// The plane that is being drawn; nil in the output.
  var plane: Plane?
  /// Where the pixels of the output lie on the canvas; nil on the plane of a group in perspective.
  var place: OutputPlace?
  /// The layers whose masks are being drawn, the innermost last.
  var masked: [Int] = []
  /// The number of groups and masks that contain what is being drawn.
  var depth = 0
  /// The largest depth so far, in the mask that is being drawn.
  var deepest = 0
  /// The masks that were drawn, by what could be seen, with the number of groups and masks inside each other in them.
  var drawnMasks: [DrawnMask: (mask: RenderPlan.Mask, depth: Int)] = [:]
  /// False if a mask that several layers have takes memory once.
  let isRendered: Bool
  /// The parts of the scene that change no pixel of the output.
  var useless = UselessParts()

  struct DrawnMask: Hashable {
    let layer: Int
    let area: VisibleArea
    let channel: MaskChannel
    let isInverted: Bool
  }

  /// What to do with a layer whose matrix has no inverse.
  enum Singular {
    case error
    /// An animation may start or end at zero.
    case notDrawn
  }

  private let singular: Singular
  let limits: Limits

  /// - Parameter frame: the canvas that is written; nil while it is being determined.
  init(
    scene: Scene, frame: Planner.Frame?, singular: Singular, limits: Limits, account: MemoryAccount,
    isRendered: Bool
  ) {
    self.isRendered = isRendered
    self.scene = scene
    self.limits = limits
    self.singular = singular
    self.account = account
    area = VisibleArea(frame)
    place = OutputPlace(frame)
  }

  /// - Parameter toOutput: from the coordinates of the children to output pixels.
  mutating func items(
    in parent: Int?, toOutput: PlaneMap
  ) throws(SceneError) -> [RenderPlan.Item] {
    if parent == nil { canvasToOutput = toOutput }
    var items: [RenderPlan.Item] = []
    // The layer is passed on and not stored in a variable, because a copy would retain everything that it refers to.
    let scene = scene
    for index in scene.children(of: parent) {
      items += try self.items(of: scene.layers[index], index, parent: toOutput)
    }
    return items
  }

  mutating func items(
    of layer: SceneLayer, _ index: Int, parent toOutput: PlaneMap
  ) throws(SceneError) -> [RenderPlan.Item] {
    try limited(limits.checkCancellation(), at: layer.lastEdit)
    guard !layer.state.isHidden, layer.state.opacity > 0 else { return [] }
    let matrix = layer.toParent.concatenating(toOutput)
    let outer = area
    defer { area = outer }
    let shadow = try self.shadow(of: layer, parent: toOutput)
    if let shadow { area.widen(for: shadow) }
    let clip = clip(of: layer, index, matrix)
    if let clip {
      guard try hasArea(matrix, of: layer) else { return [] }
      if layer.shown != .group || !layer.children.isEmpty { noteOutside(clip.boundingBox, of: index) }
      guard area.narrow(to: clip) else { return [] }
    }
    let visible = area.window
    let effects = try EffectStages(
      layer, matrix, lengths: toOutput.linearized(at: layer.state.position).meanScale)
    area.widen(by: effects.reach)
    var own: [RenderPlan.Item]
    switch layer.shown {
    case .image(let image?):
      own = try draw(image, in: layer, index, matrix: matrix, reach: effects.reach)
    case .image(nil):
      own = try shape(Shape(Path(layer.bounds)), Planner.placeholderLook, layer, index, matrix: matrix)
    case .shape(let shape): own = try self.shape(shape, layer.state.look, layer, index, matrix: matrix)
    case .group: own = try group(layer, index, matrix)
    }
    // The items of a group are counted; their wrappers are not.
    if layer.shown != .group {
      for item in own { try hold(item.ownBytes, of: layer) }
    }
    let outline = effects.reach > 0 ? self.outline(of: layer, index, matrix) : nil
    for stage in effects.stages where !own.isEmpty {
      noteOutside(stage, of: layer, index, outline?.boxInOutput, layer.bounds.applying(matrix))
      own = [
        stage.item(
          of: own, in: layer, outline: outline.map { RenderPlan.Clip(Path($0.box), map: $0.matrix) })
      ]
      try hold(own[0].ownBytes, of: layer)
    }
    if let clip = outline?.clip(in: visible), !own.isEmpty {
      own = [
        .group(RenderPlan.GroupDraw(layer: layer.name, items: own, clip: clip, light: layer.light))
      ]
      try hold(own[0].ownBytes, of: layer)
    }
    let mask = try mask(of: layer, index, matrix)
    if let mask, mask.items.isEmpty, !mask.isInverted { return [] }
    let composed = composed(own, by: layer, clip, mask, shadow, effects.colors)
    if composed.count == 1, case .group = composed[0] { try hold(composed[0].ownBytes, of: layer) }
    return composed
  }

  /// A layer that fades as a whole, has a clip path, casts a shadow or blends is drawn separately first; others are
  /// just their items.
  ///
  /// - Parameters:
  ///   - items: the layer's content, opaque.
  private func composed(
    _ items: [RenderPlan.Item], by layer: SceneLayer, _ clip: RenderPlan.Clip?, _ mask: RenderPlan.Mask?,
    _ shadow: RenderPlan.Shadow?, _ colors: ColorFunction
  ) -> [RenderPlan.Item] {
    var group = RenderPlan.GroupDraw(
      layer: layer.name, items: items, opacity: layer.state.opacity, clip: clip,
      mask: mask, shadow: shadow, blend: layer.state.blend, colors: colors, light: layer.light)
    if layer.shown != .group, shadow == nil, mask == nil, group.colors.isIdentity,
      let faded = items.first?.faded(by: group.opacity)
    {
      (group.items, group.opacity) = ([faded], 1)
    }
    let isPlain =
      group.opacity == 1 && group.clip == nil && mask == nil && group.shadow == nil && group.blend == .normal
      && group.colors.isIdentity
    return isPlain || items.isEmpty ? group.items : [.group(group)]
  }

  /// The bounds of an image select the part of it that is drawn.
  private func clip(of layer: SceneLayer, _ index: Int, _ matrix: PlaneMap) -> RenderPlan.Clip? {
    if layer.state.clip == .bounds, layer.shown == .group {
      return RenderPlan.Clip(Path(layer.bounds), map: matrix)
    }
    return scene.clipOutline(of: index).map { RenderPlan.Clip($0.path, rule: $0.rule, map: matrix) }
  }

  /// Returns the index of an image in the plan.
  mutating func number(of image: SourceImage) -> Int {
    if let number = places[image.id] { return number }
    places[image.id] = images.count
    images.append(image)
    return images.count - 1
  }

  mutating func hold(_ bytes: Int, of layer: SceneLayer) throws(SceneError) {
    try limited(account.add(bytes), at: layer.lastEdit)
  }

  private mutating func group(
    _ layer: SceneLayer, _ index: Int, _ matrix: PlaneMap
  ) throws(SceneError) -> [RenderPlan.Item] {
    guard !layer.children.isEmpty else { return [] }
    guard try hasArea(matrix, of: layer) else { return [] }
    depth += 1
    deepest = max(deepest, depth)
    defer { depth -= 1 }
    // A canvas is inscribed in the exact outline of its image. On a plane, that has a soft edge.
    if case .inscribed = scene.canvas.extent,
      scene.shownImages.contains(where: { scene.path(to: $0).contains(index) })
    {
      return try items(in: index, toOutput: matrix)
    }
    return try onPlane(of: layer, index, matrix) { flattener, toPlane throws(SceneError) in
      try flattener.items(in: index, toOutput: .affine(toPlane))
    }
  }

  /// Returns whether a layer with this box, in output pixels, is visible. Records layers outside the canvas.
  mutating func isSeen(_ box: Rect, of layer: Int) -> Bool {
    noteOutside(box, of: layer)
    return area.seen.map { box.intersection($0) != nil } ?? true
  }

  /// - Parameter box: the layer's box in output pixels, or that of its clip.
  private mutating func noteOutside(_ box: Rect?, of layer: Int) {
    guard let box, let canvas = area.canvas, !area.isClipped, box.intersection(canvas) == nil else { return }
    useless.layers.append(layer)
  }

  /// - Parameters:
  ///   - image: the box of the layer's image in output pixels, along which effects are cut; nil for another layer, which they may
  ///     change around its bounds.
  ///   - outlineBox: the box of the layer's bounds in output pixels.
  private mutating func noteOutside(
    _ stage: EffectStages.Stage, of layer: SceneLayer, _ index: Int, _ image: Rect?, _ outlineBox: Rect
  ) {
    guard case .neighborhood(let edit, _, let area?) = stage else { return }
    let box = image ?? outlineBox.grown(by: edit.reach)
    // The content of a group may be anywhere.
    guard layer.shown != .group, area.boundingBox.flatMap(box.intersection) == nil else { return }
    useless.edits[index, default: []].append(
      RenderPlan.OutsideEdit(layer: layer.name, size: layer.bounds.size, edit))
  }

  /// - Parameter parent: from the coordinates of the layer's parent to output pixels.
  private func shadow(
    of layer: SceneLayer, parent: PlaneMap
  ) throws(SceneError) -> RenderPlan.Shadow? {
    guard let shadow = layer.state.shadow, shadow.color.alpha > 0 else { return nil }
    let parent = parent.linearized(at: layer.state.position)
    let offset = shadow.offset.applying(parent)
    let blur = shadow.blur * parent.meanScale
    try Planner.check(blur, .blur, atMost: Int(Planner.largestBlur), of: layer)
    guard abs(offset.dx) <= Planner.farthest, abs(offset.dy) <= Planner.farthest else {
      throw SceneError(.tooFar(layer: layer.name), at: layer.lastEdit)
    }
    return RenderPlan.Shadow(offset: offset, deviation: blur / 2, color: shadow.color)
  }

  /// - Returns: false for a layer that is not drawn.
  /// - Throws: an error at the last edit's line for a layer that cannot be drawn.
  func hasArea(_ matrix: AffineTransform, of layer: SceneLayer) throws(SceneError) -> Bool {
    guard matrix.isFinite else { throw SceneError(.notFinite("the transform"), at: layer.lastEdit) }
    let stretch = matrix.singularValues
    // A matrix that was singular on the way is within a rounding error of it at the end.
    guard let inverse = matrix.inverse, inverse.isFinite,
      stretch.small > Planner.leastRatio * stretch.large
    else {
      if singular == .notDrawn { return false }
      throw SceneError(.singular(layer: layer.name), at: layer.lastEdit)
    }
    guard stretch.large <= Planner.largestScale else {
      throw SceneError(.excessiveScale(layer: layer.name), at: layer.lastEdit)
    }
    guard abs(matrix.tx) <= Planner.farthest, abs(matrix.ty) <= Planner.farthest else {
      throw SceneError(.tooFar(layer: layer.name), at: layer.lastEdit)
    }
    return true
  }
}

extension LayerFlattener {
  /// Returns whether a map makes a visible layer; see the same of an affine transform.
  func hasArea(_ map: PlaneMap, of layer: SceneLayer) throws(SceneError) -> Bool {
    switch map {
    case .affine(let matrix): return try hasArea(matrix, of: layer)
    case .projective(let projection):
      guard projection.isFinite else { throw SceneError(.notFinite("the transform"), at: layer.lastEdit) }
      guard projection.inverse != nil else {
        if singular == .notDrawn { return false }
        throw SceneError(.singular(layer: layer.name), at: layer.lastEdit)
      }
      return true
    }
  }
}

extension RenderPlan.Item {
  /// Returns the item with an opacity of its own; nil if its parts would show through each other.
  fileprivate func faded(by opacity: Double) -> RenderPlan.Item? {
    switch self {
    case .image(var draw):
      draw.opacity = opacity
      return .image(draw)
    case .shape(var draw):
      guard opacity == 1 || draw.paints.count == 1 else { return nil }
      draw.opacity = opacity
      return .shape(draw)
    case .group, .neighborhood: return nil
    }
  }
}
