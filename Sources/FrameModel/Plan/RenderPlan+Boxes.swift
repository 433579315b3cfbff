extension RenderPlan.Item {
  /// The bounding box of what is visible, in output pixels, or nil if nothing is. Clips are intersected, and shadows
  /// are included with their reach.
  public var boundingBox: Rect? { box(\.boundingBox) }

  /// A rectangle that contains everything visible: less exact than `boundingBox`, but faster.
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
  /// The bounding box of everything visible, or nil if nothing is.
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
