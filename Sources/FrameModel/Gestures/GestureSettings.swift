/// The thresholds of recognizers, and how their gestures change layers: what `set` sets. Lengths are in
/// pixels, times in seconds, angles in radians.
public struct GestureSettings: Hashable, Sendable {
  /// A tap fails once it has moved so far, or lasted so long.
  public var tapMaxDistance = 45.0
  public var tapMaxDuration = 0.75
  /// From a finger's going up to the next tap's coming down: fails when more, or less.
  public var tapMaxGap = 0.35
  public var tapMinGap = 0.0
  /// Between taps: fails at so much.
  public var tapMaxSeparation = 45.0

  /// A pan begins when it has come so far.
  public var panSlop = 10.0
  public var panSlopMode = SlopMode.consume
  public var panMinTouches = 1
  public var panMaxTouches = Int.max
  public var panTarget = PanTarget.transform

  /// A pinch begins at |scale - 1| of so much, a rotation at such an angle. Neither is subtracted.
  public var pinchMinDelta = 0.01
  public var rotateMinDelta = Double.pi / 180

  public var longPressDuration = 0.5
  /// Before it begins; fails when more.
  public var longPressMaxDistance = 10.0

  public var swipeMinDistance = 50.0
  public var swipeMaxTime = 0.5
  public var swipeMaxDrift = 50.0

  /// The share of the velocity before in the one now.
  public var velocityMix = 0.25

  public var pivot = GesturePivot.midpoint
  /// True where a cancelled gesture leaves a layer as it was when the gesture began.
  public var dropsCancelled = false

  public init() {}
}

/// Whether the way to a pan's beginning counts.
public enum SlopMode: String, ScriptKeyword {
  case consume, include
  public static let meaning = "slop mode"
}

/// What a pan moves.
public enum PanTarget: String, ScriptKeyword {
  case transform, position
  public static let meaning = "pan's target"
}

/// What pinches and rotations turn about: the fingers' midpoint, or the layer's anchor.
public enum GesturePivot: String, ScriptKeyword {
  case midpoint, center
  public static let meaning = "pivot"
}
