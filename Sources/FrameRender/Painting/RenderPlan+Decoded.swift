import FrameModel

extension RenderPlan {
  /// The plan in terms of decoded pixels: a pixel of an image that is shrunk on load covers several stored ones.
  var decoded: RenderPlan {
    var plan = self
    plan.items = items.map { $0.decoded(images) }
    for index in images.indices {
      plan.images[index].size = images[index].decodedSize
      plan.images[index].reduction = .none
    }
    return plan
  }
}

extension RenderPlan.Item {
  fileprivate func decoded(_ images: [SourceImage]) -> RenderPlan.Item {
    switch self {
    case .image(var draw):
      let factor = Double(images[draw.image].reduction.rawValue)
      guard factor > 1 else { return self }
      draw.matrix = draw.matrix.scaledBy(x: factor, y: factor)
      draw.visible = Rect(
        x: draw.visible.minX / factor, y: draw.visible.minY / factor,
        width: draw.visible.size.width / factor, height: draw.visible.size.height / factor)
      return .image(draw)
    case .shape: return self
    case .group(var group):
      group.items = group.items.map { $0.decoded(images) }
      return .group(group)
    }
  }
}
