import FrameGeometry
import FrameImage

/// Masks as elements.
extension SceneWriter {
  /// Returns an element under the mask of its layer.
  mutating func masked(
    _ element: SVGElement, of layer: SceneTree.Layer, named name: String
  ) -> SVGElement {
    guard let mask = layer.mask, let visible = visibleArea(in: layer.sceneMatrix) else { return element }
    var content: [SVGElement]
    switch mask.content {
    case .image(let image, let placement): content = [imageElement(of: image, at: placement)]
    case .placeholder: content = [placeholder(layer.bounds)]
    case .paint(let paint):
      content = [painted(SVGElement("rect", visible.attributes), fill: paint, named: "\(name)-mask")]
    case .layer(let other):
      // The definition is in the scene's coordinates.
      guard let id = maskNames[other], let toLayer = layer.sceneMatrix.inverse else { return element }
      content = [SVGElement("use", [("xlink:href", "#\(id)")]).setting("transform", toLayer.svg)]
    }
    if mask.isInverted { content = inverted(content, mask.channel, in: visible, named: name) }
    let type = mask.channel == .alpha ? [("style", "mask-type:alpha")] : []
    let definition = SVGElement(
      "mask", [("maskUnits", "userSpaceOnUse")] + visible.attributes + type, content)
    return element.setting("mask", define(definition, for: "\(name)-mask"))
  }

  /// Defines each layer that is a mask, in the scene's coordinates. Layers that it masks refer to it, so a mask of several
  /// layers is written once.
  mutating func defineMasks() {
    let masks = scene.visibleMasks
    // A mask is shared by layers with different margins, and may be the mask of a mask.
    margin =
      scene.layers.reach(toOutput: scene.toOutput)
      + masks.map { [$0].reach(toOutput: scene.toOutput) }.reduce(0, +)
    defer { margin = 0 }
    // Masks may refer to each other in any order.
    for mask in masks { maskNames[mask.name] = identifiers.makeUnique("\(mask.name)-drawn") }
    for mask in masks {
      let names = layerNames([mask])
      let content = elements(of: [mask], names)
      let fromParent = mask.matrix.inverse.map { $0.concatenating(mask.sceneMatrix) }
      definitions.append(
        SVGElement("g", [("id", maskNames[mask.name] ?? "")], content).setting("transform", fromParent?.svg))
    }
  }

  private mutating func inverted(
    _ content: [SVGElement], _ channel: MaskChannel, in visible: Rect, named name: String
  ) -> [SVGElement] {
    let functions = (channel == .alpha ? ["A"] : ["R", "G", "B"]).map {
      SVGElement("feFunc\($0)", [("type", "table"), ("tableValues", "1 0")])
    }
    let filter = defineFilter(
      [SVGElement("feComponentTransfer", [], functions)], in: visible, for: "\(name)-inverted")
    // Transparent pixels have luminance 0, so an inverted luminance mask needs a black ground.
    let ground = channel == .luminance ? [SVGElement("rect", visible.attributes)] : []
    return [SVGElement("g", [("filter", filter)], ground + content)]
  }
}
