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
