import FrameGeometry
import FrameImage
import FramePlan

/// Masks as items.
extension LayerFlattener {
  /// - Parameter matrix: from the layer's coordinates to output pixels.
  mutating func mask(
    of layer: SceneLayer, _ index: Int, _ matrix: PlaneMap
  ) throws(SceneError) -> RenderPlan.Mask? {
    guard let mask = layer.state.mask, try hasArea(matrix, of: layer) else { return nil }
    if area.window == nil {
      // An image or a gradient does not bound what is drawn, which is all that counts while the canvas is being determined.
      guard case .layer = mask.source else { return nil }
    }
    let items: [RenderPlan.Item]
    switch mask.source {
    case .layer(let other): return try drawnMask(mask, other, of: layer, index)
    case .image(let image?):
      try layer.checkAspect(ofMask: image, at: mask.origin)
      let upright = image.orientation.uprightTransform(stored: image.size)
      let toLayer = upright.concatenating(layer.placement(ofMask: image))
      guard case .affine(let matrix) = matrix else {
        items = [try maskInPerspective(image, toLayer, of: layer, index, matrix)]
        break
      }
      let toOutput = toLayer.concatenating(matrix).snapped
      guard try hasArea(toOutput, of: layer) else { return nil }
      // The mask is continued beyond its edge, because that of the layer is enough.
      let isThin = toOutput.singularValues.small < Planner.leastEdgeScale
      let plane = isThin ? nil : area.plane(toOutput)
      items = [
        .image(
          RenderPlan.ImageDraw(
            layer: layer.name, image: number(of: image),
            map: .affine(toOutput, visible: plane ?? Rect(origin: .zero, size: Size(image.size))), opacity: 1,
            edge: plane == nil ? .transparent : .clamp))
      ]
    case .image(nil):
      items = try shape(Shape(Path(layer.bounds)), Planner.placeholderLook, layer, index, matrix: matrix)
    case .paint(let paint):
      if mask.channel == .alpha, !mask.isInverted, paint.isOpaque { useless.opaqueMasks.append(index) }
      let near = matrix.affine == nil ? surroundings(of: layer, matrix.projection) : nil
      items = try onPlane(of: layer, index, matrix, seen: near) { flattener, matrix in
        let path = near.map { Path(polygon: $0.corners) }
        return [
          .shape(
            RenderPlan.ShapeDraw(
              layer: layer.name, path: path ?? Path(flattener.area.plane(matrix) ?? layer.bounds),
              fill: .init(paint), matrix: matrix))
        ]
      }
    }
    for item in items { try hold(item.ownBytes, of: layer) }
    return RenderPlan.Mask(items, mask.channel, isInverted: mask.isInverted)
  }

  /// Returns the box of a layer in perspective, with as much around it, ahead of the horizon.
  private func surroundings(of layer: SceneLayer, _ map: Projection) -> ConvexPolygon {
    let bounds = layer.bounds
    let near = bounds.grown(by: max(bounds.size.width, bounds.size.height)).corners
    let least = bounds.corners.map(map.weight).min() ?? 0
    return ConvexPolygon(corners: near).clipped(ahead: map, from: least / 8)
  }

  /// Returns the image that masks a layer in perspective. It is continued beyond its edge, because that of the layer is enough.
  private mutating func maskInPerspective(
    _ image: SourceImage, _ toLayer: AffineTransform, of layer: SceneLayer, _ index: Int, _ toOutput: PlaneMap
  ) throws(SceneError) -> RenderPlan.Item {
    let toCanvas = onCanvas(toOutput, of: index)
    var perspective = try perspective(
      toLayer.concatenating(toCanvas).projection, outline: ConvexPolygon(layer.bounds, applying: toCanvas),
      in: layer)
    let plane = plane(of: perspective)
    if let plane { perspective.outline = plane }
    return .image(
      RenderPlan.ImageDraw(
        layer: layer.name, image: number(of: image), map: .projective(perspective), opacity: 1,
        edge: plane == nil ? .transparent : .clamp))
  }

  /// Returns the mask that another layer is. Layers that have it share it, because masks of masks would otherwise double the work
  /// with each level. The renderer draws it for each of them, so its memory counts for each.
  private mutating func drawnMask(
    _ mask: LayerMask, _ other: Int, of layer: SceneLayer, _ index: Int
  ) throws(SceneError) -> RenderPlan.Mask {
    let key = DrawnMask(layer: other, area: area, channel: mask.channel, isInverted: mask.isInverted)
    if let drawn = drawnMasks[key], !masked.contains(index) {
      if isRendered { try hold(drawn.mask.bytes, of: layer) }
      try noteDepth(depth + drawn.depth, of: layer)
      return drawn.mask
    }
    let outer = deepest
    deepest = depth
    let items = try items(ofMask: other, for: layer, index)
    for item in items { try hold(item.ownBytes, of: layer) }
    let drawn = RenderPlan.Mask(
      items, mask.channel, isInverted: mask.isInverted, layer: scene.layers[other].name)
    drawnMasks[key] = (drawn, deepest - depth)
    deepest = max(outer, deepest)
    return drawn
  }

  /// Checks a number of groups and masks inside each other: masks may only be as deep as the blocks of a script.
  private mutating func noteDepth(_ number: Int, of layer: SceneLayer) throws(SceneError) {
    try layer.lastEdit.check(.nesting, number, atMost: limits.nesting)
    deepest = max(deepest, number)
  }

  /// Returns the items of a layer that is a mask. It is drawn at its own place, whether or not it is hidden, and without what
  /// its groups do to it.
  private mutating func items(
    ofMask other: Int, for layer: SceneLayer, _ index: Int
  ) throws(SceneError) -> [RenderPlan.Item] {
    let isAgain = masked.contains(index)
    masked.append(index)
    depth += 1
    let useless = useless
    defer {
      masked.removeLast()
      depth -= 1
      self.useless = useless
    }
    guard !isAgain, !masked.contains(other) else {
      let names = (masked + [other]).map { scene.layers[$0].name }
      throw SceneError(.maskCycle(names), at: layer.lastEdit)
    }
    try noteDepth(depth, of: layer)
    var visible = scene.layers[other]
    visible.state.isHidden = false
    return try items(of: visible, other, parent: toDrawn(parentOf: other))
  }
}
