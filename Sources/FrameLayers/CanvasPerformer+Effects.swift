import FrameGeometry
import FrameImage
import FramePlan
import FrameScene

// Effects of layers.
extension CanvasPerformer {
  func change(_ effect: Layer.Effect, at origin: Origin) throws(SceneError) -> LayerChange {
    switch effect {
    case .color(.autoLevels(let range, let clipping)):
      let share = try number(
        clipping, "the share of clipped pixels", 0...AutoLevels.mostClipping, at: origin)
      return .autoLevels(AutoLevels(isPerChannel: range == .perChannel, clipped: share))
    case .color(let edit): return .effect(.color(try self.edit(edit, at: origin)))
    case .blur(let radius, let area):
      let edit = NeighborhoodEdit.blur(deviation: try length(radius, "a blur's radius", at: origin))
      return .effect(.neighborhood(edit, in: try self.area(area, at: origin)))
    case .sharpen(let amount, let radius, let threshold, let area):
      let edit = NeighborhoodEdit.sharpen(
        amount: try number(amount, "an amount", 0...NeighborhoodEdit.largestAmount, at: origin),
        deviation: try length(radius, "the radius of a blur", at: origin),
        threshold: try number(threshold, "a threshold", 0...1, at: origin))
      return .effect(.neighborhood(edit, in: try self.area(area, at: origin)))
    case .sharpenOutput: return .effect(.sharpenOutput(in: nil))
    case .pixelate(let size, let area):
      let edit = NeighborhoodEdit.pixelate(size: try length(size, "the side of a square", at: origin))
      return .effect(.neighborhood(edit, in: try self.area(area, at: origin)))
    case .plugin(let name, let values, let area):
      let edit = try self.edit(ofPlugin: name, values, at: origin)
      return .effect(.neighborhood(edit, in: try self.area(area, at: origin)))
    }
  }

  private func edit(
    ofPlugin name: String, _ values: [String: Double], at origin: Origin
  ) throws(SceneError) -> NeighborhoodEdit {
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
      numbers.append(try number(value, "'\(parameter.name)'", parameter.range, at: origin))
    }
    return .effect(effect, values: numbers)
  }

  private func area(_ area: Layer.Area?, at origin: Origin) throws(SceneError) -> LayerEffect.Area? {
    switch area {
    case nil: nil
    case .rect(let rect)?: LayerEffect.Area(path: Path(try check(rect, at: origin)), rule: .nonZero)
    case .ellipse(let rect)?:
      LayerEffect.Area(path: Path(ellipseIn: try check(rect, at: origin)), rule: .nonZero)
    case .path(let path, let rule)?: LayerEffect.Area(path: try self.path(path, at: origin), rule: rule)
    }
  }

  private func check(_ rect: Rect, at origin: Origin) throws(SceneError) -> Rect {
    _ = try point(rect.origin, "an area's origin", at: origin)
    _ = try length(min(rect.size.width, rect.size.height), "an area's size", at: origin)
    _ = try length(max(rect.size.width, rect.size.height), "an area's size", at: origin)
    return rect
  }

  // MARK: Colors

  private func edit(_ edit: ColorEdit, at origin: Origin) throws(SceneError) -> FramePlan.ColorEdit {
    switch edit {
    case .exposure(let stops): return try self.edit(.exposure, stops, at: origin)
    case .brightness(let factor): return try self.edit(.brightness, factor, at: origin)
    case .contrast(let factor): return try self.edit(.contrast, factor, at: origin)
    case .saturation(let factor): return try self.edit(.saturation, factor, at: origin)
    case .hue(let angle): return try self.edit(.hue, angle.degrees, at: origin)
    case .temperature(let mired): return try self.edit(.temperature, mired, at: origin)
    case .tint(let tint): return try self.edit(.tint, tint, at: origin)
    case .grayscale(let amount): return try self.edit(.grayscale, amount, at: origin)
    case .sepia(let amount): return try self.edit(.sepia, amount, at: origin)
    case .invert(let amount): return try self.edit(.invert, amount, at: origin)
    case .levels(let levels): return .levels(try self.levels(levels, at: origin), levels.channel)
    case .autoLevels: preconditionFailure("it follows from pixels")
    case .curve(let points, let channel): return .curve(try spline(points, at: origin), channel)
    case .weightedGray(let red, let green, let blue):
      for weight in [red, green, blue] { _ = try number(weight, "a weight", -10...10, at: origin) }
      return .grayscale(amount: 1, weights: .init(red, green, blue))
    case .threshold(let level): return .threshold(try number(level, "a threshold", 0...1, at: origin))
    case .posterize(let levels):
      return .posterize(levels: Int(try number(Double(levels), "a number of levels", 2...256, at: origin)))
    case .colorize(let color, let amount):
      // A transparent color replaces less.
      return .colorize(color, amount: try number(amount, "a share", 0...1, at: origin) * color.alpha)
    case .lookup(let table): return .lookup(table.lookup)
    case .matrix(let red, let green, let blue):
      let rows = try [red, green, blue].map { sum throws(SceneError) in
        let row = [sum.red, sum.green, sum.blue, sum.alpha, sum.constant]
        for weight in row {
          _ = try number(weight, "a number of a color matrix", -1000...1000, at: origin)
        }
        return row
      }
      return .matrix(ColorMatrix(rows: rows[0], rows[1], rows[2]))
    }
  }

  private func edit(
    _ edit: NumberEdit, _ value: Double, at origin: Origin
  ) throws(SceneError) -> FramePlan.ColorEdit {
    edit.edit(try number(value, edit.number.name, edit.number.range, at: origin))
  }

  private func levels(
    _ levels: ColorEdit.Levels, at origin: Origin
  ) throws(SceneError) -> FramePlan.ColorEdit.Levels {
    for level in [levels.black, levels.white, levels.lowest, levels.highest] {
      _ = try number(level, "a level", 0...1, at: origin)
    }
    guard levels.black < levels.white else {
      throw SceneError(
        .outOfRange("the end of the levels", value: levels.white, wanted: "above their start"), at: origin)
    }
    var edit = FramePlan.ColorEdit.Levels(black: levels.black, white: levels.white)
    (edit.lowest, edit.highest) = (levels.lowest, levels.highest)
    edit.gamma = try number(levels.gamma, "a gamma", 0.01...100, at: origin)
    return edit
  }

  private func spline(_ points: [Point], at origin: Origin) throws(SceneError) -> ToneSpline {
    guard points.count > 1 else {
      throw SceneError(.tooFew("points", of: "a curve", count: points.count), at: origin)
    }
    for (index, point) in points.enumerated() {
      for value in [point.x, point.y] { _ = try number(value, "a point of a curve", 0...1, at: origin) }
      guard index == 0 || point.x > points[index - 1].x else {
        throw SceneError(
          .outOfRange("a point of a curve", value: point.x, wanted: "to the right of the last one"),
          at: origin)
      }
    }
    return ToneSpline(points)
  }
}
