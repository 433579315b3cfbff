import FrameGeometry

/// What gestures may do to a layer. Other edits are not limited.
package struct LayerLimit: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The factor by which the layer's transform enlarges it.
    case scale(ClosedRange<Double>)
    /// What the layer draws covers an area.
    case cover(Area)
    /// What the layer draws is on the canvas.
    case insideCanvas

    var word: String {
      switch self {
      case .scale: "scale"
      case .cover: "cover"
      case .insideCanvas: "inside"
      }
    }
  }

  package enum Area: Hashable, Sendable {
    /// In the parent of the limited layer.
    case rect(Rect)
    case layer(Int)
  }

  package let kind: Kind
  /// True if the layer gives way while fingers are down, and comes back afterwards.
  package let isElastic: Bool

  package init(kind: Kind, isElastic: Bool) {
    (self.kind, self.isElastic) = (kind, isElastic)
  }
}
