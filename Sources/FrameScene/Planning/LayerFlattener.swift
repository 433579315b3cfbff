import FrameGeometry
import FrameImage
import FrameRender
import FrameScript

/// Walks the layers from back to front and makes an item of each visible one.
struct LayerFlattener {
  let scene: Scene
  /// The memory of the run and the plan.
  private(set) var account: MemoryAccount
  private(set) var images: [SourceImage] = []
  /// The index of each image in the plan, by its number.
  private var places: [Int: Int] = [:]
  /// The visible part of the current layers, in output pixels; nil if everything counts.
  private var seen: Rect?
  /// The same before any clip.
  private var window: Rect?
  /// The same before any clip and crop.
  private var canvas: Rect?
  /// True inside a clip.
  private var isClipped = false
  /// From the canvas to output pixels.
  private var canvasToOutput = AffineTransform.identity
  /// The layers whose masks are being drawn, the innermost last.
  private var masked: [Int] = []
  /// The layers that would be visible and lie wholly outside the canvas.
  private(set) var layersOutside: [Int] = []

  /// What to do with a layer whose matrix has no inverse.
  enum Singular {
    case error
    /// An animation may start or end at zero.
    case notDrawn
  }

  private let singular: Singular
  private let limits: Limits

  /// - Parameter frame: the canvas that is written; nil while it is being determined.
  init(
    scene: Scene, frame: Planner.Frame?, singular: Singular, limits: Limits, account: MemoryAccount
  ) {
    self.scene = scene
    self.limits = limits
    self.singular = singular
    self.account = account
    window = frame.map { Rect(origin: .zero, size: Size($0.window.size)) }
    seen = window
    canvas = frame.map {
      Rect(
        x: -Double($0.window.x), y: -Double($0.window.y), width: Double($0.canvas.width),
        height: Double($0.canvas.height))
    }
  }

  /// - Parameter toOutput: from the coordinates of the children to output pixels.
  mutating func items(
    in parent: Int?, toOutput: AffineTransform
  ) throws(ScriptError) -> [RenderPlan.Item] {
    if parent == nil { canvasToOutput = toOutput }
    var items: [RenderPlan.Item] = []
    // The layer is passed on and not stored in a variable, because a copy would retain everything that it refers to.
    let scene = scene
    for index in scene.children(of: parent) {
      items += try self.items(of: scene.layers[index], index, parent: toOutput)
    }
    return items
  }

  private mutating func items(
    of layer: SceneLayer, _ index: Int, parent toOutput: AffineTransform
  ) throws(ScriptError) -> [RenderPlan.Item] {
    try check(layer)
    guard !layer.state.isHidden, layer.state.opacity > 0 else { return [] }
    let matrix = layer.toParent.concatenating(toOutput)
    let outer = (seen, window, canvas, isClipped)
    defer { (seen, window, canvas, isClipped) = outer }
    let shadow = try self.shadow(of: layer, parent: toOutput)
    if let shadow { widen(for: shadow) }
    if let clip = clip(of: layer, matrix) {
      guard try hasArea(matrix, of: layer) else { return [] }
      if layer.shown != .group || !layer.children.isEmpty { noteOutside(clip.boundingBox, of: index) }
      guard narrow(to: clip) else { return [] }
    }
    let visible = window
    let effects = try LayerEffects(layer, matrix, lengths: toOutput.meanScale)
    widen(by: effects.reach)
    var own: [RenderPlan.Item]
    switch layer.shown {
    case .image(let image?):
      own = try draw(image, in: layer, index, matrix: matrix, continued: effects.reach > 0)
    case .image(nil):
      own = try shape(Shape(Path(layer.bounds)), Planner.placeholderLook, layer, index, matrix: matrix)
    case .shape(let shape): own = try self.shape(shape, layer.state.look, layer, index, matrix: matrix)
    case .group: own = try group(layer, index, matrix: matrix)
    }
    // The items of a group are counted; their wrappers are not.
    if layer.shown != .group {
      for item in own { try hold(item.ownBytes, of: layer) }
    }
    for stage in effects.stages where !own.isEmpty {
      own = [stage.item(of: own, in: layer)]
      try hold(own[0].ownBytes, of: layer)
    }
    if let outline = outline(of: layer, index, matrix, visible), effects.reach > 0, !own.isEmpty {
      own = [.group(RenderPlan.GroupDraw(layer: layer.name, items: own, clip: outline))]
      try hold(own[0].ownBytes, of: layer)
    }
    let mask = try mask(of: layer, index, matrix)
    if let mask, mask.items.isEmpty, !mask.isInverted { return [] }
    let composed = composed(own, by: layer, matrix, mask, shadow, effects.colors)
    if composed.count == 1, case .group = composed[0] { try hold(composed[0].ownBytes, of: layer) }
    return composed
  }

