import FrameModel

/// Walks the layers from the back and makes an item of each that is seen.
struct Collector {
  let scene: Scene
  /// What is put out; nil while the canvas is still being sought and everything counts.
  let frame: Planner.Frame?
  private(set) var pictures: [Picture] = []

  /// What becomes of a layer whose matrix has no inverse.
  enum Singular {
    case error
    /// An animation may begin or end with nothing.
    case notDrawn
  }

  private let singular: Singular

  init(scene: Scene, frame: Planner.Frame?, singular: Singular) {
    self.scene = scene
    self.frame = frame
    self.singular = singular
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
        guard let draw = try self.draw(picture, in: index, matrix: matrix) else { continue }
        items += blended([.picture(draw)], by: layer)
      case .image(nil):
        let card = Shape(Path(layer.bounds))
        items += try shape(card, Planner.placeholderLook, index, matrix: matrix)
      case .shape(let shape): items += try self.shape(shape, layer.state.look, index, matrix: matrix)
      case .group: items += try group(index, matrix: matrix)
      }
    }
    return items
  }

  /// What mixes with what lies below is drawn by itself first.
  private func blended(_ items: [RenderPlan.Item], by layer: Layer) -> [RenderPlan.Item] {
    guard layer.state.blend != .normal else { return items }
    return [.group(RenderPlan.GroupDraw(layer: layer.name, items: items, blend: layer.state.blend))]
  }

  private mutating func draw(
    _ picture: Picture, in index: Int, matrix toOutput: AffineTransform
  ) throws(ScriptError) -> RenderPlan.PictureDraw? {
    let layer = scene.layers[index]
    let upright = picture.orientation.uprightTransform(stored: picture.size)
    let toLayer = upright.concatenating(scene.placement(of: picture, in: index))
    let matrix = toLayer.concatenating(toOutput).snapped
    guard try hasArea(matrix, of: layer) else { return nil }
    var visible = Rect(origin: .zero, size: Size(picture.size))
    if layer.clips, let fromLayer = toLayer.inverse {
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
    guard try hasArea(matrix, of: layer) else { return [] }
    var draw = RenderPlan.ShapeDraw(
      layer: layer.name, path: shape.path, trim: look.trim, fill: look.fill(of: shape),
      stroke: look.stroke(of: shape), matrix: matrix, opacity: layer.state.opacity)
    guard !draw.paints.isEmpty, let box = draw.reach, isSeen(box) else { return [] }
    do { try draw.checkDashes() } catch { throw ScriptError(.dashes(error), at: layer.lastEdit) }
    guard draw.opacity < 1, draw.paints.count > 1 else { return blended([.shape(draw)], by: layer) }
    draw.opacity = 1
    return [
      .group(
        RenderPlan.GroupDraw(
          layer: layer.name, items: [.shape(draw)], opacity: layer.state.opacity, blend: layer.state.blend))
    ]
  }

  /// A group that does not fade, clip or mix is no more than its items.
  private mutating func group(
    _ index: Int, matrix: AffineTransform
  ) throws(ScriptError) -> [RenderPlan.Item] {
    let layer = scene.layers[index]
    guard !layer.children.isEmpty else { return [] }
    guard try hasArea(matrix, of: layer) else { return [] }
    let items = try self.items(in: index, toOutput: matrix)
    let isPlain = layer.state.opacity == 1 && !layer.clips && layer.state.blend == .normal
    guard !items.isEmpty, !isPlain else { return items }
    return [
      .group(
        RenderPlan.GroupDraw(
          layer: layer.name, items: items, opacity: layer.state.opacity,
          clip: layer.clips ? ConvexPolygon(layer.bounds, applying: matrix) : nil, blend: layer.state.blend))
    ]
  }

  /// True where a box in output pixels shows in the output.
  private func isSeen(_ box: Rect) -> Bool {
    guard let frame else { return true }
    return box.intersection(Rect(origin: .zero, size: Size(frame.window.size))) != nil
  }

  /// - Returns: false for what is not drawn.
  /// - Throws: at the last edit's line, for what cannot be drawn.
  private func hasArea(_ matrix: AffineTransform, of layer: Layer) throws(ScriptError) -> Bool {
    guard matrix.isFinite else { throw ScriptError(.notFinite("the transform"), at: layer.lastEdit) }
    let stretch = matrix.singularValues
    // A matrix that was singular on the way is a rounding error away from it at the end.
    guard let inverse = matrix.inverse, inverse.isFinite,
      stretch.small > Planner.leastRatio * stretch.large
    else {
      if singular == .notDrawn { return false }
      throw ScriptError(.singular(layer: layer.name), at: layer.lastEdit)
    }
    guard stretch.large <= Planner.largestScale else {
      throw ScriptError(.excessiveScale(layer: layer.name), at: layer.lastEdit)
    }
    guard abs(matrix.tx) <= Planner.farthest, abs(matrix.ty) <= Planner.farthest else {
      throw ScriptError(.tooFar(layer: layer.name), at: layer.lastEdit)
    }
    return true
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
