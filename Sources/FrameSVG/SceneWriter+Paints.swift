import FrameModel

/// Colors and gradients.
extension SceneWriter {
  mutating func painted(
    _ element: SVGElement, fill: RenderPlan.Paint?, named name: String = ""
  ) -> SVGElement {
    var element = element
    if let fill { set(fill, as: "fill", on: &element, named: name) } else { element["fill"] = "none" }
    return element
  }

  /// - Parameter property: `fill` or `stroke`.
  mutating func set(
    _ paint: RenderPlan.Paint, as property: String, on element: inout SVGElement, named name: String
  ) {
    switch paint {
    case .color(let color):
      element[property] = color.svg
      if color.alpha < 1 { element["\(property)-opacity"] = color.alpha.scriptText }
    case .gradient(let gradient):
      element[property] = "url(#\(define(self.gradient(gradient), for: "\(name)-\(property)")))"
    }
  }

  private func gradient(_ gradient: RenderPlan.Gradient) -> SVGElement {
    var element: SVGElement
    switch gradient.geometry {
    case .linear(let start, let end):
      element = SVGElement(
        "linearGradient",
        [
          ("gradientUnits", "userSpaceOnUse"), ("x1", start.x.scriptText), ("y1", start.y.scriptText),
          ("x2", end.x.scriptText), ("y2", end.y.scriptText),
        ])
    case .radial(let center, let radius):
      element = SVGElement(
        "radialGradient",
        [
          ("gradientUnits", "userSpaceOnUse"), ("cx", center.x.scriptText), ("cy", center.y.scriptText),
          ("r", radius.scriptText),
        ])
    }
    element.children = gradient.svgStops(in: scene.light).map { stop in
      var element = SVGElement("stop", [("offset", stop.place.scriptText), ("stop-color", stop.color.svg)])
      if stop.color.alpha < 1 { element["stop-opacity"] = stop.color.alpha.scriptText }
      return element
    }
    return element
  }
}

extension Color {
  /// Without its alpha; in percents where it is none of 8 bits.
  var svg: String {
    let values = [red, green, blue]
    if values.allSatisfy({ abs($0 * 255 - ($0 * 255).rounded()) < 1e-9 }) {
      return Color(red: red, green: green, blue: blue).hex
    }
    return "rgb(\(values.map { ($0 * 100).scriptText + "%" }.joined(separator: ",")))"
  }
}