  /// Returns the outline of an image that was continued beyond it for its neighborhoods; nil if there is none, or if
  /// it lies outside of what is visible.
  private func outline(
    of layer: SceneLayer, _ index: Int, _ matrix: AffineTransform, _ visible: Rect?
  ) -> RenderPlan.Clip? {
    guard case .image(let image?) = layer.shown, layer.state.image.edge == .transparent else { return nil }
    let toLayer = scene.placement(of: image, in: index)
    var box = (layer.state.image.part ?? Rect(origin: .zero, size: Size(image.uprightSize))).applying(toLayer)
    if layer.state.clip == .bounds {
      guard let rest = box.intersection(layer.bounds) else { return nil }
      box = rest
    }
    if let visible, let inverse = matrix.inverse, box.contains(visible.applying(inverse).cleaned) {
      return nil
    }
    return RenderPlan.Clip(Path(box), matrix: matrix.snapped)
  }

  private func check(_ layer: SceneLayer) throws(ScriptError) {
    do throws(LimitExceeded) {
      try limits.checkCancellation()
    } catch {
      throw ScriptError(.limit(error), at: layer.lastEdit)
    }
  }

  /// A layer that fades as a whole, has a clip path, casts a shadow or blends is drawn separately first; others are
  /// just their items.
  ///
  /// - Parameters:
  ///   - items: the layer's content, opaque.
  ///   - matrix: from the layer's coordinates to output pixels.
  private func composed(
    _ items: [RenderPlan.Item], by layer: SceneLayer, _ matrix: AffineTransform, _ mask: RenderPlan.Mask?,
    _ shadow: RenderPlan.Shadow?, _ colors: ColorFunction
  ) -> [RenderPlan.Item] {
    var group = RenderPlan.GroupDraw(
      layer: layer.name, items: items, opacity: layer.state.opacity, clip: clip(of: layer, matrix),
      mask: mask, shadow: shadow, blend: layer.state.blend, colors: colors)
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
  private func clip(of layer: SceneLayer, _ matrix: AffineTransform) -> RenderPlan.Clip? {
    switch (layer.state.clip, layer.shown) {
    case (nil, _), (.bounds, .image), (.bounds, .shape): nil
    case (.bounds, .group): RenderPlan.Clip(Path(layer.bounds), matrix: matrix)
    case (.path(let path, let rule), _): RenderPlan.Clip(path, rule: rule, matrix: matrix)
    }
  }

  /// - Parameter continued: True if the neighborhoods of the image's pixels are needed. Its edge is continued for them if
  ///   nothing else lies beyond it.
  private mutating func draw(
    _ image: SourceImage, in layer: SceneLayer, _ index: Int, matrix toOutput: AffineTransform,
    continued: Bool
  ) throws(ScriptError) -> [RenderPlan.Item] {
    let upright = image.orientation.uprightTransform(stored: image.size)
    let toLayer = upright.concatenating(scene.placement(of: image, in: index))
    let matrix = toLayer.concatenating(toOutput).snapped
    guard try hasArea(matrix, of: layer) else { return [] }
    let whole = Rect(origin: .zero, size: Size(image.size))
    let part = layer.state.image.part.flatMap { part in upright.inverse.map { part.applying($0).cleaned } }
    var visible = part ?? whole
    var bounds: Rect?
    if layer.state.clip == .bounds, let fromLayer = toLayer.inverse {
      bounds = layer.bounds.applying(fromLayer).cleaned
    }
    let path = RenderPlan.PixelPath(matrix)
    var edge = layer.state.image.edge
    let shown = bounds.map { visible.intersection($0) } ?? visible
    guard let shown, isSeen(shown.applying(matrix), of: index) else { return [] }
    if continued, edge == .transparent, matrix.singularValues.small >= Planner.leastEdgeScale {
      edge = .clamp
      bounds = nil
    }
    // The part of the plane that the output can show; nil while the canvas is being determined.
    let plane = window.flatMap { window in matrix.inverse.map { window.grown(by: 1).applying($0) } }
    if edge != .transparent, let plane {
      guard matrix.singularValues.small >= Planner.leastEdgeScale else {
        throw ScriptError(.edgeTooSmall(layer: layer.name), at: layer.lastEdit)
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
          layer: layer.name, image: number(of: image), matrix: matrix, visible: visible, opacity: 1,
          path: path, part: part.flatMap { $0 == whole ? nil : PixelRect($0) }, edge: edge))
    ]
  }

