import FrameGeometry
import FrameImage
import FramePlan

/// The capabilities of an output's format, as far as a plan depends on them.
package struct OutputCapabilities: Equatable, Sendable {
  package var alpha: Bool
  /// The output is not deeper than this, whatever its images are.
  package var deepest: PixelFormat.Depth
  /// The output is at least as deep as this, whatever its images are.
  package var shallowest: PixelFormat.Depth
  package var maximumSide: Int
  /// The policy for outputs that are lossless transforms of an image.
  package var lossless: LosslessPolicy
  /// The numbers of the images whose blocks the format can store.
  package var movable: Set<Int>
  /// The numbers of the images whose colors are converted.
  package var recolored: Set<Int>
  package var size: OutputSize
  /// The part of that output to draw, as far as it lies inside; nil for all of it.
  package var part: PixelRect?
  /// True if the output is looked at for a moment only: images are decoded at a fraction of their size in any light, and before
  /// they are filtered.
  package var isPreview: Bool

  package init(
    alpha: Bool, deepest: PixelFormat.Depth, shallowest: PixelFormat.Depth = .eight, maximumSide: Int,
    lossless: LosslessPolicy = .never, movable: Set<Int> = [], recolored: Set<Int> = [],
    size: OutputSize = .canvas, part: PixelRect? = nil, isPreview: Bool = false
  ) {
    self.alpha = alpha
    (self.deepest, self.shallowest) = (deepest, shallowest)
    self.maximumSide = maximumSide
    self.lossless = lossless
    self.movable = movable
    self.recolored = recolored
    self.size = size
    self.part = part
    self.isPreview = isPreview
  }
}

/// The size of an output. The whole edit is scaled to it.
package enum OutputSize: Equatable, Sendable {
  /// The size of the canvas.
  case canvas
  /// This width. If the size does not enlarge, it is reduced until no pixel of an image is larger than an output pixel, or than it
  /// is on the canvas.
  case width(Int, enlarges: Bool)
  /// The size of the canvas, reduced until it fits in these bounds.
  case within(PixelSize)
}

