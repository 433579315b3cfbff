import FrameGeometry

/// A transition of a recognizer, and the value of its gesture. Lengths are in canvas pixels; a receiver converts them
/// to a layer's axes.
package struct GestureEvent: Equatable, Sendable {
  /// In seconds of virtual time.
  package var time: Double
  /// The recognizer's number, in the order of attachment.
  package var recognizer: Int
  package var name: String
  package var kind: RecognizerKind
  /// The index of the layer that the recognizer is attached to.
  package var target: Int
  /// The new state, never `possible`. Discrete gestures are `recognized`, continuous ones `ended`.
  package var state: GestureState
  package var value: GestureValue
  /// nil unless it failed.
  package var failure: GestureFailure?

  /// True if the transition sends an action: all do except failures.
  package var isAction: Bool { state != .failed }

  /// Returns a failure in its place, which has only its location and its number of touches.
  package func failing(_ failure: GestureFailure) -> GestureEvent {
    var event = self
    (event.state, event.failure) = (.failed, failure)
    event.value = GestureValue(location: value.location, touches: value.touches)
    return event
  }
}

/// Why a recognizer failed, and when: in seconds after its first touch.
package struct GestureFailure: Equatable, Sendable {
  package let reason: FailureReason
  package let after: Double

  package init(reason: FailureReason, after: Double) { (self.reason, self.after) = (reason, after) }
}

/// The value of a gesture. Quantities that a kind does not measure keep these defaults.
package struct GestureValue: Equatable, Sendable {
  /// The midpoint of the touches; for a swipe its start, for taps the first one.
  package var location: Point
  /// The number of fingers.
  package var touches = 0

  /// Since the gesture began, and since the last event.
  package var translation = Vector.zero
  package var translationChange = Vector.zero
  package var scale = 1.0
  package var scaleChange = 1.0
  /// In radians, clockwise; may exceed a full turn.
  package var rotation = 0.0
  package var rotationChange = 0.0

  /// Per second: in pixels, as a scale, and in radians.
  package var panVelocity = Vector.zero
  package var scaleVelocity = 0.0
  package var rotationVelocity = 0.0
  /// For a swipe.
  package var direction: SwipeDirection?

  /// Adds the changes of an earlier value.
  package mutating func addChange(of earlier: GestureValue) {
    translationChange = earlier.translationChange + translationChange
    scaleChange *= earlier.scaleChange
    rotationChange += earlier.rotationChange
  }
}

/// The states of a recognizer that a script can name; `recognized` and `ended` are the same.
public enum GestureState: String, Hashable, Sendable, CaseIterable {
  case possible, began, changed, ended, recognized, cancelled, failed
}

/// The direction of a swipe.
public enum SwipeDirection: String, Hashable, Sendable, CaseIterable {
  case left, right, up, down
}