  /// Returns the index of an image in the plan.
  private mutating func number(of image: SourceImage) -> Int {
    if let number = places[image.id] { return number }
    places[image.id] = images.count
    images.append(image)
    return images.count - 1
  }

  // MARK: Masks

  /// - Parameter matrix: from the layer's coordinates to output pixels.
  private mutating func mask(
    of layer: SceneLayer, _ index: Int, _ matrix: AffineTransform
  ) throws(ScriptError) -> RenderPlan.Mask? {
    guard let mask = layer.state.mask else { return nil }
    let items: [RenderPlan.Item]
    switch mask.source {
    case .layer(let other): items = try self.items(ofMask: other, for: layer, index)
    case .image(let image?):
      let upright = image.orientation.uprightTransform(stored: image.size)
      let size = Size(image.uprightSize)
      let bounds = layer.bounds
      let (x, y) = (bounds.size.width / size.width, bounds.size.height / size.height)
      let toLayer = upright.concatenating(AffineTransform(x, 0, 0, y, bounds.minX, bounds.minY))
      let toOutput = toLayer.concatenating(matrix).snapped
      guard try hasArea(toOutput, of: layer) else { return nil }
      // The mask is continued beyond its edge, because that of the layer is enough.
      let plane = window.flatMap { window in toOutput.inverse.map { window.grown(by: 1).applying($0) } }
      let isContinued = plane != nil && toOutput.singularValues.small >= Planner.leastEdgeScale
      items = [
        .image(
          RenderPlan.ImageDraw(
            layer: layer.name, image: number(of: image), matrix: toOutput,
            visible: isContinued ? plane! : Rect(origin: .zero, size: Size(image.size)), opacity: 1,
            path: RenderPlan.PixelPath(toOutput), edge: isContinued ? .clamp : .transparent))
      ]
    case .image(nil):
      items = try shape(Shape(Path(layer.bounds)), Planner.placeholderLook, layer, index, matrix: matrix)
    case .paint(let paint):
      let plane = window.flatMap { window in matrix.inverse.map { window.grown(by: 1).applying($0) } }
      items = [
        .shape(
          RenderPlan.ShapeDraw(
            layer: layer.name, path: Path(plane ?? layer.bounds), fill: .init(paint), matrix: matrix))
      ]
    }
    for item in items { try hold(item.ownBytes, of: layer) }
    return RenderPlan.Mask(items, mask.channel, isInverted: mask.isInverted)
  }

  /// Returns the items of a layer that is a mask. It is drawn at its own place, whether or not it is hidden, and without what
  /// its groups do to it.
  private mutating func items(
    ofMask other: Int, for layer: SceneLayer, _ index: Int
  ) throws(ScriptError) -> [RenderPlan.Item] {
    let isAgain = masked.contains(index)
    masked.append(index)
    let (isInsideClip, outside) = (isClipped, layersOutside)
    defer {
      masked.removeLast()
      (isClipped, layersOutside) = (isInsideClip, outside)
    }
    guard !isAgain, !masked.contains(other) else {
      let names = (masked + [other]).map { scene.layers[$0].name }
      throw ScriptError(.maskCycle(names), at: layer.lastEdit)
    }
    var visible = scene.layers[other]
    visible.state.isHidden = false
    return try items(
      of: visible, other, parent: scene.parentToCanvas(other).concatenating(canvasToOutput))
  }

  private mutating func hold(_ bytes: Int, of layer: SceneLayer) throws(ScriptError) {
    do throws(LimitExceeded) {
      try account.add(bytes)
    } catch {
      throw ScriptError(.limit(error), at: layer.lastEdit)
    }
  }

  private mutating func shape(
    _ shape: Shape, _ look: ShapeStyle, _ layer: SceneLayer, _ index: Int, matrix: AffineTransform
  ) throws(ScriptError) -> [RenderPlan.Item] {
    guard try hasArea(matrix, of: layer) else { return [] }
    let draw = RenderPlan.ShapeDraw(
      layer: layer.name, path: shape.path, trim: look.trim, fill: look.fill(of: shape),
      stroke: look.stroke(of: shape), matrix: matrix)
    guard !draw.paints.isEmpty, let box = draw.reach, isSeen(box, of: index) else { return [] }
    try checkOutlines(of: draw, at: layer.lastEdit)
    return [.shape(draw)]
  }

