import FrameGeometry
import FrameImage
import FrameRender

/// Color edits as filters.
extension SceneWriter {
  /// Defines the color filter of a layer.
  ///
  /// - Returns: The id of the filter; nil if no color changes.
  mutating func colorFilter(of layer: SceneTree.Layer, named name: String) -> String? {
    let function = ColorFunction(layer.colors)
    let primitives = function.stages.compactMap(\.svg)
    guard !primitives.isEmpty else { return nil }
    var attributes: [(String, String)] = []
    // SVG's own region is that of the box, which cuts wide strokes off, and is empty for a straight line.
    if let visible = visibleArea(in: layer.toScene) {
      attributes = [("filterUnits", "userSpaceOnUse")] + visible.attributes
    }
    let filter = SVGElement(
      "filter", attributes + [("color-interpolation-filters", "sRGB")], primitives)
    return define(filter, for: "\(name)-colors")
  }
}

extension ColorStage {
  /// The filter primitive; nil for a cube, which SVG does not have.
  fileprivate var svg: SVGElement? {
    switch self {
    case .cube: return nil
    case .matrix(let matrix):
      let numbers = matrix.rows.flatMap(\.self) + [0, 0, 0, 1, 0]
      return SVGElement("feColorMatrix", [("values", numbers.map(\.scriptText).joined(separator: " "))])
    case .curves(let curves):
      let functions = zip(["R", "G", "B"], [curves.red, curves.green, curves.blue])
        .filter { !$1.steps.isEmpty }
      return SVGElement(
        "feComponentTransfer", [],
        functions.map { SVGElement("feFunc\($0)", [("type", $1.svgType), ("tableValues", $1.svgTable)]) })
    }
  }
}

extension ToneFunction {
  /// A function with jumps has a constant value for each 8-bit code; any other is interpolated.
  fileprivate var svgType: String { steps.contains(where: \.jumps) ? "discrete" : "table" }

  /// The values at all 8-bit codes.
  fileprivate var svgTable: String {
    (0...255).map { code in
      let value = self(Double(code) / 255, .sRGB)
      return ((min(max(value, 0), 1) * 1e5).rounded() / 1e5).scriptText
    }.joined(separator: " ")
  }
}
