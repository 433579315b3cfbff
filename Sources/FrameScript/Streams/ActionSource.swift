import FrameGeometry
import FrameGesture

/// A WebDriver source of actions (https://www.w3.org/TR/webdriver2/#actions): the actions of one pointer, the scrolls of a wheel, or
/// only pauses. Selenium adds a key source that pauses to every chain of actions.
struct ActionSource {
  /// The number of its finger in the stream of touches, or nil if it only pauses.
  var touch: Int?
  var items: [ActionItem]
}

struct ActionItem {
  enum Kind {
    case pause
    /// To a point, or by an offset.
    case move(Point, isRelative: Bool)
    /// The finger goes down or up, or its touch is canceled.
    case touch(TouchPhase)
    /// A finger goes down at the point, drags by the offset, and goes up.
    case drag(from: Point, by: Point)
  }

  var kind: Kind
  /// The duration that it gives its tick, in milliseconds. A move without one lasts as long as its tick.
  var duration: Int?
  var offset: Int
}

/// What reading actions needs to know of the text around them.
struct ActionContext {
  /// The centers of elements, by ID.
  var elements: [String: Point] = [:]
  /// True for the log of a driver, whose author is not the reader: it can have keystrokes, and keys that only the driver
  /// knows.
  var isLog = false
}

/// The keywords of the standard.
private enum SourceKind: String, ScriptKeyword {
  case pointer, none, key, wheel
  static let meaning = WordMeaning.sourceType
}

private enum PointerKind: String, ScriptKeyword {
  case touch, pen, mouse
  static let meaning = WordMeaning.pointerType
}

private enum ActionWord: String, ScriptKeyword {
  case pointerMove, pointerDown, pointerUp, pointerCancel, pause
  static let meaning = WordMeaning.action
}

private enum WheelWord: String, ScriptKeyword {
  case scroll, pause
  static let meaning = WordMeaning.action
}

private enum PointerOrigin: String, ScriptKeyword {
  case viewport, pointer
  static let meaning = WordMeaning.origin
}

extension ActionSource {
  /// - Parameters:
  ///   - touch: the number of its touches if it has any.
  ///   - errors: receives the errors of single items, which are skipped.
  init(
    _ object: JSONObject, touch: Int, _ context: ActionContext, errors: inout [ScriptError]
  ) throws(ScriptError) {
    if !context.isLog { try object.checkKeys(["type", "id", "parameters", "actions"]) }
    guard let kind = try object.word("type", SourceKind.self) else { throw object.missing("type") }
    var pointer = PointerKind.mouse
    if let parameters = object["parameters"] {
      let parameters = try parameters.object("an object for 'parameters'")
      if !context.isLog { try parameters.checkKeys(["pointerType"]) }
      pointer = try parameters.word("pointerType", PointerKind.self) ?? .mouse
    }
    self.init(touch: kind == .pointer ? touch : nil, items: [])
    for value in try object.required("actions").array("an array for 'actions'") {
      do throws(ScriptError) {
        let object = try value.object("an object for an action")
        items.append(try ActionItem(object, of: kind, pointer, context))
      } catch {
        errors.append(error)
      }
    }
    if kind == .wheel, items.contains(where: { !$0.isPause }) { self.touch = touch }
  }
}

extension ActionItem {
  /// The standard's keys; a finger's size, force and angle do not affect gestures.
  private static let keys = [
    "type", "duration", "x", "y", "origin", "button", "width", "height", "pressure", "tangentialPressure",
    "tiltX", "tiltY", "twist", "altitudeAngle", "azimuthAngle",
  ]

  /// - Parameter pointer: The kind of a pointer.
  fileprivate init(
    _ object: JSONObject, of kind: SourceKind, _ pointer: PointerKind, _ context: ActionContext
  ) throws(ScriptError) {
    switch kind {
    case .wheel: try self.init(scroll: object, context)
    case .key:
      if try !object.isPause, !context.isLog { throw ScriptError(.keystroke, at: object.offset) }
      if context.isLog {
        self.init(
          kind: .pause, duration: try object.whole("duration", in: StreamTouch.Range.milliseconds),
          offset: object.offset)
      } else {
        try self.init(object, of: pointer, context)
      }
    case .none:
      try self.init(object, of: pointer, context)
      guard isPause else {
        throw ScriptError(.expected("a pause", found: "a pointer action"), at: object.offset)
      }
    case .pointer: try self.init(object, of: pointer, context)
    }
  }

