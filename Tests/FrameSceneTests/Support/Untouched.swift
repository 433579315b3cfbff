import FrameGeometry
import FrameGesture
import FrameScene
import FrameScript

/// A touchscreen without recognizers: touches reach it and have no effect. Tests of gestures are in modules that have
/// recognizers.
struct Untouched: Touchscreen {
  var settings = GestureSettings()
  var now = 0.0
  var touchesDown: [Int] = []
  var isIdle: Bool { touchesDown.isEmpty }

  func location(of touch: Int) -> Point? { nil }
  mutating func layerAdded(_ layer: Int, name: String, isImage: Bool) {}
  mutating func use(_ preset: GesturePreset) {}
  mutating func set(_ key: String, to value: GestureSettingValue) throws(ScriptProblem) {
    try settings.set(key, to: value)
  }
  mutating func recognize(_ kind: RecognizerKind, on layer: Int, as name: String?) {}
  mutating func require(_ waiting: String, fails other: String) {}
  mutating func allowSimultaneous(_ first: String, _ second: String) {}
  func state(of recognizer: String) -> GestureState { .possible }
  func check(_ recognizer: String, reaching state: GestureState?) {}
  mutating func beginGesture() {}
  func touchCount(of motion: FingerMotion) -> Double { 0 }
  mutating func frames(of motion: FingerMotion, speakingTo path: [Int]?) -> TouchFrames {
    TouchFrames { AnyIterator { nil } }
  }
  mutating func process(_ frame: TouchFrame, hit: (Touch) -> [Int]) -> [GestureEvent] {
    now = frame.time
    return []
  }
  mutating func advance(to time: Double) -> [GestureEvent] {
    now = time
    return []
  }
  mutating func drain() -> [GestureEvent] { [] }
  mutating func cancelTouches() -> [GestureEvent] { [] }
}
