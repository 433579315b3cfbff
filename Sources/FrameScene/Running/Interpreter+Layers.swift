import FrameGeometry
import FrameImage
import FrameScript

extension Interpreter {
  mutating func declare(_ declaration: LayerDeclaration, at position: ScriptPosition) throws(ScriptError) {
    try startLayers(at: position)
    let name = try name(of: declaration.name)
    guard scene.index(of: name) == nil else {
      throw ScriptError(.repeatedLayer(name), at: declaration.name.position)
    }
    guard scene.layers.count < limits.layers else {
      let exceeded = LimitExceeded(.layers, needed: limits.layers + 1, allowed: limits.layers)
      throw ScriptError(.limit(exceeded), at: position)
    }
    let parent = openGroups.last
    let (layer, reads) = try reading { interpreter throws(ScriptError) in
      try interpreter.makeLayer(declaration, in: parent, at: position)
    }
    try addLayer(layer, at: position)
    let index = scene.layers.count - 1
    if reads.contains(where: { $0 != Bindings.chance }) {
      for name in reads {
        followersByName[name, default: []].append(followers.count)
        if reads.contains(Bindings.chance) { chancesByName[name, default: []].append(followers.count) }
      }
      try hold(
        environment.heldBytes.adding(AllocatedBytes.growing(1, of: Dependent.self) + layer.heldBytes),
        at: position)
      followers.append(
        Dependent(
          layer: index, declaration: declaration, position: position, environment: environment, reads: reads,
          declared: layer))
    }
    guard case .group(let body) = declaration.content else { return }
    openGroups.append(index)
    try inBlock { interpreter throws(ScriptError) in try interpreter.run(body) }
    openGroups.removeLast()
    scene.current = index
  }

  /// Creates a layer as declared, in a group or on the canvas.
  ///
  /// - Parameter known: its content, if that is not to be made again.
  mutating func makeLayer(
    _ declaration: LayerDeclaration, showing known: SceneLayer.Content? = nil, in parent: Int?,
    at position: ScriptPosition
  ) throws(ScriptError) -> SceneLayer {
    let content: SceneLayer.Content
    if let known {
      content = known
    } else {
      content = try self.content(of: declaration, at: position)
    }
    var layer = SceneLayer(
      name: try self.name(of: declaration.name), content: content, parent: parent,
      size: scene.bounds(of: parent),
      state: SceneLayer.State(position: .zero, anchor: Point(x: 0.5, y: 0.5)), lastEdit: position)
    var origin: Point?
    var size: Size?
    for option in declaration.options {
      try check(option, of: layer, at: position)
      switch option {
      case .at(let argument): origin = try point(argument)
      case .size(let argument): size = try layerSize(argument, at: position)
      case .mode(let choice): layer.state.mode = try word(choice)
      case .anchor(let argument): layer.state.anchor = try unitPair(argument)
      case .hidden: layer.state.isHidden = true
      case .untouchable: layer.isTouchable = false
      case .look(let look): try change(&layer.state, of: layer, by: look, word: look.word, at: position)
      // This has already made its outlines.
      case .text: break
      }
    }
    // With a position alone, an image has its own size; with neither, it fills its parent.
    if case .image(let image?) = content, origin != nil { layer.size = Size(image.uprightSize) }
    if let size { layer.size = size }
    let corner = origin ?? layer.bounds.origin
    layer.state.position = Point(
      x: corner.x + layer.anchorPoint.x - layer.bounds.minX,
      y: corner.y + layer.anchorPoint.y - layer.bounds.minY)
    return layer
  }

  private mutating func content(
    of declaration: LayerDeclaration, at position: ScriptPosition
  ) throws(ScriptError) -> SceneLayer.Content {
    switch declaration.content {
    case .image(let source?): try content(of: source, at: position)
    case .image(nil): try input(inputs.next(), at: position)
    case .group: .group
    case .rect, .ellipse, .line, .arc, .path: .shape(try shape(declaration.content, at: position))
    case .text(let string, let place):
      .shape(try set(try textBlock(string, at: place, declaration.options), at: position))
    }
  }

