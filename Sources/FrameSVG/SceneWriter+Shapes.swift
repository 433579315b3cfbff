import FrameModel

/// Shapes to elements.
extension SceneWriter {
  /// How finely the lengths of what is trimmed are measured, of the longer side of its box.
  private static let trimTolerance = 0x1p-20

  /// - Returns: nil for what shows nothing.
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

  /// A `rect` or an `ellipse` begins where our path does, and goes the same way: SVG 2, part 10.
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
      let data = (shape.text == nil ? path : path.roundedLetters).svgData
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
    let (style, usual) = (stroke.style, StrokeStyle(width: stroke.style.width))
    var element = element
    set(stroke.paint, as: "stroke", on: &element, named: name)
    element["stroke-width"] = style.width.scriptText
    if style.join != usual.join { element["stroke-linejoin"] = style.join.rawValue }
    if style.miterLimit != usual.miterLimit { element["stroke-miterlimit"] = style.miterLimit.scriptText }
    if style.cap != usual.cap { element["stroke-linecap"] = style.cap.rawValue }
    if !style.dashes.isEmpty {
      element["stroke-dasharray"] = style.dashes.map(\.scriptText).joined(separator: " ")
      if style.dashOffset != 0 { element["stroke-dashoffset"] = style.dashOffset.scriptText }
    }
    return element
  }
}

extension Rect {
  /// One without would not be drawn at all, its outline included.
  fileprivate var hasArea: Bool { size.width > 0 && size.height > 0 }
}
