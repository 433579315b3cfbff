import FrameModel

/// Walks the layers from the back and makes an item of each that is seen.
struct Collector {
  let scene: Scene
  /// What is put out; nil while the canvas is still being sought and everything counts.
  let frame: Planner.Frame?
  private(set) var pictures: [Picture] = []

  init(scene: Scene, frame: Planner.Frame?) {
    self.scene = scene
    self.frame = frame
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
      switch layer.shown {
      case .image(let picture?):
        if let draw = try self.draw(picture, in: index, matrix: matrix) { items.append(.picture(draw)) }
      case .image(nil):
        if let card = try self.card(index, matrix: matrix) { items.append(.card(card)) }
      case .group: items += try group(index, matrix: matrix)
      }
    }
    return items
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
    if layer.clips, let fromLayer = toLayer.inverse {
      let bounds = Rect(origin: .zero, size: layer.bounds).applying(fromLayer).cleaned
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

  private func card(
    _ index: Int, matrix: AffineTransform
  ) throws(ScriptError) -> RenderPlan.CardDraw? {
    let layer = scene.layers[index]
    try check(matrix, of: layer)
    let rect = Rect(origin: .zero, size: layer.bounds)
    guard isSeen(rect.applying(matrix)) else { return nil }
    return RenderPlan.CardDraw(
      layer: layer.name, colour: Planner.placeholderColour, rect: rect, matrix: matrix,
      opacity: layer.state.opacity)
  }

  /// A group that neither fades nor clips is no more than its items.
  private mutating func group(
    _ index: Int, matrix: AffineTransform
  ) throws(ScriptError) -> [RenderPlan.Item] {
    let layer = scene.layers[index]
    guard !layer.children.isEmpty else { return [] }
    try check(matrix, of: layer)
    let items = try self.items(in: index, toOutput: matrix)
    guard !items.isEmpty, layer.state.opacity < 1 || layer.clips else { return items }
    let clip =
      layer.clips ? ConvexPolygon(Rect(origin: .zero, size: layer.bounds), applying: matrix) : nil
    return [
      .group(
        RenderPlan.GroupDraw(
          layer: layer.name, items: items, opacity: layer.state.opacity, clip: clip))
    ]
  }

  /// True where a box in output pixels shows in the output.
  private func isSeen(_ box: Rect) -> Bool {
    guard let frame else { return true }
    return box.intersection(Rect(origin: .zero, size: Size(frame.window.size))) != nil
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
  fileprivate var path: RenderPlan.Path {
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
