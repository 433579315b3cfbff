import FrameEngine
import FrameGeometry
import FrameImage
import FramePlan

// The names of a plan's values in reports.

extension OutputCoding {
  /// The name in reports.
  var name: String {
    switch self {
    case .optimized: "baseline, optimized Huffman tables"
    case .standard: "baseline, standard Huffman tables"
    case .progressive: "progressive, optimized Huffman tables"
    }
  }
}

extension RenderPlan.PixelPath {
  /// The name in reports.
  package var name: String {
    switch self {
    case .copy: "copy"
    case .rightAngleCopy: "right-angle copy"
    case .axisAligned: "axis-aligned resample"
    case .affine: "affine resample"
    case .projective: "perspective resample"
    }
  }
}

extension ToneCurve {
  var name: String {
    switch self {
    case .sRGB: "sRGB"
    case .formula(let formula): "gamma \(formula.exponent.trimmed(4))"
    case .table(let samples): "a table of \(samples.count)"
    }
  }
}

extension RenderPlan.Paint {
  /// "#ff0000", or the kind and the colors of a gradient: "linear #ff0000 #0000ff".
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
  /// The paint and the width, and the other settings if they differ from the defaults.
  var name: String {
    let defaults = StrokeStyle(width: style.width)
    var name = "\(paint.name), \(style.width.scriptText) wide"
    if style.join != defaults.join { name += ", \(style.join.rawValue) joins" }
    if style.cap != defaults.cap { name += ", \(style.cap.rawValue) caps" }
    if !style.dashes.isEmpty { name += ", dashes \(style.dashes.map(\.scriptText).joined(separator: ","))" }
    return name
  }
}
