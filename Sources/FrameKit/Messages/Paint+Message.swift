import FrameModel

extension RenderPlan.Paint {
  /// "#ff0000", or what kind of gradient from which colors.
  var name: String {
    switch self {
    case .color(let color): return color.hex
    case .gradient(let gradient):
      let colors = gradient.stops.map(\.color.hex).joined(separator: " ")
      switch gradient.geometry {
      case .linear: return "linear \(colors)"
      case .radial: return "radial \(colors)"
      }
    }
  }
}

extension RenderPlan.Fill {
  var name: String { paint.name + (rule == .nonZero ? "" : " \(rule.rawValue)") }
}

extension RenderPlan.Stroke {
  /// As a script has it, as far as it is not the usual.
  var name: String {
    let usual = StrokeStyle(width: style.width)
    var name = "\(paint.name), \(style.width.scriptText) wide"
    if style.join != usual.join { name += ", \(style.join.rawValue) joins" }
    if style.cap != usual.cap { name += ", \(style.cap.rawValue) caps" }
    if !style.dashes.isEmpty { name += ", dashes \(style.dashes.map(\.scriptText).joined(separator: ","))" }
    return name
  }
}
