import FrameGeometry
import FrameImage
import FrameRender

/// Effects as filters.
extension SceneWriter {
  /// Defines the filter of a layer's effects.
  ///
  /// - Returns: The id of the filter; nil if nothing changes, or nothing that SVG can express.
  mutating func effectFilter(of layer: SceneTree.Layer, named name: String) -> String? {
    let primitives = layer.effects.svg(scale: layer.toParent.meanScale)
    guard !primitives.isEmpty else { return nil }
    var attributes: [(String, String)] = []
    // SVG's own region is that of the box, which cuts wide strokes off, and is empty for a straight line.
    if let visible = visibleArea(in: layer.toScene) {
      attributes = [("filterUnits", "userSpaceOnUse")] + visible.attributes
    }
    let filter = SVGElement("filter", attributes + [("color-interpolation-filters", "sRGB")], primitives)
    return define(filter, for: "\(name)-effects")
  }
}

extension [LayerEffect] {
  /// The filter primitives.
  ///
  /// - Parameter scale: the factor from the layer's lengths to those of its parent.
  fileprivate func svg(scale: Double) -> [SVGElement] {
    var primitives: [SVGElement] = []
    var edits: [ColorEdit] = []
    func colors() -> [SVGElement] { ColorFunction(edits).stages.compactMap(\.svg) }
    for (i, effect) in enumerated() {
      switch effect {
      case .color(let edit): edits.append(edit)
      case .neighborhood(let edit):
        guard edit.isInSVG, !edit.operation.changesNothing else { continue }
        primitives += colors()
        edits = []
        primitives += edit.operation.svg(scale: scale, id: "sharp\(i)", isFirst: primitives.isEmpty)
      }
    }
    return primitives + colors()
  }
}

extension NeighborhoodEdit {
  /// False if SVG has no filter for it.
  package var isInSVG: Bool {
    if operation.changesNothing { return true }
    return switch operation {
    case .blur: area == nil
    case .sharpen(_, _, let threshold): area == nil && threshold == 0
    case .sharpenOutput, .pixelate, .effect: false
    }
  }
}

extension NeighborhoodEdit.Operation {
  /// - Parameters:
  ///   - id: a name for an intermediate result.
  ///   - isFirst: True if nothing is filtered before.
  fileprivate func svg(scale: Double, id: String, isFirst: Bool) -> [SVGElement] {
    func blur(_ radius: Double, _ attributes: [(String, String)] = []) -> SVGElement {
      SVGElement("feGaussianBlur", attributes + [("stdDeviation", (radius / scale).scriptText)])
    }
    switch self {
    case .blur(let radius): return [blur(radius)]
    case .sharpen(let amount, let radius, _):
      // A primitive with a name takes the last result, or else the layer.
      let given = isFirst ? [] : [SVGElement("feOffset", [("result", id)])]
      return given + [
        blur(radius, [("in", isFirst ? "SourceGraphic" : id), ("result", "\(id)-blur")]),
        SVGElement(
          "feComposite",
          [
            ("operator", "arithmetic"), ("in", isFirst ? "SourceGraphic" : id),
            ("k2", (1 + amount).scriptText),
            ("in2", "\(id)-blur"), ("k3", (-amount).scriptText),
          ]),
      ]
    case .sharpenOutput, .pixelate, .effect: return []
    }
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
