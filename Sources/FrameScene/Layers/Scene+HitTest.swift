import FrameGeometry
import FrameImage

extension Scene {
  /// Layers below this opacity are invisible to touches, as with UIView.
  private static let leastOpacity = 0.01

  /// Returns the frontmost layer under a point of the canvas that can be touched, or nil.
  ///
  /// Bounds are half-open. A shape is hit where it is drawn, and one without fill and stroke anywhere inside its
  /// path. Layers that are hidden, nearly transparent or untouchable are skipped with their contents; a group that
  /// clips hides what is outside its bounds, and every layer what is outside its clip path, or what the layer that masks
  /// it by alpha hides; layers with a singular transform cannot be hit.
  package func hitTest(_ point: Point) -> Int? {
    var masks = MasksAtPoint(point: point)
    return hitTest(point, in: nil, areas: layers.map(HitArea.init), &masks)
  }

  /// The same, with areas that were computed before.
  func hitTest(_ point: Point, by areas: HitAreas) -> Int? {
    var masks = MasksAtPoint(point: point)
    return hitTest(point, in: nil, areas: areas.areas, &masks)
  }

  private func hitTest(
    _ point: Point, in parent: Int?, areas: [HitArea], _ masks: inout MasksAtPoint
  ) -> Int? {
    for index in children(of: parent).reversed() {
      guard let fromParent = areas[index].fromParent, areas[index].mayHold(point),
        let local = point.applying(fromParent)
      else { continue }
      let layer = layers[index]
      let isInside = layer.bounds.contains(local)
      if let clip = clipOutline(of: index), !clip.path.contains(local, rule: clip.rule) { continue }
      guard shareShown(of: layer, &masks) >= Self.leastOpacity else { continue }
      switch layer.shown {
      case .image: if isInside { return index }
      case .group:
        if layer.state.clip == .bounds && !isInside { continue }
        if let hit = hitTest(local, in: index, areas: areas, &masks) { return hit }
      case .shape(let shape):
        if layer.state.look.isHit(local, in: shape) { return index }
      }
    }
    return nil
  }

  // MARK: Masks

  /// The opacities of masks at a point, each computed once: masks of masks may have the same ones.
  private struct MasksAtPoint {
    /// On the canvas.
    let point: Point
    /// By the layer that is the mask.
    var opacities: [Int: Double] = [:]
    /// The number of masks that are being looked at.
    var depth = 0

    /// Planning reports masks that are deeper.
    static let mostDepth = Limits().nesting
  }

  /// Returns how much of a layer its mask leaves visible, as far as outlines tell: only a layer that masks by its alpha
  /// hides another layer from touches.
  private func shareShown(of layer: SceneLayer, _ masks: inout MasksAtPoint) -> Double {
    guard let mask = layer.state.mask, mask.channel == .alpha, case .layer(let index) = mask.source else {
      return 1
    }
    let opacity = opacity(ofMask: index, &masks)
    return mask.isInverted ? 1 - opacity : opacity
  }

  private func opacity(ofMask index: Int, _ masks: inout MasksAtPoint) -> Double {
    if let known = masks.opacities[index] { return known }
    guard masks.depth < MasksAtPoint.mostDepth else { return 0 }
    // Planning reports cycles; here they only have to end.
    masks.opacities[index] = 0
    masks.depth += 1
    defer { masks.depth -= 1 }
    guard let inverse = toCanvas(index).inverse, let local = masks.point.applying(inverse) else { return 0 }
    let opacity = opacity(of: index, at: local, &masks)
    masks.opacities[index] = opacity
    return opacity
  }

