import FrameModel

/// What lies under all layers, over them and around them.
extension SceneWriter {
  /// The canvas with its background, border and corners, around its layers.
  mutating func finished(_ layers: [SVGElement]) -> [SVGElement] {
    let size = scene.window.size
    var elements: [SVGElement] = []
    if scene.background.alpha > 0 {
      let rect = SVGElement("rect", [("width", "\(size.width)"), ("height", "\(size.height)")])
      elements.append(painted(rect, fill: .color(scene.background)))
    }
    if let transform = scene.toOutput.svg, !layers.isEmpty {
      elements.append(SVGElement("g", [("transform", transform)], layers))
    } else {
      elements += layers
    }
    if let border = scene.border, border.width > 0, border.color.alpha > 0 {
      elements.append(self.border(border))
    }
    guard !elements.isEmpty else { return [] }
    // Layers mix with each other and the background, and not with what the image is laid on.
    let isolated = scene.layers.contains(where: \.mixes)
    guard scene.cornerRadius > 0 else {
      return isolated ? [SVGElement("g", [("style", "isolation:isolate")], elements)] : elements
    }
    let corners = SVGElement("path", [("d", outer.svgData)])
    let name = define(SVGElement("clipPath", [], [corners]), for: "corners")
    return [SVGElement("g", [("clip-path", "url(#\(name))"), ("style", "isolation:isolate")], elements)]
  }

  /// In the output's coordinates.
  private var canvas: Rect {
    Rect(
      x: -Double(scene.window.x), y: -Double(scene.window.y), width: Double(scene.canvas.width),
      height: Double(scene.canvas.height))
  }

  private var radius: Double { min(scene.cornerRadius, canvas.size.width / 2, canvas.size.height / 2) }

  private var outer: Path {
    Path(roundedRect: canvas, cornerRadii: Size(width: radius, height: radius))
  }

  /// Between the canvas's edge and as far within it. Round corners are cut from all together, so that nothing of what
  /// lies under the border shows at its edge.
  private mutating func border(_ border: RenderPlan.Border) -> SVGElement {
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
  /// Whether it, or what lies in it, mixes otherwise than by laying over.
  fileprivate var mixes: Bool { isShown && (blend != .normal || children.contains(where: \.mixes)) }
}
