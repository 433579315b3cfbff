import FrameModel

/// Walks the layers from the back and makes an item of each that is seen.
struct Collector {
  let scene: Scene
  private(set) var pictures: [Picture] = []
  /// What shows of the layers at hand, in output pixels; nil while everything counts.
  private var seen: Rect?

  /// - Parameter frame: what is put out; nil while the canvas is still being sought.
  init(scene: Scene, frame: Planner.Frame?) {
    self.scene = scene
    seen = frame.map { Rect(origin: .zero, size: Size($0.window.size)) }
  }

  /// - Parameter toOutput: the coordinates in which the children lie, to output pixels.
  mutating func items(
    in parent: Int?, toOutput: AffineTransform
  ) throws(ScriptError) -> [RenderPlan.Item] {
    var items: [RenderPlan.Item] = []
    for index in scene.children(of: parent) {
      let layer = scene.layers[index]
      guard !layer.state.isHidden, layer.state.opacity > 0 else { continue }
      let matrix = layer.toParent.concatenating(toOutput)
      let outer = seen
      defer { seen = outer }
      if let clip = clip(of: layer, matrix) {
        try check(matrix, of: layer)
        guard narrow(to: clip) else { continue }
      }
      switch layer.shown {
      case .image(let picture?):
        guard let draw = try self.draw(picture, in: index, matrix: matrix) else { continue }
        items += composed([.picture(draw)], by: layer, matrix)
      case .image(nil):
        let card = Shape(Path(layer.bounds))
        items += try shape(card, Planner.placeholderLook, index, matrix: matrix)
      case .shape(let shape): items += try self.shape(shape, layer.state.look, index, matrix: matrix)
      case .group: items += try group(index, matrix: matrix)
      }
    }
    return items
  }

  /// What fades as one, is cut by a path or mixes with what lies below is drawn by itself first; all else is no more
  /// than its items.
  ///
  /// - Parameter matrix: the layer's coordinates to output pixels.
  private func composed(
    _ items: [RenderPlan.Item], by layer: Layer, _ matrix: AffineTransform, opacity: Double = 1
  ) -> [RenderPlan.Item] {
    let group = RenderPlan.GroupDraw(
      layer: layer.name, items: items, opacity: opacity, clip: clip(of: layer, matrix),
      blend: layer.state.blend)
    let isPlain = group.opacity == 1 && group.clip == nil && group.blend == .normal
    return isPlain || items.isEmpty ? items : [.group(group)]
  }

  /// Of a picture, its bounds are the part of it that is drawn.
  private func clip(of layer: Layer, _ matrix: AffineTransform) -> RenderPlan.Clip? {
    switch (layer.state.clip, layer.shown) {
    case (nil, _), (.bounds, .image), (.bounds, .shape): nil
    case (.bounds, .group): RenderPlan.Clip(Path(layer.bounds), matrix: matrix)
    case (.path(let path, let rule), _): RenderPlan.Clip(path, rule: rule, matrix: matrix)
    }
  }

  private mutating func draw(
    _ picture: Picture, in index: Int, matrix toOutput: AffineTransform
  ) throws(ScriptError) -> RenderPlan.PictureDraw? {
    let layer = scene.layers[index]
    let upright = picture.orientation.uprightTransform(stored: picture.size)
    let toLayer = upright.concatenating(scene.placement(of: picture, in: index))
    let matrix = toLayer.concatenating(toOutput).snapped
    try check(matrix, of: layer)
    var visible = Rect(origin: .zero, size: Size(picture.size))
    if layer.state.clip == .bounds, let fromLayer = toLayer.inverse {
      let bounds = layer.bounds.applying(fromLayer).cleaned
      guard let rest = visible.intersection(bounds) else { return nil }
      visible = rest
    }
    guard isSeen(visible.applying(matrix)) else { return nil }
    let number = pictures.firstIndex { $0.id == picture.id } ?? pictures.count
    if number == pictures.count { pictures.append(picture) }
    return RenderPlan.PictureDraw(
      layer: layer.name, picture: number, matrix: matrix, visible: visible,
      opacity: layer.state.opacity, path: matrix.path)
  }

