/// A recognizer as it is attached.
public struct RecognizerDescription: Hashable, Sendable {
  public var kind: RecognizerKind
  public var name: String
  /// What it is attached to: a layer's index.
  public var target: Int
  /// Of taps, and of a long press before it; nil for the kind's own: 1, 2 of a double tap, 0 of a long press.
  public var taps: Int?
  /// How many fingers a tap, a long press or a swipe takes.
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
