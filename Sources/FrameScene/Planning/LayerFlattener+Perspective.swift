import FrameGeometry
import FrameImage
import FramePlan

/// Where the pixels of the output lie on the canvas.
struct OutputPlace {
  /// From the scene's canvas coordinates to pixels of the canvas.
  let toCanvas: AffineTransform
  /// The pixels of the canvas.
  let canvas: Rect
  /// The part of the canvas that is written.
  let window: PixelRect

  /// - Parameter frame: nil while the canvas is being determined.
  init?(_ frame: Planner.Frame?) {
    guard let frame else { return nil }
    toCanvas = frame.toCanvas
    canvas = Rect(origin: .zero, size: Size(frame.canvas))
    window = frame.window
  }
}

/// Layers in perspective.
extension LayerFlattener {
  /// The plane on which the content of a layer is drawn.
  struct Plane {
    let layer: Int
    /// From the layer's coordinates to pixels of the plane.
    let matrix: AffineTransform
  }

  /// Returns the map from the coordinates of a layer's parent to the pixels that are drawn. Inside the layer of a plane, it does not go
  /// through the canvas, so that it stays affine.
  func toDrawn(parentOf layer: Int) -> PlaneMap {
    guard let plane else { return scene.parentToCanvas(layer).concatenating(canvasToOutput) }
    var map = PlaneMap.identity
    var parent = scene.layers[layer].parent
    while let group = parent, group != plane.layer {
      map = map.concatenating(scene.layers[group].toParent)
      parent = scene.layers[group].parent
    }
    if parent == plane.layer { return map.concatenating(plane.matrix) }
    let fromCanvas = scene.toCanvas(plane.layer).inverse ?? .identity
    return scene.parentToCanvas(layer).concatenating(fromCanvas).concatenating(plane.matrix)
  }

  /// More than the largest filter reaches, in output pixels.
  private static let filterReach = 8.0

  /// Draws the content of a layer on a plane of its own if the layer is in perspective: once, at the resolution that its largest part
  /// needs. The content of another layer is drawn in the output.
  ///
  /// - Parameters:
  ///   - map: from the layer's coordinates to output pixels.
  ///   - seen: what can be seen of the content, in the layer's coordinates; nil for its box.
  ///   - content: makes the items, with the transform from the layer's coordinates to the pixels that are drawn.
  mutating func onPlane(
    of layer: SceneLayer, _ index: Int, _ map: PlaneMap, seen: ConvexPolygon? = nil,
    _ content: (inout LayerFlattener, AffineTransform) throws(SceneError) -> [RenderPlan.Item]
  ) throws(SceneError) -> [RenderPlan.Item] {
    guard case .projective(let toOutput) = map else { return try content(&self, map.affine!) }
    let toCanvas = onCanvas(map, of: index).projection
    let (x, y) = try resolution(of: layer, index, toCanvas)
    let toPlane = AffineTransform(scaleX: x, y: y)
    let fromPlane = Projection(AffineTransform(scaleX: 1 / x, y: 1 / y))
    let (outerArea, outerPlace, outerPlane) = (area, place, plane)
    let outputToPlane = toOutput.inverse.map { PlaneMap($0).concatenating(toPlane) } ?? .identity
    // Filters look at the plane around what the output shows.
    area.widen(by: Self.filterReach)
    area = area.seen(through: outputToPlane)
    (place, plane) = (nil, Plane(layer: index, matrix: toPlane))
    let items = try content(&self, toPlane)
    (area, place, plane) = (outerArea, outerPlace, outerPlane)
    guard let box = items.boundingBox else { return [] }
    let onCanvas = fromPlane.concatenating(toCanvas)
    let outline =
      seen?.applying(.projective(toCanvas))
      ?? ConvexPolygon(box.grown(by: 1), applying: .projective(onCanvas))
    var perspective = try perspective(onCanvas, outline: outline, in: layer)
    guard isSeen(perspective.outlineInOutput.boundingBox ?? .zero, of: index) else { return [] }
    if let canvas = canvas(around: perspective) {
      perspective.outline = perspective.outline.clipped(to: canvas)
      guard perspective.outline.corners.count > 2 else { return [] }
    }
    // What can be seen of the plane.
    if let back = onCanvas.inverse, let shown = perspective.outline.applying(.projective(back)).boundingBox {
      try checkSize(of: shown.intersection(box) ?? shown, layer)
    }
    let group = RenderPlan.GroupDraw(layer: layer.name, items: items, plane: perspective)
    try hold(RenderPlan.Item.group(group).ownBytes, of: layer)
    return [.group(group)]
  }

  /// Returns a map from a layer's coordinates to output pixels as one to pixels of the canvas, with numbers that do not depend on the
  /// part of it that is written.
  func onCanvas(_ toOutput: PlaneMap, of index: Int) -> PlaneMap {
    place.map { scene.toCanvas(index).concatenating($0.toCanvas) } ?? toOutput
  }

