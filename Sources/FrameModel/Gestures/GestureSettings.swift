/// The thresholds of recognizers, and how gestures change layers: the values of `set`. Lengths are in pixels, times
/// in seconds, angles in radians.
public struct GestureSettings: Hashable, Sendable {
  /// A tap fails if it moves this far or lasts this long.
  public var tapMaxDistance = 45.0
  public var tapMaxDuration = 0.75
  /// The time from a finger up to the next tap's finger down. A longer or shorter gap fails.
  public var tapMaxGap = 0.35
  public var tapMinGap = 0.0
  /// A double tap fails at this distance.
  public var tapMaxSeparation = 45.0

  /// A pan begins after this distance.
  public var panSlop = 10.0
  public var panSlopMode = SlopMode.consume
  public var panMinTouches = 1
  public var panMaxTouches = Int.max
  public var panTarget = PanTarget.transform

  /// A pinch begins at |scale - 1| of this value, a rotation at this angle. Neither is subtracted.
  public var pinchMinDelta = 0.01
  public var rotateMinDelta = Double.pi / 180

  public var longPressDuration = 0.5
  /// A long press fails if it moves further before it begins.
  public var longPressMaxDistance = 10.0

  public var swipeMinDistance = 50.0
  public var swipeMaxTime = 0.5
  public var swipeMaxDrift = 50.0

  /// The share of the previous velocity in the current one.
  public var velocityMix = 0.25

  public var pivot = GesturePivot.midpoint
  /// True if a canceled gesture restores its layer.
  public var dropsCancelled = false

  public init() {}
}

/// Whether the distance before a pan begins counts.
public enum SlopMode: String, ScriptKeyword {
  case consume, include
  public static let meaning = "slop mode"
}

/// The property that a pan moves.
public enum PanTarget: String, ScriptKeyword {
  case transform, position
  public static let meaning = "pan's target"
}

/// The point about which pinches and rotations act: the fingers' midpoint, or the layer's anchor.
public enum GesturePivot: String, ScriptKeyword {
  case midpoint, center
  public static let meaning = "pivot"
}

/// A recognizer and its parameters, as attached to a layer.
public struct RecognizerDescription: Hashable, Sendable {
  public var kind: RecognizerKind
  public var name: String
  /// The index of the layer that it is attached to.
  public var target: Int
  /// The number of taps, or of taps before a long press; nil for the kind's default: 1, 2 for a double tap, 0 for a
  /// long press.
  public var taps: Int?
  /// The number of fingers of a tap, a long press or a swipe.
  public var touches = 1

  public init(_ kind: RecognizerKind, name: String? = nil, on target: Int, taps: Int? = nil, touches: Int = 1)
  {
    self.kind = kind
    self.name = name ?? kind.rawValue
    self.target = target
    self.taps = taps
    self.touches = touches
  }
}

extension RecognizerKind {
  /// Discrete gestures are recognized at one instant; the others begin, change and end.
  public var isDiscrete: Bool {
    switch self {
    case .tap, .doubleTap, .swipe, .swipeLeft, .swipeRight, .swipeUp, .swipeDown: true
    case .longPress, .pan, .pinch, .rotation: false
    }
  }
}