  /// Returns the opacity of what a layer draws at a point, in its own coordinates, whether or not it is hidden or can be
  /// touched.
  private func opacity(of index: Int, at point: Point, _ masks: inout MasksAtPoint) -> Double {
    let layer = layers[index]
    guard layer.state.opacity > 0 else { return 0 }
    if let clip = clipOutline(of: index), !clip.path.contains(point, rule: clip.rule) { return 0 }
    var hidden = 1.0
    switch layer.shown {
    case .image: if layer.bounds.contains(point) { hidden = 0 }
    case .shape(let shape): if layer.state.look.isDrawn(point, in: shape) { hidden = 0 }
    case .group:
      if layer.state.clip == .bounds && !layer.bounds.contains(point) { return 0 }
      for child in layer.children where !layers[child].state.isHidden {
        guard let inverse = layers[child].toParent.inverse, let local = point.applying(inverse) else {
          continue
        }
        hidden *= 1 - opacity(of: child, at: local, &masks)
      }
    }
    guard hidden < 1 else { return 0 }
    return (1 - hidden) * layer.state.opacity * shareShown(of: layer, &masks)
  }

  fileprivate static func canBeHit(_ layer: SceneLayer) -> Bool {
    !layer.state.isHidden && layer.isTouchable && layer.state.opacity >= leastOpacity
  }
}

/// The area where each layer can be hit, kept from one finger to the next.
struct HitAreas {
  fileprivate private(set) var areas: [HitArea] = []

  /// Updates the areas of layers that have changed.
  mutating func update(from scene: inout Scene) {
    guard let changed = scene.changedForHits.take() else {
      areas = scene.layers.map(HitArea.init)
      return
    }
    for layer in changed where layer < areas.count { areas[layer] = HitArea(scene.layers[layer]) }
    for layer in scene.layers[areas.count...] { areas.append(HitArea(layer)) }
  }
}

/// The area outside of which a layer is not hit, so that it can be skipped quickly.
private struct HitArea {
  /// nil for a layer that cannot be hit anywhere
  let fromParent: PlaneMap?
  /// In the parent's coordinates, slightly enlarged; nil if it is unbounded.
  private let box: Rect?

  /// A box is unreliable if a transform is flatter than this, because its inverse is inexact.
  private static let leastRatio = 1e-6
  /// The enlargement of a box, as a share of its coordinates, and of the layer's own units.
  private static let slack = 1e-6
  private static let ownSlack = 0.01

  init(_ layer: SceneLayer) {
    let toParent = layer.toParent
    fromParent = Scene.canBeHit(layer) ? toParent.inverse : nil
    box = fromParent == nil ? nil : Self.box(of: layer, toParent)
  }

  @inline(__always)
  func mayHold(_ point: Point) -> Bool {
    guard let box else { return true }
    return point.x >= box.minX && point.x <= box.maxX && point.y >= box.minY && point.y <= box.maxY
  }

  private static func box(of layer: SceneLayer, _ toParent: PlaneMap) -> Rect? {
    guard let toParent = toParent.affine else { return nil }
    let stretch = toParent.singularValues
    guard toParent.isFinite, stretch.small > leastRatio * stretch.large, var own = ownBox(of: layer) else {
      return nil
    }
    own = own.grown(by: ownSlack)
    let box = own.applying(toParent)
    let far = max(abs(box.minX), abs(box.maxX), abs(box.minY), abs(box.maxY), 1)
    guard far.isFinite else { return nil }
    return box.grown(by: slack * far)
  }

  private static func ownBox(of layer: SceneLayer) -> Rect? {
    switch layer.shown {
    case .image: return layer.bounds
    case .group: return nil
    case .shape(let shape):
      let reach = layer.state.look.stroke(of: shape)?.style.reach ?? 0
      return shape.path.boundingBox?.grown(by: reach)
    }
  }
}

extension ShapeStyle {
  /// The flattening tolerance of strokes, in the layer's own units.
  private static let tolerance = 1e-3

  /// Returns whether a shape draws something at a point, in the coordinates of the path.
  func isDrawn(_ point: Point, in shape: Shape) -> Bool {
    (fill(of: shape) != nil || stroke(of: shape) != nil) && isHit(point, in: shape)
  }

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
    // Dashes are measured along the whole path.
    let lines = path.flattened(
      tolerance: Self.tolerance, reach: style.reach, window: style.dashes.isEmpty ? window : nil)
    guard lines.contains(where: { $0.comes(within: style.reach + Self.tolerance, of: point) }) else {
      return false
    }
    return (try? lines.stroked(style, tolerance: Self.tolerance, window: window))?.contains(point) ?? false
  }
}
