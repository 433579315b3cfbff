import FrameGeometry
import FrameImage
import FrameScript

/// Writes a canvas as the statements of a script, so that both are rendered by the same code.
///
/// The positions of statements are the numbers of layers and then of gestures, as lines of a text named "canvas".
struct CanvasScript {
  private(set) var images: [ImageSource] = []
  private(set) var fonts: Set<String> = []
  /// The first value that no script can contain: "a number of layer 2 is not finite".
  private(set) var problem: String?
  private var statements: [Statement] = []
  private var line = 0
  /// The number of layers, once all are added.
  private var layerCount = Int.max
  /// The masks that are layers, with the names and numbers of the layers that they mask.
  private var layerMasks: [(layer: String, line: Int, MaskArgument)] = []

  var script: Script {
    Script(files: [ScriptFile(name: "canvas", text: "")], statements: statements)
  }

  mutating func add(_ canvas: Canvas) {
    let size = PairArgument.pair(pixels(Double(canvas.width)), pixels(Double(canvas.height)))
    add(.canvas(.canvas(.size(size))), "canvas")
    add(.canvas(.background(argument(canvas.background))), "background")
    if canvas.cornerRadius != 0 {
      add(.canvas(.cornerRadius(pixels(canvas.cornerRadius))), "corner-radius")
    }
    add(.canvas(.filter(.word(canvas.filter))), "filter")
    if let blendingSpace = canvas.blendingSpace { add(.canvas(.light(.word(blendingSpace))), "light") }
    for layer in canvas.layers { add(layer) }
    layerCount = line
    addLayerMasks()
    for gesture in canvas.gestures { add(gesture) }
  }

  private mutating func add(_ kind: Statement.Kind, _ word: String) {
    statements.append(Statement(kind, word: word, at: position))
  }

  // MARK: Layers

  private mutating func add(_ layer: Layer) {
    line += 1
    let name = layer.name ?? "layer \(line)"
    let content = self.content(of: layer)
    add(
      .layer(
        LayerDeclaration(name: template(name), content: content, options: options(of: layer, named: name))),
      "layer")
    // A layer is current after its declaration; a group is, too.
    if !layer.transform.isIdentity { add(.edit(.transform(matrix(layer.transform))), "transform") }
  }

  /// A layer can be masked by one that is declared after it. Afterwards, no gesture depends on the current layer.
  private mutating func addLayerMasks() {
    for (layer, number, mask) in layerMasks {
      line = number
      add(.choose(.select(template(layer))), "select")
      add(.look(.mask(mask)), "mask")
    }
    line = layerCount
  }

  private mutating func content(of layer: Layer) -> LayerContent {
    switch layer.content {
    case .image(let source):
      images.append(source)
      return .image(.input(images.count))
    case .shape(let shape): return .path([path(shape.path)])
    case .text(let text): return .text(template(text.string), at: pair(text.position))
    case .group(let layers):
      let outside = statements
      statements = []
      for layer in layers { add(layer) }
      defer { statements = outside }
      return .group(statements)
    }
  }

  private mutating func options(of layer: Layer, named name: String) -> [LayerOption] {
    var options: [LayerOption] = []
    if let origin = layer.origin { options.append(.at(pair(origin))) }
    if let size = layer.size { options.append(.size(.size(.pair(pixels(size.width), pixels(size.height))))) }
    if case .image = layer.content { options.append(.mode(.word(layer.contentMode))) }
    options.append(
      .anchor(.pair(plain(layer.anchor.x), plain(layer.anchor.y))))
    if layer.opacity != 1 { options.append(.look(.opacity(plain(layer.opacity)))) }
    if layer.blendMode != .normal { options.append(.look(.blend(.word(layer.blendMode)))) }
    for effect in layer.effects { options.append(.look(argument(effect))) }
    if let clip = layer.clip { options.append(.look(.clip(argument(clip)))) }
    if let mask = layer.mask {
      let argument = argument(mask)
      if case .layer = mask {
        layerMasks.append((name, line, argument))
      } else {
        options.append(.look(.mask(argument)))
      }
    }
    if let shadow = layer.shadow { options.append(.look(.shadow(argument(shadow)))) }
    if layer.isHidden { options.append(.hidden) }
    switch layer.content {
    case .shape(let shape): options += self.options(of: shape)
    case .text(let text): options += self.options(of: text)
    case .image, .group: break
    }
    return options
  }

  private mutating func options(of shape: Shape) -> [LayerOption] {
    var options: [LayerOption] = []
    if let fill = shape.fill {
      options.append(.look(.fill(FillArgument(argument(fill), rule: shape.fillRule))))
    }
    guard let stroke = shape.stroke else { return options }
    let style = shape.strokeStyle
    var argument = StrokeArgument(self.argument(stroke), width: pixels(style.width))
    (argument.join, argument.cap) = (style.join, style.cap)
    argument.miterLimit = number(style.miterLimit)
    argument.dashes = style.dashes.map { pixels($0) }
    argument.dashOffset = pixels(style.dashOffset)
    return options + [.look(.stroke(argument))]
  }

