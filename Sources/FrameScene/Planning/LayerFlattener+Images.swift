import FrameGeometry
import FrameImage
import FramePlan

/// Images as items.
extension LayerFlattener {
  /// - Parameter reach: the distance in output pixels up to which neighbors of the image's pixels are needed. Its edge is continued for
  ///   them if nothing else lies beyond it.
  mutating func draw(
    _ image: SourceImage, in layer: SceneLayer, _ index: Int, matrix toOutput: PlaneMap,
    reach: Double
  ) throws(SceneError) -> [RenderPlan.Item] {
    let style = layer.state.image
    if style.edge != .transparent, style.unwarp != nil {
      throw SceneError(.unwarped("edge", layer: layer.name), at: layer.lastEdit)
    }
    let upright = image.orientation.uprightTransform(stored: image.size)
    // A rectangle of the photo that 'unwarp' shows is a crop. Only the other path cuts along the edges of a turned one.
    guard case .affine(let toOutput) = toOutput, let fromPhoto = style.fromPhoto.affine, fromPhoto.keepsAxes
    else {
      guard try hasArea(toOutput, of: layer) else { return [] }
      return try drawInPerspective(image, in: layer, index, toOutput, reach: reach)
    }
    let toImage = upright.concatenating(fromPhoto)
    let toLayer = toImage.concatenating(scene.placement(of: image, in: index))
    let matrix = toLayer.concatenating(toOutput).snapped
    guard try hasArea(matrix, of: layer) else { return [] }
    let whole = Rect(origin: .zero, size: Size(image.size))
    var visible = toImage.inverse.map { style.part(of: image).applying($0).cleaned } ?? whole
    let part = style.unwarp == nil && visible != whole ? PixelRect(visible) : nil
    var bounds: Rect?
    if scene.cutsAtBox(index), let fromLayer = toLayer.inverse {
      bounds = layer.bounds.applying(fromLayer).cleaned
    }
    let path = RenderPlan.PixelPath(matrix)
    var edge = style.edge
    let shown = bounds.map { visible.intersection($0) } ?? visible
    // An edge mode fills the plane, wherever the image is.
    guard let shown, edge != .transparent || isSeen(shown.applying(matrix), of: index) else { return [] }
    if reach > 0, edge == .transparent, matrix.singularValues.small >= Planner.leastEdgeScale {
      edge = .clamp
      bounds = nil
    }
    // The part of the plane that the output can show; nil while the canvas is being determined.
    let plane = area.plane(matrix)
    if edge != .transparent, let plane {
      guard matrix.singularValues.small >= Planner.leastEdgeScale else {
        throw SceneError(.edgeTooSmall(layer: layer.name), at: layer.lastEdit)
      }
      // Copies need no neighbors, and a photo that covers the output needs no edge.
      let isCovered = path.isCopy && visible.contains(plane.grown(by: -1).cleaned)
      if isCovered { edge = .transparent } else { visible = plane }
    }
    if let bounds {
      guard let rest = visible.intersection(bounds) else { return [] }
      visible = rest
    }
    return [
      .image(
        RenderPlan.ImageDraw(
          layer: layer.name, image: number(of: image), map: .affine(matrix, visible: visible), opacity: 1,
          part: part, edge: edge))
    ]
  }

