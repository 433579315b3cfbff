import FrameImage

extension RenderPlan {
  /// The space in which pixels are computed. If each pixel of the output comes from one pixel of an opaque image, nothing is
  /// blended, and the space only matters for rounding: then it is the one in which color edits are faster.
  package var workingLight: Light {
    guard light == .linear, style.isPlain, items.count == 1 else {
      return light
    }
    // A background that is transparent in part is blended over the matte.
    guard case .color(let background) = style.background, [0, 1].contains(background.alpha) else {
      return light
    }
    guard let colors = colorsOfOpaqueCopy(items[0]) else { return light }
    return Self.cost(of: colors, in: .srgb) < Self.cost(of: colors, in: .linear) ? .srgb : light
  }

  /// Returns about how many nanoseconds a pixel takes.
  private static func cost(of colors: ColorFunction, in light: Light) -> Double {
    colors.stages(in: light).reduce(0) { sum, stage in
      switch stage {
      case .matrix: sum + 0.5
      case .curves: sum + 2
      case .cube: sum + 4
      }
    }
  }

  /// Returns the color edits of an item that is only a group with one opaque image, copied pixel by pixel; nil for other items.
  private func colorsOfOpaqueCopy(_ item: Item) -> ColorFunction? {
    guard case .group(let group) = item, group.opacity == 1, group.blend == .normal else { return nil }
    guard group.clip == nil, group.mask == nil, group.shadow == nil, group.items.count == 1 else {
      return nil
    }
    guard case .image(let draw) = group.items[0], draw.opacity == 1, draw.edge == .transparent else {
      return nil
    }
    guard draw.isCopiedInWholePixels, !images[draw.image].pixels.channels.hasAlpha else { return nil }
    return group.colors
  }
}

extension RenderPlan.ImageDraw {
  /// True if each pixel of the output is a pixel of the image, or outside of it.
  var isCopiedInWholePixels: Bool {
    switch path {
    case .copy, .rightAngleCopy:
      visible.corners.allSatisfy { $0.x == $0.x.rounded() && $0.y == $0.y.rounded() }
    case .axisAligned, .affine: false
    }
  }
}

extension RenderPlan {
  /// True if samples are only mixed, which does not increase differences between them.
  package var keepsColors: Bool { items.allSatisfy(\.keepsColors) }
}

extension RenderPlan.Item {
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
