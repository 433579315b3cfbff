import FrameModel

/// Colours and gradients.
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
    case .colour(let colour):
      element[property] = colour.svg
      if colour.alpha < 1 { element["\(property)-opacity"] = colour.alpha.scriptText }
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
    case .radial(let centre, let radius):
      element = SVGElement(
        "radialGradient",
        [
          ("gradientUnits", "userSpaceOnUse"), ("cx", centre.x.scriptText), ("cy", centre.y.scriptText),
          ("r", radius.scriptText),
        ])
    }
    element.children = gradient.svgStops(in: scene.light).map { stop in
      var element = SVGElement("stop", [("offset", stop.place.scriptText), ("stop-color", stop.colour.svg)])
      if stop.colour.alpha < 1 { element["stop-opacity"] = stop.colour.alpha.scriptText }
      return element
    }
    return element
  }
}

extension Colour {
  /// Without its alpha; in percents where it is none of 8 bits.
  var svg: String {
    let values = [red, green, blue]
    if values.allSatisfy({ abs($0 * 255 - ($0 * 255).rounded()) < 1e-9 }) {
      return Colour(red: red, green: green, blue: blue).hex
    }
    return "rgb(\(values.map { ($0 * 100).scriptText + "%" }.joined(separator: ",")))"
  }
}
