import FrameModel

/// What a running script's fingers touch: recognizers, seen from a script. Whoever runs scripts brings one;
/// the interpreter tells it what lies under fingers, and it tells the interpreter what they mean.
///
/// What it throws are the script's errors, without their place.
public protocol Touchscreen {
  var settings: GestureSettings { get }
  /// In seconds of virtual time.
  var now: Double { get }
  /// The fingers that are down, the lowest number first.
  var touchesDown: [Int] { get }
  /// True where nothing is down, and no recognizer waits for anything.
  var isIdle: Bool { get }
  /// Where a finger that is down is.
  func location(of touch: Int) -> Point?

  // MARK: Recognizers

  /// Recognizers that a preset has for every image are attached.
  mutating func layerAdded(_ layer: Int, name: String, isImage: Bool)
  mutating func use(_ preset: GesturePreset)
  mutating func set(_ key: String, to value: GestureSettingValue) throws(ScriptProblem)
  mutating func recognize(_ kind: RecognizerKind, on layer: Int, as name: String?) throws(ScriptProblem)
  mutating func require(_ waiting: String, fails other: String) throws(ScriptProblem)
  mutating func allowSimultaneous(_ first: String, _ second: String) throws(ScriptProblem)
  /// The state that a recognizer of this name reached last since the last gesture began.
  func state(of recognizer: String) throws(ScriptProblem) -> GestureState
  /// That there are recognizers of this name, one of which can reach the state.
  func check(_ recognizer: String, reaching state: GestureState?) throws(ScriptProblem)

  // MARK: Fingers

  /// States are forgotten; nothing is down then, and nothing pending.
  mutating func beginGesture()
  /// How many touches a gesture has, about: as large a number as there is.
  func touchCount(of motion: FingerMotion) -> Double
  /// The fingers of a gesture, from now on.
  ///
  /// - Parameter path: the layer that it speaks to and those around it; nil where fingers hit what lies under them.
  mutating func frames(of motion: FingerMotion, speakingTo path: [Int]?) throws(ScriptProblem) -> TouchFrames
  /// - Parameter hit: what a finger that comes down touches, the innermost layer first.
  mutating func process(
    _ frame: TouchFrame, hit: (Touch) -> [Int]
  ) throws(ScriptProblem) -> [GestureEvent]
  mutating func advance(to time: Double) throws(ScriptProblem) -> [GestureEvent]
  /// Lets time pass until nothing is pending.
  mutating func drain() -> [GestureEvent]
  mutating func cancelTouches() -> [GestureEvent]
}
