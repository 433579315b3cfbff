import FrameGeometry
import FrameImage
import FramePlan

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
    case perspective(AnimatedPerspective)
    /// The numbers of the effect at a place in the layer's list. The effect's own numbers do not count.
    case effect(AnimatedEffect, place: Int)
  }

  package var change: Change
  package var from: [Double]
  package var to: [Double]
  /// The frame in which it is declared; earlier frames do not know it.
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
  /// Returns the change of a layer's last effect of a kind, or of a new one after the others.
  package static func effect(_ effect: AnimatedEffect, of state: SceneLayer.State) -> Self {
    .effect(
      effect.withoutNumbers,
      place: state.effects.lastIndex { effect.numbers(of: $0) != nil } ?? state.effects.count)
  }

  /// True if it changes the transform, for which changes accumulate.
  var isOfTransform: Bool {
    switch self {
    case .edit, .transform: true
    default: false
    }
  }

  /// True if it moves the layer or changes its transform.
  var isOfGeometry: Bool { isOfTransform || self == .move || isOfPerspective }

  var isOfPerspective: Bool { if case .perspective = self { true } else { false } }
}

/// An edit of a transform, by its numbers: before the current transform, in the layer's own axes, as
/// CGAffineTransform's methods; about a point, after it, in the parent's.
package struct TransformEdit: Equatable, Sendable {
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

extension SceneLayer.State {
  /// Returns the numbers of the property that an animation changes; nil if there is none, or it is a gradient.
  ///
  /// - Parameter content: the layer's content.
  package func numbers(of change: LayerAnimation.Change, in content: SceneLayer.Content) -> [Double]? {
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
    case .perspective(let perspective): return perspective.start
    case .effect(let effect, let place):
      return effects.indices.contains(place) ? effect.numbers(of: effects[place]) : nil
    case .move, .edit: return nil
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
    case .perspective(let perspective): placement = perspective.placement(numbers)
    case .effect(let effect, let place):
      if place == effects.count {
        effects.append(effect.with(numbers))
      } else {
        effects[place] = effect.with(numbers)
      }
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
  package var numbers: [Double] { [red * alpha, green * alpha, blue * alpha, alpha] }

  fileprivate init(_ numbers: [Double]) {
    let alpha = numbers[3].clamped
    func channel(_ value: Double) -> Double { alpha > 0 ? (value / alpha).clamped : 0 }
    self.init(red: channel(numbers[0]), green: channel(numbers[1]), blue: channel(numbers[2]), alpha: alpha)
  }
}

extension AffineTransformComponents {
  package var numbers: [Double] {
    [scale.width, scale.height, horizontalShear, rotation, translation.dx, translation.dy]
  }

  init(_ numbers: [Double]) {
    self.init(
      scale: Size(width: numbers[0], height: numbers[1]), horizontalShear: numbers[2], rotation: numbers[3],
      translation: Vector(dx: numbers[4], dy: numbers[5]))
  }
}

extension Double {
  var clamped: Double { Swift.min(Swift.max(self, 0), 1) }
}
