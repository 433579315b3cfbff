import FrameGeometry

extension RenderPlan.Item {
  /// The bounding box of what is visible, in output pixels, or nil if nothing is. Clips are intersected, and shadows
  /// are included with their reach.
  package var boundingBox: Rect? { box(\.boundingBox, mask: \.boundingBox) }

  /// A rectangle that contains everything visible: less exact than `boundingBox`, but faster.
  package var reach: Rect? { box(\.reach, mask: \.reach) }

  fileprivate func box(
    _ shape: (RenderPlan.ShapeDraw) -> Rect?, mask: (RenderPlan.Mask) -> Rect?
  ) -> Rect? {
    switch self {
    case .image(let draw): draw.box
    case .shape(let draw): shape(draw)
    case .group(let draw): draw.box(shape, mask: mask)
    case .neighborhood(let draw): draw.items.union { $0.box(shape, mask: mask) }.flatMap(draw.box)
    }
  }
}

extension [RenderPlan.Item] {
  /// The bounding box of everything visible, or nil if nothing is.
  package var boundingBox: Rect? { union { $0.boundingBox } }

  package var reach: Rect? { union { $0.reach } }

  fileprivate func union(_ box: (RenderPlan.Item) -> Rect?) -> Rect? {
    compactMap(box).reduce(nil) { $0?.union($1) ?? $1 }
  }
}

extension RenderPlan.GroupDraw {
  fileprivate func box(
    _ shape: (RenderPlan.ShapeDraw) -> Rect?, mask maskBox: (RenderPlan.Mask) -> Rect?
  ) -> Rect? {
    guard var box = items.union({ $0.box(shape, mask: maskBox) }) else { return nil }
    if let plane {
      guard let seen = plane.outlineInOutput.boundingBox else { return nil }
      box = seen
    }
    if let clip {
      guard let rest = clip.boundingBox.flatMap(box.intersection) else { return nil }
      box = rest
    }
    if let mask, !mask.isInverted {
      guard let rest = maskBox(mask).flatMap(box.intersection) else { return nil }
      box = rest
    }
    return shadow.map { box.union($0.box(of: box)) } ?? box
  }
}
