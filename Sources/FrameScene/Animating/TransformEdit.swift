import FrameModel

/// An edit of a transform, by its numbers: before the current transform, in the layer's own axes, as
/// CGAffineTransform's methods; about a point, after it, in the parent's.
public struct TransformEdit: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
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
