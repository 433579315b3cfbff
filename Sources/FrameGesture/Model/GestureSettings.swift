/// The thresholds of recognizers, and how gestures change layers: the values of `set`. Lengths are in pixels, times
/// in seconds, angles in radians.
package struct GestureSettings: Hashable, Sendable {
  /// A tap fails if it moves this far or lasts this long.
  package var tapMaxDistance = 45.0
  package var tapMaxDuration = 0.75
  /// The time from a finger up to the next tap's finger down. A longer or shorter gap fails.
  package var tapMaxGap = 0.35
  package var tapMinGap = 0.0
  /// A double tap fails at this distance.
  package var tapMaxSeparation = 45.0

  /// A pan begins after this distance.
  package var panSlop = 10.0
  package var panSlopMode = SlopMode.consume
  package var panMinTouches = 1
  package var panMaxTouches = Int.max
  package var panTarget = PanTarget.transform
  /// The rate by which the speed of a pan decays in each millisecond after its end; 0 for none.
  package var panMomentum = 0.0

  /// A pinch begins at |scale - 1| of this value, a rotation at this angle. Neither is subtracted.
  package var pinchMinDelta = 0.01
  package var rotateMinDelta = Double.pi / 180
  /// The angles at which a rotation rests; nil for none.
  package var rotateSnap: AngleSnap?

  package var longPressDuration = 0.5
  /// A long press fails if it moves further before it begins.
  package var longPressMaxDistance = 10.0

  package var swipeMinDistance = 50.0
  package var swipeMaxTime = 0.5
  package var swipeMaxDrift = 50.0

  /// The share of the previous velocity in the current one.
  package var velocityMix = 0.25

  package var pivot = GesturePivot.midpoint
  /// True if a canceled gesture restores its layer.
  package var dropsCancelled = false

  package init() {}
}

extension GestureSettings {
  /// A change of one setting.
  package enum Change: Hashable, Sendable {
    package typealias Key<Value> = WritableKeyPath<GestureSettings, Value> & Sendable

    case number(Key<Double>, Double)
    case count(Key<Int>, Int)
    case panSlopMode(SlopMode)
    case panTarget(PanTarget)
    case pivot(GesturePivot)
    case rotateSnap(AngleSnap?)
  }

  package mutating func apply(_ change: Change) {
    switch change {
    case .number(let key, let number): self[keyPath: key] = number
    case .count(let key, let count): self[keyPath: key] = count
    case .panSlopMode(let mode): panSlopMode = mode
    case .panTarget(let target): panTarget = target
    case .pivot(let pivot): self.pivot = pivot
    case .rotateSnap(let snap): rotateSnap = snap
    }
  }

  /// Returns the settings after some changes.
  package func applying(_ changes: [Change]) -> GestureSettings {
    var settings = self
    for change in changes { settings.apply(change) }
    return settings
  }
}

/// The multiples of an angle, and how close to one of them an angle becomes that multiple. In radians.
package struct AngleSnap: Hashable, Sendable {
  package let step: Double
  package let reach: Double

  package init(step: Double, reach: Double) { (self.step, self.reach) = (step, reach) }

  /// Returns the nearest multiple if an angle is within reach of it, or else the angle.
  package func applied(to angle: Double) -> Double {
    let nearest = (angle / step).rounded() * step
    return abs(angle - nearest) <= reach ? nearest : angle
  }
}

/// Whether the distance before a pan begins counts.
package enum SlopMode: String, Hashable, Sendable, CaseIterable {
  case consume, include
}

/// The property that a pan moves.
package enum PanTarget: String, Hashable, Sendable, CaseIterable {
  case transform, position
}

/// The point about which pinches and rotations act: the fingers' midpoint, or the layer's anchor.
package enum GesturePivot: String, Hashable, Sendable, CaseIterable {
  case midpoint, center
}

/// A recognizer and its parameters, as attached to a layer.
package struct RecognizerDescription: Equatable, Sendable {
  package var kind: RecognizerKind
  package var name: String
  /// The index of the layer that it is attached to.
  package var target: Int
  /// The number of taps, or of taps before a long press; nil for the kind's default: 1, 2 for a double tap, 0 for a
  /// long press.
  package var taps: Int?
  /// The number of fingers of a tap, a long press or a swipe.
  package var touches = 1
  /// Its own settings, in place of the session's.
  package var changes: [GestureSettings.Change] = []

  package init(
    _ kind: RecognizerKind, name: String? = nil, on target: Int, taps: Int? = nil, touches: Int = 1,
    changes: [GestureSettings.Change] = []
  ) {
    self.kind = kind
    self.name = name ?? kind.rawValue
    self.target = target
    self.taps = taps
    self.touches = touches
    self.changes = changes
  }
}

/// The kinds of gesture recognizers.
public enum RecognizerKind: String, Hashable, Sendable, CaseIterable {
  case tap
  case doubleTap = "double-tap"
  case longPress = "long-press"
  case pan, pinch, rotation
  case swipe
  case swipeLeft = "swipe-left"
  case swipeRight = "swipe-right"
  case swipeUp = "swipe-up"
  case swipeDown = "swipe-down"
}

extension RecognizerKind {
  /// Discrete gestures are recognized at one instant; the others begin, change and end.
  package var isDiscrete: Bool {
    switch self {
    case .tap, .doubleTap, .swipe, .swipeLeft, .swipeRight, .swipeUp, .swipeDown: true
    case .longPress, .pan, .pinch, .rotation: false
    }
  }
}
