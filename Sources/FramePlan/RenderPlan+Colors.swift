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
    switch self {
    case .image: return self
    case .shape(var shape):
      if let fill = shape.fill { shape.fill = .init(fill.paint.mappingColors(change), rule: fill.rule) }
      if let stroke = shape.stroke { shape.stroke = .init(stroke.paint.mappingColors(change), stroke.style) }
      return .shape(shape)
    case .group(var group):
      group.items = group.items.map { $0.mappingColors(primaries, change) }
      if let mask = group.mask { group.mask?.items = mask.items.map { $0.mappingColors(primaries, change) } }
      if let shadow = group.shadow { group.shadow?.color = change(shadow.color) }
      group.colors = group.colors.converted(primaries: primaries, mappingColors: change)
      return .group(group)
    case .neighborhood(var draw):
      draw.items = draw.items.map { $0.mappingColors(primaries, change) }
      return .neighborhood(draw)
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
