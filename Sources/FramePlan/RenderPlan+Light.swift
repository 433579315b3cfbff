import FrameGeometry
import FrameImage

extension RenderPlan {
  /// What a light is used for.
  package enum LightUse: String, Hashable, Sendable {
    case resampling, blending
  }

  /// The lights in which pixels are computed. If nothing is blended, layers are not converted for it.
  package var workingLights: Lights {
    guard isUnblended else { return lights }
    guard lights.resampling == .linear, let colors = colorsOfOpaqueCopy else {
      return Lights(both: lights.resampling)
    }
    // Nothing is resampled either, so the light only matters for rounding. Color edits are faster in one of them.
    return Lights(
      both: Self.cost(of: colors, in: .srgb) < Self.cost(of: colors, in: .linear) ? .srgb : .linear)
  }

  /// True if each pixel of the output is a pixel of one image layer.
  private var isUnblended: Bool {
    guard style.isPlain, items.count == 1, items[0].light == .resampling else { return false }
    guard items[0].isUnblended else { return false }
    if items[0].isOpaque(on: Rect(origin: .zero, size: Size(window.size)), images) { return true }
    guard case .color(let background) = style.background else { return false }
    return background.alpha == 0 && matte == nil
      || [0, 1].contains(background.alpha) && colorsOfOpaqueCopy != nil
  }

  /// Returns about how many nanoseconds a pixel takes.
  private static func cost(of colors: ColorFunction, in light: Light) -> Double {
    cost(of: colors.stages(in: light))
  }

  private static func cost(of stages: [ColorStage]) -> Double {
    stages.reduce(0) { sum, stage in
      switch stage {
      case .matrix: sum + 0.5
      case .curves: sum + 2
      case .cube: sum + 4
      case .mixed(let stages, _): sum + 0.5 + cost(of: stages)
      }
    }
  }

  /// The color edits of an unblended plan whose image is opaque and copied pixel by pixel; nil for another plan.
  private var colorsOfOpaqueCopy: ColorFunction? {
    var item = items[0]
    var colors = ColorFunction.identity
    if case .group(let group) = item {
      guard group.opacity == 1, group.clip == nil else { return nil }
      (item, colors) = (group.items[0], group.colors)
    }
    guard case .image(let draw) = item, draw.opacity == 1, draw.edge == .transparent,
      draw.isCopiedInWholePixels, !images[draw.image].pixels.channels.hasAlpha
    else { return nil }
    return colors
  }

  /// True if samples are only mixed, which does not increase differences between them.
  package var keepsColors: Bool { items.allSatisfy(\.keepsColors) }
}

extension Lights {
  package subscript(use: RenderPlan.LightUse) -> Light {
    switch use {
    case .resampling: resampling
    case .blending: blending
    }
  }
}

extension RenderPlan.Item {
  /// The light of the item's pixels before they are blended.
  package var light: RenderPlan.LightUse {
    switch self {
    case .image: .resampling
    case .shape: .blending
    case .group(let draw): draw.light
    case .neighborhood(let draw): draw.light
    }
  }

  /// True if the item adds nothing to the pixels of one image, and takes only alpha from them.
  fileprivate var isUnblended: Bool {
    if case .image = self { return true }
    if case .group(let draw) = self {
      guard draw.blend == .normal, draw.mask == nil, draw.shadow == nil, draw.plane == nil else {
        return false
      }
    }
    return parts.count == 1 && parts[0].isUnblended
  }

  /// Returns whether an unblended item is opaque on all of a rectangle of the output.
  fileprivate func isOpaque(on area: Rect, _ images: [SourceImage]) -> Bool {
    switch self {
    case .image(let draw):
      draw.opacity == 1 && draw.covers(area) && !images[draw.image].pixels.channels.hasAlpha
    case .shape: false
    case .group(let draw): draw.opacity == 1 && draw.clip == nil && draw.items[0].isOpaque(on: area, images)
    case .neighborhood(let draw):
      draw.edit.keepsOpaque
        && draw.items[0].isOpaque(on: draw.edit.keepsAlpha ? area : area.grown(by: draw.edit.reach), images)
    }
  }

  fileprivate var keepsColors: Bool {
    switch self {
    case .image, .shape: true
    case .group(let draw):
      draw.colors.isIdentity && draw.blend == .normal && draw.items.allSatisfy(\.keepsColors)
        && draw.mask?.items.allSatisfy(\.keepsColors) ?? true
    case .neighborhood: false
    }
  }
}
