/// Finger movements, as named gestures or raw touches.
public enum GestureStatement: Hashable, Sendable {
  case gesture(GestureMotion, GestureOptions)
  case touch(TouchStatement)
  case wait(Quantity)
}

/// One finger at one instant.
public struct TouchStatement: Hashable, Sendable {
  public var id: Expression
  public var phase: TouchPhase
  /// On the canvas; optional for a finger that goes up or is canceled.
  public var point: PairArgument?
  public var time: TouchTime
  /// The layer that the finger acts on, whatever is under it. Only recorded touches have it.
  public var layer: String?

  public init(
    id: Expression, _ phase: TouchPhase, at point: PairArgument?, _ time: TouchTime, layer: String? = nil
  ) {
    self.id = id
    self.phase = phase
    self.point = point
    self.time = time
    self.layer = layer
  }
}

public enum GestureMotion: Hashable, Sendable {
  case pan(PairArgument)
  case pinch(Expression)
  case twist(Quantity)
  case tap(PairArgument)
  case doubleTap(PairArgument)
  case longPress(PairArgument, duration: Quantity?)
  case swipe(SwipeDirection, from: PairArgument?)
  /// Two or more points.
  case drag([PairArgument])
  /// The start of both fingers, then the end of both.
  case twoFinger(PairArgument, PairArgument, to: PairArgument, PairArgument)
}

public struct GestureOptions: Hashable, Sendable {
  public var at: PairArgument?
  public var over: Quantity?
  public var steps: Expression?

  public init(at: PairArgument? = nil, over: Quantity? = nil, steps: Expression? = nil) {
    self.at = at
    self.over = over
    self.steps = steps
  }
}

public enum SwipeDirection: String, ScriptKeyword {
  case left, right, up, down
  public static let meaning = "direction"
}

public enum TouchPhase: String, ScriptKeyword {
  case down, move, up, cancel
  public static let meaning = "touch phase"
}

public enum TouchTime: Hashable, Sendable {
  /// Since the end of the last gesture, or the start of the script.
  case at(Quantity)
  /// Since the last touch.
  case after(Quantity)
}

/// Recognizers, their relations, and their reactions.
public enum RecognizerStatement: Hashable, Sendable {
  case preset(Choice<GesturePreset>)
  case set(key: String, value: SettingArgument)
  case recognize(RecognizerKind, on: Template?, as: Template?)
  case require(Template, fails: Template)
  case simultaneous(Template, Template)
  case on(Template, GestureState?, [Statement])
}

public enum SettingArgument: Hashable, Sendable {
  case quantity(Quantity)
  case word(Template)
}

public enum GesturePreset: String, ScriptKeyword {
  case frameit, pickview, uikit, swiftui, android, none
  public static let meaning = "preset"
}

public enum RecognizerKind: String, ScriptKeyword {
  case tap
  case doubleTap = "double-tap"
  case longPress = "long-press"
  case pan, pinch, rotation
  case swipe
  case swipeLeft = "swipe-left"
  case swipeRight = "swipe-right"
  case swipeUp = "swipe-up"
  case swipeDown = "swipe-down"
  public static let meaning = "recognizer"
}

/// The states of a recognizer that a script can name; `recognized` and `ended` are the same.
public enum GestureState: String, ScriptKeyword {
  case possible, began, changed, ended, recognized, cancelled, failed
  public static let meaning = "state"
}

/// Menus and dialogs.
public enum DialogStatement: Hashable, Sendable {
  case menu(name: Template, title: Template, [MenuItem])
  case dialog(title: Template, message: Template, [MenuItem])
  case open(Template)
  case choose(Template)
  case say(Template)
}

public struct MenuItem: Hashable, Sendable {
  public enum Role: String, ScriptKeyword {
    case item, destructive, cancel
    public static let meaning = "menu item"
  }

  public var role: Role
  public var title: Template
  public var body: [Statement]

  public init(role: Role, title: Template, body: [Statement]) {
    self.role = role
    self.title = title
    self.body = body
  }
}
