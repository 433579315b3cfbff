import FrameGeometry
import FrameImage

/// A function of each pixel's neighborhood. Lengths are pixels of the layer's parent in a scene, and of the output in a plan.
package enum NeighborhoodEdit: Hashable, Sendable {
  /// A Gaussian with this standard deviation.
  case blur(deviation: Double)
  /// Adds a multiple of the difference from a blur, which is computed with encoded samples; differences smaller than the
  /// threshold, which is from 0 to 1, stay.
  case sharpen(amount: Double, deviation: Double, threshold: Double)
  /// Squares of this side have their mean color.
  case pixelate(size: Double)
  /// An effect of a plugin, with the values of all of its parameters; `scale` is the length of a pixel of the script.
  case effect(PluginEffect, values: [Double], scale: Double = 1)

  /// The largest amount of `sharpen`.
  package static let largestAmount = 100.0

  /// The numbers in the order of the statement.
  package var numbers: [Double] {
    switch self {
    case .blur(let deviation): [deviation]
    case .sharpen(let amount, let deviation, let threshold): [amount, deviation, threshold]
    case .pixelate(let size): [size]
    case .effect(_, let values, _): values
    }
  }

  /// Returns the edit with all lengths multiplied by a factor.
  package func scaled(by factor: Double) -> NeighborhoodEdit {
    switch self {
    case .blur(let deviation): .blur(deviation: deviation * factor)
    case .sharpen(let amount, let deviation, let threshold):
      .sharpen(amount: amount, deviation: deviation * factor, threshold: threshold)
    case .pixelate(let size): .pixelate(size: size * factor)
    case .effect(let effect, let values, let scale):
      .effect(effect, values: effect.declaration.scaled(values, by: factor), scale: scale * factor)
    }
  }
}

/// What it does to the pixels of a plan.
extension NeighborhoodEdit {
  /// A blur with a smaller deviation has no effect in 16 bits.
  private static let leastDeviation = 0.05

  /// True if every pixel stays as it is.
  package var changesNothing: Bool {
    switch self {
    case .blur(let deviation): deviation < Self.leastDeviation
    case .sharpen(let amount, let deviation, _): amount == 0 || deviation < Self.leastDeviation
    case .pixelate(let size): size <= 1
    case .effect: false
    }
  }

  /// The distance in output pixels beyond which pixels do not matter.
  package var reach: Double {
    switch self {
    case .blur(let deviation), .sharpen(_, let deviation, _):
      Double(CellGaussian(deviation: deviation, .cubic).reach)
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

extension RenderPlan {
  /// Items whose pixels become functions of their neighborhoods.
  package struct NeighborhoodDraw: Hashable, Sendable {
    package var layer: String
    package var items: [Item]
    /// Changes some pixels.
    package var edit: NeighborhoodEdit
    /// The bounding box of the layer, or of the area, which moves with the items: blocks of pixels begin at its corner.
    package var box: Rect
    /// The area in which it acts; nil for everywhere.
    package var area: Clip?
    /// The image's outline, if its edge pixels are repeated beyond it. The squares of `pixelate` have the mean of the pixels
    /// inside; squares entirely outside have the mean of the repeated pixels. nil to average all pixels.
    package var outline: Clip?
    /// The light in which the items are drawn and their pixels changed.
    package var light: LightUse

    package init(
      layer: String, items: [Item], _ edit: NeighborhoodEdit, box: Rect, area: Clip? = nil,
      outline: Clip? = nil, light: LightUse = .blending
    ) {
      (self.layer, self.items, self.edit) = (layer, items, edit)
      (self.box, self.area, self.outline, self.light) = (box, area, outline, light)
    }

    func applying(_ t: AffineTransform) -> Self {
      Self(
        layer: layer, items: items, edit.scaled(by: t.meanScale), box: box.applying(t),
        area: area?.applying(t), outline: outline?.applying(t), light: light)
    }

    /// Returns a box that contains the result, for a box of the items.
    func box(of content: Rect) -> Rect? {
      if edit.keepsAlpha { return content }
      let wide = content.grown(by: edit.reach)
      guard let area else { return wide }
      return area.boundingBox.flatMap(wide.intersection).map(content.union) ?? content
    }
  }
}
