import FrameGeometry
import FramePlan

/// Shapes as elements.
extension SceneWriter {
  /// The precision of lengths when a path is trimmed, relative to the longer side of its bounding box.
  private static let trimTolerance = 0x1p-20

  /// Returns the element for a shape; nil if it draws nothing.
  mutating func element(of shape: SceneTree.Shape, named name: String) -> SVGElement? {
    guard shape.fill != nil || shape.stroke != nil, var element = outline(of: shape) else { return nil }
    element = painted(element, fill: shape.fill?.paint, named: name)
    if shape.fill?.rule == .evenOdd { element["fill-rule"] = "evenodd" }
    if let stroke = shape.stroke { element = stroked(element, stroke, named: name) }
    if let text = shape.text {
      element["role"] = "img"
      element["aria-label"] = text
    }
    return element
  }

  /// Returns the outline of a shape. `rect` and `ellipse` start at the same point as our paths and have the
  /// same direction (SVG 2, part 10).
  private func outline(of shape: SceneTree.Shape) -> SVGElement? {
    switch shape.form {
    case .rect(let rect, let radii) where shape.trim == .all && rect.hasArea:
      let (rx, ry) = (min(radii.width, rect.size.width / 2), min(radii.height, rect.size.height / 2))
      let corners = rx > 0 && ry > 0 ? [("rx", rx.scriptText), ("ry", ry.scriptText)] : []
      return SVGElement("rect", rect.attributes + corners)
    case .ellipse(let rect) where shape.trim == .all && rect.hasArea:
      return SVGElement(
        "ellipse",
        [
          ("cx", rect.midX.scriptText), ("cy", rect.midY.scriptText),
          ("rx", (rect.size.width / 2).scriptText),
          ("ry", (rect.size.height / 2).scriptText),
        ])
    default:
      let path = trimmed(shape)
      let data = (shape.text == nil ? path : path.roundedGlyphOutlines).svgData
      return data.isEmpty ? nil : SVGElement("path", [("d", data)])
    }
  }

  private func trimmed(_ shape: SceneTree.Shape) -> Path {
    guard shape.trim != .all, let box = shape.path.boundingBox else { return shape.path }
    let tolerance = max(box.size.width, box.size.height) * Self.trimTolerance
    return shape.path.trimmed(
      from: shape.trim.start, to: shape.trim.end, tolerance: max(tolerance, .leastNormalMagnitude))
  }

  private mutating func stroked(
    _ element: SVGElement, _ stroke: RenderPlan.Stroke, named name: String
  ) -> SVGElement {
    let (style, defaults) = (stroke.style, StrokeStyle(width: stroke.style.width))
    var element = element
    set(stroke.paint, as: "stroke", on: &element, named: name)
    element["stroke-width"] = style.width.scriptText
    if style.join != defaults.join { element["stroke-linejoin"] = style.join.rawValue }
    if style.miterLimit != defaults.miterLimit { element["stroke-miterlimit"] = style.miterLimit.scriptText }
    if style.cap != defaults.cap { element["stroke-linecap"] = style.cap.rawValue }
    if !style.dashes.isEmpty {
      element["stroke-dasharray"] = style.dashes.map(\.scriptText).joined(separator: " ")
      if style.dashOffset != 0 { element["stroke-dashoffset"] = style.dashOffset.scriptText }
    }
    return element
  }
}

extension Rect {
  /// SVG does not draw elements without an area, not even their strokes.
  fileprivate var hasArea: Bool { size.width > 0 && size.height > 0 }
}

extension Path {
  /// The path with coordinates rounded to a millionth of its bounding box. Without it, half of a document
  /// with text would be digits that have no visible effect.
  var roundedGlyphOutlines: Path {
    guard let box = boundingBox else { return self }
    let side = max(box.size.width, box.size.height)
    var power = 1.0
    while power < 1e12, side * power < 1e6 { power *= 10 }
    func rounded(_ p: Point) -> Point {
      Point(x: (p.x * power).rounded() / power, y: (p.y * power).rounded() / power)
    }
    return Path(
      elements.map { element in
        switch element {
        case .move(let p): .move(rounded(p))
        case .line(let p): .line(rounded(p))
        case .quadratic(let c, to: let p): .quadratic(rounded(c), to: rounded(p))
        case .cubic(let c, let d, to: let p): .cubic(rounded(c), rounded(d), to: rounded(p))
        case .arc, .close: element
        }
      })
  }
}
