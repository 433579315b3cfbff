import FrameGeometry
import FrameImage

extension RenderPlan {
  /// Items of which each pixel becomes a function of its neighborhood.
  package struct NeighborhoodDraw: Hashable, Sendable {
    package var layer: String
    package var items: [Item]
    package var operation: Neighborhood
    /// The bounding box of the layer, or of the area, which moves with the items: blocks of pixels begin at its corner.
    package var box: Rect
    /// The area in which it acts; nil for everywhere.
    package var area: Clip?
    /// The image's outline, if its edge pixels are repeated beyond it. The squares of `pixelate` have the mean of the pixels
    /// inside; a square entirely outside has that of the repeated ones. nil to average all pixels.
    package var outline: Clip?

    package init(
      layer: String, items: [Item], _ operation: Neighborhood, box: Rect, area: Clip? = nil,
      outline: Clip? = nil
    ) {
      (self.layer, self.items, self.operation) = (layer, items, operation)
      (self.box, self.area, self.outline) = (box, area, outline)
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
    /// An effect of a plugin, with the values of its parameters; `scale` is the length of a pixel of the script.
    case effect(PluginEffect, values: [Double], scale: Double)

    /// The distance in output pixels beyond which pixels do not matter.
    package var reach: Double {
      switch self {
      case .blur(let deviation), .sharpen(_, let deviation, _):
        Double(GaussianFilter.reach(deviation: deviation))
      case .pixelate(let size): size.rounded(.up) + 1
      case .effect(let effect, let values, _): effect.declaration.reach.pixels(values)
      }
    }

    /// True if each pixel keeps its alpha.
    package var keepsAlpha: Bool {
      switch self {
      case .sharpen: true
      case .blur, .pixelate: false
      case .effect(let effect, _, _): !effect.declaration.changesAlpha
      }
    }

    /// True if it divides by a number of pixels, so that it matters which ones exist.
    package var countsPixels: Bool { if case .pixelate = self { true } else { false } }

    /// True if a pixel is opaque where all pixels near it are.
    package var keepsOpaque: Bool { if case .effect = self { keepsAlpha } else { true } }

    /// True if a pixel is gray where all pixels near it are.
    package var keepsGray: Bool { if case .effect = self { false } else { true } }
  }
}

extension RenderPlan.NeighborhoodDraw {
  /// Returns a box that contains the result, for a box of the items.
  func box(of content: Rect) -> Rect? {
    if operation.keepsAlpha { return content }
    let wide = content.grown(by: operation.reach)
    guard let area else { return wide }
    return area.boundingBox.flatMap(wide.intersection).map(content.union) ?? content
  }
}
