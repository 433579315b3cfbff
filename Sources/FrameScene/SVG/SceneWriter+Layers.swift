import FrameGeometry
import FrameImage
import FramePlan

/// Layers as elements.
extension SceneWriter {
  /// Returns the elements of the visible layers.
  ///
  /// - Parameter names: The element ids by layer name.
  mutating func elements(of layers: [SceneTree.Layer], _ names: [String: String]) -> [SVGElement] {
    let outer = margin
    defer { margin = outer }
    return layers.filter(\.isVisible).compactMap { layer in
      let reach = layer.reach(toOutput: scene.toOutput)
      margin = outer + reach.shadow + reach.effects
      guard let name = names[layer.name], var element = content(of: layer, named: name, names) else {
        return nil
      }
      var attributes = [("id", name)]
      if name != layer.name { attributes.append(("data-name", layer.name)) }
      if let transform = layer.matrix.svg { attributes.append(("transform", transform)) }
      // The shadow shares the layer's opacity and blend mode, but is not transformed with it.
      margin = outer
      let shadow = shadow(of: layer, named: name)
      margin = outer + reach.shadow
      var composed: [(String, String)] = []
      if layer.opacity < 1 { composed.append(("opacity", layer.opacity.scriptText)) }
      if let style = style(of: layer) { composed.append(("style", style)) }
      if shadow == nil { attributes += composed }
      element = masked(element, of: layer, named: name)
      margin += reach.effects
      if let filter = effectFilter(of: layer, named: name) { attributes.append(("filter", filter)) }
      element.attributes = attributes.map { (name: $0.0, value: $0.1) } + element.attributes
      return shadow.map { SVGElement("g", [("filter", $0)] + composed, [element]) } ?? element
    }
  }

  /// Returns the `style` attribute of a layer. A group with a clip path is isolated, because it is composited
  /// as one image, like a group with an opacity.
  private func style(of layer: SceneTree.Layer) -> String? {
    if layer.blend != .normal { return "mix-blend-mode:\(layer.blend.rawValue)" }
    if case .group = layer.content, !layer.clips.isEmpty, layer.opacity == 1 { return "isolation:isolate" }
    return nil
  }

  /// Returns the element for a layer's content; nil if it draws nothing.
  private mutating func content(
    of layer: SceneTree.Layer, named name: String, _ names: [String: String]
  ) -> SVGElement? {
    switch layer.content {
    case .placeholder: return clipped(placeholder(layer.bounds), to: layer, named: name)
    case .shape(let shape):
      return element(of: shape, named: name).map { clipped($0, to: layer, named: name) }
    case .image(let image, let placement, let style):
      var element = imageElement(of: image, at: placement)
      if let part = style.part {
        let outline = SVGElement("rect", part.applying(placement).attributes)
        let clip = define(SVGElement("clipPath", [], [outline]), for: "\(name)-part")
        element = SVGElement("g", [("clip-path", clip)], [element])
      }
      return clipped(SVGElement("g", [], [element]), to: layer, named: name)
    case .group(let children):
      let elements = elements(of: children, names)
      guard !elements.isEmpty else { return nil }
      return clipped(SVGElement("g", [], elements), to: layer, named: name)
    }
  }

  private mutating func clipped(
    _ element: SVGElement, to layer: SceneTree.Layer, named name: String
  ) -> SVGElement {
    var clipped = element
    for (i, clip) in layer.clips.enumerated() {
      let outline: SVGElement
      switch clip {
      case .bounds: outline = SVGElement("rect", layer.bounds.attributes)
      case .path(let path, let rule):
        let rule = rule == .evenOdd ? [("clip-rule", rule.rawValue)] : []
        outline = SVGElement("path", [("d", path.svgData)] + rule)
      }
      if i > 0 { clipped = SVGElement("g", [], [clipped]) }
      clipped = clipped.setting(
        "clip-path", define(SVGElement("clipPath", [], [outline]), for: "\(name)-clip"))
    }
    return clipped
  }

  // MARK: Images

  /// Returns the element for an image layer.
  ///
  /// - Parameter placement: The transform from upright pixels to the layer's coordinates.
  func imageElement(of image: SourceImage, at placement: AffineTransform) -> SVGElement {
    guard let href = hrefs[image.id] else {
      let size = Size(image.uprightSize)
      return placeholder(Rect(origin: .zero, size: size)).setting("transform", placement.svg)
    }
    let element =
      sharedImages[image.id].map { SVGElement("use", [("xlink:href", "#\($0)")]) } ?? element(of: image, href)
    let stored = image.orientation.uprightTransform(stored: image.size).concatenating(placement)
    return element.setting("transform", stored.svg)
  }

  /// Returns an `image` element in stored pixels. Viewers differ in applying the EXIF orientation, so it is
  /// turned off.
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

  func placeholder(_ rect: Rect) -> SVGElement {
    SVGElement("rect", rect.attributes + [("fill", SceneTree.placeholderColor.hex)])
  }
}

extension Rect {
  /// The attributes of a `rect` element.
  var attributes: [(String, String)] {
    [
      ("x", minX.scriptText), ("y", minY.scriptText), ("width", size.width.scriptText),
      ("height", size.height.scriptText),
    ]
  }
}