  /// - Throws: an error for an option without effect.
  private func check(
    _ option: LayerOption, of layer: SceneLayer, at place: ScriptPosition
  ) throws(ScriptError) {
    guard case .shape(let shape) = layer.content else {
      guard case .text = option else { return }
      throw ScriptError(.notAText(option.word, layer: layer.name), at: place)
    }
    let instead: String
    switch option {
    case .text:
      if shape.text != nil { return }
      throw ScriptError(.notAText(option.word, layer: layer.name), at: place)
    case .size: instead = "scale"
    case .mode: instead = "scale"
    default: return
    }
    throw ScriptError(.uselessOption(option.word, kind: "a shape", instead: instead), at: place)
  }

  mutating func addLayer(_ layer: SceneLayer, at position: ScriptPosition) throws(ScriptError) {
    var isImage = false
    if case .image = layer.content { isImage = true }
    var bytes = layer.heldBytes
    if isImage { imageLayers.all += 1 }
    // The previous scene, with which the next frame is compared.
    if recorder != nil { bytes += MemoryLayout<SceneLayer>.stride }
    try hold(bytes, at: position)
    scene.add(layer)
    touchscreen.layerAdded(scene.layers.count - 1, name: layer.name, isImage: isImage)
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

  // MARK: Images

  private mutating func input(
    _ number: Int, at position: ScriptPosition
  ) throws(ScriptError) -> SceneLayer.Content {
    inputs.take(number)
    let found = try image(.input(number), at: position) { library throws(ImageUnavailable) in
      try library.input(number)
    }
    if let found { return .image(found) }
    if context.usesPlaceholders { return .image(nil) }
    throw ScriptError(.inputMissing(number, given: images.inputCount), at: position)
  }

  mutating func content(
    of source: ImageReference, at position: ScriptPosition
  ) throws(ScriptError) -> SceneLayer.Content {
    switch source {
    case .placeholder: return .image(nil)
    case .input(let number): return try input(number, at: position)
    case .file(let template): return try file(try text(of: template), at: template.position)
    case .random(let template):
      let path = try text(of: template)
      let names = try image(.folder(path), at: template.position) { library throws(ImageUnavailable) in
        try library.folder(path)
      }
      guard !names.isEmpty else { throw ScriptError(.emptyFolder(path), at: template.position) }
      let name = names[Int(randomNumbers.next() % UInt64(names.count))]
      return try file(name, at: template.position)
    }
  }

  private mutating func file(
    _ path: String, at position: ScriptPosition
  ) throws(ScriptError) -> SceneLayer.Content {
    .image(
      try image(.file(path), at: position) { library throws(ImageUnavailable) in try library.file(path) })
  }

  /// Queries the library; a missing image is an error at its position in the script.
  mutating func image<R>(
    _ request: ImageRequest, at position: ScriptPosition,
    _ ask: (inout any ImageLibrary) throws(ImageUnavailable) -> R
  ) throws(ScriptError) -> R {
    do throws(ImageUnavailable) {
      return try ask(&images)
    } catch {
      throw ScriptError(.noImage(request), at: position)
    }
  }

  // MARK: Choice

  mutating func run(_ choice: SwitchStatement) throws(ScriptError) {
    switch choice {
    case .select(let name):
      scene.current = try layer(named: name)
      selections += 1
    case .mark(let name, let change):
      let index = try layer(named: name)
      let wasMarked = scene.layers[index].isMarked
      let isMarked = change == .toggle ? !wasMarked : change == .on
      guard isMarked != wasMarked else { return }
      scene[index].isMarked = isMarked
      if isMarked { scene.marked.append(index) } else { scene.marked.removeAll { $0 == index } }
      try follow(Bindings.marks)
    }
  }
}
