import FrameImage
import FramePlan

/// An effect whose numbers an animation changes. An easing may leave the range between two numbers, but not that of the
/// effect.
package enum AnimatedEffect: Hashable, Sendable {
  case color(NumberEdit)
  /// With any numbers, in a part of the layer; nil for all of it.
  case neighborhood(NeighborhoodEdit, in: LayerEffect.Area? = nil)

  /// Returns the numbers that change nothing, with which a new effect begins if none are given.
  func unchanged(_ end: [Double]) -> [Double] {
    switch self {
    case .color(let edit): [edit.neutral ?? 0]
    case .neighborhood(let edit, _): edit.unchanged(end)
    }
  }

  /// The effect with its numbers set to 0, so that animations of the same effect compare equal.
  var withoutNumbers: AnimatedEffect {
    guard case .neighborhood(let edit, let area) = self else { return self }
    return .neighborhood(edit.with(edit.numbers.map { _ in 0 }), in: area)
  }

  /// Returns the numbers of an effect; nil if it is another one, or acts in another area.
  func numbers(of effect: LayerEffect) -> [Double]? {
    switch (self, effect) {
    case (.color(let own), .color(let edit)):
      guard case .number(own, let number) = edit.kind else { return nil }
      return [number]
    case (.neighborhood(let own, let ownArea), .neighborhood(let edit, let area)):
      let numbers = edit.numbers
      let isSame = ownArea == area && numbers.count == own.numbers.count && !numbers.isEmpty
      return isSame && own.with(numbers) == edit ? numbers : nil
    default: return nil
    }
  }

  /// Returns the effect with other numbers.
  func with(_ numbers: [Double]) -> LayerEffect {
    switch self {
    case .color(let edit):
      .color(ColorEdit(edit, min(max(numbers[0], edit.range.lowerBound), edit.range.upperBound)))
    case .neighborhood(let edit, let area): .neighborhood(edit.with(numbers), in: area)
    }
  }
}

extension NeighborhoodEdit {
  /// Returns the numbers that change nothing. Plugins declare none, so an effect of a plugin gets its numbers at the end.
  fileprivate func unchanged(_ end: [Double]) -> [Double] {
    switch self {
    case .blur, .pixelate: [0]
    case .sharpen: [0, end[1], end[2]]
    case .effect: end
    }
  }

  fileprivate func with(_ numbers: [Double]) -> NeighborhoodEdit {
    switch self {
    case .blur: return .blur(deviation: max(numbers[0], 0))
    case .sharpen:
      let amount = min(max(numbers[0], 0), Self.largestAmount)
      return .sharpen(amount: amount, deviation: max(numbers[1], 0), threshold: numbers[2].clamped)
    case .pixelate: return .pixelate(size: max(numbers[0], 0))
    case .effect(let effect, _, let scale):
      let ranges = effect.declaration.parameters.map(\.range)
      let values = zip(numbers, ranges).map { min(max($0, $1.lowerBound), $1.upperBound) }
      return .effect(effect, values: values, scale: scale)
    }
  }
}