/// Plans a scene: one matrix for each image, the path of its pixels, and the output's properties.
package struct Planner: Sendable {
  static let placeholderLook = ShapeStyle(fill: RenderPlan.Fill(.color(SceneTree.placeholderColor)))
  /// A larger magnification is a mistake.
  static let largestScale = 1e6
  /// A flatter transform has no area that can be distinguished from rounding.
  static let leastRatio = 1e-12
  /// An image that fills the plane cannot be smaller: every output pixel would depend on thousands of its pixels.
  static let leastEdgeScale = 1.0 / 64
  /// Beyond this distance from the canvas, positions are less precise than a fraction of a pixel.
  static let farthest = 1e11
  /// The largest blur: the width of the widest image.
  static let largestBlur = 65_535.0

  let limits: Limits
  package private(set) var output: OutputCapabilities
  /// The width of the widest output that enlarges no image. Nil if enlarging is allowed, or if the output is narrower than the canvas
  /// and so enlarges nothing.
  package private(set) var largestWidth: Int?
  /// False if plans are only made to find errors.
  private let isRendered: Bool
  /// The memory of the run, in addition to which there must be room for the plan.
  private let account: MemoryAccount

  /// - Parameters:
  ///   - account: the memory account of the run that made the scene; nil for a scene without a run.
  ///   - isRendered: false if plans are only made to find errors; a mask of many layers then takes memory once.
  package init(
    limits: Limits, output: OutputCapabilities, account: MemoryAccount? = nil, isRendered: Bool = true
  ) {
    self.isRendered = isRendered
    self.limits = limits
    self.output = output
    self.account = account ?? MemoryAccount(limit: limits.memory)
  }

  /// - Parameter layer: the only layer to draw, on a transparent canvas; nil for the scene.
  /// - Throws: `SceneError` at the line that made something that cannot be drawn.
  package func plan(_ scene: Scene, only layer: Int? = nil) throws(SceneError) -> RenderPlan {
    let frame = try frame(of: scene)
    let scene = layer.map(scene.isolating) ?? scene
    let flattened = try flatten(scene, in: frame)
    var plan = plan(scene, in: frame, flattened)
    plan.losses += scene.framingLosses(flattened.useless)
    return plan
  }

  /// Returns a planner whose outputs have a width that fits the images of a scene. See `OutputSize.width`.
  ///
  /// - Throws: `SceneError` at the line that made something that cannot be drawn.
  package func fitting(imagesOf scene: Scene) throws(SceneError) -> Planner {
    guard case .width(let width, enlarges: false) = output.size else { return self }
    var planner = self
    planner.output.size = .canvas
    let canvas = try planner.frame(of: scene).window.size.width
    guard width >= canvas else { return self }
    let plan = try planner.plan(scene)
    // An image that is stretched has its full detail in the direction of its smallest scale.
    let scale = plan.draws.map(\.stretch.small).min()
    if let scale {
      planner.largestWidth = max(canvas, Int(min(Double(canvas) / scale, 1e15).rounded()))
    }
    planner.output.size = .width(min(width, planner.largestWidth ?? width), enlarges: true)
    return planner
  }

  /// Plans a frame of an animation.
  fileprivate func planFrame(_ scene: Scene, in frame: Frame) throws(SceneError) -> RenderPlan {
    plan(scene, in: frame, try flatten(scene, in: frame, singular: .notDrawn))
  }

  /// The visible layers in painter's order, and the parts that change no pixel of the output.
  fileprivate struct FlatScene {
    var items: [RenderPlan.Item]
    var images: [SourceImage]
    var useless: UselessParts
  }

  /// - Parameter singular: what to do with a layer without area.
  fileprivate func flatten(
    _ scene: Scene, in frame: Frame, singular: LayerFlattener.Singular = .error
  ) throws(SceneError) -> FlatScene {
    var flattener = LayerFlattener(
      scene: scene, frame: frame, singular: singular, limits: limits, account: account,
      isRendered: isRendered)
    let items = try flattener.items(in: nil, toOutput: .affine(frame.toOutput))
    return FlatScene(items: items, images: flattener.images, useless: flattener.useless)
  }

  private func plan(_ scene: Scene, in frame: Frame, _ flattened: FlatScene) -> RenderPlan {
    var plan = RenderPlan(
      canvas: frame.canvas, window: frame.window,
      style: scene.canvas.style.placed(by: frame.toOutput, scale: frame.scale),
      filter: scene.canvas.filter, lights: scene.canvas.lights, images: flattened.images,
      items: flattened.items, output: .rgb8)
    plan.unpadded = frame.unpadded
    chooseOutput(of: &plan)
    plan.chooseReductions(isPreview: output.isPreview)
    plan.chooseWriting(output, limits: limits)
    return plan
  }

  /// Returns the transform from a layer's content to the output's pixels: from its image's upright pixels, or without
  /// an image, from its own coordinates.
  ///
  /// - Throws: `SceneError` for an invalid canvas, or a layer whose transform has no inverse.
  package func mapping(of index: Int, in scene: Scene) throws(SceneError) -> PlaneMap {
    let layer = scene.layers[index]
    var map = scene.toCanvas(index).concatenating(try frame(of: scene).toOutput)
    if case .image(let image?) = layer.shown {
      map = layer.state.image.fromPhoto.concatenating(scene.placement(of: image, in: index)).concatenating(
        map)
    }
    guard map.inverse != nil else { throw SceneError(.singular(layer: layer.name), at: layer.lastEdit) }
    return map.affine.map { .affine($0.snapped) } ?? map
  }

  // MARK: The frame

  /// Returns the map from the coordinates of layers outside groups to the output's pixels.
  package func mappingToOutput(of scene: Scene) throws(SceneError) -> AffineTransform {
    try frame(of: scene).toOutput
  }

  /// The canvas in whole pixels, its crop, and the position of layers in it.
  struct Frame: Sendable {
    var canvas: PixelSize
    var window: PixelRect
    /// From the scene's canvas coordinates to pixels of the canvas.
    var toCanvas: AffineTransform
    /// From the scene's canvas coordinates to output pixels.
    var toOutput: AffineTransform
    /// The scale of the output relative to the scene.
    var scale = 1.0
    /// The part of the window inside a pad; nil without one.
    var unpadded: PixelRect?

    /// Returns the frame for another output width. Sides are rounded, and the content fills them.
    func scaled(to width: Int, _ limits: Limits) throws(LimitExceeded) -> Frame {
      // Checked before multiplying: the product of a width within the limit and a canvas side is exact in a double.
      guard width <= limits.side else { throw LimitExceeded(.side, needed: width, allowed: limits.side) }
      let scale = Double(width) / Double(window.size.width)
      // A width near the largest integer exceeds the limit, and multiplied by more than 1 it is not an integer.
      func scaled(_ length: Int) -> Int { max(1, Int(min((Double(length) * scale).rounded(), 1e15))) }
      let size = try limits.check(width: width, height: scaled(window.size.height))
      let place = PixelRect(
        x: Int((Double(window.x) * scale).rounded()), y: Int((Double(window.y) * scale).rounded()), size: size
      )
      let whole = try limits.check(
        width: max(scaled(canvas.width), place.x + size.width),
        height: max(scaled(canvas.height), place.y + size.height))
      let stretch = AffineTransform(scaleX: scale, y: Double(size.height) / Double(window.size.height))
      let scaled = toOutput.concatenating(stretch)
      return Frame(
        canvas: whole, window: place,
        toCanvas: scaled.concatenating(AffineTransform(translationX: Double(place.x), y: Double(place.y))),
        toOutput: scaled, scale: scale)
    }

    /// Returns the frame with a pad around its window.
    func padded(by width: Int?, _ limits: Limits) throws(LimitExceeded) -> Frame {
      guard let width else { return self }
      var frame = self
      let size = try limits.check(
        width: window.size.width + 2 * width, height: window.size.height + 2 * width)
      frame.window = PixelRect(x: window.x - width, y: window.y - width, size: size)
      frame.unpadded = PixelRect(x: width, y: width, size: window.size)
      frame.toOutput = toOutput.concatenating(
        AffineTransform(translationX: Double(width), y: Double(width)))
      return frame
    }

    /// Returns the frame of a part of the output, as far as it lies inside; nil means all of it.
    func cut(to part: PixelRect?) -> Frame {
      guard let part = part?.intersection(PixelRect(x: 0, y: 0, size: window.size)) else { return self }
      var frame = self
      frame.window = PixelRect(x: window.x + part.x, y: window.y + part.y, size: part.size)
      let move = AffineTransform(translationX: -Double(part.x), y: -Double(part.y))
      frame.toOutput = toOutput.concatenating(move)
      frame.unpadded?.x -= part.x
      frame.unpadded?.y -= part.y
      return frame
    }
  }

  func frame(
    of scene: Scene, singular: LayerFlattener.Singular = .error
  ) throws(SceneError) -> Frame {
    let origin = scene.canvas.origin
    var size = scene.canvas.size
    var toCanvas = AffineTransform.identity
    switch scene.canvas.extent {
    case .unstated, .size, .imageAspect, .cover: break
    case .fit: (size, toCanvas) = try fitted(scene, singular)
    case .inscribed(let ratio):
      let box = try inscribedBox(of: scene, ratio)
      (size, toCanvas) = (box.size, AffineTransform(translationX: -box.minX, y: -box.minY))
    }
    var limits = limits
    limits.side = min(limits.side, output.maximumSide)
    // In doubles first, because a box may exceed the range of integers.
    let ceiling = 1e15
    let canvas = try limited(
      limits.check(width: Int(min(size.width, ceiling)), height: Int(min(size.height, ceiling))), at: origin)
    var window = PixelRect(x: 0, y: 0, size: canvas)
    if let crop = scene.canvas.crop {
      window = try cut(crop.rect(in: canvas), from: canvas, at: scene.canvas.cropOrigin)
    }
    let frame = Frame(
      canvas: canvas, window: window, toCanvas: toCanvas,
      toOutput: toCanvas.concatenating(
        AffineTransform(translationX: -Double(window.x), y: -Double(window.y))))
    // Whole pixels, as the sides of the canvas.
    let pad = scene.canvas.style.pad.map { Int(min($0.width.rounded(), 1e9)) }
    let whole = try limited(frame.padded(by: pad, limits), at: scene.canvas.padOrigin)
    let full = whole.window.size
    let width =
      switch output.size {
      case .canvas: full.width
      case .width(let width, _): width
      case .within(let bounds): full.fitted(in: bounds).width
      }
    guard width != full.width else { return whole.cut(to: output.part) }
    do throws(LimitExceeded) {
      let scaledPad = pad.map { Int((Double($0) * Double(width) / Double(full.width)).rounded()) }
      let inner = max(1, width - 2 * (scaledPad ?? 0))
      return try frame.scaled(to: inner, limits).padded(by: scaledPad, limits).cut(to: output.part)
    } catch {
      throw SceneError(.widthLimit(width, error), at: origin)
    }
  }

  private func cut(
    _ crop: Rect, from canvas: PixelSize, at origin: Origin
  ) throws(SceneError) -> PixelRect {
    let x = crop.origin.x.rounded()
    let y = crop.origin.y.rounded()
    let width = crop.size.width.rounded()
    let height = crop.size.height.rounded()
    guard x >= 0, y >= 0, width >= 1, height >= 1, x + width <= Double(canvas.width),
      y + height <= Double(canvas.height),
      let size = PixelSize(width: Int(width), height: Int(height))
    else { throw SceneError(.cropOutside(canvas: canvas), at: origin) }
    return PixelRect(x: Int(x), y: Int(y), size: size)
  }

  /// Returns the size of everything drawn in whole pixels, and the transform that moves it there.
  ///
  /// A box is rounded outward. One with a whole width needs no rounding at any position: it is moved to 0 unchanged, so a
  /// quarter turn of an image with odd sides is still a copy. An upright image alone is stretched to the nearest whole
  /// size, so that no edge is partly transparent.
  private func fitted(
    _ scene: Scene, _ singular: LayerFlattener.Singular
  ) throws(SceneError) -> (Size, AffineTransform) {
    let origin = scene.canvas.origin
    var collector = LayerFlattener(
      scene: scene, frame: nil, singular: singular, limits: limits, account: account,
      isRendered: isRendered)
    let items = try collector.items(in: nil, toOutput: .identity)
    guard let box = items.boundingBox, box.size.width > 0, box.size.height > 0 else {
      throw SceneError(.nothingDrawn, at: origin)
    }
    if items.count == 1, case .image(let draw) = items[0], draw.path == .axisAligned {
      let size = Size(width: max(1, box.size.width.rounded()), height: max(1, box.size.height.rounded()))
      let stretch = AffineTransform(
        scaleX: size.width / box.size.width, y: size.height / box.size.height)
      return (size, AffineTransform(translationX: -box.minX, y: -box.minY).concatenating(stretch))
    }
    func outward(_ low: Double, _ high: Double) -> (Double, Double) {
      let slack = AffineTransform.offsetTolerance
      let length = high - low
      if abs(length - length.rounded()) <= slack { return (low, max(1, length.rounded())) }
      let first = (low + slack).rounded(.down)
      return (first, (high - slack).rounded(.up) - first)
    }
    let (x, width) = outward(box.minX, box.maxX)
    let (y, height) = outward(box.minY, box.maxY)
    return (Size(width: width, height: height), AffineTransform(translationX: -x, y: -y))
  }

  /// Returns the largest rectangle of whole pixels inside the only visible image.
  private func inscribedBox(of scene: Scene, _ ratio: Double?) throws(SceneError) -> Rect {
    let origin = scene.canvas.origin
    let images = scene.shownImages
    guard images.count == 1 else { throw SceneError(.inscribedImages(images.count), at: origin) }
    let layer = scene.layers[images[0]]
    let (drawn, toCanvas) = (scene.drawnRect(of: images[0]), scene.toCanvas(images[0]))
    let box: Rect?
    switch toCanvas {
    case .affine(let transform) where !scene.isInClip(images[0]):
      guard let inside = InscribedRect(drawn, applying: transform) else {
        throw SceneError(.singular(layer: layer.name), at: layer.lastEdit)
      }
      box = ratio.map(inside.largest(aspectRatio:)) ?? inside.largest()
    case .affine, .projective:
      var shown = ConvexPolygon(corners: drawn.corners)
      for index in scene.path(to: images[0]) {
        shown = try placed(scene.clipped(shown, by: index), at: scene.layers[index].lastEdit)
          .applying(scene.layers[index].toParent)
      }
      box = shown.largestRect(aspectRatio: ratio)
    }
    guard let box else { throw SceneError(.emptyCanvas, at: origin) }
    return box
  }

  // MARK: The output

  /// Sets the output's pixel format, the background, and the losses.
  private func chooseOutput(of plan: inout RenderPlan) {
    // A mask adds neither colors nor depth.
    let images = Set(plan.items.flatMap(\.imagesOutsideMasks)).map { plan.images[$0] }
    let isGray =
      images.allSatisfy { $0.pixels.channels.isGray } && !images.isEmpty
      && plan.style.isGray && plan.items.allSatisfy(\.isGray)
    let wanted = images.map(\.pixels.depth).max() ?? .eight
    let depth = max(min(wanted, output.deepest), output.shallowest)
    let isOpaque = plan.isOpaque
    plan.output = PixelFormat(.init(gray: isGray, alpha: output.alpha && !isOpaque), depth)
    if depth < wanted { plan.losses.append(.depth) }
    guard !output.alpha, !isOpaque else { return }
    plan.matte = .white
    if plan.style.cornerRadius > 0 || plan.images.contains(where: { $0.pixels.channels.hasAlpha })
      || plan.items.contains(where: \.fadesImage)
    {
      plan.losses.append(.alpha(over: .white))
    }
  }
}

