import FrameImage
import FramePlan
import FrameScene

/// Blur, sharpening, blocks of pixels, and effects of plugins.
extension Evaluator {
  mutating func neighborhood(
    _ argument: NeighborhoodArgument, in area: AreaArgument?, at place: ScriptPosition
  ) throws(ScriptError) -> LayerEffect {
    .neighborhood(try edit(argument), in: try self.area(area, at: place))
  }

  /// Evaluates an edit whose numbers are animated.
  ///
  /// - Parameters:
  ///   - start: the edit at the start; nil for one that changes nothing.
  ///   - end: the edit at the end, of the same kind.
  /// - Returns: the edit at the end, and its numbers at the start.
  mutating func neighborhood(
    from start: NeighborhoodArgument?, to end: NeighborhoodArgument
  ) throws(ScriptError) -> (end: NeighborhoodEdit, from: [Double]?) {
    guard case .effect(let name, let settings) = end, case .effect(_, let startSettings)? = start else {
      let end = try edit(end)
      return (end, try start.map { start throws(ScriptError) in try edit(start).numbers })
    }
    let effect = try effect(named: name)
    let (last, first) = (try values(settings, of: effect), try values(startSettings, of: effect))
    let standard = effect.declaration.parameters.map(\.standard)
    // The value of a key that only one side has stays the same.
    let values = standard.indices.map {
      (first[$0] ?? last[$0] ?? standard[$0], last[$0] ?? first[$0] ?? standard[$0])
    }
    return (.effect(effect, values: values.map(\.1)), values.map(\.0))
  }

  mutating func area(
    _ argument: AreaArgument?, at place: ScriptPosition
  ) throws(ScriptError) -> LayerEffect.Area? {
    try argument.map { area throws(ScriptError) in
      LayerEffect.Area(path: try shape(area.shape, at: place).path, rule: area.rule)
    }
  }

  private mutating func edit(_ argument: NeighborhoodArgument) throws(ScriptError) -> NeighborhoodEdit {
    switch argument {
    case .blur(let radius): return .blur(deviation: try nonNegative(radius, "a blur's radius"))
    case .sharpen(let amount, let radius, let threshold):
      return .sharpen(
        amount: try number(amount, "an amount", in: 0...NeighborhoodEdit.largestAmount),
        deviation: try nonNegative(radius, "the radius of a blur"),
        threshold: try threshold.map { share throws(ScriptError) in
          try self.share(share, of: "a threshold")
        } ?? 0)
    case .pixelate(let size): return .pixelate(size: try nonNegative(size, "the side of a square"))
    case .effect(let name, let settings):
      let effect = try effect(named: name)
      let values = try values(settings, of: effect)
      return .effect(effect, values: zip(values, effect.declaration.parameters).map { $0 ?? $1.standard })
    }
  }

  // MARK: Effects

  private mutating func effect(named template: Template) throws(ScriptError) -> PluginEffect {
    let name = try name(of: template)
    guard let effect = context.effects[name] else {
      let names = context.effects.keys.sorted()
      throw ScriptError(
        .unknownEffect(name, nearest: name.nearest(in: names), effects: names), at: template.position)
    }
    return effect
  }

  /// Returns the values of all parameters; nil for those that are not set.
  private mutating func values(
    _ settings: [EffectSetting], of effect: PluginEffect
  ) throws(ScriptError) -> [Double?] {
    let parameters = effect.declaration.parameters
    var values = [Double?](repeating: nil, count: parameters.count)
    for (i, setting) in settings.enumerated() {
      guard !settings[..<i].contains(where: { $0.name == setting.name }) else {
        throw ScriptError(.repeatedKey(setting.name), at: setting.position)
      }
      guard let index = parameters.firstIndex(where: { $0.name == setting.name }) else {
        let names = parameters.map(\.name)
        throw ScriptError(
          .unknownEffectParameter(
            setting.name, effect: effect.declaration.name, nearest: setting.name.nearest(in: names),
            parameters: names),
          at: setting.position)
      }
      values[index] = try value(setting.value, of: parameters[index])
    }
    return values
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
