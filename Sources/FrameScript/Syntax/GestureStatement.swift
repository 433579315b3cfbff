import FrameGesture

/// Finger movements, as named gestures or raw touches.
package enum GestureStatement: Equatable, Sendable {
  case gesture(GestureMotion, GestureOptions)
  case touch(TouchStatement)
  case wait(Quantity)
}

/// One finger at one instant.
package struct TouchStatement: Equatable, Sendable {
  package var id: Expression
  package var phase: TouchPhase
  /// On the canvas; optional for a finger that goes up or is canceled.
  package var point: PairArgument?
  package var time: TouchTime
  /// The layer that the finger acts on, whatever is under it. Only recorded touches have it.
  package var layer: String?

  package init(
    id: Expression, _ phase: TouchPhase, at point: PairArgument?, _ time: TouchTime, layer: String? = nil
  ) {
    self.id = id
    self.phase = phase
    self.point = point
    self.time = time
    self.layer = layer
  }
}

package enum GestureMotion: Equatable, Sendable {
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

package struct GestureOptions: Equatable, Sendable {
  package var at: PairArgument?
  package var over: Quantity?
  package var steps: Expression?
}

package enum TouchTime: Equatable, Sendable {
  /// Since the end of the last gesture, or the start of the script.
  case at(Quantity)
  /// Since the last touch.
  case after(Quantity)
}

/// Recognizers, their relations, and their reactions.
package enum RecognizerStatement: Equatable, Sendable {
  case preset(Choice<GesturePreset>)
  case set(key: String, value: SettingArgument)
  case recognize(RecognizerKind, on: Template?, as: Template?, [RecognizerOption])
  case require(Template, fails: Template)
  case simultaneous(Template, Template)
  /// Lets the recognizers of a name receive touches, or not.
  case enable(Template, Bool)
  case on(Template, GestureState?, [Statement])
}

/// A limit as written.
package struct LimitArgument: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case scale(Expression, Expression)
    case cover(origin: PairArgument, size: PairArgument)
    case coverLayer(Template)
    case insideCanvas
  }

  package var kind: Kind
  package var hardness: LimitHardness
}

/// Whether a gesture can go beyond a limit while fingers are down.
package enum LimitHardness: String, ScriptKeyword {
  case hard, elastic
  package static let meaning = WordMeaning.limitKind
}

/// A property of one recognizer: `taps`, `touches`, or the part of a setting's key after the dot.
package struct RecognizerOption: Equatable, Sendable {
  package var key: String
  package var value: SettingArgument
  package var position: ScriptPosition
}

package enum SettingArgument: Equatable, Sendable {
  case quantity(Quantity)
  case word(Template)
  /// `90deg within 3deg`
  case snap(Quantity, within: Quantity)
}

/// Menus and dialogs.
package enum DialogStatement: Equatable, Sendable {
  case menu(name: Template, title: Template, [MenuItem])
  case dialog(title: Template, message: Template, [MenuItem])
  case open(Template)
  case choose(Template)
  case say(Template)
}

package struct MenuItem: Equatable, Sendable {
  package enum Role: String, ScriptKeyword {
    case item, destructive, cancel
    package static let meaning = WordMeaning.menuItem
  }

  package var role: Role
  package var title: Template
  package var body: [Statement]
}