  /// Returns the place of something that is seen in perspective.
  ///
  /// - Parameters:
  ///   - map: to pixels of the canvas.
  ///   - outline: what is visible, on the canvas.
  /// - Throws: an error at the last edit's line for a layer with a horizon, or one that is enlarged too much.
  func perspective(
    _ map: Projection, outline: ConvexPolygon, in layer: SceneLayer
  ) throws(SceneError) -> RenderPlan.Perspective {
    guard let inverse = map.inverse else {
      throw SceneError(.singular(layer: layer.name), at: layer.lastEdit)
    }
    // The weights of what is visible are the reciprocals of these.
    let weights = outline.corners.map(inverse.weight)
    guard let most = weights.max(), let least = weights.min(), least > 0,
      least > Projection.leastWeight * most,
      weights.allSatisfy(\.isFinite), outline.corners.count > 2
    else { throw SceneError(.horizon(layer: layer.name), at: layer.lastEdit) }
    let perspective = RenderPlan.Perspective(
      map, outline: outline, left: place?.window.x ?? 0, top: place?.window.y ?? 0)
    try checkScale(perspective.stretch.large, of: layer)
    guard outline.corners.allSatisfy({ abs($0.x) <= Planner.farthest && abs($0.y) <= Planner.farthest })
    else { throw SceneError(.tooFar(layer: layer.name), at: layer.lastEdit) }
    return perspective
  }

  private func checkScale(_ stretch: Double, of layer: SceneLayer) throws(SceneError) {
    try Planner.check(stretch, .enlargement, atMost: Int(Planner.largestScale), of: layer)
  }

  /// Returns the canvas with a margin of a pixel, in whole pixels, in the coordinates of a plane. The pixels of a plane follow the
  /// whole canvas, so that they are the same whichever part of it is written.
  private func canvas(around place: RenderPlan.Perspective) -> Rect? {
    area.canvas.map { area in
      let box = area.offsetBy(dx: Double(place.left), dy: Double(place.top)).grown(by: 1)
      let (left, top) = (box.minX.rounded(.down), box.minY.rounded(.down))
      return Rect(x: left, y: top, width: box.maxX.rounded(.up) - left, height: box.maxY.rounded(.up) - top)
    }
  }

  /// Returns the part of the plane of an image that the canvas can show: ahead of the horizon, where the image is not too small; nil
  /// while the canvas is being determined.
  func plane(of image: RenderPlan.Perspective) -> ConvexPolygon? {
    guard let whole = canvas(around: image), let inverse = image.map.inverse else { return nil }
    let weights = image.outline.corners.map(inverse.weight)
    let (most, stretch) = (weights.max() ?? 0, image.stretch.large)
    // An image of which positions have a weight w shrinks by about w to the power of -2.
    let smallest = Planner.leastEdgeScale
    let least = most * (smallest / max(stretch, smallest)).squareRoot()
    return ConvexPolygon(corners: whole.corners).clipped(ahead: inverse, from: least)
  }

  /// Returns the pixels of a layer's plane for each unit of its coordinates, across and down: enough for the part that is enlarged most.
  /// They do not depend on the part of the canvas that is written.
  private func resolution(
    of layer: SceneLayer, _ index: Int, _ map: Projection
  ) throws(SceneError) -> (x: Double, y: Double) {
    var corners = layer.bounds.corners
    if let canvas = place?.canvas, let inverse = map.inverse {
      // What the canvas cuts off does not count.
      let seen = ConvexPolygon(corners: canvas.corners).applying(.projective(inverse))
      let part = ConvexPolygon(corners: corners).clipped(to: seen).corners
      if !part.isEmpty { corners = part }
    }
    let ahead = corners.filter { map.weight(at: $0) > 0 }.map { map.linearized(at: $0) }
    try checkScale(ahead.map(\.singularValues.large).max() ?? 1, of: layer)
    func scale(_ lengths: [Double]) -> Double {
      // In 64 steps for each power of two: the last bits of a number must not show.
      let longest = max(lengths.max() ?? 1, 1e-6)
      let step = longest.binade / 64
      return (longest / step).rounded(.up) * step
    }
    let x = scale(ahead.map { Trigonometry.hypot($0.a, $0.b) })
    let y = scale(ahead.map { Trigonometry.hypot($0.c, $0.d) })
    // A blur must be round.
    return hasLengths(index) ? (max(x, y), max(x, y)) : (x, y)
  }

  /// Returns whether a layer in a group casts a shadow, or has an edit that looks at neighbors.
  private func hasLengths(_ group: Int) -> Bool {
    scene.children(of: group).contains { child in
      let state = scene.layers[child].state
      return state.shadow != nil || state.effects.contains { if case .color = $0 { false } else { true } }
        || hasLengths(child)
    }
  }

  private func checkSize(of box: Rect, _ layer: SceneLayer) throws(SceneError) {
    let (width, height) = (min(box.size.width, 1e9), min(box.size.height, 1e9))
    _ = try limited(
      limits.check(width: max(1, Int(width.rounded(.up))), height: max(1, Int(height.rounded(.up)))),
      at: layer.lastEdit)
  }
}

extension VisibleArea {
  /// Returns the area in other coordinates, to which a map leads from output pixels.
  func seen(through map: PlaneMap) -> VisibleArea { mapped { $0.applying(map) } }
}
