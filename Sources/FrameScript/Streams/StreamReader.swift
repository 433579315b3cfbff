import FrameGeometry
import FrameGesture
import FrameImage
import FrameScene

/// Reads recorded touches: JSON objects, one touch per line, or the actions of WebDriver.
///
/// The first value decides. If it ends on the line it begins on, each line is a value, and all invalid lines are
/// found. Otherwise reading continues after the value, and stops at the first error, because the start of the next
/// value is unknown.
struct StreamReader {
  private enum Content {
    case touches, sources
    /// A list of sources, which is the whole text.
    case document

    var found: String {
      switch self {
      case .touches: "a touch"
      case .sources: "an input source"
      case .document: "a list of sources"
      }
    }

    /// What may follow.
    var next: String { self == .document ? "the end of the stream" : found }
  }

  private(set) var errors = ScriptErrors()
  private(set) var statements: [Statement] = []
  private var sources: [ActionSource] = []
  private var sourceNames: Set<String> = []
  private var pointers = 0
  private var content: Content?
  private var reader: JSONReader
  /// The bytes of the text.
  private let held: Int
  private let context: ActionContext
  private let limits: Limits

  /// Returns whether a text is a stream: no statement of a script begins with a bracket or brace.
  static func reads(_ start: some Sequence<UInt8>) -> Bool {
    let blanks = [
      UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"), 0xEF, 0xBB, 0xBF,
    ]
    let first = start.first { !blanks.contains($0) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  /// - Parameter file: the text's index in the script's files.
  init(_ text: String, file: Int, _ options: RecordingOptions, limits: Limits) {
    // The text, and its bytes for the reader.
    held = 2 * text.utf8.count
    reader = JSONReader(text, file: file, nesting: limits.nesting)
    reader.memory = (held, limits.memory)
    context = ActionContext(elements: options.elements)
    self.limits = limits
  }

  mutating func read() {
    if let nul = reader.lexer.bytes.firstIndex(of: 0) {
      return report(ScriptError(.nulByte, at: nul))
    }
    readValues()
    guard errors.isEmpty else { return }
    do throws(ScriptError) {
      var ticks = ActionTicks(limits, beside: held)
      try ticks.play(sources)
      for touch in ticks.sorted { try append(touch) }
    } catch {
      report(error)
    }
  }

  // MARK: Lines

  private mutating func readValues() {
    var isFirst = true
    while true {
      reader.skipBetweenValues()
      if reader.lexer.atEnd { return }
      let start = reader.lexer.index
      let value: JSONValue
      do throws(ScriptError) {
        value = try reader.readValue()
        if isFirst { reader.isLineByLine = !hasLineEnd(from: start) }
        try reader.endLine()
      } catch {
        if isFirst, !reader.isLineByLine, !hasLineEnd(from: start) || isCutLine(from: start) {
          // Parses it again, for the position of the error in the line.
          reader.isLineByLine = true
          reader.lexer.index = start
          continue
        }
        report(error)
        guard reader.isLineByLine else { return }
        isFirst = false
        reader.skipLine()
        continue
      }
      isFirst = false
      do throws(ScriptError) {
        try take(value)
      } catch {
        report(error)
        if case .scene(.limit) = error.problem { return }
      }
    }
  }

  private func hasLineEnd(from start: Int) -> Bool {
    reader.lexer.bytes[start..<reader.lexer.index].contains(Lexer.newline)
  }

  /// Returns whether an unexpected object begins a line, which means that the line before it was truncated. Inside a
  /// list, a missing comma is the likelier cause, so this returns false.
  private func isCutLine(from start: Int) -> Bool {
    let value = reader.lexer.bytes[start..<reader.lexer.index]
    guard reader.lexer.current == UInt8(ascii: "{"), !value.contains(UInt8(ascii: "[")) else { return false }
    let before = reader.lexer.bytes[..<reader.lexer.index].last { $0 != 0x20 && $0 != 0x09 }
    return before == Lexer.newline
  }

  // MARK: Values

  private mutating func take(_ value: JSONValue) throws(ScriptError) {
    if case .array(let values) = value.kind { return try takeAll(values, of: value) }
    let object = try value.object("an object")
    if object["actions"] != nil, object["type"] == nil, object["id"] == nil {
      try object.checkKeys(["actions"])
      return try takeAll(try object.required("actions").array("an array for 'actions'"), of: value)
    }
    if object["type"] != nil || object["actions"] != nil {
      try begin(.sources, at: value)
      return try takeSource(object)
    }
    try begin(.touches, at: value)
    try append(try StreamTouch(object))
  }

  private mutating func takeAll(_ values: [JSONValue], of document: JSONValue) throws(ScriptError) {
    try begin(.document, at: document)
    for value in values {
      do throws(ScriptError) {
        try takeSource(try value.object("an object for an input source"))
      } catch {
        report(error)
      }
    }
  }

  private mutating func takeSource(_ object: JSONObject) throws(ScriptError) {
    var wrong: [ScriptError] = []
    let source = try ActionSource(object, touch: pointers + 1, context, errors: &wrong)
    for error in wrong { report(error) }
    guard let name = try object.string("id"), let id = object["id"] else { throw object.missing("id") }
    guard sourceNames.insert(name).inserted else { throw ScriptError(.repeatedSource(name), at: id.offset) }
    if source.touch != nil { pointers += 1 }
    sources.append(source)
  }

  /// - Throws: an error if this does not match what came before: touches and sources each have their own clock.
  private mutating func begin(_ new: Content, at value: JSONValue) throws(ScriptError) {
    if let content, content != new || new == .document {
      throw ScriptError(.expected(content.next, found: new.found), at: value.offset)
    }
    content = new
  }

  private mutating func append(_ touch: StreamTouch) throws(ScriptError) {
    let place = ScriptPosition(offset: touch.offset)
    try limited(limits.check(recordedTouches: statements.count + 1, beside: held), at: place)
    statements.append(touch.statement(at: reader.lexer.position(at: touch.offset)))
  }

  private mutating func report(_ error: ScriptError) {
    errors.add(ScriptError(error.problem, at: reader.lexer.position(at: error.position.offset)))
  }
}

extension Limits {
  /// The memory that a recorded touch takes as a statement, in bytes.
  private static let touchBytes = 512

  /// - Parameters:
  ///   - count: The number of recorded touches.
  ///   - held: The bytes of the text, if it is held.
  /// - Throws: `LimitExceeded` for more touches than `touches`, or than there is memory for.
  func check(recordedTouches count: Int, beside held: Int = 0) throws(LimitExceeded) {
    guard count <= touches else { throw LimitExceeded(.touches, needed: count, allowed: touches) }
    let bytes = held.adding(count.times(Self.touchBytes))
    guard bytes <= memory else { throw LimitExceeded(.scriptMemory, needed: bytes, allowed: memory) }
  }
}

/// A touch of a stream.
struct StreamTouch {
  /// In seconds since the start of the stream.
  var time: Double
  var id: Int
  var phase: TouchPhase
  var point: Point?
  var layer: String?
  /// The offset of its object.
  var offset: Int

  /// The ranges of the numbers in a stream. At the latest time, a microsecond can still be represented.
  enum Range {
    static let seconds = 0...1e9
    static let milliseconds = 0...1e12
    static let coordinate = -1e9...1e9
    static let id = -1e9...1e9
    static let button = 0...1e9
  }

  /// - Parameter place: the position of the whole touch: all its parts are on one line.
  func statement(at place: ScriptPosition) -> Statement {
    func number(_ value: Double) -> Expression { Expression(.number(value), at: place) }
    let pair = point.map { PairArgument.pair(Quantity(number($0.x), nil), Quantity(number($0.y), nil)) }
    let touch = TouchStatement(
      id: number(Double(id)), phase: phase, point: pair, time: .at(Quantity(number(time), .seconds)),
      layer: layer)
    return Statement(.touch(touch), word: "touch", at: place)
  }
}

/// A touch as a JSON object, as `frameit expand` writes it:
///
///     {"t":0.016,"id":1,"phase":"move","x":104.0,"y":100.0,"layer":"photo"}
///
/// `t` is in seconds; `x` and `y` are optional for a finger that goes up or is canceled, and `layer` is always
/// optional.
extension StreamTouch {
  private static let keys = ["t", "id", "phase", "x", "y", "layer"]

  init(_ object: JSONObject) throws(ScriptError) {
    try object.checkKeys(Self.keys)
    guard let time = try object.number("t", in: Range.seconds) else { throw object.missing("t") }
    guard let id = try object.whole("id", in: Range.id) else { throw object.missing("id") }
    guard let phase = try object.word("phase", TouchPhase.self) else { throw object.missing("phase") }
    let x = try object.number("x", in: Range.coordinate)
    let y = try object.number("y", in: Range.coordinate)
    let mayHaveNone = phase == .up || phase == .cancel
    if x == nil, !mayHaveNone || y != nil { throw object.missing("x") }
    if y == nil, !mayHaveNone || x != nil { throw object.missing("y") }
    self.init(
      time: time, id: id, phase: phase, point: x.flatMap { x in y.map { Point(x: x, y: $0) } },
      layer: try object.string("layer"), offset: object.offset)
  }
}