  private init(_ object: JSONObject, of pointer: PointerKind, _ context: ActionContext) throws(ScriptError) {
    if !context.isLog { try object.checkKeys(Self.keys) }
    guard let word = try object.word("type", ActionWord.self) else { throw object.missing("type") }
    let duration = try object.whole("duration", in: StreamTouch.Range.milliseconds)
    switch word {
    case .pause: self.init(kind: .pause, duration: duration, offset: object.offset)
    case .pointerMove:
      self.init(kind: try Self.move(object, context), duration: duration, offset: object.offset)
    case .pointerDown: self.init(kind: try Self.press(.down, object, pointer, context), offset: object.offset)
    case .pointerUp: self.init(kind: try Self.press(.up, object, pointer, context), offset: object.offset)
    case .pointerCancel: self.init(kind: .touch(.cancel), offset: object.offset)
    }
  }

  /// A scroll without a duration takes as many milliseconds: a finger that moves in an instant would be infinitely fast.
  private static let scrollDuration = 100

  /// A scroll of a wheel, which moves what is under it as a finger that drags the other way.
  private init(scroll object: JSONObject, _ context: ActionContext) throws(ScriptError) {
    if !context.isLog { try object.checkKeys(["type", "duration", "x", "y", "deltaX", "deltaY", "origin"]) }
    guard let word = try object.word("type", WheelWord.self) else { throw object.missing("type") }
    let duration = try object.whole("duration", in: StreamTouch.Range.milliseconds)
    switch word {
    case .pause: self.init(kind: .pause, duration: duration, offset: object.offset)
    case .scroll:
      let origin = try Self.origin(object, context)
      if origin == nil, let value = object["origin"] {
        throw ScriptError(.expected("an element or \"viewport\"", found: "\"pointer\""), at: value.offset)
      }
      let point = try Self.pair("x", "y", of: object)
      let delta = try Self.pair("deltaX", "deltaY", of: object)
      let start = origin ?? .zero
      self.init(
        kind: .drag(
          from: Point(x: start.x + point.x, y: start.y + point.y), by: Point(x: -delta.x, y: -delta.y)),
        duration: duration.flatMap { $0 > 0 ? $0 : nil } ?? Self.scrollDuration, offset: object.offset)
    }
  }

  /// Other buttons of a mouse than the first are no finger.
  private static func press(
    _ phase: TouchPhase, _ object: JSONObject, _ pointer: PointerKind, _ context: ActionContext
  ) throws(ScriptError) -> Kind {
    // Drivers take the first button without one.
    let button = try object.whole("button", in: StreamTouch.Range.button) ?? (context.isLog ? 0 : nil)
    guard let button else { throw object.missing("button") }
    return pointer == .mouse && button != 0 ? .pause : .touch(phase)
  }

  private static func move(_ object: JSONObject, _ context: ActionContext) throws(ScriptError) -> Kind {
    let origin = try origin(object, context)
    let point = try pair("x", "y", of: object)
    guard let origin else { return .move(point, isRelative: true) }
    return .move(Point(x: origin.x + point.x, y: origin.y + point.y), isRelative: false)
  }

  /// Returns the point that positions are relative to; nil for that of the pointer.
  private static func origin(_ object: JSONObject, _ context: ActionContext) throws(ScriptError) -> Point? {
    guard let origin = object["origin"], case .object(let members) = origin.kind else {
      return try object.word("origin", PointerOrigin.self) == .pointer ? nil : .zero
    }
    // The key is that of the standard, or of the protocol before it. Appium writes both.
    let keys = ["element-6066-11e4-a52e-4f735466cecf", "ELEMENT"]
    let element = JSONObject(members: members, offset: origin.offset)
    guard let key = keys.first(where: { element[$0] != nil }), let name = try element.string(key) else {
      throw element.missing(keys[0])
    }
    guard let center = context.elements[name] else {
      throw ScriptError(.unplacedElement(name), at: origin.offset)
    }
    return center
  }

  private static func pair(_ one: String, _ other: String, of object: JSONObject) throws(ScriptError) -> Point
  {
    let range = StreamTouch.Range.coordinate
    guard let x = try object.number(one, in: range) else { throw object.missing(one) }
    guard let y = try object.number(other, in: range) else { throw object.missing(other) }
    return Point(x: x, y: y)
  }

  var isPause: Bool { if case .pause = kind { true } else { false } }
}

extension JSONObject {
  /// True for a pause of a source of any type. Keys and wheels have other actions than pointers.
  fileprivate var isPause: Bool {
    get throws(ScriptError) {
      guard let type = try string("type") else { throw missing("type") }
      return type == ActionWord.pause.rawValue
    }
  }
}