  /// Fading is one for all that a shape shows: where it is filled and stroked, it is a group.
  private func shape(
    _ shape: Shape, _ look: Look, _ index: Int, matrix: AffineTransform
  ) throws(ScriptError) -> [RenderPlan.Item] {
    let layer = scene.layers[index]
    try check(matrix, of: layer)
    var draw = RenderPlan.ShapeDraw(
      layer: layer.name, path: shape.path, trim: look.trim, fill: look.fill(of: shape),
      stroke: look.stroke(of: shape), matrix: matrix, opacity: layer.state.opacity)
    guard !draw.paints.isEmpty, let box = draw.reach, isSeen(box) else { return [] }
    do { try draw.checkDashes() } catch { throw ScriptError(.dashes(error), at: layer.lastEdit) }
    guard draw.opacity < 1, draw.paints.count > 1 else { return composed([.shape(draw)], by: layer, matrix) }
    draw.opacity = 1
    return composed([.shape(draw)], by: layer, matrix, opacity: layer.state.opacity)
  }

  private mutating func group(
    _ index: Int, matrix: AffineTransform
  ) throws(ScriptError) -> [RenderPlan.Item] {
    let layer = scene.layers[index]
    guard !layer.children.isEmpty else { return [] }
    try check(matrix, of: layer)
    let items = try self.items(in: index, toOutput: matrix)
    return composed(items, by: layer, matrix, opacity: layer.state.opacity)
  }

  /// True where a box in output pixels shows in the output.
  private func isSeen(_ box: Rect) -> Bool {
    seen.map { box.intersection($0) != nil } ?? true
  }

  /// - Returns: false where nothing shows any more.
  private mutating func narrow(to clip: RenderPlan.Clip) -> Bool {
    guard let box = clip.boundingBox else { return false }
    let rest = seen.map(box.intersection) ?? box
    seen = rest
    return rest != nil
  }

  /// - Throws: at the last edit's line, for what cannot be drawn.
  private func check(_ matrix: AffineTransform, of layer: Layer) throws(ScriptError) {
    guard matrix.isFinite else { throw ScriptError(.notFinite("the transform"), at: layer.lastEdit) }
    let stretch = matrix.singularValues
    // A matrix that was singular on the way is a rounding error away from it at the end.
    guard let inverse = matrix.inverse, inverse.isFinite,
      stretch.small > Planner.leastRatio * stretch.large
    else { throw ScriptError(.singular(layer: layer.name), at: layer.lastEdit) }
    guard stretch.large <= Planner.largestScale else {
      throw ScriptError(.excessiveScale(layer: layer.name), at: layer.lastEdit)
    }
    guard abs(matrix.tx) <= Planner.farthest, abs(matrix.ty) <= Planner.farthest else {
      throw ScriptError(.tooFar(layer: layer.name), at: layer.lastEdit)
    }
  }
}

extension AffineTransform {
  /// The path that pixels take under this matrix.
  fileprivate var path: RenderPlan.PixelPath {
    if let form = rightAngleForm {
      return form.orientation == .up ? .copy : .rightAngleCopy(form.orientation)
    }
    return b == 0 && c == 0 || a == 0 && d == 0 ? .axisAligned : .affine
  }
}

extension Rect {
  /// Edges that lie within tolerance of a whole pixel put exactly there.
  fileprivate var cleaned: Rect {
    func clean(_ x: Double) -> Double {
      abs(x - x.rounded()) <= AffineTransform.offsetTolerance ? x.rounded() : x
    }
    let x = clean(minX)
    let y = clean(minY)
    return Rect(x: x, y: y, width: clean(maxX) - x, height: clean(maxY) - y)
  }
}
