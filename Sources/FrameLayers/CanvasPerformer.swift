import FrameGeometry
import FrameGesture
import FrameImage
import FramePlan
import FrameScene
import FrameText

/// Performs a canvas as commands of a scene.
struct CanvasPerformer {
  let images: any ImageLibrary
  let effects: @Sendable () -> [String: PluginEffect]
  private var fonts = CanvasFonts()
  var run: SceneRun
  /// The number of the last image source that was used, in the order of `Canvas.imageSources`.
  private var imageCount = 0
  private var layerCount = 0
  /// What is being performed, for errors: the canvas, a layer or a gesture.
  var origin = Origin()
  private var groups = 0
  /// The masks that are layers, with the numbers of the layers that they mask. A layer can be masked by a later one.
  private var layerMasks: [(layer: Int, origin: Origin, mask: Layer.Mask)] = []

  init(
    _ run: SceneRun, images: any ImageLibrary, effects: @escaping @Sendable () -> [String: PluginEffect]
  ) {
    (self.run, self.images, self.effects) = (run, images, effects)
  }

  mutating func perform(_ canvas: Canvas) throws(SceneError) {
    fonts = canvas.fonts
    let size = Size(width: Double(canvas.width), height: Double(canvas.height))
    let checked = Size(try run.account.limits.checkCanvas(size, at: origin))
    try perform(.canvas(.size(checked, .size)))
    try perform(.canvas(.background(try paint(canvas.background))))
    let radius = try length(canvas.cornerRadius, "a corner's radius")
    try perform(.canvas(.style { $0.cornerRadius = radius }))
    try perform(.canvas(.filter(canvas.filter)))
    try perform(.canvas(.light(canvas.lights.resampling, for: .resampling)))
    try perform(.canvas(.light(canvas.lights.blending, for: .blending)))
    try run.editor.start(at: origin)
    for layer in canvas.layers { try add(layer) }
    for (layer, origin, mask) in layerMasks {
      self.origin = origin
      try perform(.change(layer, .mask(try self.mask(mask))))
    }
    for (index, gesture) in canvas.gestures.enumerated() {
      origin = .gesture(index + 1)
      try perform(gesture)
    }
    origin = Origin()
    if !canvas.gestures.isEmpty { try perform(.finish) }
  }

  mutating func perform(_ command: Command.Kind) throws(SceneError) {
    try run.perform(Command(command, at: origin))
    // There are no blocks, so this lets everything happen that the command has caused.
    while try run.next() != nil {}
  }

  // MARK: Layers

  private mutating func add(_ layer: Layer) throws(SceneError) {
    layerCount += 1
    let origin = Origin.layer(layerCount)
    self.origin = origin
    let name = layer.name ?? "layer \(layerCount)"
    try run.account.checkCancellation(at: origin)
    try origin.check(.nameBytes, name.utf8.count, atMost: run.account.limits.nameBytes)
    guard run.editor.scene.index(of: name) == nil else {
      throw SceneError(.repeatedLayer(name, instead: nil), at: origin)
    }
    let index = run.editor.scene.layers.count
    let new = NewLayer(
      name: name, content: try content(of: layer), options: try options(of: layer).map { ($0, origin) })
    try perform(.declare(new, isBound: false))
    if let mask = layer.mask {
      if case .layer = mask {
        layerMasks.append((index, origin, mask))
      } else {
        try perform(.change(index, .mask(try self.mask(mask))))
      }
    }
    if case .group(let layers) = layer.content {
      groups += 1
      try origin.check(.nesting, groups, atMost: run.account.limits.nesting)
      for layer in layers { try add(layer) }
      self.origin = origin
      groups -= 1
      try perform(.endGroup)
    }
    if !layer.transform.isIdentity { try perform(.edit(index, .setTransform(layer.transform))) }
  }

  private mutating func content(of layer: Layer) throws(SceneError) -> NewLayer.Content {
    switch layer.content {
    case .image: return .layer(.image(try nextImage()))
    case .group: return .layer(.group)
    case .shape(let shape): return .layer(.shape(FrameScene.Shape(try path(shape.path))))
    case .text(let text):
      let place = try point(text.position, "a text's position")
      var block = TextBlock(string: text.string, style: TextStyle(), place: place)
      if let name = fonts.name(of: text.font) { block.style.font = .file(name) }
      block.style.size = text.size
      if let weight = text.weight { block.style.weight = weight }
      block.style.alignment = text.alignment
      if let width = text.width { block.style.width = width }
      if let height = text.lineHeight { block.style.lineHeight = height }
      return .text(block)
    }
  }

  private mutating func nextImage() throws(SceneError) -> SourceImage {
    imageCount += 1
    var library = images
    if let image = try? library.input(imageCount) { return image }
    throw SceneError(.noImage(.input(imageCount)), at: origin)
  }

