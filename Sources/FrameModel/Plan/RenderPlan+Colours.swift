extension RenderPlan {
  /// The same with other colours where the script names some: below, around and in place of pictures.
  public func mappingColours(_ change: (Colour) -> Colour) -> RenderPlan {
    var plan = self
    plan.background = change(background)
    plan.matte = matte.map(change)
    plan.border = border.map { Border(width: $0.width, colour: change($0.colour)) }
    plan.items = items.map { $0.mappingColours(change) }
    return plan
  }
}

extension RenderPlan.Item {
  fileprivate func mappingColours(_ change: (Colour) -> Colour) -> RenderPlan.Item {
    switch self {
    case .picture: return self
    case .shape(var shape):
      if let fill = shape.fill { shape.fill = .init(fill.paint.mappingColours(change), rule: fill.rule) }
      if let stroke = shape.stroke { shape.stroke = .init(stroke.paint.mappingColours(change), stroke.style) }
      return .shape(shape)
    case .group(var group):
      group.items = group.items.map { $0.mappingColours(change) }
      if let shadow = group.shadow { group.shadow?.colour = change(shadow.colour) }
      return .group(group)
    }
  }
}
