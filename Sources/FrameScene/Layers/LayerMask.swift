import FrameGeometry
import FrameImage
import FramePlan

/// A picture that scales the alpha of each pixel of a layer.
package struct LayerMask: Hashable, Sendable {
  package let source: Source
  package let channel: MaskChannel
  package let isInverted: Bool
  /// The position of the statement or layer.
  package let origin: Origin

  package enum Source: Hashable, Sendable {
    /// An image that is stretched to the layer's bounds; nil for a placeholder.
    case image(SourceImage?)
    /// Another layer, by its index, at its own place, whether or not it is hidden.
    case layer(Int)
    /// In the layer's coordinates.
    case paint(RenderPlan.Paint)
  }

  package init(_ source: Source, _ channel: MaskChannel, isInverted: Bool, at origin: Origin) {
    (self.source, self.channel, self.isInverted) = (source, channel, isInverted)
    self.origin = origin
  }

  // The origin does not count.
  package static func == (a: LayerMask, b: LayerMask) -> Bool {
    a.source == b.source && a.channel == b.channel && a.isInverted == b.isInverted
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(source)
    hasher.combine(channel)
    hasher.combine(isInverted)
  }
}

extension SceneLayer {
  /// Rounding to whole pixels changes the aspect ratio of an image by less than this share.
  private static let aspectTolerance = 0.02

  /// Checks the aspect ratio of an image that masks the layer. `trim`, a new text and a canvas of another size change the
  /// layer's box after the mask, so it is checked when the layer is drawn.
  ///
  /// - Throws: an error at the line of the mask.
  func checkAspect(ofMask image: SourceImage, at origin: Origin) throws(SceneError) {
    let size = Size(image.uprightSize)
    let ratio = size.width * bounds.size.height / (size.height * bounds.size.width)
    guard abs(ratio - 1) <= Self.aspectTolerance else {
      throw SceneError(.maskAspect(image: image.uprightSize, layer: name, bounds.size), at: origin)
    }
  }

  /// Returns the place of an image that masks the layer: the transform from upright pixels to the layer's coordinates.
  func placement(ofMask image: SourceImage) -> AffineTransform {
    let (size, bounds) = (Size(image.uprightSize), bounds)
    let (x, y) = (bounds.size.width / size.width, bounds.size.height / size.height)
    return AffineTransform(x, 0, 0, y, bounds.minX, bounds.minY)
  }
}
