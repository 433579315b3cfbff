import FrameImage
import TestSupport
import Testing

@testable import FramePlan
@testable import FrameRender

/// The blend modes.
@Suite struct BlendingTests {
  private static let nonSeparable: Set<BlendMode> = [.hue, .saturation, .color, .luminosity]

  /// One channel of opaque colors, 0.6 below and 0.3 above, by the formulas of "Compositing and Blending Level 1".
  static let mixtures: [(BlendMode, Double)] = [
    (.normal, 0.3), (.multiply, 0.18), (.screen, 0.72), (.overlay, 1 - 2 * 0.4 * 0.7), (.darken, 0.3),
    (.lighten, 0.6), (.colorDodge, 0.6 / 0.7), (.colorBurn, 0), (.hardLight, 0.36),
    (.softLight, 0.6 - 0.4 * 0.6 * 0.4), (.difference, 0.3), (.exclusion, 0.9 - 0.36),
  ]

  @Test("Opaque colors blend by the formula of each mode", arguments: mixtures)
  func opaque(mode: BlendMode, expected: Double) {
    let mixed = mode.over(WorkingPixel(0.3, 0.3, 0.3, 1), WorkingPixel(0.6, 0.6, 0.6, 1))
    expectTrue(abs(Double(mixed[0]) - expected) < 1e-6)
    expectEqual(mixed.w, 1)
  }

  @Test(
    "Blending changes only the overlap, in proportion to both alphas",
    arguments: BlendMode.allCases)
  func partial(mode: BlendMode) {
    let (a, b) = (WorkingPixel(0.15, 0.3, 0.45, 0.5), WorkingPixel(0.2, 0.1, 0, 0.25))
    expectEqual(mode.over(a, .zero), a)
    expectEqual(mode.over(.zero, b), b)
    let mixed = mode.over(a, b)
    expectTrue(abs(mixed.w - 0.625) < 1e-6)
    let whole = mode.over(a / 0.5, b / 0.25)
    for i in 0..<3 {
      let expected = a[i] * 0.75 + b[i] * 0.5 + whole[i] * 0.125
      expectTrue(abs(mixed[i] - expected) < 1e-6)
    }
  }

  @Test("Dodge, burn and soft light are correct at their boundary values")
  func ends() {
    func mix(_ mode: BlendMode, below: Float, above: Float) -> Float {
      mode.over(WorkingPixel(above, above, above, 1), WorkingPixel(below, below, below, 1))[0]
    }
    expectEqual(mix(.colorDodge, below: 0, above: 1), 0)
    expectEqual(mix(.colorDodge, below: 0.5, above: 1), 1)
    expectEqual(mix(.colorBurn, below: 1, above: 0), 1)
    expectEqual(mix(.colorBurn, below: 0.5, above: 0), 0)
    expectTrue(mix(.softLight, below: 0.2, above: 1) > 0.2)
    expectEqual(mix(.softLight, below: 0.16, above: 0.5), 0.16)
  }

  @Test(
    "Every separable blend mode matches its formula in every channel, bit for bit",
    arguments: BlendMode.allCases.filter { !Self.nonSeparable.contains($0) })
  func formulas(mode: BlendMode) {
    func screen(_ b: Float, _ s: Float) -> Float { b + s - b * s }
    func hardLight(_ b: Float, _ s: Float) -> Float { s <= 0.5 ? b * (2 * s) : screen(b, 2 * s - 1) }
    func soft(_ b: Float, _ s: Float) -> Float {
      if s <= 0.5 { return b - (1 - 2 * s) * b * (1 - b) }
      let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
      return b + (2 * s - 1) * (d - b)
    }
    func mixed(_ b: Float, _ s: Float) -> Float {
      switch mode {
      case .normal: s
      case .multiply: b * s
      case .screen: screen(b, s)
      case .overlay: hardLight(s, b)
      case .darken: min(b, s)
      case .lighten: max(b, s)
      case .colorDodge: b == 0 ? 0 : s >= 1 ? 1 : min(1, b / (1 - s))
      case .colorBurn: b >= 1 ? 1 : s <= 0 ? 0 : 1 - min(1, (1 - b) / s)
      case .hardLight: hardLight(b, s)
      case .softLight: soft(b, s)
      case .difference: abs(b - s)
      case .exclusion: b + s - 2 * b * s
      case .hue, .saturation, .color, .luminosity: .nan
      }
    }
    let steps: [Float] = [0, 0.01, 0.2, 0.25, 0.26, 0.5, 0.51, 0.75, 0.99, 1]
    for b in steps {
      for s in steps {
        let (below, above) = (WorkingPixel(b, 0.5, 1 - b, 1), WorkingPixel(s, s, 0.3, 1))
        let result = mode.over(above, below)
        expectTrue((0..<3).allSatisfy { result[$0] == mixed(below[$0], above[$0]) })
        expectEqual(result.w, 1)
      }
    }
  }

