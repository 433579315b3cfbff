import FrameModel

/// Shadows to filters.
extension SceneWriter {
  /// - Returns: the filter's name; nil where there is no shadow.
  mutating func shadow(of layer: SceneTree.Layer, named name: String) -> String? {
    guard let shadow = layer.shadow, shadow.color.alpha > 0 else { return nil }
    let color = shadow.color
    var attributes: [(String, String)] = []
    if let region = region(of: shadow, below: layer) {
      attributes = [("filterUnits", "userSpaceOnUse")] + region.attributes
    }
    let drop = SVGElement(
      "feDropShadow",
      [
        ("dx", shadow.offset.dx.scriptText), ("dy", shadow.offset.dy.scriptText),
        ("stdDeviation", (shadow.blur / 2).scriptText),
        ("flood-color", color.svg),
        ("flood-opacity", color.alpha.scriptText),
      ])
    return define(
      SVGElement("filter", attributes + [("color-interpolation-filters", "sRGB")], [drop]),
      for: "\(name)-shadow")
  }

  /// All that may be seen, and all that may throw a shadow into it, in what the layer lies in; nil where that is
  /// singular.
  private func region(of shadow: SceneTree.Shadow, below layer: SceneTree.Layer) -> Rect? {
    guard let fromLayer = layer.toParent.inverse,
      let toParent = fromLayer.concatenating(layer.toScene).concatenating(scene.toOutput).inverse
    else { return nil }
    let window = Rect(origin: .zero, size: Size(scene.window.size)).applying(toParent)
    return window.grown(by: 1.5 * shadow.blur + max(abs(shadow.offset.dx), abs(shadow.offset.dy)))
  }
}