  private mutating func options(of text: Text) -> [LayerOption] {
    var options: [LayerOption] = [.text(.size(pixels(text.size))), .text(.align(.word(text.alignment), nil))]
    if let file = text.fontFile {
      fonts.insert(file)
      options.append(.text(.font(template(file))))
    }
    if let weight = text.weight { options.append(.text(.weight(number(weight)))) }
    if let width = text.width { options.append(.text(.width(pixels(width)))) }
    if let lineHeight = text.lineHeight { options.append(.text(.lineHeight(number(lineHeight)))) }
    return options + [.look(.fill(FillArgument(argument(text.fill), rule: .nonZero)))]
  }

  private mutating func argument(_ paint: Paint) -> PaintArgument {
    switch paint {
    case .color(let color): .color(.color(color))
    case .linearGradient(let from, let to, let stops):
      .linear(from: pair(from), to: pair(to), arguments(stops))
    case .radialGradient(let center, let radius, let stops):
      .radial(center: pair(center), radius: pixels(radius), arguments(stops))
    }
  }

  private mutating func arguments(_ stops: [Paint.Stop]) -> [StopArgument] {
    if stops.count < 2 { note("a gradient", "has fewer than two stops") }
    return stops.map { argument($0) }
  }

  private mutating func argument(_ stop: Paint.Stop) -> StopArgument {
    StopArgument(.color(stop.color), at: Quantity(number(stop.place * 100), .percent))
  }

  private mutating func argument(_ clip: Layer.Clip) -> ClipArgument {
    switch clip {
    case .bounds: .bounds
    case .path(let path, let rule): .area(AreaArgument(shape: .path([self.path(path)]), rule: rule))
    }
  }

  private mutating func argument(_ shadow: Layer.Shadow) -> ShadowArgument {
    ShadowArgument(
      offset: .pair(pixels(shadow.offset.dx), pixels(shadow.offset.dy)), blur: pixels(shadow.blur),
      color: .color(shadow.color))
  }

  private mutating func argument(_ mask: Layer.Mask) -> MaskArgument {
    switch mask {
    case .layer(let name, let channel, let isInverted):
      return MaskArgument(.layer(template(name)), channel, isInverted: isInverted)
    case .image(let source, let channel, let isInverted):
      images.append(source)
      return MaskArgument(.image(.input(images.count)), channel, isInverted: isInverted)
    case .paint(let paint, let channel, let isInverted):
      return MaskArgument(.paint(argument(paint)), channel, isInverted: isInverted)
    }
  }

  // MARK: Effects

  private mutating func argument(_ effect: Layer.Effect) -> AppearanceStatement {
    switch effect {
    case .color(let edit): return argument(edit)
    case .blur(let radius, let area): return .neighborhood(.blur(pixels(radius)), in: argument(area))
    case .sharpen(let amount, let radius, let threshold, let area):
      return .neighborhood(
        .sharpen(amount: plain(amount), radius: pixels(radius), threshold: plain(threshold)),
        in: argument(area))
    case .sharpenOutput: return .sharpenOutput(in: nil)
    case .pixelate(let size, let area): return .neighborhood(.pixelate(pixels(size)), in: argument(area))
    case .plugin(let name, let values, let area):
      let settings = values.sorted { $0.key < $1.key }.map { EffectSetting($0, plain($1), at: position) }
      return .neighborhood(.effect(name: template(name), settings), in: argument(area))
    }
  }

  private mutating func argument(_ area: Layer.Area?) -> AreaArgument? { area.map { argument($0) } }

  private mutating func argument(_ area: Layer.Area) -> AreaArgument {
    func size(_ rect: Rect) -> PairArgument { .pair(pixels(rect.size.width), pixels(rect.size.height)) }
    switch area {
    case .rect(let rect):
      return AreaArgument(
        shape: .rect(origin: pair(rect.origin), size: size(rect), radius: []), rule: .nonZero)
    case .ellipse(let rect):
      return AreaArgument(shape: .ellipse(origin: pair(rect.origin), size: size(rect)), rule: .nonZero)
    case .path(let path, let rule): return AreaArgument(shape: .path([self.path(path)]), rule: rule)
    }
  }

