import FrameGeometry
import FrameImage
import FramePlan
import FrameScene
import FrameText

// Declarations of layers.
extension Evaluator {
  mutating func declare(_ declaration: LayerDeclaration) throws(ScriptError) -> Command.Kind {
    try editor.start(at: place)
    let name = try name(of: declaration.name)
    guard name != "none" else { throw ScriptError(.reservedName(name), at: declaration.name.position) }
    guard editor.scene.index(of: name) == nil else {
      // In a loop, every round needs another name.
      let instead = declaration.name.literal == nil ? nil : stack.loopVariable.map { "\(name)$\($0 ?? "i")" }
      throw ScriptError(.repeatedLayer(name, instead: instead), at: declaration.name.position)
    }
    _ = bindings.takeReads()
    let content = try content(of: declaration)
    let layer = NewLayer(
      name: name, content: content,
      options: try options(of: declaration, showing: content, named: name))
    let reads = bindings.takeReads()
    let isBound = reads.contains { $0 != Bindings.chance }
    if isBound {
      try account.hold(
        environment.heldBytes.adding(AllocatedBytes.growing(1, of: BoundLayer.self)), at: place)
      bindings.add(
        BoundLayer(
          layer: editor.scene.layers.count, declaration: declaration, position: place,
          environment: environment, reads: reads))
    }
    if case .group(let body) = declaration.content { openGroup(body, at: place) }
    return .declare(layer, isBound: isBound)
  }

  /// Returns the next declaration that a changed variable has made obsolete, evaluated again; nil if there is none.
  mutating func nextUpdate() throws(ScriptError) -> Command? {
    guard let index = bindings.takeDueLayer() else { return nil }
    let bound = bindings.layers[index]
    place = bound.position
    bindings.swapVariables(of: index, with: &environment)
    defer { bindings.swapBack(of: index, with: &environment) }
    let content: NewLayer.Content
    switch bound.declaration.content {
    // An input is taken only once.
    case .image, .group: content = .same(bound.layer)
    default: content = try self.content(of: bound.declaration)
    }
    let name = editor.scene.layers[bound.layer].name
    let options = try options(of: bound.declaration, showing: content, named: name)
    let layer = NewLayer(name: name, content: content, options: options)
    return Command(.update(bound.layer, layer), at: Origin(place))
  }

  private mutating func content(
    of declaration: LayerDeclaration
  ) throws(ScriptError) -> NewLayer.Content {
    switch declaration.content {
    case .image(let source?): .layer(.image(try image(source)))
    case .image(nil): .layer(.image(try images.nextInput(at: place)))
    case .group: .layer(.group)
    case .rect, .ellipse, .line, .arc, .path: .layer(.shape(try shape(declaration.content)))
    case .text(let string, let place): .text(try textBlock(string, at: place, declaration.options))
    }
  }

  private mutating func options(
    of declaration: LayerDeclaration, showing content: NewLayer.Content, named name: String
  ) throws(ScriptError) -> [NewLayer.PlacedOption] {
    var options: [NewLayer.PlacedOption] = []
    func add(_ option: NewLayer.Option) { options.append((option, Origin(place))) }
    // Errors are at the options.
    let statement = place
    defer { place = statement }
    let unwarp = try unwarp(declaration, showing: content, named: name)
    if let unwarp { add(.change(unwarp.change)) }
    let part = try shownPart(declaration, showing: content, unwarp?.size, named: name)
    if let part { add(.part(part)) }
    let shown = part?.size ?? self.image(of: content).map { Size(unwarp?.size ?? uprightSize(of: $0)) }
    for placed in declaration.options {
      let option = placed.option
      place = placed.position
      try check(option, of: declaration.content, named: name)
      switch option {
      case .at(let argument): add(.origin(try point(argument)))
      case .size(let argument):
        add(.size(try layerSize(argument, showing: shown, named: name)))
      // They were first.
      case .part: break
      case .look(let entry, let operand)
      where entry.border(of: operand) != nil || entry.word == "unwarp":
        break
      // `check` allows images no other option of texts than `align`.
      case .text(_, let operand) where declaration.content.isImage:
        let (side, height) = try Argument.alignment.value(operand, &self)
        add(.alignment(try alignment(side, height)))
      case .hidden: add(.change(.hidden(true)))
      case .untouchable: add(.untouchable)
      case .below(let name): add(.below(try layer(named: name)))
      case .look(let entry, let operand):
        guard case .look(let change) = entry.effect else { preconditionFailure("not an option") }
        add(.change(try change(operand, &self)))
      // It belongs to the content.
      case .text: break
      }
    }
    return options
  }

  /// - Throws: an error for an option without effect.
  private func check(
    _ option: LayerOption, of content: LayerContent, named name: String
  ) throws(ScriptError) {
    switch option {
    case .text("align", _) where content.isImage: return
    case .text(let word, _):
      if case .text = content { return }
      guard word == "align" else { throw ScriptError(.notAText(word, layer: name), at: place) }
      throw ScriptError(.uselessOption(word, kind: content.kind, instead: "at"), at: place)
    case .size where content.isShape:
      throw ScriptError(.uselessOption("size", kind: content.kind, instead: "scale"), at: place)
    case .look(let entry, _) where entry.word == "mode" && content.isShape:
      throw ScriptError(.uselessOption("mode", kind: content.kind, instead: "scale"), at: place)
    default: return
    }
  }

