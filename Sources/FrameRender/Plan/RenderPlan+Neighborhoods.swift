import FrameGeometry
import FrameImage

extension RenderPlan {
  /// Items of which each pixel becomes a function of its neighborhood.
  package struct NeighborhoodDraw: Hashable, Sendable {
    package var layer: String
    package var items: [Item]
    package var operation: Neighborhood
    /// A place that moves with the items: where blocks of pixels begin.
    package var anchor: Point
    /// The area in which it acts; nil for everywhere.
    package var area: Clip?

    package init(
      layer: String, items: [Item], _ operation: Neighborhood, anchor: Point, area: Clip? = nil
    ) {
      (self.layer, self.items, self.operation) = (layer, items, operation)
      (self.anchor, self.area) = (anchor, area)
    }
  }

  /// A function of a pixel's neighborhood. Lengths are in output pixels.
  package enum Neighborhood: Hashable, Sendable {
    /// A Gaussian with this standard deviation, more than 0, in the blending space.
    case blur(deviation: Double)
    /// Adds a multiple of the difference from a blur, which is computed with encoded samples; smaller differences than the
    /// threshold stay.
    case sharpen(amount: Double, deviation: Double, threshold: Double)
    /// Squares of this side, 1 or more, have their mean color.
    case pixelate(size: Double)

    /// The distance in output pixels beyond which pixels do not matter.
    package var reach: Double {
      switch self {
      case .blur(let deviation), .sharpen(_, let deviation, _):
        Double(GaussianFilter.reach(deviation: deviation))
      case .pixelate(let size): size.rounded(.up) + 1
      }
    }
  }
}

extension RenderPlan.NeighborhoodDraw {
  /// Returns a box that contains the result, for a box of the items.
  func box(of content: Rect) -> Rect? {
    let wide: Rect
    switch operation {
    // Alpha stays.
    case .sharpen: return content
    case .blur, .pixelate: wide = content.grown(by: operation.reach)
    }
    guard let area else { return wide }
    return area.boundingBox.flatMap(wide.intersection).map(content.union) ?? content
  }
}
