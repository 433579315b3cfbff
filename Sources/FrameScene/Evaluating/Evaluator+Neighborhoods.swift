import FrameImage
import FrameScript

/// Blur, sharpening, blocks of pixels, and effects of plugins.
extension Evaluator {
  mutating func neighborhood(
    _ argument: NeighborhoodArgument, at place: ScriptPosition
  ) throws(ScriptError) -> NeighborhoodEdit {
    let area = try argument.area.map { area throws(ScriptError) in
      NeighborhoodEdit.Area(path: try shape(area.shape, at: place).path, rule: area.rule)
    }
    return NeighborhoodEdit(try operation(argument.operation), in: area)
  }

  private mutating func operation(
    _ argument: NeighborhoodArgument.Operation
  ) throws(ScriptError) -> NeighborhoodEdit.Operation {
    switch argument {
    case .blur(let radius): return .blur(radius: try nonNegative(radius, "a blur's radius"))
    case .sharpen(let amount, let radius, let threshold):
      return .sharpen(
        amount: try number(amount, "an amount", in: 0...100),
        radius: try nonNegative(radius, "the radius of a blur"),
        threshold: try threshold.map { share throws(ScriptError) in
          try self.share(share, of: "a threshold")
        } ?? 0)
    case .sharpenOutput: return .sharpenOutput
    case .pixelate(let size): return .pixelate(size: try nonNegative(size, "the side of a square"))
    case .effect(let name, let settings): return try effect(name, settings)
    }
  }

  // MARK: Effects

  private mutating func effect(
    _ template: Template, _ settings: [EffectSetting]
  ) throws(ScriptError) -> NeighborhoodEdit.Operation {
    let name = try name(of: template)
    guard let effect = context.effects[name] else {
      let names = context.effects.keys.sorted()
      throw ScriptError(
        .unknownEffect(name, nearest: name.nearest(in: names), effects: names), at: template.position)
    }
    let parameters = effect.declaration.parameters
    var values = parameters.map(\.standard)
    for (i, setting) in settings.enumerated() {
      guard !settings[..<i].contains(where: { $0.name == setting.name }) else {
        throw ScriptError(.repeatedKey(setting.name), at: setting.position)
      }
      guard let index = parameters.firstIndex(where: { $0.name == setting.name }) else {
        let names = parameters.map(\.name)
        throw ScriptError(
          .unknownEffectParameter(
            setting.name, effect: name, nearest: setting.name.nearest(in: names), parameters: names),
          at: setting.position)
      }
      values[index] = try value(setting.value, of: parameters[index])
    }
    return .effect(effect, values)
  }

  private mutating func value(
    _ quantity: Quantity, of parameter: EffectParameter
  ) throws(ScriptError) -> Double {
    guard parameter.isLength else {
      if let unit = quantity.unit, unit != .percent {
        throw ScriptError(.wrongUnit(unit.rawValue, wanted: "%"), at: quantity.value.position)
      }
      return try number(quantity, "'\(parameter.name)'", in: parameter.range)
    }
    return try check(
      try length(quantity, .alone), "'\(parameter.name)'", parameter.range, at: quantity.value.position)
  }
}
