import FrameModel

/// Layers to elements.
extension SceneWriter {
  /// - Parameter names: of the elements, by those of the layers.
  mutating func elements(of layers: [SceneTree.Layer], _ names: [String: String]) -> [SVGElement] {
    layers.filter(\.isShown).compactMap { layer in
      guard let name = names[layer.name], var element = content(of: layer, named: name, names) else {
        return nil
      }
      var attributes = [("id", name)]
      if name != layer.name { attributes.append(("data-name", layer.name)) }
      if let transform = layer.toParent.svg { attributes.append(("transform", transform)) }
      // A shadow fades and mixes with its layer, and is not turned with it.
      let shadow = shadow(of: layer, named: name)
      var composed: [(String, String)] = []
      if layer.opacity < 1 { composed.append(("opacity", layer.opacity.scriptText)) }
      if let style = style(of: layer) { composed.append(("style", style)) }
      if shadow == nil { attributes += composed }
      element.attributes = attributes.map { (name: $0.0, value: $0.1) } + element.attributes
      return shadow.map { SVGElement("g", [("filter", "url(#\($0))")] + composed, [element]) } ?? element
    }
  }

  /// What clips is an image of its own before it is laid over others, as what fades is.
  private func style(of layer: SceneTree.Layer) -> String? {
    if layer.blend != .normal { return "mix-blend-mode:\(layer.blend.rawValue)" }
    if case .group = layer.content, layer.clip != nil, layer.opacity == 1 { return "isolation:isolate" }
    return nil
  }

  /// - Returns: nil for what shows nothing.
  private mutating func content(
    of layer: SceneTree.Layer, named name: String, _ names: [String: String]
  ) -> SVGElement? {
    switch layer.content {
    case .placeholder: return clipped(card(layer.bounds), to: layer, named: name)
    case .shape(let shape):
      return element(of: shape, named: name).map { clipped($0, to: layer, named: name) }
    case .image(let image, let placement):
      return clipped(SVGElement("g", [], [drawing(of: image, at: placement)]), to: layer, named: name)
    case .group(let children):
      let elements = elements(of: children, names)
      guard !elements.isEmpty else { return nil }
      return clipped(SVGElement("g", [], elements), to: layer, named: name)
    }
  }

  private mutating func clipped(
    _ element: SVGElement, to layer: SceneTree.Layer, named name: String
  ) -> SVGElement {
    let outline: SVGElement
    switch layer.clip {
    case nil: return element
    case .bounds: outline = SVGElement("rect", layer.bounds.attributes)
    case .path(let path, let rule):
      let rule = rule == .evenOdd ? [("clip-rule", rule.rawValue)] : []
      outline = SVGElement("path", [("d", path.svgData)] + rule)
    }
    let clip = define(SVGElement("clipPath", [], [outline]), for: "\(name)-clip")
    var element = element
    element["clip-path"] = "url(#\(clip))"
    return element
  }

  // MARK: Images

  /// - Parameter placement: upright pixels to the layer's coordinates.
  private func drawing(of image: SourceImage, at placement: AffineTransform) -> SVGElement {
    guard let href = hrefs[image.id] else {
      let size = Size(image.uprightSize)
      var card = card(Rect(origin: .zero, size: size))
      if let transform = placement.svg { card["transform"] = transform }
      return card
    }
    var element =
      sharedImages[image.id].map { SVGElement("use", [("xlink:href", "#\($0)")]) } ?? element(of: image, href)
    let stored = image.orientation.uprightTransform(stored: image.size).concatenating(placement)
    if let transform = stored.svg { element["transform"] = transform }
    return element
  }

  /// In stored pixels: viewers shall not turn it, as some do by themselves and some do not.
  func element(of image: SourceImage, _ href: String) -> SVGElement {
    let rendering = scene.filter == .nearest ? ";image-rendering:pixelated" : ""
    return SVGElement(
      "image",
      [
        ("width", "\(image.size.width)"), ("height", "\(image.size.height)"),
        ("preserveAspectRatio", "none"), ("style", "image-orientation:none" + rendering),
        ("xlink:href", href),
      ])
  }

  private func card(_ rect: Rect) -> SVGElement {
    SVGElement("rect", rect.attributes + [("fill", SceneTree.placeholderColor.hex)])
  }
}

extension Rect {
  /// Of an upright `rect`.
  var attributes: [(String, String)] {
    [
      ("x", minX.scriptText), ("y", minY.scriptText), ("width", size.width.scriptText),
      ("height", size.height.scriptText),
    ]
  }
}
