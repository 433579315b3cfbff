import FrameModel

extension Scene {
  /// Below this a layer counts as invisible to touches, as with UIView.
  private static let leastOpacity = 0.01

  /// The frontmost layer under a point of the canvas that can be touched, or nil.
  ///
  /// Bounds are half-open. A shape is hit where it is drawn, wholly or in part, and one that is drawn with nothing
  /// at all within its path. What is hidden, all but transparent or untouchable is passed by with all
  /// that lies in it; a group that clips hides what lies beyond its bounds, and every layer what lies beyond the
  /// path that it is clipped by; a singular transform cannot be hit.
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
      let isInside = layer.bounds.contains(local)
      if case .path(let path, let rule)? = layer.state.clip, !path.contains(local, rule: rule) { continue }
      switch layer.shown {
      case .image: if isInside { return index }
      case .group:
        if layer.state.clip == .bounds && !isInside { continue }
        if let hit = hitTest(local, in: index) { return hit }
      case .shape(let shape):
        if layer.state.look.isHit(local, in: shape) { return index }
      }
    }
    return nil
  }
}

extension Look {
  /// How finely a line that a pen draws is followed, in the layer's own units.
  private static let tolerance = 1e-3

  /// - Parameter point: in the coordinates of the path.
  func isHit(_ point: Point, in shape: Shape) -> Bool {
    let stroke = stroke(of: shape)
    let rule = fill?.rule ?? .nonZero
    let isArea = fill(of: shape) != nil || stroke == nil
    guard trim != .all else {
      return isArea && shape.path.contains(point, rule: rule)
        || stroke.map { isHit(point, by: $0.style, along: shape.path) } ?? false
    }
    let lines = shape.path.flattened(tolerance: Self.tolerance).trimmed(from: trim.start, to: trim.end)
    if isArea, Outline(lines, rule: rule).contains(point) { return true }
    guard let stroke else { return false }
    return (try? lines.stroked(stroke.style, tolerance: Self.tolerance))?.contains(point) ?? false
  }

  private func isHit(_ point: Point, by style: StrokeStyle, along path: Path) -> Bool {
    guard let box = path.boundingBox, point.x >= box.minX - style.reach, point.x <= box.maxX + style.reach,
      point.y >= box.minY - style.reach, point.y <= box.maxY + style.reach
    else { return false }
    let window = Rect(origin: point, size: .zero)
    return (try? path.stroked(style, tolerance: Self.tolerance, window: window))?.contains(point) ?? false
  }
}