extension RenderPlan {
  /// True if every pixel of the output is certainly opaque.
  fileprivate var isOpaque: Bool {
    if let pad = style.pad, pad.color.alpha < 1 { return false }
    guard style.cornerRadius == 0 || style.pad != nil else { return false }
    if style.background.isOpaque { return true }
    let whole = unpadded.map(Rect.init) ?? Rect(origin: .zero, size: Size(window.size))
    return items.contains { isCover($0, of: whole) }
  }

  /// Returns whether an item certainly covers every pixel of a rectangle.
  private func isCover(_ item: Item, of area: Rect) -> Bool {
    switch item {
    case .image(let draw):
      draw.opacity == 1 && !images[draw.image].pixels.channels.hasAlpha && draw.covers(area)
    case .shape: false
    case .group(let draw):
      draw.opacity == 1 && draw.clip == nil && draw.mask == nil && draw.plane == nil && draw.blend == .normal
        && draw.items.contains { isCover($0, of: area) }
    case .neighborhood(let draw):
      // A blur also needs what is around the area.
      draw.edit.keepsOpaque
        && draw.items.contains {
          isCover($0, of: area.grown(by: draw.edit.keepsAlpha ? 0 : draw.edit.reach))
        }
    }
  }
}

extension RenderPlan.Item {
  /// The indices of the images that are drawn, without those of masks.
  fileprivate var imagesOutsideMasks: [Int] {
    if case .image(let draw) = self { [draw.image] } else { parts.flatMap(\.imagesOutsideMasks) }
  }

