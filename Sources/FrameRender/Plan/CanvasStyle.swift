import FrameImage

/// What a canvas draws beside its layers.
package struct CanvasStyle: Hashable, Sendable {
  /// Below all layers; `.clear` for none.
  package var background: Color
  package var border: Border?
  /// In pixels of the canvas.
  package var cornerRadius: Double

  package init(background: Color = .clear, border: Border? = nil, cornerRadius: Double = 0) {
    self.background = background
    self.border = border
    self.cornerRadius = cornerRadius
  }

  package struct Border: Hashable, Sendable {
    /// In pixels, inside the canvas's edge.
    package var width: Double
    package var color: Color

    package init(width: Double, color: Color) {
      self.width = width
      self.color = color
    }
  }

  /// Returns the style of a canvas that is larger by a factor.
  package func scaled(by factor: Double) -> CanvasStyle {
    CanvasStyle(
      background: background, border: border.map { Border(width: $0.width * factor, color: $0.color) },
      cornerRadius: cornerRadius * factor)
  }
}
