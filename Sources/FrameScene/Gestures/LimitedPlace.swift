import FrameGeometry
import FrameGesture
import FrameImage

/// Finds the place of a layer that its limits allow, near the place where fingers want it.
///
/// Every limit is met by the least change: first the scales that all limits allow, about the fingers, and then moves. So the order
/// of limits decides only if they contradict each other.
struct LimitedPlace {
  let scene: Scene
  let index: Int
  /// Where the fingers are, in the layer's parent.
  let pivot: Point
  /// True if elastic limits give way.
  let givesWay: Bool

  /// The share of a movement beyond a limit that shows at first, as in UIScrollView.
  private static let stiffness = 0.55
  /// Enough for a layer of 1,000 pixels that is shown 500 pixels beyond a limit: the error is then below 1e-9 pixels.
  private static let mostSteps = 200
  /// Differences below this, relative to what is compared, are rounding errors.
  private static let tolerance = 1e-9

  /// - Parameter snap: the angles at which the layer rests; nil for none.
  /// - Returns: the place, and the limits that have changed it.
  func limited(_ free: LayerPlace, _ snap: AngleSnap?) -> (place: LayerPlace, reached: [LayerLimit]) {
    var place = free
    if let snap { rest(&place, at: snap) }
    let limits = scene.layers[index].limits
    var reached: Set<Int> = []
    for step in [scale, move] {
      for (number, limit) in limits.enumerated() {
        let before = place
        step(limit.kind, &place, limit.isElastic && givesWay)
        if place != before { reached.insert(number) }
      }
    }
    return (place, reached.sorted().map { limits[$0] })
  }

  /// Returns where the layer would be without limits, if this is the place that limits show. Every step adds the
  /// difference that is left. A limit shows at most 0.55 of a movement, so the steps never go too far.
  func free(showing shown: LayerPlace) -> LayerPlace {
    guard scene.layers[index].limits.contains(where: \.isElastic) else { return shown }
    var free = shown
    for _ in 0..<Self.mostSteps {
      let found = limited(free, nil).place
      guard found != shown else { break }
      let next = free.moved(by: 1, from: found, to: shown)
      guard next != free else { break }
      free = next
    }
    return free
  }

  /// Scales a place as a limit wants it.
  private func scale(_ limit: LayerLimit.Kind, _ place: inout LayerPlace, _ isSoft: Bool) {
    switch limit {
    case .scale(let range): clampScale(&place, to: range, isSoft)
    case .cover(let area): enlarge(&place, toCover: area, isSoft)
    case .insideCanvas: shrink(&place, isSoft)
    }
  }

  /// Moves a place as a limit wants it.
  private func move(_ limit: LayerLimit.Kind, _ place: inout LayerPlace, _ isSoft: Bool) {
    switch limit {
    case .scale: break
    case .cover(let area): cover(area, &place, isSoft)
    case .insideCanvas: keepInside(&place, isSoft)
    }
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

  /// The factor by which an area is larger than what the layer draws; nil if the place has no inverse.
  private func missing(_ area: LayerLimit.Area, in place: LayerPlace) -> Double? {
    if let quad = quad(covering: area, in: place) { return quad.missing }
    let own = scene.drawnRect(of: index)
    guard let box = box(of: area, in: place) else { return nil }
    let missing = max(box.size.width / own.size.width, box.size.height / own.size.height)
    return missing.isFinite ? missing : nil
  }

  private func enlarge(_ place: inout LayerPlace, toCover area: LayerLimit.Area, _ isSoft: Bool) {
    guard let missing = missing(area, in: place), missing > 1 + Self.tolerance else { return }
    enlarge(&place, by: isSoft ? missing / (1 + give(missing - 1, of: 1)) : missing)
  }

  /// Keeps the area, mapped to the layer, inside what the layer draws.
  private func cover(_ area: LayerLimit.Area, _ place: inout LayerPlace, _ isSoft: Bool) {
    if let quad = quad(covering: area, in: place) {
      let way = way(of: quad, isSoft)
      if way != .zero { place.transform = place.transform.translatedBy(x: way.dx, y: way.dy) }
      return
    }
    let own = scene.drawnRect(of: index)
    guard missing(area, in: place) != nil, let box = box(of: area, in: place) else { return }
    let dx = shift(box.minX...box.maxX, into: own.minX...own.maxX, isSoft)
    let dy = shift(box.minY...box.maxY, into: own.minY...own.maxY, isSoft)
    // The layer moves against its own coordinates.
    if dx != 0 || dy != 0 { place.transform = place.transform.translatedBy(x: -dx, y: -dy) }
  }

  /// What the layer draws, on the canvas.
  private func boxOnCanvas(_ place: LayerPlace) -> Rect {
    let toCanvas = scene.parentToCanvas(index)
    return scene.drawnRect(of: index).applying(layer(at: place).toParent.concatenating(toCanvas))
  }

  /// The factor by which what the layer draws is larger than the canvas; nil if that is nothing.
  private func excess(_ place: LayerPlace) -> Double? {
    if let canvas = canvas(around: place) { return canvas.missing }
    let (box, canvas) = (boxOnCanvas(place).size, scene.canvas.size)
    let excess = max(box.width / canvas.width, box.height / canvas.height)
    return excess.isFinite && excess > 0 ? excess : nil
  }

  private func shrink(_ place: inout LayerPlace, _ isSoft: Bool) {
    guard scene.parentToCanvas(index).inverse != nil, let excess = excess(place), excess > 1 + Self.tolerance
    else {
      return
    }
    enlarge(&place, by: (isSoft ? 1 + give(excess - 1, of: 1) : 1) / excess)
  }

  private func keepInside(_ place: inout LayerPlace, _ isSoft: Bool) {
    if let quad = canvas(around: place) {
      // The layer moves, and not the canvas.
      let way = way(of: quad, isSoft)
      if way != .zero { place.move(by: -way, .transform) }
      return
    }
    guard let fromCanvas = scene.parentToCanvas(index).inverse?.affine, excess(place) != nil else { return }
    let canvas = Rect(origin: .zero, size: scene.canvas.size)
    let now = boxOnCanvas(place)
    let way = Vector(
      dx: shift(now.minX...now.maxX, into: canvas.minX...canvas.maxX, isSoft),
      dy: shift(now.minY...now.maxY, into: canvas.minY...canvas.maxY, isSoft)
    ).applying(fromCanvas)
    guard way != .zero else { return }
    place.move(by: way, .transform)
  }

  // MARK: Parts

  private func enlarge(_ place: inout LayerPlace, by factor: Double) {
    place.append(AffineTransform(scaleX: factor, y: factor), about: pivot)
  }

  /// Returns the movement of a quadrilateral that brings the area inside, without what an elastic limit lets through.
  private func way(of quad: CoveringQuad, _ isSoft: Bool) -> Vector {
    let way = quad.way
    return isSoft && way != .zero ? way * (1 - give(way.length, of: quad.size) / way.length) : way
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
