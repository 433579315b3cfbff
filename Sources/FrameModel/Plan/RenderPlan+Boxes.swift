extension RenderPlan.Item {
  /// The smallest upright rectangle around what it shows, in output pixels, or nil where it shows nothing. Of what
  /// is clipped it is the common part of both boxes; shadows count as far as they reach.
  public var boundingBox: Rect? { box(\.boundingBox) }

  /// A rectangle that holds all that it may show: faster to be had.
  public var reach: Rect? { box(\.reach) }

  fileprivate func box(_ shape: (RenderPlan.ShapeDraw) -> Rect?) -> Rect? {
    switch self {
    case .image(let draw): draw.visible.applying(draw.matrix)
    case .shape(let draw): shape(draw)
    case .group(let draw): draw.box(shape)
    }
  }
}

extension [RenderPlan.Item] {
  /// The smallest upright rectangle around all that the items show, or nil where they show nothing.
  public var boundingBox: Rect? { union { $0.boundingBox } }

  fileprivate func union(_ box: (RenderPlan.Item) -> Rect?) -> Rect? {
    compactMap(box).reduce(nil) { $0?.union($1) ?? $1 }
  }
}

extension RenderPlan.GroupDraw {
  fileprivate func box(_ shape: (RenderPlan.ShapeDraw) -> Rect?) -> Rect? {
    guard var box = items.union({ $0.box(shape) }) else { return nil }
    if let clip {
      guard let rest = clip.boundingBox.flatMap(box.intersection) else { return nil }
      box = rest
    }
    return shadow.map { box.union($0.box(of: box)) } ?? box
  }
}
