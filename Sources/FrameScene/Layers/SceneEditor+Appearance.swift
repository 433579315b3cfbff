import FrameGeometry
import FrameImage
import FramePlan
import FrameText

// Changes of the appearance of layers.
extension SceneEditor {
  func change(_ index: Int, _ change: LayerChange, at origin: Origin) throws(SceneError) {
    let state = try state(of: scene.layers[index], after: change, at: origin)
    try changeState(of: index, at: origin) { $0 = state }
  }

  /// Returns the state of a layer after a change of its appearance.
  func state(
    of layer: SceneLayer, after change: LayerChange, at origin: Origin
  ) throws(SceneError) -> SceneLayer.State {
    var state = layer.state
    switch change {
    case .anchor(let anchor):
      let way = Vector(from: layer.bounds.point(at: anchor), to: layer.anchorPoint)
      state.placement = state.placement?.concatenating(AffineTransform(translationX: way.dx, y: way.dy))
      state.anchor = anchor
    case .mode(let mode):
      guard case .image = layer.shown else { throw SceneError(.notAnImage(layer: layer.name), at: origin) }
      state.image.mode = mode
    case .edge(let edge):
      guard case .image = layer.shown else { throw SceneError(.notAnImage(layer: layer.name), at: origin) }
      state.image.edge = edge
    case .opacity(let opacity): state.opacity = opacity
    case .blend(let mode): state.blend = mode
    case .clip(let clip):
      if case .shape(let shape) = layer.content {
        let kind = shape.text == nil ? "a shape" : "a text"
        switch clip {
        case .bounds:
          throw SceneError(.uselessOption("clip", kind: kind, instead: "clip rect"), at: origin)
        case .rounded:
          throw SceneError(
            .uselessOption("radius", kind: kind, instead: "clip rect X,Y W,H radius R"), at: origin)
        case nil, .ellipse, .path: break
        }
      }
      state.clip = clip
    case .overflow(let overflow):
      try checkImage(layer, at: origin)
      state.image.overflow = overflow
    case .perspective(let change):
      let content = scene.contentRect(of: layer)
      state.placement = try placed(layer.placement(after: change, of: content), at: origin)
    case .unwarp(let corners, let size):
      guard case .image(let image) = layer.shown else {
        throw SceneError(.notAnImage(layer: layer.name), at: origin)
      }
      // A placeholder has nothing to straighten.
      guard let image else { break }
      guard state.image.part == nil || corners.isEmpty else {
        throw SceneError(.unwarpOfPart(layer: layer.name), at: origin)
      }
      state.image.unwarp = try SceneEditor.unwarp(
        corners, to: size, of: image, in: layer.name, account.limits, at: origin)
      try state.image.checkPart(of: image, at: origin)
    case .mask(let mask): state.mask = mask
    case .shadow(let shadow): state.shadow = shadow
    case .effect(.color(let edit)):
      guard case .autoLevels(let range, let clipping) = edit.kind else {
        state.effects.append(.color(edit))
        break
      }
      guard case .image(let image) = layer.shown else {
        throw SceneError(.levelsWithoutImage(layer: layer.name, isGroup: layer.content == .group), at: origin)
      }
      guard let image else { break }
      let part = state.image.unwarp?.box ?? state.image.part(of: image)
      let ranges = try imageFacts.tones(of: image, in: part, clipping: clipping, range, at: origin)
      state.effects.append(.color(ColorEdit(.stretch(ranges))))
    case .effect(let effect):
      if case .sharpenOutput = effect { try checkImage(layer, at: origin) }
      state.effects.append(effect)
    case .hidden(let isHidden): state.isHidden = isHidden
    case .source(let content):
      try checkImage(layer, at: origin)
      if case .image(let image?) = content { try state.image.checkPart(of: image, at: origin) }
      state.source = content
    case .fill(let fill):
      try checkShape(layer, "fill", at: origin)
      state.look.fill = fill
    case .stroke(let stroke):
      try checkShape(layer, "stroke", at: origin)
      state.look.stroke = stroke
    case .trim(let trim):
      if case .image = layer.content {
        throw SceneError(.wrongTrim(layer: layer.name, ofPath: true), at: origin)
      }
      try checkShape(layer, "trim", at: origin)
      state.look.trim = trim
    case .trimBorder(let border):
      guard case .image(let image) = layer.shown else {
        throw SceneError(.wrongTrim(layer: layer.name, ofPath: false), at: origin)
      }
      guard let image else { break }
      guard state.image.unwarp == nil else {
        throw SceneError(.unwarped("trim", layer: layer.name), at: origin)
      }
      state.image.part = try imageFacts.contents(
        of: image, in: state.image.part(of: image), within: border, at: origin)
    case .focus(let target):
      try checkImage(layer, at: origin)
      state.image.focus = target.map { LayerFocus($0, at: origin) }
    case .text(let string):
      guard case .shape(let shape) = layer.shown, var block = shape.text else {
        throw SceneError(.notAText("text", layer: layer.name), at: origin)
      }
      block.string = string
      // The layer's center moves with the box, and the effects of edits stay.
      var changed = layer
      changed.state.source = .shape(try set(block, at: origin))
      state.source = changed.state.source
      guard state.placement == nil else { break }
      state.position += Vector(from: layer.anchorPoint, to: changed.anchorPoint)
    }
    return state
  }

  private func checkImage(_ layer: SceneLayer, at origin: Origin) throws(SceneError) {
    guard case .image = layer.content else { throw SceneError(.notAnImage(layer: layer.name), at: origin) }
  }

  /// - Parameter word: the property that only shapes have.
  func checkShape(_ layer: SceneLayer, _ word: String, at origin: Origin) throws(SceneError) {
    guard case .shape = layer.content else {
      throw SceneError(.notAShape(word, layer: layer.name), at: origin)
    }
  }

  // MARK: Text

  /// Returns the outlines of a text at its position. Missing glyphs and weights are reported.
  func set(_ block: TextBlock, at origin: Origin) throws(SceneError) -> Shape {
    let set: TypesetText
    try limited(account.memory.check(beside: TypesetText.momentaryBytes(of: block.string)), at: origin)
    do throws(TextError) {
      set = try typesetter.set(block.string, in: block.style)
    } catch {
      switch error {
      case .noFile, .font: throw SceneError(.text(error), at: block.fontOrigin ?? origin)
      default: throw SceneError(.text(error), at: origin)
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
