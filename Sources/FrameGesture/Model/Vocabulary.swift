package enum RecognizerKind: String, Hashable, Sendable, CaseIterable {
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
package enum GestureState: String, Hashable, Sendable, CaseIterable {
  case possible, began, changed, ended, recognized, cancelled, failed
}

package enum GesturePreset: String, Hashable, Sendable, CaseIterable {
  case frameit, pickview, uikit, swiftui, android, none
}

package enum SwipeDirection: String, Hashable, Sendable, CaseIterable {
  case left, right, up, down
}

package enum TouchPhase: String, Hashable, Sendable, CaseIterable {
  case down, move, up, cancel
}
