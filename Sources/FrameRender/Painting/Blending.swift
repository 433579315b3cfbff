import FrameModel

extension BlendMode {
  /// Lays a pixel over one that is there. Both are premultiplied; where both show, colours mix by the mode's formula
  /// ("Compositing and Blending Level 1", part 5): αs(1 - αb)·Cs + αb(1 - αs)·Cb + αs·αb·B(Cb, Cs).
  func over(_ source: WorkingPixel, _ below: WorkingPixel) -> WorkingPixel {
    guard self != .normal, source.w > 0, below.w > 0 else { return Tile.over(source, below) }
    let above = source / source.w
    let under = below / below.w
    var mixed = WorkingPixel.zero
    for i in 0..<3 { mixed[i] = mix(below: min(max(under[i], 0), 1), above: min(max(above[i], 0), 1)) }
    var pixel = source * (1 - below.w) + below * (1 - source.w) + mixed * (source.w * below.w)
    pixel.w = source.w + below.w * (1 - source.w)
    return pixel
  }

  /// One channel of two opaque colours: B(Cb, Cs), part 10.1.
  private func mix(below b: Float, above s: Float) -> Float {
    switch self {
    case .normal: s
    case .multiply: b * s
    case .screen: b + s - b * s
    case .overlay: Self.hardLight.mix(below: s, above: b)
    case .darken: min(b, s)
    case .lighten: max(b, s)
    case .colourDodge: b == 0 ? 0 : s >= 1 ? 1 : min(1, b / (1 - s))
    case .colourBurn: b >= 1 ? 1 : s <= 0 ? 0 : 1 - min(1, (1 - b) / s)
    case .hardLight: s <= 0.5 ? b * (2 * s) : Self.screen.mix(below: b, above: 2 * s - 1)
    case .softLight: softened(b, s)
    case .difference: abs(b - s)
    case .exclusion: b + s - 2 * b * s
    }
  }

  private func softened(_ b: Float, _ s: Float) -> Float {
    if s <= 0.5 { return b - (1 - 2 * s) * b * (1 - b) }
    let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
    return b + (2 * s - 1) * (d - b)
  }
}