/// Shadows as filters.
extension SceneWriter {
  /// Defines the shadow filter of a layer.
  ///
  /// - Returns: The value of an attribute that refers to it; nil if the layer has no shadow.
  mutating func shadow(of layer: SceneTree.Layer, named name: String) -> String? {
    guard let shadow = layer.shadow, shadow.color.alpha > 0 else { return nil }
    let color = shadow.color
    // From the coordinates of the parent, which are those of the filter.
    let toOutput = (layer.matrix.inverse ?? .identity).concatenating(layer.sceneMatrix)
      .concatenating(scene.toOutput)
    let dropShadow = SVGElement(
      "feDropShadow",
      [
        ("dx", shadow.offset.dx.scriptText), ("dy", shadow.offset.dy.scriptText),
        ("stdDeviation", AffineTransform.identity.deviation(shadow.blur / 2, toOutput: toOutput)),
        ("flood-color", color.svg), ("flood-opacity", color.alpha.scriptText),
      ])
    return defineFilter([dropShadow], in: region(of: shadow, below: layer), for: "\(name)-shadow")
  }

  /// Returns the filter region, in the coordinates of the layer's parent: the visible area, and everything
  /// whose shadow can reach it. Returns nil if a transform is singular.
  private func region(of shadow: SceneTree.Shadow, below layer: SceneTree.Layer) -> Rect? {
    guard let fromLayer = layer.matrix.inverse,
      let visible = visibleArea(in: fromLayer.concatenating(layer.sceneMatrix))
    else { return nil }
    return visible.grown(by: shadow.reach)
  }

  /// Returns the smallest rectangle around the output's window and its margin, in other coordinates; nil if a transform is
  /// singular.
  ///
  /// - Parameter toScene: the transform from those coordinates to the scene's.
  func visibleArea(in toScene: AffineTransform) -> Rect? {
    toScene.concatenating(scene.toOutput).inverse.map {
      Rect(origin: .zero, size: Size(scene.window.size)).grown(by: margin).applying($0)
    }
  }
}

/// The canvas below, above and around the layers.
extension SceneWriter {
  /// Adds the canvas to the elements of the layers: background, border and corners.
  mutating func canvasElements(_ layers: [SVGElement]) -> [SVGElement] {
    let size = scene.window.size
    var elements: [SVGElement] = []
    if scene.style.background.isVisible {
      let rect = SVGElement("rect", [("width", "\(size.width)"), ("height", "\(size.height)")])
      elements.append(painted(rect, fill: scene.style.background, named: "background"))
    }
    if let transform = scene.toOutput.svg, !layers.isEmpty {
      elements.append(SVGElement("g", [("transform", transform)], layers))
    } else {
      elements += layers
    }
    if let border = scene.style.border, border.width > 0, border.color.alpha > 0 {
      elements.append(self.border(border))
    }
    guard !elements.isEmpty else { return padElements() }
    // Layers blend with each other and with the background, but not with the page around the image.
    let isolated = scene.layers.contains(where: \.blends)
    var content = elements
    if scene.style.cornerRadius > 0 {
      content = [clipped(content, to: canvasOutline, named: "corners")]
    } else if isolated {
      content = [SVGElement("g", [("style", "isolation:isolate")], content)]
    }
    guard let unpadded else { return content }
    return padElements() + [clipped(content, to: Path(unpadded), named: "pad")]
  }

  private mutating func clipped(_ elements: [SVGElement], to path: Path, named name: String) -> SVGElement {
    let shape = SVGElement("path", [("d", path.svgData)])
    let clip = define(SVGElement("clipPath", [], [shape]), for: name)
    return SVGElement("g", [("clip-path", clip), ("style", "isolation:isolate")], elements)
  }

  /// The part of the output inside the pad.
  private var unpadded: Rect? { scene.unpadded.map { Rect($0) } }

  /// Returns the pad: everything outside of the canvas, and of its rounded corners.
  private mutating func padElements() -> [SVGElement] {
    guard let pad = scene.style.pad, let unpadded else { return [] }
    let color = RenderPlan.Paint.color(pad.color)
    func ring(_ outer: Path, _ inner: Path) -> SVGElement {
      var path = outer
      path.elements += inner.elements
      return SVGElement("path", [("d", path.svgData), ("fill-rule", "evenodd")])
    }
    let output = Path(Rect(origin: .zero, size: Size(scene.window.size)))
    let elements = [painted(ring(output, Path(unpadded)), fill: color)]
    guard scene.style.cornerRadius > 0 else { return elements }
    let corners = painted(ring(Path(canvas), canvasOutline), fill: color)
    return elements + [clipped([corners], to: Path(unpadded), named: "padded-corners")]
  }

  /// The canvas in the coordinates of the output.
  private var canvas: Rect {
    Rect(
      x: -Double(scene.window.x), y: -Double(scene.window.y), width: Double(scene.canvas.width),
      height: Double(scene.canvas.height))
  }

  private var radius: Double { min(scene.style.cornerRadius, canvas.size.width / 2, canvas.size.height / 2) }

  private var canvasOutline: Path {
    Path(roundedRect: canvas, cornerRadii: Size(width: radius, height: radius))
  }

  /// Returns the border, inside the edge of the canvas. Its outer edge is square: one clip path rounds the
  /// corners of everything, so that nothing below the border shows at its edge.
  private mutating func border(_ border: CanvasStyle.Border) -> SVGElement {
    let width = border.width
    let hole = Rect(
      x: canvas.minX + width, y: canvas.minY + width, width: canvas.size.width - 2 * width,
      height: canvas.size.height - 2 * width)
    var path = Path(canvas)
    if hole.size.width > 0, hole.size.height > 0 {
      let radius = max(0, radius - width)
      path.elements += Path(roundedRect: hole, cornerRadii: Size(width: radius, height: radius)).elements
    }
    let element = SVGElement("path", [("d", path.svgData), ("fill-rule", "evenodd")])
    return painted(element, fill: .color(border.color))
  }
}

extension SceneTree.Layer {
  /// True if the layer, or a visible layer inside it, has a blend mode other than normal.
  fileprivate var blends: Bool { isVisible && (blend != .normal || children.contains(where: \.blends)) }
}