  private mutating func argument(_ edit: ColorEdit) -> AppearanceStatement {
    switch edit {
    case .exposure(let stops): return .color(.number(.exposure, plain(stops)))
    case .brightness(let factor): return .color(.number(.brightness, plain(factor)))
    case .contrast(let factor): return .color(.number(.contrast, plain(factor)))
    case .saturation(let factor): return .color(.number(.saturation, plain(factor)))
    case .hue(let angle): return .color(.number(.hue, Quantity(number(angle.degrees), .degrees)))
    case .temperature(let mired): return .color(.number(.temperature, plain(mired)))
    case .tint(let tint): return .color(.number(.tint, plain(tint)))
    case .levels(let levels):
      return .color(
        .levels(
          .init(start: plain(levels.black), end: plain(levels.white)),
          .init(start: plain(levels.lowest), end: plain(levels.highest)), gamma: number(levels.gamma),
          levels.channel))
    case .autoLevels(let range, let clipping):
      return .autoLevels(
        AutoLevelsArgument(range == .perChannel ? .each : .together, clipped: plain(clipping)))
    case .curve(let points, let channel):
      if points.count < 2 { note("a curve", "has fewer than two points") }
      return .color(.curve(points.map { .pair(plain($0.x), plain($0.y)) }, channel))
    case .grayscale(let amount): return .color(.number(.grayscale, plain(amount)))
    case .weightedGray(let red, let green, let blue):
      return .color(.weightedGray([red, green, blue].map { plain($0) }))
    case .sepia(let amount): return .color(.number(.sepia, plain(amount)))
    case .invert(let amount): return .color(.number(.invert, plain(amount)))
    case .threshold(let level): return .color(.threshold(plain(level)))
    case .posterize(let levels): return .color(.posterize(number(Double(levels))))
    case .colorize(let color, let amount): return .color(.colorize(.color(color), plain(amount)))
    case .lookup(let table): return .color(.lookup(table.lookup))
    case .matrix(let red, let green, let blue):
      let sums = [red, green, blue].flatMap { [$0.red, $0.green, $0.blue, $0.alpha, $0.constant] }
      return .color(.matrix((sums + [0, 0, 0, 1, 0]).map { number($0) }))
    }
  }

  private mutating func path(_ path: Path) -> PathCommand {
    if !path.isDrawable { note("a path", "has a point that is not finite or too far away") }
    return PathCommand(data: template(path.svgData), matrix: nil)
  }

  // MARK: Gestures

  private mutating func add(_ gesture: Gesture) {
    line += 1
    if let layer = gesture.layer { add(.choose(.select(template(layer))), "select") }
    let (motion, word) = motion(gesture.motion)
    let options = GestureOptions(
      at: gesture.location.map { pair($0) }, over: gesture.duration.map { Quantity(number($0), .seconds) })
    add(.gesture(.gesture(motion, options)), word)
  }

  private mutating func motion(_ motion: Gesture.Motion) -> (GestureMotion, word: String) {
    switch motion {
    case .pan(let distance): return (.pan(.pair(pixels(distance.dx), pixels(distance.dy))), "pan")
    case .pinch(let scale): return (.pinch(number(scale)), "pinch")
    case .rotate(let angle): return (.twist(Quantity(number(angle.degrees), .degrees)), "twist")
    case .tap(let point): return (.tap(pair(point)), "tap")
    case .doubleTap(let point): return (.doubleTap(pair(point)), "double-tap")
    case .longPress(let point): return (.longPress(pair(point), duration: nil), "long-press")
    case .swipe(let direction): return (.swipe(direction, from: nil), "swipe")
    case .drag(let points):
      if points.count < 2 { note("the drag", "has fewer than two points") }
      return (.drag(points.map { pair($0) }), "drag")
    case .twoFingers(let first, let second, let firstEnd, let secondEnd):
      return (.twoFinger(pair(first), pair(second), to: pair(firstEnd), pair(secondEnd)), "two-finger")
    }
  }

  // MARK: Arguments

  private var position: ScriptPosition { ScriptPosition(line: max(1, line)) }

  private func template(_ text: String) -> Template { Template([.text(text)], at: position) }

  private mutating func pair(_ point: Point) -> PairArgument { .pair(pixels(point.x), pixels(point.y)) }

  private mutating func matrix(_ t: AffineTransform) -> MatrixArgument {
    MatrixArgument([t.a, t.b, t.c, t.d, t.tx, t.ty].map { number($0) })
  }

  private mutating func pixels(_ value: Double) -> Quantity { Quantity(number(value), .pixels) }

  /// Returns a number without a unit.
  private mutating func plain(_ value: Double) -> Quantity { Quantity(number(value), nil) }

  private mutating func number(_ value: Double) -> Expression {
    if !value.isFinite { note("a number", "is not finite") }
    return Expression(.number(value), at: position)
  }

  private mutating func note(_ what: String, _ defect: String) {
    let owner =
      line == 0 ? "the canvas" : line <= layerCount ? "layer \(line)" : "gesture \(line - layerCount)"
    problem = problem ?? "\(what) of \(owner) \(defect)"
  }
}
