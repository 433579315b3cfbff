import FrameGeometry
import FrameImage
import FramePlan

/// Colors and gradients.
extension SceneWriter {
  mutating func painted(
    _ element: SVGElement, fill: RenderPlan.Paint?, named name: String = ""
  ) -> SVGElement {
    var element = element
    if let fill { set(fill, as: "fill", on: &element, named: name) } else { element["fill"] = "none" }
    return element
  }

  /// Sets the paint of an element.
  ///
  /// - Parameter property: `fill` or `stroke`.
  mutating func set(
    _ paint: RenderPlan.Paint, as property: String, on element: inout SVGElement, named name: String
  ) {
    switch paint {
    case .color(let color):
      element[property] = color.svg
      if color.alpha < 1 { element["\(property)-opacity"] = color.alpha.scriptText }
    case .gradient(let gradient):
      element[property] = define(self.gradient(gradient), for: "\(name)-\(property)")
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
    element.children = gradient.svgStops(in: scene.lights.blending).map { stop in
      var element = SVGElement("stop", [("offset", stop.place.scriptText), ("stop-color", stop.color.svg)])
      if stop.color.alpha < 1 { element["stop-opacity"] = stop.color.alpha.scriptText }
      return element
    }
    return element
  }
}

extension Color {
  /// The color without alpha: hexadecimal if every channel is a multiple of 1/255, otherwise percentages.
  var svg: String {
    let values = [red, green, blue]
    if values.allSatisfy({ abs($0 * 255 - ($0 * 255).rounded()) < 1e-9 }) {
      return Color(red: red, green: green, blue: blue).hex
    }
    return "rgb(\(values.map { ($0 * 100).scriptText + "%" }.joined(separator: ",")))"
  }
}

extension RenderPlan.Gradient {
  /// Returns stops for an SVG gradient. SVG interpolates encoded colors and alpha separately; the renderer
  /// interpolates premultiplied colors in the light of blending. Where that differs by more than 8 bits can
  /// show, extra stops are inserted.
  func svgStops(in light: Light) -> [Stop] {
    guard stops.count > 1 else { return stops }
    var all: [Stop] = []
    for (first, second) in zip(stops, stops.dropFirst()) {
      let interpolation = StopInterpolation(first: first, second: second, light: light)
      let ends = (interpolation.stop(at: 0), interpolation.stop(at: 1))
      let between = first.place < second.place ? interpolation.stops(between: 0, ends.0, and: 1, ends.1) : []
      for stop in [ends.0] + between + [ends.1] where stop != all.last { all.append(stop) }
    }
    return all
  }
}

/// The interpolation between two stops.
private struct StopInterpolation {
  let first: RenderPlan.Gradient.Stop
  let second: RenderPlan.Gradient.Stop
  let light: Light

  /// Half a step of 8 bits.
  private static let tolerance = 0.5 / 255
  private static let maxHalvings = 10

  /// Returns the stop at a share of the distance between both stops.
  ///
  /// - Parameter share: 0 to 1, from the first to the second stop.
  func stop(at share: Double) -> RenderPlan.Gradient.Stop {
    let (a, b) = (first.color, second.color)
    let place = first.place + (second.place - first.place) * share
    // A transparent stop takes the color of the other one, so that the gradient only fades.
    if a.alpha == 0 || b.alpha == 0 {
      var color = a.alpha == 0 ? b : a
      color.alpha = a.alpha + (b.alpha - a.alpha) * share
      return .init(place, color)
    }
    if share == 0 || share == 1 { return .init(place, share == 0 ? a : b) }
    let alpha = a.alpha + (b.alpha - a.alpha) * share
    func mix(_ x: Double, _ y: Double) -> Double {
      let sum = decode(x) * a.alpha * (1 - share) + decode(y) * b.alpha * share
      return encode(sum / alpha)
    }
    return .init(
      place,
      Color(red: mix(a.red, b.red), green: mix(a.green, b.green), blue: mix(a.blue, b.blue), alpha: alpha))
  }

  /// Returns the stops needed between two positions, in order.
  func stops(
    between low: Double, _ before: RenderPlan.Gradient.Stop, and high: Double,
    _ after: RenderPlan.Gradient.Stop,
    halvings: Int = maxHalvings
  ) -> [RenderPlan.Gradient.Stop] {
    let isStraight = [0.25, 0.5, 0.75].allSatisfy { share in
      let exact = stop(at: low + (high - low) * share).color
      return zip(exact.channels, zip(before.color.channels, after.color.channels)).allSatisfy {
        value, ends in
        abs(value - (ends.0 + (ends.1 - ends.0) * share)) * exact.alpha <= Self.tolerance
      }
    }
    guard !isStraight, halvings > 0 else { return [] }
    let middle = (low + high) / 2
    let split = stop(at: middle)
    return stops(between: low, before, and: middle, split, halvings: halvings - 1) + [split]
      + stops(between: middle, split, and: high, after, halvings: halvings - 1)
  }

  private func decode(_ x: Double) -> Double { light == .linear ? ToneCurve.sRGB.light(x) : x }

  /// Encodes linear light as sRGB (IEC 61966-2-1).
  private func encode(_ x: Double) -> Double {
    guard light == .linear else { return x }
    return x <= 0.0031308 ? 12.92 * x : 1.055 * Exponentials.power(x, 1 / 2.4) - 0.055
  }
}

extension Color {
  fileprivate var channels: [Double] { [red, green, blue] }
}
