/// The resampling filters. Cubic is Catmull-Rom (Keys' family with B = 0, C = 1/2), Mitchell has B = C = 1/3
/// (Mitchell and Netravali, "Reconstruction filters in computer graphics", 1988).
public enum Filter: String, Hashable, Sendable, CaseIterable {
  case nearest, linear, cubic, mitchell, lanczos3

  /// Half the width of the kernel in source pixels, without shrinking.
  package var support: Double {
    switch self {
    case .nearest: 0.5
    case .linear: 1
    case .cubic, .mitchell: 2
    case .lanczos3: 3
    }
  }
}

/// The samples with which pixels are computed.
public enum Light: String, Hashable, Sendable, CaseIterable {
  /// Linear light: the transfer function is undone first.
  case linear
  /// Encoded samples.
  case srgb
}

/// The lights in which images are resampled and layers are blended.
public struct Lights: Hashable, Sendable {
  /// For the pixels of images, their blurs and mosaics.
  public var resampling: Light
  /// For layers over each other: opacity, shadows, gradients, masks, blend modes and edges.
  public var blending: Light

  /// By default, images are resampled in linear light, so that details keep their brightness, and layers are blended in
  /// encoded samples, as in browsers and design tools.
  public init(resampling: Light = .linear, blending: Light = .srgb) {
    (self.resampling, self.blending) = (resampling, blending)
  }

  /// Creates lights that are the same.
  public init(both light: Light) { self.init(resampling: light, blending: light) }
}

/// The modes of mixing a layer with what is below, by their names in "Compositing and Blending Level 1" (W3C), part 10.
public enum BlendMode: String, Hashable, Sendable, CaseIterable {
  case normal, multiply, screen, overlay, darken, lighten
  case colorDodge = "color-dodge"
  case colorBurn = "color-burn"
  case hardLight = "hard-light"
  case softLight = "soft-light"
  case difference, exclusion
  /// The hue of the layer, with the saturation and luminosity of what is below.
  case hue
  /// The saturation of the layer, with the hue and luminosity of what is below.
  case saturation
  /// The hue and saturation of the layer, with the luminosity of what is below.
  case color
  /// The luminosity of the layer, with the hue and saturation of what is below.
  case luminosity
}

/// What lies beyond the edge of an image.
package enum EdgeMode: String, Hashable, Sendable, CaseIterable {
  /// Nothing.
  case transparent
  /// The pixels of the edge, repeated without end.
  case clamp
  /// The image, mirrored at each edge.
  case mirror
  /// The image again.
  case `repeat`
}

/// What of a mask says how much is visible.
public enum MaskChannel: String, CaseIterable, Hashable, Sendable {
  /// The alpha of the mask.
  case alpha
  /// The luminance of encoded samples, times alpha.
  case luminance
}
