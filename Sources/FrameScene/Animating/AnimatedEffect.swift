import FrameRender
import FrameScript

/// An effect whose numbers an animation changes. An easing may leave the range between two numbers, but not that of the
/// effect.
package enum AnimatedEffect: Hashable, Sendable {
  case color(AnimatedColor)
  /// With any numbers.
  case neighborhood(NeighborhoodEdit)

  /// Returns the numbers that change nothing, with which a new effect begins if the script does not say any.
  func unchanged(_ end: [Double]) -> [Double] {
    switch self {
    case .color(let color): [color.unchanged]
    case .neighborhood(let edit): edit.operation.unchanged(end)
    }
  }

  /// The effect with its numbers set to 0, so that animations of the same effect compare equal.
  var withoutNumbers: AnimatedEffect {
    guard case .neighborhood(let edit) = self else { return self }
    let zeros = edit.operation.numbers.map { _ in 0.0 }
    return .neighborhood(NeighborhoodEdit(edit.operation.with(zeros), in: edit.area))
  }

  /// Returns the numbers of an effect; nil if it is another one, or acts in another area.
  func numbers(of effect: LayerEffect) -> [Double]? {
    switch (self, effect) {
    case (.color(let color), .color(let edit)): return color.number(of: edit).map { [$0] }
    case (.neighborhood(let own), .neighborhood(let edit)):
      let numbers = edit.operation.numbers
      let isSame = own.area == edit.area && numbers.count == own.operation.numbers.count && !numbers.isEmpty
      return isSame && own.operation.with(numbers) == edit.operation ? numbers : nil
    case (.color, .neighborhood), (.neighborhood, .color): return nil
    }
  }

  /// Returns the effect with other numbers.
  func with(_ numbers: [Double]) -> LayerEffect {
    switch self {
    case .color(let color): .color(color.edit(numbers[0]))
    case .neighborhood(let edit): .neighborhood(NeighborhoodEdit(edit.operation.with(numbers), in: edit.area))
    }
  }
}

extension NeighborhoodEdit.Operation {
  /// The numbers that an animation changes, in the order of the statement.
  var numbers: [Double] {
    switch self {
    case .blur(let radius): [radius]
    case .sharpen(let amount, let radius, let threshold): [amount, radius, threshold]
    case .pixelate(let size): [size]
    case .sharpenOutput: []
    case .effect(_, let values): values
    }
  }

  /// Returns the numbers that change nothing. Plugins declare none, so an effect of a plugin gets its numbers at the end.
  fileprivate func unchanged(_ end: [Double]) -> [Double] {
    switch self {
    case .blur, .pixelate: [0]
    case .sharpen: [0, end[1], end[2]]
    case .sharpenOutput, .effect: end
    }
  }

  fileprivate func with(_ numbers: [Double]) -> NeighborhoodEdit.Operation {
    switch self {
    case .blur: return .blur(radius: max(numbers[0], 0))
    case .sharpen:
      let amount = min(max(numbers[0], 0), Self.largestAmount)
      return .sharpen(amount: amount, radius: max(numbers[1], 0), threshold: numbers[2].clamped)
    case .pixelate: return .pixelate(size: max(numbers[0], 0))
    case .sharpenOutput: return self
    case .effect(let effect, _):
      let ranges = effect.declaration.parameters.map(\.range)
      return .effect(effect, zip(numbers, ranges).map { min(max($0, $1.lowerBound), $1.upperBound) })
    }
  }
}

extension AnimatedColor {
  /// The number that changes nothing.
  var unchanged: Double {
    switch self {
    case .brightness, .contrast, .saturation: 1
    case .exposure, .hue, .temperature, .tint, .grayscale, .sepia, .invert: 0
    }
  }

  /// The numbers that it takes: degrees, mired, factors or shares.
  var range: ClosedRange<Double> {
    switch self {
    case .exposure: -20...20
    case .brightness, .contrast, .saturation: 0...100
    case .hue: -Double.infinity...Double.infinity
    case .temperature, .tint: -100...100
    case .grayscale, .sepia, .invert: 0...1
    }
  }

  /// Returns the edit with a number, within its range.
  func edit(_ number: Double) -> ColorEdit {
    let number = min(max(number, range.lowerBound), range.upperBound)
    return switch self {
    case .exposure: .exposure(number)
    case .brightness: .brightness(number)
    case .contrast: .contrast(number)
    case .saturation: .saturation(number)
    case .hue: .hue(degrees: number)
    case .temperature: .temperature(mired: number)
    case .tint: .tint(number)
    case .grayscale: .grayscale(amount: number, weights: .css)
    case .sepia: .sepia(amount: number)
    case .invert: .invert(amount: number)
    }
  }

  /// Returns the number of an edit; nil if it is another one.
  fileprivate func number(of edit: ColorEdit) -> Double? {
    switch (self, edit) {
    case (.exposure, .exposure(let n)), (.brightness, .brightness(let n)), (.contrast, .contrast(let n)),
      (.saturation, .saturation(let n)), (.hue, .hue(let n)), (.temperature, .temperature(let n)),
      (.tint, .tint(let n)), (.grayscale, .grayscale(let n, .css)), (.sepia, .sepia(let n)),
      (.invert, .invert(let n)):
      n
    default: nil
    }
  }
}
