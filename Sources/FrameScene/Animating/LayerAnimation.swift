import FrameGeometry
import FrameImage
import FrameRender
import FrameScript

/// A change of a layer over time. The layer itself changes at once, like Core Animation's model layer; this
/// determines what is shown until then.
package struct LayerAnimation: Hashable, Sendable {
  /// The meaning of the numbers.
  package enum Change: Hashable, Sendable {
    case opacity, trim
    /// Red, green, blue and alpha, premultiplied.
    case fill
    /// The same, and the width.
    case stroke
    /// The translation of the layer's position.
    case move
    /// An edit in the layer's own axes, or about a point relative to the layer's position.
    case edit(TransformEdit.Kind, about: Point?)
    /// The parts of a transform.
    case transform
    /// The numbers of the effect at a place in the layer's list.
    case effect(AnimatedEffect, place: Int)
  }

  package var change: Change
  package var from: [Double]
  package var to: [Double]
  /// The frame in which the script declares it; earlier frames do not know it.
  var declared: Int
  /// In seconds.
  package var start: Double
  package var duration: Double
  package var easing: Easing
  /// The number of times that it runs, each time from its start value; infinity for an endless one.
  package var rounds = 1.0
  /// True if another animation of the same change was active or waiting when this one was declared.
  var continues = false
  /// The layer's transform before and after the edit.
  var before = AffineTransform.identity
  var after = AffineTransform.identity

  /// Infinity for an endless one.
  package var end: Double { start + duration * rounds }
  var isEndless: Bool { rounds == .infinity }

  /// Returns the numbers at a time, clamped to the start and end.
  func numbers(at time: Double) -> [Double] {
    let share = easing(progress(at: time))
    if share == 0 { return from }
    if share == 1 { return to }
    return zip(from, to).map { $0 + ($1 - $0) * share }
  }

  /// Returns the progress in the round of a time: 0 at its beginning, and 1 at the end of the last round.
  private func progress(at time: Double) -> Double {
    let passed = (time - start) / duration
    guard rounds > 1, passed > 0 else { return passed }
    // Times are sums of floating-point numbers: a time within a millionth of a round of its beginning is that.
    let nearest = passed.rounded()
    let exact = abs(passed - nearest) < 1e-6 ? nearest : passed
    return exact >= rounds ? 1 : exact - exact.rounded(.down)
  }
}

extension LayerAnimation.Change {
  /// True if it changes the transform, for which changes accumulate.
  var isOfTransform: Bool {
    switch self {
    case .edit, .transform: true
    default: false
    }
  }

  /// True if it moves the layer or changes its transform.
  var isOfGeometry: Bool { isOfTransform || self == .move }
}

/// An edit of a transform, by its numbers: before the current transform, in the layer's own axes, as
/// CGAffineTransform's methods; about a point, after it, in the parent's.
package struct TransformEdit: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case rotate, scale, skew, translate
  }

  var kind: Kind
  /// Degrees, two factors, two angles in degrees, or a vector.
  var numbers: [Double]
  /// In the parent, relative to the layer's position, which is not part of the transform.
  var pivot: Point?

  init(_ kind: Kind, _ numbers: [Double], about pivot: Point? = nil) {
    (self.kind, self.numbers, self.pivot) = (kind, numbers, pivot)
  }

  func applied(to old: AffineTransform) -> AffineTransform {
    guard let pivot else { return prepended(to: old) }
    return old.concatenating(prepended(to: .identity).about(pivot))
  }

  private func prepended(to old: AffineTransform) -> AffineTransform {
    switch kind {
    case .rotate: old.rotated(by: Angle(degrees: numbers[0]))
    case .scale: old.scaledBy(x: numbers[0], y: numbers[1])
    case .skew: old.skewedBy(x: Angle(degrees: numbers[0]), y: Angle(degrees: numbers[1]))
    case .translate: old.translatedBy(x: numbers[0], y: numbers[1])
    }
  }
}