  private mutating func options(of layer: Layer) throws(SceneError) -> [NewLayer.Option] {
    var options: [NewLayer.Option] = []
    func change(_ change: LayerChange) { options.append(.change(change)) }
    if let corner = layer.origin { options.append(.origin(try point(corner, "a layer's origin"))) }
    if let size = layer.size {
      for side in [size.width, size.height] {
        try origin.require(side > 0 && side.isFinite, "a layer's size", side, wanted: "more than 0")
      }
      switch layer.content {
      case .image, .group: options.append(.size(size))
      case .shape, .text:
        throw SceneError(.uselessOption("size", kind: "a shape", instead: "transform"), at: origin)
      }
    }
    if case .image = layer.content {
      change(.mode(layer.contentMode))
      if let overflow = layer.overflow { change(.overflow(overflow)) }
    }
    change(.anchor(try point(layer.anchor, "an anchor")))
    if layer.opacity != 1 { change(.opacity(try number(layer.opacity, "an opacity", 0...1))) }
    if layer.blendMode != .normal { change(.blend(layer.blendMode)) }
    for effect in layer.effects { change(try self.change(effect)) }
    switch layer.clip {
    case nil: break
    case .bounds: change(.clip(.bounds))
    case .ellipse: change(.clip(.ellipse))
    case .rounded(let radius):
      change(.clip(.rounded(Length(pixels: try length(radius, "a corner's radius")))))
    case .path(let path, let rule): change(.clip(.path(try self.path(path), rule)))
    }
    if let shadow = layer.shadow {
      let offset = try vector(shadow.offset, "a shadow's offset")
      let blur = try length(shadow.blur, "a shadow's blur")
      change(.shadow(SceneLayer.Shadow(offset: offset, blur: blur, color: shadow.color)))
    }
    if let corners = layer.corners { change(.perspective(.corners(corners))) }
    if layer.isHidden { change(.hidden(true)) }
    switch layer.content {
    case .shape(let shape):
      if let fill = shape.fill { change(.fill(RenderPlan.Fill(try paint(fill), rule: shape.fillRule))) }
      if let stroke = shape.stroke {
        try check(shape.strokeStyle)
        change(.stroke(RenderPlan.Stroke(try paint(stroke), shape.strokeStyle)))
      }
    case .text(let text): change(.fill(RenderPlan.Fill(try paint(text.fill))))
    case .image, .group: break
    }
    return options
  }

  private mutating func mask(_ mask: Layer.Mask) throws(SceneError) -> LayerMask {
    switch mask {
    case .layer(let name, let channel, let isInverted):
      return LayerMask(.layer(try layer(named: name)), channel, isInverted: isInverted, at: origin)
    case .image(_, let channel, let isInverted):
      let image = try nextImage()
      // Without alpha, only the luminance says anything.
      let usual: MaskChannel = image.pixels.channels.hasAlpha ? .alpha : .luminance
      return LayerMask(.image(image), channel ?? usual, isInverted: isInverted, at: origin)
    case .paint(let paint, let channel, let isInverted):
      return LayerMask(.paint(try self.paint(paint)), channel, isInverted: isInverted, at: origin)
    }
  }

  func layer(named name: String) throws(SceneError) -> Int {
    guard let index = run.editor.scene.index(of: name) else {
      throw SceneError(
        .unknownLayer(name, nearest: name.nearest(in: run.editor.scene.names)), at: origin)
    }
    return index
  }

  private func paint(_ paint: Paint) throws(SceneError) -> RenderPlan.Paint {
    switch paint {
    case .color(let color): return .color(color)
    case .linearGradient(let from, let to, let stops):
      let (from, to) = (try point(from, "a gradient's start"), try point(to, "a gradient's end"))
      return .gradient(RenderPlan.Gradient(.linear(from: from, to: to), stops: try self.stops(stops)))
    case .radialGradient(let center, let radius, let stops):
      let center = try point(center, "a gradient's center")
      let radius = try length(radius, "a gradient's radius")
      return .gradient(
        RenderPlan.Gradient(.radial(center: center, radius: radius), stops: try self.stops(stops)))
    }
  }

  /// No stop is placed before an earlier stop.
  private func stops(_ stops: [Paint.Stop]) throws(SceneError) -> [RenderPlan.Gradient.Stop] {
    guard stops.count > 1 else {
      throw SceneError(.tooFew("stops", of: "a gradient", count: stops.count), at: origin)
    }
    var furthest = 0.0
    var placed: [RenderPlan.Gradient.Stop] = []
    for stop in stops {
      guard stop.place.isFinite else { throw SceneError(.notFinite("the place of a stop"), at: origin) }
      furthest = max(furthest, stop.place)
      placed.append(.init(furthest, stop.color))
    }
    return placed
  }

  private func check(_ style: StrokeStyle) throws(SceneError) {
    _ = try length(style.width, "a line's width")
    let limit = style.miterLimit
    try origin.require(limit >= 1 && limit.isFinite, "a miter's limit", limit, wanted: "1 or more")
    for dash in style.dashes { _ = try length(dash, "a dash") }
    guard style.dashOffset.isFinite else { throw SceneError(.notFinite("the offset of dashes"), at: origin) }
  }

  // MARK: Numbers

  func path(_ path: Path) throws(SceneError) -> Path {
    guard path.isDrawable else { throw SceneError(.notFinite("a point of a path"), at: origin) }
    return path
  }

  func point(_ point: Point, _ meaning: String) throws(SceneError) -> Point {
    guard point.x.isFinite, point.y.isFinite else { throw SceneError(.notFinite(meaning), at: origin) }
    return point
  }

  func vector(_ vector: Vector, _ meaning: String) throws(SceneError) -> Vector {
    _ = try point(Point(x: vector.dx, y: vector.dy), meaning)
    return vector
  }

  func length(_ length: Double, _ meaning: String) throws(SceneError) -> Double {
    try origin.require(length >= 0 && length.isFinite, meaning, length, wanted: "from 0")
    return length
  }

  func number(
    _ number: Double, _ meaning: String, _ range: ClosedRange<Double>
  ) throws(SceneError) -> Double {
    let isInRange = range.contains(number) && number.isFinite
    try origin.require(isInRange, meaning, number, wanted: range.boundsText)
    return number
  }
}
