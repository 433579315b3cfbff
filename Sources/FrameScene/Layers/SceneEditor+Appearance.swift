import FrameGeometry
import FrameImage
import FrameScript
import FrameText

// Changes of the appearance of layers.
extension SceneEditor {
  func change(_ index: Int, _ change: LayerChange, at place: ScriptPosition) throws(ScriptError) {
    let state = try state(of: scene.layers[index], after: change, at: place)
    try changeState(of: index, at: place) { $0 = state }
  }

  /// Returns the state of a layer after a change of its appearance.
  func state(
    of layer: SceneLayer, after change: LayerChange, at place: ScriptPosition
  ) throws(ScriptError) -> SceneLayer.State {
    var state = layer.state
    switch change {
    case .opacity(let opacity): state.opacity = opacity
    case .blend(let mode): state.blend = mode
    case .clip(let clip):
      if clip == .bounds, case .shape = layer.content {
        throw ScriptError(.uselessOption("clip", kind: "a shape", instead: "clip rect"), at: place)
      }
      state.clip = clip
    case .mask(let mask): state.mask = mask
    case .shadow(let shadow): state.shadow = shadow
    case .effect(let effect): state.effects.append(effect)
    case .autoLevels(let auto):
      guard case .image(let image) = layer.shown else {
        throw ScriptError(.levelsWithoutImage(layer: layer.name, isGroup: layer.content == .group), at: place)
      }
      guard let image else { break }
      let part = state.image.part(of: image.uprightSize)
      state.effects.append(.color(try imageFacts.levels(auto, of: image, in: part, at: place)))
    case .hidden(let isHidden): state.isHidden = isHidden
    case .source(let content):
      guard case .image = layer.content else { throw ScriptError(.notAnImage(layer: layer.name), at: place) }
      if case .image(let image?) = content, let part = state.image.part {
        let whole = Rect(origin: .zero, size: Size(image.uprightSize))
        guard part.intersection(whole) == part else {
          throw ScriptError(.partOutside(image: image.uprightSize), at: place)
        }
      }
      state.source = content
    case .fill(let fill):
      try checkShape(layer, "fill", at: place)
      state.look.fill = fill
    case .stroke(let stroke):
      try checkShape(layer, "stroke", at: place)
      state.look.stroke = stroke
    case .trim(let trim):
      if case .image = layer.content {
        throw ScriptError(.wrongTrim(layer: layer.name, ofPath: true), at: place)
      }
      try checkShape(layer, "trim", at: place)
      state.look.trim = trim
    case .trimBorder(let border):
      guard case .image(let image) = layer.shown else {
        throw ScriptError(.wrongTrim(layer: layer.name, ofPath: false), at: place)
      }
      guard let image else { break }
      state.image.part = try imageFacts.contents(
        of: image, in: state.image.part(of: image.uprightSize), within: border, at: place)
    case .focus(let target):
      guard case .image = layer.content else { throw ScriptError(.notAnImage(layer: layer.name), at: place) }
      state.image.focus = target.map { LayerFocus($0, at: place) }
    case .text(let string):
      guard case .shape(let shape) = layer.shown, var block = shape.text else {
        throw ScriptError(.notAText("text", layer: layer.name), at: place)
      }
      block.string = string
      // The layer's center moves with the box, and the effects of edits stay.
      var changed = layer
      changed.state.source = .shape(try set(block, at: place))
      state.source = changed.state.source
      state.position.x += changed.anchorPoint.x - layer.anchorPoint.x
      state.position.y += changed.anchorPoint.y - layer.anchorPoint.y
    }
    return state
  }

  /// - Parameter word: the property that only shapes have.
  func checkShape(_ layer: SceneLayer, _ word: String, at place: ScriptPosition) throws(ScriptError) {
    guard case .shape = layer.content else {
      throw ScriptError(.notAShape(word, layer: layer.name), at: place)
    }
  }

  // MARK: Text

  /// Returns the outlines of a text at its position. Missing glyphs and weights are reported.
  func set(_ block: TextBlock, at position: ScriptPosition) throws(ScriptError) -> Shape {
    let set: TypesetText
    do throws(LimitExceeded) {
      try account.memory.check(beside: TypesetText.momentaryBytes(of: block.string))
    } catch {
      throw ScriptError(.limit(error), at: position)
    }
    do throws(TextError) {
      set = try typesetter.set(block.string, in: block.style)
    } catch {
      switch error {
      case .noFile, .font: throw ScriptError(.text(error), at: block.fontPosition ?? position)
      default: throw ScriptError(.text(error), at: position)
      }
    }
    let above: Double
    switch block.placement {
    case .top: above = 0
    case .middle: above = set.box.size.height / 2
    case .baseline: above = set.lines.first?.origin.y ?? 0
    case .bottom: above = set.box.size.height
    }
    let (x, y) = (block.place.x, block.place.y - above)
    var shape = Shape(set.path.applying(AffineTransform(translationX: x, y: y)), .text)
    shape.box = set.box.offsetBy(dx: x, dy: y)
    shape.text = block
    log.add(set.shortfalls(of: block.style))
    return shape
  }
}
