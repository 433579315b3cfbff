import FrameImage

extension RenderPlan {
  /// Returns the plan with the output's colors in place of those that the script names.
  ///
  /// - Parameters:
  ///   - primaries: the map from light in the output's primaries to light in sRGB's. Each row's sum is 1.
  ///   - change: returns the output's samples for a color of the script.
  package func mappingColors(primaries: ColorMatrix, _ change: (Color) -> Color) -> RenderPlan {
    var plan = self
    plan.style = style.mappingColors(change)
    plan.matte = matte.map(change)
    plan.items = items.map { $0.mappingColors(primaries, change) }
    return plan
  }
}

extension RenderPlan.Item {
  fileprivate func mappingColors(_ primaries: ColorMatrix, _ change: (Color) -> Color) -> RenderPlan.Item {
    let item = mapChildren { $0.mappingColors(primaries, change) }
    switch item {
    case .image, .neighborhood: return item
    case .shape(let shape): return .shape(shape.mappingColors(change))
    case .group(var group):
      if let shadow = group.shadow { group.shadow?.color = change(shadow.color) }
      group.colors = group.colors.converted(primaries: primaries, mappingColors: change)
      return .group(group)
    }
  }
}

extension RenderPlan.Paint {
  package func mappingColors(_ change: (Color) -> Color) -> Self {
    switch self {
    case .color(let color): return .color(change(color))
    case .gradient(var gradient):
      gradient.stops = gradient.stops.map { .init($0.place, change($0.color)) }
      return .gradient(gradient)
    }
  }
}