  /// Draws an image in perspective, or a quadrilateral of it as a rectangle.
  private mutating func drawInPerspective(
    _ image: SourceImage, in layer: SceneLayer, _ index: Int, _ toOutput: PlaneMap, reach: Double
  ) throws(SceneError) -> [RenderPlan.Item] {
    let style = layer.state.image
    let upright = image.orientation.uprightTransform(stored: image.size)
    let placement = scene.placement(of: image, in: index)
    let toCanvas = onCanvas(toOutput, of: index)
    let map = upright.concatenating(style.fromPhoto).concatenating(placement).concatenating(toCanvas)
      .projection
    // In the layer's coordinates.
    var shown = style.part(of: image).applying(placement)
    let bounds = scene.cutsAtBox(index) ? layer.bounds : nil
    if let bounds {
      guard let rest = shown.intersection(bounds) else { return [] }
      shown = rest
    }
    var perspective = try perspective(map, outline: ConvexPolygon(shown, applying: toCanvas), in: layer)
    guard style.edge != .transparent || isSeen(perspective.outlineInOutput.boundingBox ?? .zero, of: index)
    else { return [] }
    let edge = style.edge == .transparent && reach > 0 ? EdgeMode.clamp : style.edge
    if edge != .transparent, let plane = plane(of: perspective) {
      let limit =
        style.edge == .transparent
        ? perspective.outline.boundingBox.map { ConvexPolygon(corners: $0.grown(by: reach + 1).corners) }
        : bounds.map { ConvexPolygon($0, applying: toCanvas) }
      perspective.outline = limit.map(plane.clipped) ?? plane
      guard !perspective.outline.corners.isEmpty else { return [] }
    }
    let part = style.unwarp == nil ? style.part : nil
    let stored = part.flatMap { part in upright.inverse.map { part.applying($0).cleaned } }
    let whole = Rect(origin: .zero, size: Size(image.size))
    return [
      .image(
        RenderPlan.ImageDraw(
          layer: layer.name, image: number(of: image), map: .projective(perspective), opacity: 1,
          part: stored.flatMap { $0 == whole ? nil : PixelRect($0) }, edge: edge))
    ]
  }

  /// Returns the outline of an image that was continued beyond it for its neighborhoods; nil if there is none.
  func outline(of layer: SceneLayer, _ index: Int, _ map: PlaneMap) -> ImageOutline? {
    guard case .image(let image?) = layer.shown, layer.state.image.edge == .transparent else { return nil }
    let toLayer = scene.placement(of: image, in: index)
    let box = layer.state.image.part(of: image).applying(toLayer)
    var shown = box
    if scene.cutsAtBox(index) {
      guard let rest = box.intersection(layer.bounds) else { return nil }
      shown = rest
    }
    let exact = map.affine.map { PlaneMap.affine($0.snapped) }
    return ImageOutline(box: box, shown: shown, matrix: exact ?? map)
  }
}

/// The outline of an image, in its layer's coordinates.
struct ImageOutline {
  /// All of the image, or of its part.
  let box: Rect
  /// What the layer's bounds leave of it.
  let shown: Rect
  /// From the layer's coordinates to output pixels.
  let matrix: PlaneMap

  var boxInOutput: Rect { shown.applying(matrix) }

  /// Returns the clip that cuts the image along its edge; nil if all of a visible part of the output lies inside of it.
  func clip(in visible: Rect?) -> RenderPlan.Clip? {
    if let visible, let inverse = matrix.affine?.inverse, shown.contains(visible.applying(inverse).cleaned) {
      return nil
    }
    return RenderPlan.Clip(Path(shown), map: matrix)
  }
}

extension PixelRect {
  /// Creates the rectangle of a rectangle with whole numbers.
  fileprivate init?(_ rect: Rect) {
    guard let size = PixelSize(width: Int(rect.size.width), height: Int(rect.size.height)) else { return nil }
    self.init(x: Int(rect.minX), y: Int(rect.minY), size: size)
  }
}

extension Rect {
  fileprivate func contains(_ other: Rect) -> Bool {
    minX <= other.minX && minY <= other.minY && maxX >= other.maxX && maxY >= other.maxY
  }

  /// Rounds edges that are within tolerance of a whole pixel.
  fileprivate var cleaned: Rect {
    func clean(_ x: Double) -> Double {
      abs(x - x.rounded()) <= AffineTransform.offsetTolerance ? x.rounded() : x
    }
    let x = clean(minX)
    let y = clean(minY)
    return Rect(x: x, y: y, width: clean(maxX) - x, height: clean(maxY) - y)
  }
}
