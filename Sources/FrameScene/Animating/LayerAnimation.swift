import FrameModel

/// A change of a layer that takes its time. The layer itself is changed at once, as Core Animation's model is: this says
/// what is shown until then.
public struct LayerAnimation: Hashable, Sendable {
  /// What its numbers are.
  public enum Change: Hashable, Sendable {
    case opacity, trim
    /// Red, green, blue and alpha, alpha multiplied in.
    case fill
    /// The same, and the width.
    case stroke
    /// How far the layer's place has moved.
    case move
    /// Of an edit in the layer's own axes, or about a point from the layer's place.
    case edit(TransformEdit.Kind, about: Point?)
    /// The parts of a transform.
    case transform
  }

  public var change: Change
  public var from: [Double]
  public var to: [Double]
  /// The frame for which the script has come to it: those before know nothing of it.
  var declared: Int
  /// In seconds.
  public var start: Double
  public var duration: Double
  public var easing: Easing
  /// Whether another one of the same change was under way, or still to come, when the script came to it.
  var continues = false
  /// The layer's transform without it, and with it.
  var before = AffineTransform.identity
  var after = AffineTransform.identity

  public var end: Double { start + duration }

  /// The numbers at a time: those at an end before and after it.
  func numbers(at time: Double) -> [Double] {
    let share = easing((time - start) / duration)
    if share == 0 { return from }
    if share == 1 { return to }
    return zip(from, to).map { $0 + ($1 - $0) * share }
  }
}

extension LayerAnimation.Change {
  /// Whether it is about the layer's transform, where one change follows the other.
  var isOfTransform: Bool {
    switch self {
    case .edit, .transform: true
    default: false
    }
  }
}