  /// Colors of a grid, with all corners of the cube.
  private static let colors: [WorkingPixel] = {
    let steps: [Float] = [0, 0.1, 0.5, 0.75, 1]
    return steps.flatMap { r in steps.flatMap { g in steps.map { b in WorkingPixel(r, g, b, 1) } } }
  }()

  @Test(
    "A non-separable mode matches the functions of the specification in double precision",
    arguments: nonSeparable)
  func specification(mode: BlendMode) {
    for below in Self.colors {
      for above in Self.colors {
        let result = mode.over(above, below)
        let expected = Specification.mix(mode, below: Specification(below), above: Specification(above))
        expectTrue(
          (0..<3).allSatisfy { abs(Double(result[$0]) - expected[$0]) < 1e-6 }, "\(above) over \(below)")
        expectTrue((0..<3).allSatisfy { result[$0] >= 0 && result[$0] <= 1 })
        expectEqual(result.w, 1)
      }
    }
  }

  @Test("A non-separable mode with the same color above and below keeps it", arguments: nonSeparable)
  func same(mode: BlendMode) {
    for color in Self.colors {
      let result = mode.over(color, color)
      expectTrue((0..<3).allSatisfy { abs(result[$0] - color[$0]) < 1e-6 })
    }
  }

  @Test("A gray has no hue and no saturation, and grays stay gray")
  func grays() {
    for level: Float in [0, 0.01, 0.4, 0.99, 1] {
      let gray = WorkingPixel(level, level, level, 1)
      for color in Self.colors {
        let luminosity = Specification(color).luminosity
        for mode in [BlendMode.hue, .saturation, .color] {
          let result = mode.over(gray, color)
          expectTrue((0..<3).allSatisfy { abs(Double(result[$0]) - luminosity) < 1e-6 })
          expectTrue(result.x == result.y && result.y == result.z)
        }
        let lit = BlendMode.luminosity.over(color, gray)
        expectTrue((0..<3).allSatisfy { abs(Double(lit[$0]) - luminosity) < 1e-6 })
        expectTrue(lit.x == lit.y && lit.y == lit.z)
      }
    }
  }

  @Test(
    "Mixing keeps the luminosity of one of the colors, and `luminosity` is `color` with the layers exchanged")
  func luminosity() {
    for below in Self.colors {
      for above in Self.colors {
        for mode in Self.nonSeparable {
          let kept = mode == .luminosity ? above : below
          let result = Specification(mode.over(above, below))
          expectTrue(abs(result.luminosity - Specification(kept).luminosity) < 1e-6)
        }
        expectEqual(BlendMode.luminosity.over(above, below), BlendMode.color.over(below, above))
      }
    }
  }
}

/// The functions of part 10.2 of "Compositing and Blending Level 1", step by step as written there.
private struct Specification {
  var channels: [Double]

  init(_ channels: [Double]) { self.channels = channels }
  init(_ pixel: WorkingPixel) { channels = (0..<3).map { Double(pixel[$0]) } }

  subscript(index: Int) -> Double { channels[index] }

  var luminosity: Double { 0.3 * channels[0] + 0.59 * channels[1] + 0.11 * channels[2] }
  var saturation: Double { channels.max()! - channels.min()! }

  private var clipped: Specification {
    let (l, n, x) = (luminosity, channels.min()!, channels.max()!)
    var clipped = channels
    if n < 0 { clipped = clipped.map { l + (($0 - l) * l) / (l - n) } }
    if x > 1 { clipped = clipped.map { l + (($0 - l) * (1 - l)) / (x - l) } }
    return Specification(clipped)
  }

  func setLuminosity(_ l: Double) -> Specification {
    let d = l - luminosity
    // Values that leave the range by no more than rounding need no clipping, which would divide by about zero.
    let moved = channels.map { channel in
      let value = channel + d
      return value > 1 && value < 1 + 1e-12 ? 1 : value < 0 && value > -1e-12 ? 0 : value
    }
    return Specification(moved).clipped
  }

  func setSaturation(_ s: Double) -> Specification {
    let order = channels.indices.sorted { channels[$0] < channels[$1] }
    let (low, middle, high) = (order[0], order[1], order[2])
    var result = [0.0, 0, 0]
    if channels[high] > channels[low] {
      result[middle] = (channels[middle] - channels[low]) * s / (channels[high] - channels[low])
      result[high] = s
    }
    return Specification(result)
  }

  static func mix(_ mode: BlendMode, below b: Specification, above s: Specification) -> Specification {
    switch mode {
    case .hue: s.setSaturation(b.saturation).setLuminosity(b.luminosity)
    case .saturation: b.setSaturation(s.saturation).setLuminosity(b.luminosity)
    case .color: s.setLuminosity(b.luminosity)
    case .luminosity: b.setLuminosity(s.luminosity)
    default: s
    }
  }
}