  /// Returns the change of the option `unwarp`, and the size of the rectangle; nil without the option, or for a placeholder.
  private mutating func unwarp(
    _ declaration: LayerDeclaration, showing content: NewLayer.Content, named name: String
  ) throws(ScriptError) -> (change: LayerChange, size: PixelSize)? {
    for placed in declaration.options {
      guard case .look(let entry, let operand) = placed.option, entry.word == "unwarp" else { continue }
      place = placed.position
      guard let shown = image(of: content) else { throw ScriptError(.notAnImage(layer: name), at: place) }
      guard let image = shown, case .look(let change) = entry.effect,
        case .unwarp(let corners, let size) = try change(operand, &self)
      else { return nil }
      let found = try SceneEditor.unwarp(corners, to: size, of: image, in: name, limits, at: place)
      return found.map { (.unwarp(corners, to: size), $0.size) }
    }
    return nil
  }

  /// Returns the part of its image that a layer shows because of its options `part` and `trim`, which looks inside the
  /// part; nil for all of it.
  ///
  /// - Parameter rectangle: the size of the image after `unwarp`; nil without.
  private mutating func shownPart(
    _ declaration: LayerDeclaration, showing content: NewLayer.Content, _ rectangle: PixelSize?,
    named name: String
  ) throws(ScriptError) -> Rect? {
    var shown: Rect?
    for placed in declaration.options {
      guard case .part(let origin, let size) = placed.option else { continue }
      place = placed.position
      guard let image = image(of: content) else { throw ScriptError(.notAnImage(layer: name), at: place) }
      let whole = rectangle ?? uprightSize(of: image)
      shown = try part(rect(origin, size, of: Size(whole)), of: whole)
    }
    for placed in declaration.options {
      guard case .look(let entry, let operand) = placed.option, let border = entry.border(of: operand)
      else { continue }
      place = placed.position
      guard let image = image(of: content) else {
        throw ScriptError(.wrongTrim(layer: name, ofPath: false), at: place)
      }
      let removed = try Argument.border.value(border, &self)
      // A placeholder has no border.
      guard let image else { continue }
      guard rectangle == nil else { throw ScriptError(.scene(.unwarped("trim", layer: name)), at: place) }
      let part = shown ?? Rect(origin: .zero, size: Size(image.uprightSize))
      shown = try editor.imageFacts.contents(of: image, in: part, within: removed, at: place)
    }
    return shown
  }

  /// Returns the image of a layer, which is nil for a placeholder; nil for layers that show none.
  private func image(of content: NewLayer.Content) -> SourceImage?? {
    let shown: SceneLayer.Content
    switch content {
    case .layer(let own): shown = own
    case .same(let index): shown = editor.scene.layers[index].content
    case .text: return nil
    }
    guard case .image(let image) = shown else { return nil }
    return .some(image)
  }

  /// Returns the upright size of an image, or for a placeholder, that of the canvas.
  private func uprightSize(of image: SourceImage?) -> PixelSize {
    let canvas = editor.scene.canvas.size
    return image?.uprightSize
      ?? PixelSize(width: max(1, Int(canvas.width)), height: max(1, Int(canvas.height)))!
  }

  /// Rounds a part of an image to whole pixels.
  ///
  /// - Throws: an error if it is not inside the image.
  private func part(_ rect: Rect, of image: PixelSize) throws(ScriptError)
    -> Rect
  {
    guard rect.size.width > 0, rect.size.height > 0, rect.minX.isFinite, rect.minY.isFinite else {
      throw ScriptError(.outside("the part", image: image), at: place)
    }
    let (left, top) = (rect.minX.rounded(), rect.minY.rounded())
    let part = Rect(
      x: left, y: top, width: max(1, rect.maxX.rounded() - left), height: max(1, rect.maxY.rounded() - top))
    guard part.minX >= 0, part.minY >= 0, part.maxX <= Double(image.width), part.maxY <= Double(image.height)
    else { throw ScriptError(.outside("the part", image: image), at: place) }
    return part
  }

  private func alignment(
    _ side: TextAlignment, _ height: TextPlacement?
  ) throws(ScriptError) -> Point {
    let x: Double
    switch side {
    case .left: x = 0
    case .center: x = 0.5
    case .right: x = 1
    case .leading: throw ScriptError(.imageAlignment, at: place)
    }
    switch height {
    case .top: return Point(x: x, y: 0)
    case .middle: return Point(x: x, y: 0.5)
    case .bottom: return Point(x: x, y: 1)
    case .baseline, nil: throw ScriptError(.imageAlignment, at: place)
    }
  }

