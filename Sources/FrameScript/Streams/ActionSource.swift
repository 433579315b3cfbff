import FrameGeometry
import FrameGesture

/// A WebDriver source of actions (https://www.w3.org/TR/webdriver2/#actions): the actions of one pointer, or only
/// pauses. Selenium adds a key source that pauses to every chain of actions.
struct ActionSource {
  /// The pointer's number in the stream of touches, or nil without a pointer.
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
  }

  var kind: Kind
  /// The duration that it gives its tick, in milliseconds. A move without one lasts as long as its tick.
  var duration: Int?
  var offset: Int
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

private enum PointerOrigin: String, ScriptKeyword {
  case viewport, pointer
  static let meaning = WordMeaning.origin
}

extension ActionSource {
  /// - Parameters:
  ///   - touch: the number of its touches if it is a pointer.
  ///   - errors: receives the errors of single items, which are skipped.
  init(_ object: JSONObject, touch: Int, errors: inout [ScriptError]) throws(ScriptError) {
    try object.checkKeys(["type", "id", "parameters", "actions"])
    guard let kind = try object.word("type", SourceKind.self) else { throw object.missing("type") }
    var pointer = PointerKind.mouse
    if let parameters = object["parameters"] {
      let parameters = try parameters.object("an object for 'parameters'")
      try parameters.checkKeys(["pointerType"])
      pointer = try parameters.word("pointerType", PointerKind.self) ?? .mouse
    }
    self.init(touch: kind == .pointer ? touch : nil, items: [])
    for value in try object.required("actions").array("an array for 'actions'") {
      do throws(ScriptError) {
        let object = try value.object("an object for an action")
        if kind == .key || kind == .wheel, try !object.isPause {
          throw ScriptError(.notAFinger(kind.rawValue), at: value.offset)
        }
        let item = try ActionItem(object, of: pointer)
        guard kind == .pointer || item.isPause else {
          throw ScriptError(.expected("a pause", found: "a pointer action"), at: value.offset)
        }
        items.append(item)
      } catch {
        errors.append(error)
      }
    }
  }
}

extension ActionItem {
  /// The standard's keys; a finger's size, force and angle do not affect gestures.
  private static let keys = [
    "type", "duration", "x", "y", "origin", "button", "width", "height", "pressure", "tangentialPressure",
    "tiltX", "tiltY", "twist", "altitudeAngle", "azimuthAngle",
  ]

  fileprivate init(_ object: JSONObject, of pointer: PointerKind) throws(ScriptError) {
    try object.checkKeys(Self.keys)
    guard let word = try object.word("type", ActionWord.self) else { throw object.missing("type") }
    let duration = try object.whole("duration", in: StreamTouch.Range.milliseconds)
    switch word {
    case .pause: self.init(kind: .pause, duration: duration, offset: object.offset)
    case .pointerMove:
      self.init(kind: try Self.move(object), duration: duration, offset: object.offset)
    case .pointerDown: self.init(kind: try Self.press(.down, object, pointer), offset: object.offset)
    case .pointerUp: self.init(kind: try Self.press(.up, object, pointer), offset: object.offset)
    case .pointerCancel: self.init(kind: .touch(.cancel), offset: object.offset)
    }
  }

  /// Other buttons of a mouse than the first are no finger.
  private static func press(
    _ phase: TouchPhase, _ object: JSONObject, _ pointer: PointerKind
  ) throws(ScriptError) -> Kind {
    guard let button = try object.whole("button", in: StreamTouch.Range.button) else {
      throw object.missing("button")
    }
    return pointer == .mouse && button != 0 ? .pause : .touch(phase)
  }

  private static func move(_ object: JSONObject) throws(ScriptError) -> Kind {
    if let origin = object["origin"], case .object = origin.kind {
      throw ScriptError(.originIsElement, at: origin.offset)
    }
    let origin = try object.word("origin", PointerOrigin.self) ?? .viewport
    let range = StreamTouch.Range.coordinate
    guard let x = try object.number("x", in: range) else { throw object.missing("x") }
    guard let y = try object.number("y", in: range) else { throw object.missing("y") }
    return .move(Point(x: x, y: y), isRelative: origin == .pointer)
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
