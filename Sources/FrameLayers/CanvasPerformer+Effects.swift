import FrameGeometry
import FrameImage
import FramePlan
import FrameScene

// Effects of layers.
extension CanvasPerformer {
  func change(_ effect: Layer.Effect) throws(SceneError) -> LayerChange {
    switch effect {
    case .color(let edit):
      try check(edit)
      return .effect(.color(edit))
    case .blur(let radius, let area):
      return try change(.blur(deviation: length(radius, "a blur's radius")), in: area)
    case .sharpen(let amount, let radius, let threshold, let area):
      let edit = NeighborhoodEdit.sharpen(
        amount: try number(amount, "an amount", 0...NeighborhoodEdit.largestAmount),
        deviation: try length(radius, "the radius of a blur"),
        threshold: try number(threshold, "a threshold", 0...1))
      return try change(edit, in: area)
    case .sharpenOutput: return .effect(.sharpenOutput(in: nil))
    case .pixelate(let size, let area):
      return try change(.pixelate(size: length(size, "the side of a square")), in: area)
    case .plugin(let name, let values, let area):
      return try change(edit(ofPlugin: name, values), in: area)
    }
  }

  private func change(_ edit: NeighborhoodEdit, in area: Layer.Area?) throws(SceneError) -> LayerChange {
    let area: LayerEffect.Area? =
      switch area {
      case nil: nil
      case .rect(let rect)?: LayerEffect.Area(path: Path(try check(rect)), rule: .nonZero)
      case .ellipse(let rect)?: LayerEffect.Area(path: Path(ellipseIn: try check(rect)), rule: .nonZero)
      case .path(let path, let rule)?: LayerEffect.Area(path: try self.path(path), rule: rule)
      }
    return .effect(.neighborhood(edit, in: area))
  }

  private func edit(
    ofPlugin name: String, _ values: [String: Double]
  ) throws(SceneError) -> NeighborhoodEdit {
    let effects = effects()
    guard let effect = effects[name] else {
      let names = effects.keys.sorted()
      throw SceneError(
        .unknownEffect(name, nearest: name.nearest(in: names), effects: names), at: origin)
    }
    let parameters = effect.declaration.parameters
    let names = parameters.map(\.name)
    if let unknown = values.keys.sorted().first(where: { !names.contains($0) }) {
      throw SceneError(
        .unknownEffectParameter(
          unknown, effect: name, nearest: unknown.nearest(in: names), parameters: names), at: origin)
    }
    var numbers: [Double] = []
    for parameter in parameters {
      let value = values[parameter.name] ?? parameter.standard
      numbers.append(try number(value, "'\(parameter.name)'", parameter.range))
    }
    return .effect(effect, values: numbers)
  }

  private func check(_ rect: Rect) throws(SceneError) -> Rect {
    _ = try point(rect.origin, "an area's origin")
    _ = try length(min(rect.size.width, rect.size.height), "an area's size")
    _ = try length(max(rect.size.width, rect.size.height), "an area's size")
    return rect
  }

  // MARK: Colors

  /// Checks that all numbers of an edit are in their ranges.
  private func check(_ edit: ColorEdit) throws(SceneError) {
    func check(_ values: [Double], _ name: String, _ range: ClosedRange<Double>) throws(SceneError) {
      for value in values { _ = try number(value, name, range) }
    }
    switch edit.kind {
    case .number(let edit, let value): try check([value], edit.name, edit.range)
    case .levels(let levels):
      try check([levels.black, levels.white, levels.lowest, levels.highest], "a level", 0...1)
      let isRising = levels.black < levels.white
      try origin.require(isRising, "the end of the levels", levels.white, wanted: "above their start")
      try check([levels.gamma], "a gamma", 0.01...100)
    case .autoLevels(_, let clipping):
      try check([clipping], "the share of clipped pixels", 0...ColorEdit.mostClipping)
    case .curve(let points, _):
      guard points.count > 1 else {
        throw SceneError(.tooFew("points", of: "a curve", count: points.count), at: origin)
      }
      for (index, point) in points.enumerated() {
        try check([point.x, point.y], "a point of a curve", 0...1)
        let isRising = index == 0 || point.x > points[index - 1].x
        try origin.require(isRising, "a point of a curve", point.x, wanted: "to the right of the last one")
      }
    case .weightedGray(let weights):
      try check([weights.red, weights.green, weights.blue], "a weight", -10...10)
    case .colorize(_, let amount): try check([amount], "a share", 0...1)
    case .matrix(let matrix):
      try check(matrix.rows.flatMap(\.self), "a number of a color matrix", -1000...1000)
    case .lookup, .stretch: break
    }
  }
}
