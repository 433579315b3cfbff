import FrameModel

/// A change of a layer over time. The layer itself changes at once, like Core Animation's model layer; this
/// determines what is shown until then.
public struct LayerAnimation: Hashable, Sendable {
  /// The meaning of the numbers.
  public enum Change: Hashable, Sendable {
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
  }

  public var change: Change
  public var from: [Double]
  public var to: [Double]
  /// The frame in which the script declares it; earlier frames do not know it.
  var declared: Int
  /// In seconds.
  public var start: Double
  public var duration: Double
  public var easing: Easing
  /// Whether another animation of the same change was active or waiting when this one was declared.
  var continues = false
  /// The layer's transform before and after the edit.
  var before = AffineTransform.identity
  var after = AffineTransform.identity

  public var end: Double { start + duration }

  /// Returns the numbers at a time, clamped to the start and end.
  func numbers(at time: Double) -> [Double] {
    let share = easing((time - start) / duration)
    if share == 0 { return from }
    if share == 1 { return to }
    return zip(from, to).map { $0 + ($1 - $0) * share }
  }
}

extension LayerAnimation.Change {
  /// Whether it changes the transform, for which changes accumulate.
  var isOfTransform: Bool {
    switch self {
    case .edit, .transform: true
    default: false
    }
  }
}