  /// True if an image, or what contains one, is transparent in part because its commands say so.
  fileprivate var fadesImage: Bool {
    let isFaded =
      switch self {
      case .image(let draw): draw.opacity < 1
      case .group(let draw): draw.opacity < 1 || draw.mask != nil
      case .shape, .neighborhood: false
      }
    return isFaded && !imagesOutsideMasks.isEmpty || parts.contains(where: \.fadesImage)
  }

  /// True if only grays are drawn beside images.
  fileprivate var isGray: Bool {
    switch self {
    case .image: true
    case .shape(let draw): draw.paints.allSatisfy(\.isGray)
    case .group(let draw):
      draw.items.allSatisfy(\.isGray) && draw.shadow?.color.isGray ?? true && draw.colors.keepsGray
    case .neighborhood(let draw): draw.edit.keepsGray && draw.items.allSatisfy(\.isGray)
    }
  }
}

/// Converts the frames of a timeline to plans, all on the canvas of its end. Layers without area are not drawn.
package struct FramePlanner: Sendable {
  package let timeline: Timeline
  private let planner: Planner
  private let frame: Planner.Frame

  /// - Throws: `SceneError` for an invalid canvas.
  package init(_ timeline: Timeline, by planner: Planner) throws(SceneError) {
    self.timeline = timeline
    self.planner = planner
    frame = try planner.frame(of: timeline.end, singular: .notDrawn)
  }

  /// - Throws: `SceneError` at the line that made something that cannot be drawn.
  package func plan(_ index: Int) throws(SceneError) -> RenderPlan {
    try planner.planFrame(timeline.scene(at: index), in: frame)
  }

  /// Returns what lies outside the canvas at the end. Layers that move are not reported, because other frames may show
  /// them.
  ///
  /// - Throws: `SceneError` at the line that made something that cannot be drawn.
  package func framingLosses() throws(SceneError) -> [RenderPlan.Loss] {
    let useless = try planner.flatten(timeline.end, in: frame, singular: .notDrawn).useless
    return timeline.end.framingLosses(useless, of: timeline.staysInPlace)
  }
}
