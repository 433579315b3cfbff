/// What a word should be, as errors name it.
package enum WordMeaning: String, Hashable, Sendable {
  // Parts of scripts
  case statement
  case function
  case layerKind = "kind of layer"
  case layerOption = "layer option"
  case animationOption = "animation option"
  case animatedChange = "property or edit to animate"

  // Values
  case color
  case blendMode = "blend mode"
  case light
  case filter
  case contentMode = "content mode"
  case edgeMode = "edge mode"
  case overflow
  case axis
  case fillRule = "fill rule"
  case channel
  case maskChannel = "channel of a mask"
  case cap
  case join
  case alignment
  case placement
  case easing

  // Expectations and marks
  case expectation
  case shownProperty = "property"
  case markOperation = "mark operation"

  // Gestures
  case recognizer
  case gesture
  case gestureState = "gesture state"
  case state
  case preset
  case pivot
  case panTarget = "pan's target"
  case slopMode = "slop mode"
  case direction
  case limit
  case limitKind = "kind of limit"
  case menuItem = "menu item"

  // Recorded touches
  case touchPhase = "touch phase"
  case sourceType = "source type"
  case pointerType = "pointer type"
  case action
  case origin

  /// "an easing"
  package var withArticle: String {
    let isVowel = rawValue.first.map { "aeio".contains($0) } ?? false
    return "\(isVowel ? "an" : "a") \(rawValue)"
  }
}
