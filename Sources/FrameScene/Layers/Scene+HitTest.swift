import FrameModel

extension Scene {
  /// Below this a layer counts as invisible to touches, as with UIView.
  private static let leastOpacity = 0.01

  /// The frontmost layer under a point of the canvas that can be touched, or nil.
  ///
  /// Bounds are half-open. What is hidden, all but transparent or untouchable is passed by with all
  /// that lies in it; a group that clips hides what lies beyond its bounds; a singular transform
  /// cannot be hit.
  public func hitTest(_ point: Point) -> Int? {
    hitTest(point, in: nil)
  }

  private func hitTest(_ point: Point, in parent: Int?) -> Int? {
    for index in children(of: parent).reversed() {
      let layer = layers[index]
      guard !layer.state.isHidden, layer.isTouchable, layer.state.opacity >= Self.leastOpacity,
        let fromParent = layer.toParent.inverse
      else { continue }
      let local = point.applying(fromParent)
      let isInside = Rect(origin: .zero, size: layer.bounds).contains(local)
      switch layer.shown {
      case .image: if isInside { return index }
      case .group:
        if layer.clips && !isInside { continue }
        if let hit = hitTest(local, in: index) { return hit }
      }
    }
    return nil
  }
}
