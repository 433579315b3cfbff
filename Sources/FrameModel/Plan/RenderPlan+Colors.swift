extension RenderPlan {
  /// Returns the plan with other colors in place of those that the script names.
  public func mappingColors(_ change: (Color) -> Color) -> RenderPlan {
    var plan = self
    plan.background = change(background)
    plan.matte = matte.map(change)
    plan.border = border.map { Border(width: $0.width, color: change($0.color)) }
    plan.items = items.map { $0.mappingColors(change) }
    return plan
  }
}

extension RenderPlan.Item {
  fileprivate func mappingColors(_ change: (Color) -> Color) -> RenderPlan.Item {
    switch self {
    case .image: return self
    case .shape(var shape):
      if let fill = shape.fill { shape.fill = .init(fill.paint.mappingColors(change), rule: fill.rule) }
      if let stroke = shape.stroke { shape.stroke = .init(stroke.paint.mappingColors(change), stroke.style) }
      return .shape(shape)
    case .group(var group):
      group.items = group.items.map { $0.mappingColors(change) }
      if let shadow = group.shadow { group.shadow?.color = change(shadow.color) }
      return .group(group)
    }
  }
}
