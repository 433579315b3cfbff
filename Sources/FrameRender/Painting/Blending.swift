import FrameImage

extension BlendMode {
  /// Blends a pixel over another one. Both are premultiplied; where both are visible, the mode's formula mixes the
  /// colors ("Compositing and Blending Level 1", part 5): αs(1 - αb)·Cs + αb(1 - αs)·Cb + αs·αb·B(Cb, Cs).
  func over(_ source: WorkingPixel, _ below: WorkingPixel) -> WorkingPixel {
    guard self != .normal, source.w > 0, below.w > 0 else { return Tile.over(source, below) }
    let above = source / source.w
    let under = below / below.w
    let one = WorkingPixel(repeating: 1)
    let mixed = mix(below: under.within(one), above: above.within(one))
    var pixel = source * (1 - below.w) + below * (1 - source.w) + mixed * (source.w * below.w)
    pixel.w = source.w + below.w * (1 - source.w)
    return pixel
  }

  /// Mixes two opaque colors: B(Cb, Cs), part 10. Alpha is ignored.
  @inline(__always)
  private func mix(below b: WorkingPixel, above s: WorkingPixel) -> WorkingPixel {
    let one = WorkingPixel(repeating: 1)
    let none = WorkingPixel(repeating: 0)
    switch self {
    case .normal: return s
    case .multiply: return b * s
    case .screen: return Self.screened(b, s)
    case .overlay: return Self.hardLit(s, b)
    case .darken: return b.replacing(with: s, where: s .< b)
    case .lighten: return b.replacing(with: s, where: s .> b)
    case .colorDodge:
      let share = b / (one - s)
      return share.replacing(with: one, where: share .> one).replacing(with: one, where: s .>= one)
        .replacing(with: none, where: b .== none)
    case .colorBurn:
      let share = (one - b) / s
      return (one - share.replacing(with: one, where: share .> one)).replacing(with: none, where: s .<= none)
        .replacing(with: one, where: b .>= one)
    case .hardLight: return Self.hardLit(b, s)
    case .softLight: return Self.softened(b, s)
    case .difference: return (b - s).replacing(with: s - b, where: b .< s)
    case .exclusion:
      let twice = b * 2
      return b + s - twice * s
    case .hue: return s.withSaturation(b.saturation).withLuminosity(b.luminosity)
    case .saturation: return b.withSaturation(s.saturation).withLuminosity(b.luminosity)
    case .color: return s.withLuminosity(b.luminosity)
    case .luminosity: return b.withLuminosity(s.luminosity)
    }
  }

  @inline(__always)
  private static func screened(_ b: WorkingPixel, _ s: WorkingPixel) -> WorkingPixel { b + s - b * s }

  @inline(__always)
  private static func hardLit(_ b: WorkingPixel, _ s: WorkingPixel) -> WorkingPixel {
    let one = WorkingPixel(repeating: 1)
    let half = WorkingPixel(repeating: 0.5)
    let twice: WorkingPixel = s * 2
    return screened(b, twice - one).replacing(with: b * twice, where: s .<= half)
  }

  @inline(__always)
  private static func softened(_ b: WorkingPixel, _ s: WorkingPixel) -> WorkingPixel {
    let one = WorkingPixel(repeating: 1)
    let half = WorkingPixel(repeating: 0.5)
    let quarter = WorkingPixel(repeating: 0.25)
    let twice: WorkingPixel = s * 2
    let dark: WorkingPixel = b - (one - twice) * b * (one - b)
    let first: WorkingPixel = b * 16 - WorkingPixel(repeating: 12)
    let second: WorkingPixel = first * b + WorkingPixel(repeating: 4)
    let root = b.squareRoot().replacing(with: second * b, where: b .<= quarter)
    let light: WorkingPixel = b + (twice - one) * (root - b)
    return light.replacing(with: dark, where: s .<= half)
  }
}

/// Luminosity and saturation of opaque colors, as the non-separable modes define them (part 10.2).
extension WorkingPixel {
  /// Lum(C). The weights are the specification's in linear light, too, so that modes mean the same in both spaces.
  fileprivate var luminosity: Float { x * 0.3 + y * 0.59 + z * 0.11 }

  /// Sat(C).
  fileprivate var saturation: Float { greatest - least }

  private var least: Float { Swift.min(x, y, z) }
  private var greatest: Float { Swift.max(x, y, z) }

  /// Returns SetSat(C, s). The specification sorts the channels; this is the same function without an order.
  fileprivate func withSaturation(_ wanted: Float) -> WorkingPixel {
    let (least, range) = (least, saturation)
    return range > 0 ? (self - WorkingPixel(repeating: least)) * wanted / range : .zero
  }

  /// Returns SetLum(C, l), which includes ClipColor: moves the color to a luminosity, and reduces its saturation as far
  /// as its channels would leave 0 to 1.
  ///
  /// ClipColor measures the luminosity of the moved color. Here it is the wanted one, which differs only by rounding but
  /// is between 0 and 1, so that no divisor is zero.
  fileprivate func withLuminosity(_ wanted: Float) -> WorkingPixel {
    let one = WorkingPixel(repeating: 1)
    let level = Swift.min(wanted, 1)
    let gray = WorkingPixel(repeating: level)
    var moved = self + WorkingPixel(repeating: level - luminosity)
    let (least, greatest) = (moved.least, moved.greatest)
    if least < 0 { moved = gray + (moved - gray) * level / (level - least) }
    if greatest > 1 { moved = gray + (moved - gray) * (1 - level) / (greatest - level) }
    return moved.within(one)
  }
}