/// An effect whose numbers an animation changes. An easing may leave the range between two numbers, but not that of the
/// effect.
package enum AnimatedEffect: Hashable, Sendable {
  case color(AnimatedColor)
  /// The edit at the end.
  case neighborhood(NeighborhoodEdit)

  /// The numbers from which it starts if the script does not say any: those that change nothing.
  var unchanged: [Double] {
    switch self {
    case .color(let color): [color.unchanged]
    case .neighborhood(let edit): edit.operation.unchanged
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

  /// The numbers that change nothing; for an effect of a plugin, of which nobody knows them, its own.
  fileprivate var unchanged: [Double] {
    switch self {
    case .blur, .pixelate: [0]
    case .sharpen(_, let radius, let threshold): [0, radius, threshold]
    case .sharpenOutput, .effect: numbers
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

  /// Returns the edit with a number, within its range.
  func edit(_ number: Double) -> ColorEdit {
    let (factor, share) = (max(number, 0), number.clamped)
    switch self {
    case .exposure: return .exposure(number)
    case .brightness: return .brightness(factor)
    case .contrast: return .contrast(factor)
    case .saturation: return .saturation(factor)
    case .hue: return .hue(degrees: number)
    case .temperature: return .temperature(mired: min(max(number, -100), 100))
    case .tint: return .tint(number)
    case .grayscale: return .grayscale(amount: share, weights: .css)
    case .sepia: return .sepia(amount: share)
    case .invert: return .invert(amount: share)
    }
  }
}

extension SceneLayer.State {
  /// Returns the numbers of the property that an animation changes; nil if there is none, or it is a gradient.
  ///
  /// - Parameter content: the layer's content.
  func numbers(of change: LayerAnimation.Change, in content: SceneLayer.Content) -> [Double]? {
    switch change {
    case .opacity: return [opacity]
    case .trim: return [look.trim.start, look.trim.end]
    case .fill:
      guard case .shape(let shape) = content, let fill = look.fill(of: shape) else { return nil }
      return fill.paint.numbers
    case .stroke:
      guard case .shape(let shape) = content, let stroke = look.stroke(of: shape) else { return nil }
      return stroke.paint.numbers.map { $0 + [stroke.style.width] }
    case .transform: return transform.decomposed().numbers
    case .move, .edit, .effect: return nil
    }
  }

  /// Applies the value of an absolute change.
  mutating func show(_ change: LayerAnimation.Change, _ numbers: [Double]) {
    switch change {
    case .opacity: opacity = numbers[0].clamped
    case .trim: look.trim = RenderPlan.Trim(numbers[0].clamped, numbers[1].clamped)
    case .fill: look.fill = RenderPlan.Fill(.color(Color(numbers)), rule: look.fill?.rule ?? .nonZero)
    case .stroke:
      var style = look.stroke?.style ?? StrokeStyle(width: 0)
      style.width = min(max(0, numbers[4]), .greatestFiniteMagnitude)
      look.stroke = RenderPlan.Stroke(.color(Color(numbers)), style)
    case .transform: transform = AffineTransform(AffineTransformComponents(numbers))
    case .effect(let effect, let place): effects[place] = effect.with(numbers)
    case .move, .edit: break
    }
  }
}

extension RenderPlan.Paint {
  /// In the form for interpolation; nil for a gradient.
  fileprivate var numbers: [Double]? {
    guard case .color(let color) = self else { return nil }
    return color.numbers
  }
}

extension Color {
  /// Premultiplied, as in CSS transitions ("CSS Color Module Level 4", 12.3), so that a color that becomes
  /// transparent does not change its hue.
  var numbers: [Double] { [red * alpha, green * alpha, blue * alpha, alpha] }

  fileprivate init(_ numbers: [Double]) {
    let alpha = numbers[3].clamped
    func channel(_ value: Double) -> Double { alpha > 0 ? (value / alpha).clamped : 0 }
    self.init(red: channel(numbers[0]), green: channel(numbers[1]), blue: channel(numbers[2]), alpha: alpha)
  }
}

extension AffineTransformComponents {
  var numbers: [Double] {
    [scale.width, scale.height, horizontalShear, rotation, translation.dx, translation.dy]
  }

  init(_ numbers: [Double]) {
    self.init(
      scale: Size(width: numbers[0], height: numbers[1]), horizontalShear: numbers[2], rotation: numbers[3],
      translation: Vector(dx: numbers[4], dy: numbers[5]))
  }
}

extension Double {
  fileprivate var clamped: Double { Swift.min(Swift.max(self, 0), 1) }
}
