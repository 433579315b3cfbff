import FrameModel

/// The recognizers as a running script sees them. The caller of the interpreter provides one; the interpreter reports
/// what is under fingers, and receives the gestures.
///
/// Its errors are the script's errors without their position.
public protocol Touchscreen {
  var settings: GestureSettings { get }
  /// In seconds of virtual time.
  var now: Double { get }
  /// The fingers that are down, in rising order.
  var touchesDown: [Int] { get }
  /// Whether no finger is down, and no recognizer waits for anything.
  var isIdle: Bool { get }
  /// Returns the location of a finger that is down.
  func location(of touch: Int) -> Point?

  // MARK: Recognizers

  /// Attaches the recognizers that a preset has for every image.
  mutating func layerAdded(_ layer: Int, name: String, isImage: Bool)
  mutating func use(_ preset: GesturePreset)
  mutating func set(_ key: String, to value: GestureSettingValue) throws(ScriptProblem)
  mutating func recognize(_ kind: RecognizerKind, on layer: Int, as name: String?) throws(ScriptProblem)
  mutating func require(_ waiting: String, fails other: String) throws(ScriptProblem)
  mutating func allowSimultaneous(_ first: String, _ second: String) throws(ScriptProblem)
  /// Returns the last state that a recognizer of this name has reached since the last gesture began.
  func state(of recognizer: String) throws(ScriptProblem) -> GestureState
  /// Checks that there are recognizers of this name, and that one can reach the state.
  func check(_ recognizer: String, reaching state: GestureState?) throws(ScriptProblem)

  // MARK: Fingers

  /// Clears the states; no finger is down then, and nothing is pending.
  mutating func beginGesture()
  /// Returns the approximate number of touches of a gesture, which may exceed the range of integers.
  func touchCount(of motion: FingerMotion) -> Double
  /// Returns the touch frames of a gesture from now on.
  ///
  /// - Parameter path: the layer that it acts on and its ancestors; nil if fingers hit what is under them.
  mutating func frames(of motion: FingerMotion, speakingTo path: [Int]?) throws(ScriptProblem) -> TouchFrames
  /// - Parameter hit: the layers under a finger that goes down, the innermost first.
  mutating func process(
    _ frame: TouchFrame, hit: (Touch) -> [Int]
  ) throws(ScriptProblem) -> [GestureEvent]
  mutating func advance(to time: Double) throws(ScriptProblem) -> [GestureEvent]
  /// Advances the time until nothing is pending.
  mutating func drain() -> [GestureEvent]
  mutating func cancelTouches() -> [GestureEvent]
}
