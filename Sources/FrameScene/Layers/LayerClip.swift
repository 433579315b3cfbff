import FrameGeometry
import FrameImage

extension SceneLayer {
  /// The part of a layer that is drawn and can be hit.
  package enum Clip: Hashable, Sendable {
    /// The part inside its box.
    case bounds
    /// The ellipse inside its box.
    case ellipse
    /// Its box, or what the box shows of its image, with round corners. Percentages of the radius are of the shorter side.
    case rounded(Length)
    /// The part inside a path, in the layer's own coordinates.
    case path(Path, FillRule)
  }

  /// True if only the part of its image inside the layer's box is drawn.
  var isCutAtBox: Bool {
    switch state.clip {
    case .bounds, .ellipse, .rounded: true
    case nil, .path: state.image.overflow.map { $0 == .hidden } ?? (state.image.mode == .scaleAspectFill)
    }
  }
}

extension SceneLayer {
  /// The rectangle that the layer draws, in its own coordinates: that of its image, or its bounds.
  var drawnRect: Rect {
    guard case .image(let image?) = shown else { return bounds }
    return cut(rect(of: image))
  }

  /// Returns what the layer's box leaves of the rectangle of its image.
  fileprivate func cut(_ rect: Rect) -> Rect {
    guard case .image = shown, isCutAtBox else { return rect }
    return rect.intersection(bounds) ?? bounds
  }
}

extension Scene {
  /// Returns the rectangle that a layer draws, in its own coordinates: that of its image, or its bounds.
  func drawnRect(of index: Int) -> Rect { contentRect(of: layers[index]) }

  /// Returns the same of a layer that need not be in the scene.
  func contentRect(of layer: SceneLayer) -> Rect { layer.cut(uncutRect(of: layer)) }

  /// Returns the same rectangle, including what the layer's box cuts off.
  func uncutRect(of layer: SceneLayer) -> Rect {
    guard case .image(let image?) = layer.shown else { return layer.bounds }
    return layer.state.image.part(of: image).applying(placement(of: image, in: layer))
  }

  /// Returns the outline outside of which a layer is not drawn, in its own coordinates; nil for none, or for its box.
  func clipOutline(of index: Int) -> (path: Path, rule: FillRule)? {
    let layer = layers[index]
    switch layer.state.clip {
    case nil, .bounds: return nil
    case .ellipse: return (Path(ellipseIn: layer.bounds), .nonZero)
    case .rounded(let radius):
      // An image with an edge mode fills its box.
      let isWhole = layer.state.image.edge != .transparent
      let box = isWhole ? layer.bounds : drawnRect(of: index)
      let side = min(box.size.width, box.size.height)
      let length = min(max(0, radius.pixels(of: side)), side / 2)
      return (Path(roundedRect: box, cornerRadii: Size(width: length, height: length)), .nonZero)
    case .path(let path, let rule): return (path, rule)
    }
  }

  /// Returns what the clip of a layer leaves of an area, in its own coordinates.
  ///
  /// - Throws: `SceneError` without an origin for a clip that is not a convex polygon.
  func clipped(_ area: ConvexPolygon, by index: Int) throws(SceneError) -> ConvexPolygon {
    let layer = layers[index]
    let area = layer.state.clip == .bounds ? area.clipped(to: layer.bounds) : area
    guard let outline = clipOutline(of: index) else { return area }
    guard let polygon = ConvexPolygon(outline.path) else {
      throw SceneError(.curvedClip(layer: layer.name))
    }
    return area.clipped(to: polygon)
  }

  /// Returns whether the image of a layer is cut at the layer's box. If its outline is inside the box, that is enough: where both
  /// have an edge, each pixel would be covered twice in part.
  func cutsAtBox(_ index: Int) -> Bool {
    let layer = layers[index]
    guard layer.isCutAtBox else { return false }
    guard let box = clipOutline(of: index)?.path.boundingBox else { return true }
    let slack = 1e-9 * max(layer.bounds.size.width, layer.bounds.size.height)
    return layer.bounds.grown(by: slack).intersection(box) != box
  }

  /// Returns all that cuts a layer, from the inside out.
  func clips(of index: Int) -> [SceneTree.Clip] {
    let layer = layers[index]
    var isCut = layer.state.clip == .bounds
    if case .image = layer.shown, !isCut {
      let whole = uncutRect(of: layer)
      isCut = cutsAtBox(index) && layer.bounds.intersection(whole) != whole
    }
    let outline = clipOutline(of: index).map { SceneTree.Clip.path($0.path, $0.rule) }
    return (isCut ? [.bounds] : []) + [outline].compactMap(\.self)
  }
}
