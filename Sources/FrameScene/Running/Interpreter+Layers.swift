import FrameModel

extension Interpreter {
  mutating func declare(_ declaration: LayerDeclaration, at position: ScriptPosition) throws(ScriptError) {
    try startLayers(at: position)
    let name = try text(of: declaration.name)
    guard scene.index(of: name) == nil else {
      throw ScriptError(.repeatedLayer(name), at: declaration.name.position)
    }
    guard scene.layers.count < limits.layers else {
      let exceeded = LimitExceeded(.layers, needed: limits.layers + 1, allowed: limits.layers)
      throw ScriptError(.limit(exceeded), at: position)
    }
    switch declaration.content {
    case .image(let source):
      let content: Layer.Content
      if let source {
        content = try self.content(of: source, at: position)
      } else {
        content = try input(inputs.next(), at: position)
      }
      try add(name, content, declaration.options, at: position)
    case .group(let body):
      try add(name, .group, declaration.options, at: position)
      let group = scene.current!
      openGroups.append(group)
      try inBlock { interpreter throws(ScriptError) in try interpreter.run(body) }
      openGroups.removeLast()
      scene.current = group
    case .rect: throw ScriptError(.notYet("'layer ... rect'"), at: position)
    case .ellipse: throw ScriptError(.notYet("'layer ... ellipse'"), at: position)
    case .line: throw ScriptError(.notYet("'layer ... line'"), at: position)
    case .arc: throw ScriptError(.notYet("'layer ... arc'"), at: position)
    case .path: throw ScriptError(.notYet("'layer ... path'"), at: position)
    case .text: throw ScriptError(.notYet("'layer ... text'"), at: position)
    }
  }

  private mutating func add(
    _ name: String, _ content: Layer.Content, _ options: [LayerOption], at position: ScriptPosition
  ) throws(ScriptError) {
    let parent = openGroups.last
    let room = scene.bounds(of: parent)
    var layer = Layer(
      name: name, content: content, parent: parent, bounds: room,
      state: Layer.State(position: .zero, anchor: Point(x: 0.5, y: 0.5)), lastEdit: position)
    var origin: Point?
    var size: Size?
    for option in options {
      switch option {
      case .at(let argument): origin = try point(argument)
      case .size(let argument): size = try layerSize(argument, at: position)
      case .mode(let choice): layer.state.mode = try word(choice)
      case .anchor(let argument): layer.state.anchor = try unitPair(argument)
      case .opacity(let expression): layer.state.opacity = try share(expression, of: "an opacity")
      case .clip: layer.clips = true
      case .hidden: layer.state.isHidden = true
      case .untouchable: layer.isTouchable = false
      case .fill: throw ScriptError(.notYet("'fill'"), at: position)
      case .stroke: throw ScriptError(.notYet("'stroke'"), at: position)
      case .font, .fontSize: throw ScriptError(.notYet("'font'"), at: position)
      }
    }
    // With a place alone a picture has its own size; with neither it fills what it lies in.
    if case .image(let picture?) = content, origin != nil { layer.bounds = Size(picture.uprightSize) }
    if let size { layer.bounds = size }
    let corner = origin ?? .zero
    layer.state.position = Point(x: corner.x + layer.anchorPoint.x, y: corner.y + layer.anchorPoint.y)
    addLayer(layer)
  }

  mutating func addLayer(_ layer: Layer) {
    scene.add(layer)
    var isPicture = false
    if case .image = layer.content { isPicture = true }
    touchscreen.layerAdded(scene.layers.count - 1, name: layer.name, isPicture: isPicture)
  }

  private mutating func layerSize(
    _ argument: PairArgument, at position: ScriptPosition
  ) throws(ScriptError) -> Size {
    let (width, height) = try pair(argument)
    guard width > 0, height > 0 else {
      throw ScriptError(
        .outOfRange("a layer's size", value: min(width, height), wanted: "more than 0"), at: position)
    }
    return Size(width: width, height: height)
  }

  // MARK: Pictures

  private mutating func input(
    _ number: Int, at position: ScriptPosition
  ) throws(ScriptError) -> Layer.Content {
    inputs.take(number)
    let found = try picture(.input(number), at: position) { library throws(NoPicture) in
      try library.input(number)
    }
    if let found { return .image(found) }
    if context.usesPlaceholders { return .image(nil) }
    throw ScriptError(.inputMissing(number, given: pictures.inputCount), at: position)
  }

  mutating func content(
    of source: PictureSource, at position: ScriptPosition
  ) throws(ScriptError) -> Layer.Content {
    switch source {
    case .placeholder: return .image(nil)
    case .input(let number): return try input(number, at: position)
    case .file(let template): return try file(try text(of: template), at: template.position)
    case .random(let template):
      let path = try text(of: template)
      let names = try picture(.folder(path), at: template.position) { library throws(NoPicture) in
        try library.folder(path)
      }
      guard !names.isEmpty else { throw ScriptError(.emptyFolder(path), at: template.position) }
      let name = names[Int(randomNumbers.next() % UInt64(names.count))]
      return try file(name, at: template.position)
    }
  }

  private mutating func file(
    _ path: String, at position: ScriptPosition
  ) throws(ScriptError) -> Layer.Content {
    .image(
      try picture(.file(path), at: position) { library throws(NoPicture) in try library.file(path) })
  }

  /// Asks the library; that it has no such picture is an error of the script's, at its place.
  mutating func picture<R>(
    _ request: PictureRequest, at position: ScriptPosition,
    _ ask: (inout any PictureLibrary) throws(NoPicture) -> R
  ) throws(ScriptError) -> R {
    do throws(NoPicture) {
      return try ask(&pictures)
    } catch {
      throw ScriptError(.noPicture(request), at: position)
    }
  }

  // MARK: Choice

  mutating func run(_ choice: ChoiceStatement) throws(ScriptError) {
    switch choice {
    case .select(let name):
      scene.current = try layer(named: name)
      selections += 1
    case .mark(let name, let change):
      let index = try layer(named: name)
      let wasMarked = scene.layers[index].isMarked
      let isMarked = change == .toggle ? !wasMarked : change == .on
      guard isMarked != wasMarked else { return }
      scene.layers[index].isMarked = isMarked
      if isMarked { scene.marked.append(index) } else { scene.marked.removeAll { $0 == index } }
    }
  }
}
