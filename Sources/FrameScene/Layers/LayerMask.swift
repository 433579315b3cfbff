import FrameGeometry
import FrameImage
import FrameRender

/// What says how much of a layer is visible.
package struct LayerMask: Hashable, Sendable {
  package let source: Source
  package let channel: MaskChannel
  package let isInverted: Bool

  package enum Source: Hashable, Sendable {
    /// An image that is stretched to the layer's bounds; nil for a placeholder.
    case image(SourceImage?)
    /// Another layer, by its index, at its own place, whether or not it is hidden.
    case layer(Int)
    /// In the layer's coordinates.
    case paint(RenderPlan.Paint)
  }

  package init(_ source: Source, _ channel: MaskChannel, isInverted: Bool) {
    (self.source, self.channel, self.isInverted) = (source, channel, isInverted)
  }
}

extension SceneLayer {
  /// Returns the place of an image that masks the layer: the transform from upright pixels to the layer's coordinates.
  func placement(ofMask image: SourceImage) -> AffineTransform {
    let (size, bounds) = (Size(image.uprightSize), bounds)
    let (x, y) = (bounds.size.width / size.width, bounds.size.height / size.height)
    return AffineTransform(x, 0, 0, y, bounds.minX, bounds.minY)
  }
}
