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

/// The states of a recognizer that a script can name; `recognized` and `ended` are the same.
public enum GestureState: String, Hashable, Sendable, CaseIterable {
  case possible, began, changed, ended, recognized, cancelled, failed
}

/// The sets of recognizers and thresholds of different platforms.
package enum GesturePreset: String, Hashable, Sendable, CaseIterable {
  case frameit, pickview, uikit, swiftui, android, none
}

/// The direction of a swipe.
public enum SwipeDirection: String, Hashable, Sendable, CaseIterable {
  case left, right, up, down
}

/// The change of a finger at one instant.
package enum TouchPhase: String, Hashable, Sendable, CaseIterable {
  case down, move, up, cancel
}
