import FrameModel

extension RenderPlan {
  /// The same plan in terms of the pixels that are decoded: a pixel of a picture that is reduced on load
  /// covers several of its stored ones.
  var decoded: RenderPlan {
    var plan = self
    plan.items = items.map { $0.decoded(pictures) }
    for index in pictures.indices {
      plan.pictures[index].size = pictures[index].decodedSize
      plan.pictures[index].reduction = .none
    }
    return plan
  }
}

extension RenderPlan.Item {
  fileprivate func decoded(_ pictures: [Picture]) -> RenderPlan.Item {
    switch self {
    case .picture(var draw):
      let factor = Double(pictures[draw.picture].reduction.rawValue)
      guard factor > 1 else { return self }
      draw.matrix = draw.matrix.scaledBy(x: factor, y: factor)
      draw.visible = Rect(
        x: draw.visible.minX / factor, y: draw.visible.minY / factor,
        width: draw.visible.size.width / factor, height: draw.visible.size.height / factor)
      return .picture(draw)
    case .shape: return self
    case .group(var group):
      group.items = group.items.map { $0.decoded(pictures) }
      return .group(group)
    }
  }
}