  /// - Parameter image: the size whose aspect ratio `auto` keeps; nil if the layer shows no image.
  private mutating func layerSize(
    _ argument: LayerSizeArgument, showing image: Size?, named name: String
  ) throws(ScriptError) -> Size {
    let (width, height): (Double, Double)
    switch argument {
    case .size(let argument): (width, height) = try pair(argument)
    case .width(let quantity):
      guard let image else { throw ScriptError(.notAnImage(layer: name), at: place) }
      width = try length(quantity, .x)
      height = width * image.height / image.width
    case .height(let quantity):
      guard let image else { throw ScriptError(.notAnImage(layer: name), at: place) }
      height = try length(quantity, .y)
      width = height * image.width / image.height
    }
    let shortest = min(width, height)
    try self.place.require(shortest > 0, "a layer's size", shortest, wanted: "more than 0")
    return Size(width: width, height: height)
  }

  private mutating func textBlock(
    _ string: Template, at place: PairArgument, _ options: [PlacedOption]
  ) throws(ScriptError) -> TextBlock {
    var block = TextBlock(string: try text(of: string), style: TextStyle(), place: try point(place))
    for placed in options {
      guard case .text(let word, let operand) = placed.option else { continue }
      // The parser accepts only these words.
      try Argument.textOptions[word]!.value(operand, &self)(&block)
      try converting(block.style.check(limits)) { (error: TextError) in
        placed.position.error(.text(error))
      }
    }
    return block
  }

  // MARK: Images

  /// - Returns: nil for a placeholder.
  mutating func image(
    _ source: ImageReference
  ) throws(ScriptError) -> SourceImage? {
    switch source {
    case .placeholder: return nil
    case .input(let number): return try images.input(number, at: place)
    case .file(let template):
      // A variable may hold an input.
      if case .value(let expression, nil)? = template.pieces.first, template.pieces.count == 1,
        case .input(let input) = try value(of: expression)
      {
        return try images.input(input.number, at: place)
      }
      return try images.file(try text(of: template), at: template.position)
    case .random(let template):
      let path = try text(of: template)
      let names = try images.folder(path, at: template.position)
      let name = names[Int(randomNumbers.next() % UInt64(names.count))]
      return try images.file(name, at: template.position)
    }
  }

  // MARK: Formulas about layers

  /// - Parameter numbers: as many as the function takes.
  mutating func value(
    of function: Expression.LayerFunction, _ index: Int, _ numbers: [Double], at place: ScriptPosition
  ) throws(ScriptError) -> Value {
    let scene = editor.scene
    let layer = scene.layers[index]
    // Geometry changes with any edit.
    bindings.noteReading(of: function == .isMarked ? Bindings.marks : Bindings.chance)
    switch function {
    case .isMarked: return .number(layer.isMarked ? 1 : 0)
    case .frame: return try list(layer.frame.numbers, at: place)
    case .naturalSize:
      var size = layer.bounds.size
      if case .image(let image?) = layer.shown { size = layer.state.image.part(of: image).size }
      return try list([size.width, size.height], at: place)
    case .textSize:
      guard case .shape(let shape) = layer.shown, shape.text != nil else {
        throw ScriptError(.notAText("textSize", layer: layer.name), at: place)
      }
      return try list([shape.box.size.width, shape.box.size.height], at: place)
    case .toCanvas:
      return try image(of: Point(x: numbers[0], y: numbers[1]), scene.toCanvas(index), layer, at: place)
    case .fromCanvas:
      guard let fromCanvas = scene.toCanvas(index).inverse else {
        throw ScriptError(.singular(layer: layer.name), at: place)
      }
      return try image(of: Point(x: numbers[0], y: numbers[1]), fromCanvas, layer, at: place)
    case .scaleOf: return .number(layer.state.transform.meanScale)
    case .angleOf: return .number(layer.state.transform.angleOfXAxis * 180 / Double.pi)
    }
  }

  private func image(
    of point: Point, _ map: PlaneMap, _ layer: SceneLayer, at place: ScriptPosition
  ) throws(ScriptError) -> Value {
    guard let image = point.applying(map) else {
      throw ScriptError(.scene(.horizon(layer: layer.name, point: point)), at: place)
    }
    return try list([image.x, image.y], at: place)
  }

  private func list(_ numbers: [Double], at place: ScriptPosition) throws(ScriptError) -> Value {
    .list(try limited(ValueList(numbers.map { .number($0) }, nesting: limits.nesting), at: place))
  }
}

extension LayerContent {
  fileprivate var isImage: Bool { if case .image = self { true } else { false } }
}

extension LayerContent {
  /// True for everything that is drawn as a path.
  fileprivate var isShape: Bool {
    switch self {
    case .image, .group: false
    case .rect, .ellipse, .line, .arc, .path, .text: true
    }
  }

  /// What messages call it.
  fileprivate var kind: String {
    switch self {
    case .image: "an image"
    case .group: "a group"
    case .text: "a text"
    case .rect, .ellipse, .line, .arc, .path: "a shape"
    }
  }
}
