import FrameGeometry
import FrameImage

/// What a canvas draws beside its layers.
package struct CanvasStyle: Hashable, Sendable {
  /// Below all layers; a clear color for none. A gradient has the coordinates of layers outside groups, and in a plan
  /// those of the output.
  package var background: RenderPlan.Paint
  package var border: Border?
  /// In pixels of the canvas.
  package var cornerRadius: Double
  /// Around the finished canvas, which it enlarges.
  package var pad: Border?

  package init(
    background: RenderPlan.Paint = .color(.clear), border: Border? = nil, cornerRadius: Double = 0,
    pad: Border? = nil
  ) {
    self.background = background
    self.border = border
    self.cornerRadius = cornerRadius
    self.pad = pad
  }

  /// True if nothing is drawn over or around the layers.
  package var isPlain: Bool { border == nil && cornerRadius == 0 && pad == nil }

  /// True if everything is drawn in shades of gray.
  package var isGray: Bool {
    (background.isGray || !background.isVisible) && (border?.color.isGray ?? true)
      && (pad?.color.isGray ?? true)
  }

  /// Returns the style with other colors.
  func mappingColors(_ change: (Color) -> Color) -> CanvasStyle {
    var style = self
    style.background = background.mappingColors(change)
    style.border = border.map { Border(width: $0.width, color: change($0.color)) }
    style.pad = pad.map { Border(width: $0.width, color: change($0.color)) }
    return style
  }

  package struct Border: Hashable, Sendable {
    /// In pixels: inside the canvas's edge, or for a pad, outside.
    package var width: Double
    package var color: Color

    package init(width: Double, color: Color) {
      self.width = width
      self.color = color
    }
  }

  /// Returns the style in pixels of the output.
  ///
  /// - Parameters:
  ///   - toOutput: From the coordinates of layers outside groups to output pixels, without a rotation.
  ///   - scale: The scale of lengths. That of `toOutput` may differ from it by the rounding of the output's sides.
  package func placed(by toOutput: AffineTransform, scale: Double) -> CanvasStyle {
    CanvasStyle(
      background: background.placed(by: toOutput, scale: scale),
      border: border.map { Border(width: $0.width * scale, color: $0.color) },
      cornerRadius: cornerRadius * scale, pad: pad)
  }
}

extension RenderPlan.Paint {
  /// Returns the paint in other coordinates. A circle stays a circle.
  fileprivate func placed(by transform: AffineTransform, scale: Double) -> Self {
    guard case .gradient(var gradient) = self else { return self }
    switch gradient.geometry {
    case .linear(let start, let end):
      gradient.geometry = .linear(from: start.applying(transform), to: end.applying(transform))
    case .radial(let center, let radius):
      gradient.geometry = .radial(center: center.applying(transform), radius: radius * scale)
    }
    return .gradient(gradient)
  }
}
