import FrameGeometry
import FrameGesture
import FrameImage

/// Finds the place of a layer that its limits allow, near the place where fingers want it.
///
/// Every limit is met by the least change: a scale or a turn about the fingers, and then a move.
struct LimitedPlace {
  let scene: Scene
  let index: Int
  /// Where the fingers are, in the layer's parent.
  let pivot: Point
  /// True if elastic limits give way.
  let givesWay: Bool

  /// The share of a movement beyond a limit that shows at first, as in UIScrollView.
  private static let stiffness = 0.55
  /// Differences below this, relative to what is compared, are rounding errors.
  private static let tolerance = 1e-9

  /// - Parameter snap: the angles at which the layer rests; nil for none.
  /// - Returns: the place, and the limits that have changed it.
  func limited(_ free: LayerPlace, _ snap: AngleSnap?) -> (place: LayerPlace, reached: [LayerLimit]) {
    var place = free
    if let snap { rest(&place, at: snap) }
    var reached: [LayerLimit] = []
    for limit in scene.layers[index].limits {
      let before = place
      let isSoft = limit.isElastic && givesWay
      switch limit.kind {
      case .scale(let range): clampScale(&place, to: range, isSoft)
      case .cover(let area): cover(area, &place, isSoft)
      case .insideCanvas: keepInside(&place, isSoft)
      }
      if place != before { reached.append(limit) }
    }
    return (place, reached)
  }

  private func rest(_ place: inout LayerPlace, at snap: AngleSnap) {
    let angle = place.transform.angleOfXAxis
    let turn = snap.applied(to: angle) - angle
    if turn != 0 { place.append(AffineTransform(rotation: Angle(radians: turn)), about: pivot) }
  }

  private func clampScale(_ place: inout LayerPlace, to range: ClosedRange<Double>, _ isSoft: Bool) {
    let scale = place.transform.meanScale
    guard scale > 0, scale.isFinite else { return }
    if scale > range.upperBound * (1 + Self.tolerance) {
      let factor = range.upperBound / scale * (isSoft ? 1 + give(scale / range.upperBound - 1, of: 1) : 1)
      enlarge(&place, by: factor)
    } else if scale < range.lowerBound * (1 - Self.tolerance) {
      let factor = range.lowerBound / scale / (isSoft ? 1 + give(range.lowerBound / scale - 1, of: 1) : 1)
      enlarge(&place, by: factor)
    }
  }

  /// Keeps the area, mapped to the layer, inside what the layer draws.
  private func cover(_ area: LayerLimit.Area, _ place: inout LayerPlace, _ isSoft: Bool) {
    let own = scene.drawnRect(of: index)
    guard var box = box(of: area, in: place) else { return }
    let missing = max(box.size.width / own.size.width, box.size.height / own.size.height)
    guard missing.isFinite else { return }
    if missing > 1 + Self.tolerance {
      enlarge(&place, by: isSoft ? missing / (1 + give(missing - 1, of: 1)) : missing)
      guard let smaller = self.box(of: area, in: place) else { return }
      box = smaller
    }
    let dx = shift(box.minX...box.maxX, into: own.minX...own.maxX, isSoft)
    let dy = shift(box.minY...box.maxY, into: own.minY...own.maxY, isSoft)
    // The layer moves against its own coordinates.
    if dx != 0 || dy != 0 { place.transform = place.transform.translatedBy(x: -dx, y: -dy) }
  }

  private func keepInside(_ place: inout LayerPlace, _ isSoft: Bool) {
    let canvas = Rect(origin: .zero, size: scene.canvas.size)
    let toCanvas = scene.parentToCanvas(index)
    guard let fromCanvas = toCanvas.inverse else { return }
    func box() -> Rect {
      scene.drawnRect(of: index).applying(layer(at: place).toParent.concatenating(toCanvas))
    }
    let excess = max(box().size.width / canvas.size.width, box().size.height / canvas.size.height)
    guard excess.isFinite, excess > 0 else { return }
    if excess > 1 + Self.tolerance {
      enlarge(&place, by: (isSoft ? 1 + give(excess - 1, of: 1) : 1) / excess)
    }
    let now = box()
    let way = Vector(
      dx: shift(now.minX...now.maxX, into: canvas.minX...canvas.maxX, isSoft),
      dy: shift(now.minY...now.maxY, into: canvas.minY...canvas.maxY, isSoft)
    ).applying(fromCanvas)
    place.transform.tx += way.dx
    place.transform.ty += way.dy
  }

  // MARK: Parts

  private func enlarge(_ place: inout LayerPlace, by factor: Double) {
    place.append(AffineTransform(scaleX: factor, y: factor), about: pivot)
  }

  /// Returns how far a layer gives way for a distance beyond a limit, as UIScrollView does:
  /// `(1 - 1 / (x * 0.55 / d + 1)) * d`.
  private func give(_ distance: Double, of size: Double) -> Double {
    guard size > 0 else { return 0 }
    return (1 - 1 / (distance * Self.stiffness / size + 1)) * size
  }

  /// Returns the shift of a range into another one, without what an elastic limit lets through.
  private func shift(
    _ range: ClosedRange<Double>, into outer: ClosedRange<Double>, _ isSoft: Bool
  ) -> Double {
    let low = outer.lowerBound - range.lowerBound
    let high = range.upperBound - outer.upperBound
    let size = outer.upperBound - outer.lowerBound
    let slack = Self.tolerance * max(1, size)
    // A range that is too large is centered.
    if low > slack, high > slack { return (low - high) / 2 }
    if low > slack { return low - (isSoft ? give(low, of: size) : 0) }
    if high > slack { return -high + (isSoft ? give(high, of: size) : 0) }
    return 0
  }

  private func layer(at place: LayerPlace) -> SceneLayer {
    var layer = scene.layers[index]
    (layer.state.transform, layer.state.position) = (place.transform, place.position)
    return layer
  }

  /// Returns the bounding box of an area in the layer's own coordinates.
  private func box(of area: LayerLimit.Area, in place: LayerPlace) -> Rect? {
    guard let fromParent = layer(at: place).toParent.inverse else { return nil }
    switch area {
    case .rect(let rect): return rect.applying(fromParent)
    case .layer(let other):
      guard let fromCanvas = scene.parentToCanvas(index).inverse else { return nil }
      return scene.layers[other].bounds.applying(
        scene.toCanvas(other).concatenating(fromCanvas).concatenating(fromParent))
    }
  }
}