  /// Checks that dashes are valid and that there is memory for drawing the shape.
  private func checkOutlines(
    of draw: RenderPlan.ShapeDraw, at place: ScriptPosition
  ) throws(ScriptError) {
    let isDashed = !(draw.stroke?.style.dashes.isEmpty ?? true)
    // Without flattening, if the upper bound is small anyway.
    guard isDashed || draw.roughBytes > 1 << 20 else { return }
    let room = max(0, account.limit - account.used)
    let each = draw.stroke == nil || isDashed ? 48 : 448
    let needed: Int
    do throws(ShapeOutlines.Problem) {
      needed = try ShapeOutlines(draw, window: window, mostPoints: room / each).survey().bytes
    } catch {
      if case .dashes(let error) = error { throw ScriptError(.dashes(error), at: place) }
      needed = room + 1
    }
    do throws(LimitExceeded) {
      try account.check(beside: needed)
    } catch {
      throw ScriptError(.limit(error), at: place)
    }
  }

  private mutating func group(
    _ layer: SceneLayer, _ index: Int, matrix: AffineTransform
  ) throws(ScriptError) -> [RenderPlan.Item] {
    guard !layer.children.isEmpty else { return [] }
    guard try hasArea(matrix, of: layer) else { return [] }
    return try items(in: index, toOutput: matrix)
  }

  /// Returns whether a layer whose box, in output pixels, this is can be seen in the output.
  private mutating func isSeen(_ box: Rect, of layer: Int) -> Bool {
    noteOutside(box, of: layer)
    return seen.map { box.intersection($0) != nil } ?? true
  }

  /// - Parameter box: the layer's box in output pixels, or that of its clip.
  private mutating func noteOutside(_ box: Rect?, of layer: Int) {
    guard let box, let canvas, !isClipped, box.intersection(canvas) == nil else { return }
    layersOutside.append(layer)
  }

  /// - Parameter parent: from the coordinates of the layer's parent to output pixels.
  private func shadow(
    of layer: SceneLayer, parent: AffineTransform
  ) throws(ScriptError) -> RenderPlan.Shadow? {
    guard let shadow = layer.state.shadow, shadow.color.alpha > 0 else { return nil }
    let offset = shadow.offset.applying(parent)
    let blur = shadow.blur * parent.meanScale
    guard blur <= Planner.largestBlur else {
      // Beyond every limit, but still an integer.
      let needed = Int(min(blur.rounded(.up), 1e15))
      let exceeded = LimitExceeded(.blur, needed: needed, allowed: Int(Planner.largestBlur))
      throw ScriptError(.limit(exceeded), at: layer.lastEdit)
    }
    guard abs(offset.dx) <= Planner.farthest, abs(offset.dy) <= Planner.farthest else {
      throw ScriptError(.tooFar(layer: layer.name), at: layer.lastEdit)
    }
    return RenderPlan.Shadow(offset: offset, deviation: blur / 2, color: shadow.color)
  }

  /// Layers outside the output may cast a shadow into it.
  private mutating func widen(for shadow: RenderPlan.Shadow) {
    func widened(_ box: Rect) -> Rect {
      box.union(box.offsetBy(dx: -shadow.offset.dx, dy: -shadow.offset.dy).grown(by: shadow.reach))
    }
    seen = seen.map(widened)
    window = window.map(widened)
    canvas = canvas.map(widened)
  }

  /// Pixels outside the output matter if they are in the neighborhood of visible ones.
  private mutating func widen(by distance: Double) {
    seen = seen?.grown(by: distance)
    window = window?.grown(by: distance)
    canvas = canvas?.grown(by: distance)
  }

  /// - Returns: false if nothing is visible any more.
  private mutating func narrow(to clip: RenderPlan.Clip) -> Bool {
    guard let box = clip.boundingBox else { return false }
    let rest = seen.map(box.intersection) ?? box
    seen = rest
    isClipped = true
    return rest != nil
  }

  /// - Returns: false for a layer that is not drawn.
  /// - Throws: an error at the last edit's line for a layer that cannot be drawn.
  private func hasArea(_ matrix: AffineTransform, of layer: SceneLayer) throws(ScriptError) -> Bool {
    guard matrix.isFinite else { throw ScriptError(.notFinite("the transform"), at: layer.lastEdit) }
    let stretch = matrix.singularValues
    // A matrix that was singular on the way is within a rounding error of it at the end.
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

extension RenderPlan.PixelPath {
  /// True if every output pixel is one pixel of the image.
  fileprivate var isCopy: Bool {
    switch self {
    case .copy, .rightAngleCopy: true
    case .axisAligned, .affine: false
    }
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
