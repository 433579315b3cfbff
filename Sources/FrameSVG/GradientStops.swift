import FrameModel

extension RenderPlan.Gradient {
  /// SVG's gradients mix colors as they are encoded, and alpha beside them; ours in the plan's light, with alpha
  /// multiplied in. Where that makes a difference stops are put between, so many that none is left that 8 bits show.
  func svgStops(in light: BlendingSpace) -> [Stop] {
    guard stops.count > 1 else { return stops }
    var all: [Stop] = []
    for (first, second) in zip(stops, stops.dropFirst()) {
      let mix = StopMix(first, second, light)
      let ends = (mix.stop(at: 0), mix.stop(at: 1))
      let between = first.place < second.place ? mix.stops(between: 0, ends.0, and: 1, ends.1) : []
      for stop in [ends.0] + between + [ends.1] where stop != all.last { all.append(stop) }
    }
    return all
  }
}

/// What lies between two stops.
private struct StopMix {
  let first: RenderPlan.Gradient.Stop
  let second: RenderPlan.Gradient.Stop
  let light: BlendingSpace

  /// Half a step of 8 bits.
  private static let tolerance = 0.5 / 255
  private static let mostHalvings = 10

  init(_ first: RenderPlan.Gradient.Stop, _ second: RenderPlan.Gradient.Stop, _ light: BlendingSpace) {
    (self.first, self.second, self.light) = (first, second, light)
  }

  /// - Parameter share: of the way from the first to the second.
  func stop(at share: Double) -> RenderPlan.Gradient.Stop {
    let (a, b) = (first.color, second.color)
    let place = first.place + (second.place - first.place) * share
    // What is clear has the other's color: it fades, and turns into nothing else on its way.
    if a.alpha == 0 || b.alpha == 0 {
      var color = a.alpha == 0 ? b : a
      color.alpha = a.alpha + (b.alpha - a.alpha) * share
      return .init(place, color)
    }
    if share == 0 || share == 1 { return .init(place, share == 0 ? a : b) }
    let alpha = a.alpha + (b.alpha - a.alpha) * share
    func mix(_ x: Double, _ y: Double) -> Double {
      let sum = decode(x) * a.alpha * (1 - share) + decode(y) * b.alpha * share
      return encode(sum / alpha)
    }
    return .init(
      place,
      Color(red: mix(a.red, b.red), green: mix(a.green, b.green), blue: mix(a.blue, b.blue), alpha: alpha))
  }

  /// Those that are needed within, in their order.
  func stops(
    between low: Double, _ before: RenderPlan.Gradient.Stop, and high: Double,
    _ after: RenderPlan.Gradient.Stop,
    halvings: Int = mostHalvings
  ) -> [RenderPlan.Gradient.Stop] {
    let isStraight = [0.25, 0.5, 0.75].allSatisfy { share in
      let wanted = stop(at: low + (high - low) * share).color
      return zip(wanted.channels, zip(before.color.channels, after.color.channels)).allSatisfy {
        value, ends in
        abs(value - (ends.0 + (ends.1 - ends.0) * share)) * wanted.alpha <= Self.tolerance
      }
    }
    guard !isStraight, halvings > 0 else { return [] }
    let middle = (low + high) / 2
    let split = stop(at: middle)
    return stops(between: low, before, and: middle, split, halvings: halvings - 1) + [split]
      + stops(between: middle, split, and: high, after, halvings: halvings - 1)
  }

  private func decode(_ x: Double) -> Double { light == .linear ? ToneCurve.sRGB.light(x) : x }

  /// IEC 61966-2-1.
  private func encode(_ x: Double) -> Double {
    guard light == .linear else { return x }
    return x <= 0.0031308 ? 12.92 * x : 1.055 * Exponentials.power(x, 1 / 2.4) - 0.055
  }
}

extension Color {
  fileprivate var channels: [Double] { [red, green, blue] }
}
