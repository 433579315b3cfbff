import FrameGeometry
import FramePlan

/// The parts of a scene that change no pixel of the output.
struct UselessParts {
  /// The layers that are wholly outside the canvas.
  var layers: [Int] = []
  /// The edits whose areas are wholly outside their layers.
  var edits: [Int: [RenderPlan.OutsideEdit]] = [:]
  /// The layers whose masks are gradients without transparency, which hide nothing.
  var opaqueMasks: [Int] = []
}

extension Scene {
  /// The share of an image that may lie outside the canvas without being reported.
  private static let leastCut = 0.005
  /// The number of layers that a notice names.
  private static let mostNamed = 3

  /// Returns what the canvas leaves out: parts of images, unless the canvas is stated or `straighten` turned them out of
  /// it, and what is wholly outside.
  ///
  /// - Parameter isReported: whether a layer is reported.
  func framingLosses(
    _ useless: UselessParts, of isReported: (Int) -> Bool = { _ in true }
  ) -> [RenderPlan.Loss] {
    var losses: [RenderPlan.Loss] = []
    if canvas.extent == .unstated {
      let outside = Set(useless.layers)
      let cut = layers.indices.compactMap { index -> RenderPlan.CutLayer? in
        guard !outside.contains(index), isReported(index), let all = shareOutside(index) else { return nil }
        let share = all - layers[index].state.straightenedAway
        guard share > Self.leastCut else { return nil }
        return RenderPlan.CutLayer(name: layers[index].name, share: share)
      }
      if !cut.isEmpty {
        losses.append(.cut(Array(cut.prefix(Self.mostNamed)), others: max(0, cut.count - Self.mostNamed)))
      }
    }
    let names = useless.layers.filter(isReported).map { layers[$0].name }
    if !names.isEmpty {
      losses.append(
        .outside(Array(names.prefix(Self.mostNamed)), others: max(0, names.count - Self.mostNamed)))
    }
    for layer in useless.edits.keys.sorted() where isReported(layer) {
      losses += useless.edits[layer]!.map(RenderPlan.Loss.editOutside)
    }
    return losses + useless.opaqueMasks.map { .opaqueMask(layer: layers[$0].name) }
  }

  /// Returns the share of a layer's image that lies outside the canvas; nil if the layer shows none, is invisible, or
  /// is clipped by more than its own bounds.
  func shareOutside(_ index: Int) -> Double? {
    guard case .image(_?) = layers[index].shown, isVisible(index), !isInClip(index) else { return nil }
    // A content mode may cut off what lies outside the bounds.
    guard let drawn = drawnRect(of: index).intersection(layers[index].bounds) else { return nil }
    let quad = ConvexPolygon(drawn, applying: toCanvas(index))
    let area = quad.area
    guard area > 0, area.isFinite else { return nil }
    return 1 - quad.clipped(to: Rect(origin: .zero, size: canvas.size)).area / area
  }

  /// Returns whether neither a layer nor a group around it is hidden or transparent.
  func isVisible(_ index: Int) -> Bool {
    path(to: index).allSatisfy { !layers[$0].state.isHidden && layers[$0].state.opacity > 0 }
  }

  /// The visible layers of images.
  var shownImages: [Int] {
    layers.indices.filter { if case .image = layers[$0].shown { isVisible($0) } else { false } }
  }

  /// Returns whether a layer is clipped by more than its own bounds.
  func isInClip(_ index: Int) -> Bool {
    path(to: index).contains { layer in
      switch layers[layer].state.clip {
      case nil: false
      case .bounds?: layer != index
      case .ellipse?, .rounded?, .path?: true
      }
    }
  }
}
