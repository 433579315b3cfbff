import FrameGeometry
import FrameGesture
import FrameImage
import FrameScene

/// What is wrong with the log of a WebDriver server or client.
package enum DriverLogProblem: Equatable, Sendable {
  case noActions
  /// The server has written only the start of a request.
  case truncated
  /// The client has replaced values by `[Object]`, or left some out.
  case abridged
  /// Another line begins before the value ends.
  case unfinished
  /// A session goes on after another one has begun.
  case sessions(String, String)
}

/// Reads the W3C actions in the log of a WebDriver server or client, one request after another.
///
/// The same actions can be in a log several times. Those of the program whose requests come first count. Appium truncates
/// requests after 1024 characters; its drivers write them again in full.
struct DriverLogReader {
  private(set) var statements: [Statement] = []
  private(set) var lines: LogLines
  /// The line that was read last, without colors.
  private var line: ArraySlice<UInt8> = []
  /// The lines of the value that was read last, for errors.
  private(set) var shown: (first: Int, text: [UInt8]) = (1, [])
  private let file: Int
  private let limits: Limits

  /// The request whose body or response is read.
  private enum Request {
    case performActions, getRectangle(DriverLogLine.Element)
  }

  private var program: DriverLogLine.Program?
  /// The present requests, by the test worker or the session, which can take turns in a log.
  private var requests: [[UInt8]: Request] = [:]
  /// The workers whose next request repeats the one before.
  private var repeating: Set<[UInt8]> = []
  /// A truncated body, until the driver writes it in full.
  private var truncated: (position: ScriptPosition, line: [UInt8])?
  private var hasActions = false
  private var ticks: ActionTicks
  /// The positions of actions; an action's offset is an index of this list.
  private var places: [ScriptPosition] = []
  /// The sessions that have acted; the last one is the present one.
  private var sessions: [String] = []
  /// The numbers of the fingers, by the name of their source.
  private var fingers: [String: Int] = [:]
  /// The centers of elements as `include` states them.
  private let stated: [String: Point]
  private var rectangles: [DriverLogLine.Element: Rectangle] = [:]

  /// What responses tell of an element.
  private struct Rectangle {
    var origin: Point?
    var size: Size?

    var center: Point? {
      guard let origin, let size else { return nil }
      return Point(x: origin.x + size.width / 2, y: origin.y + size.height / 2)
    }
  }

  init(_ lines: LogLines, file: Int, _ options: RecordingOptions, limits: Limits) {
    (self.lines, self.file, self.limits, stated) = (lines, file, limits, options.elements)
    ticks = ActionTicks(limits)
  }

  /// - Throws: The first error.
  mutating func read() throws(ScriptError) {
    while try advance() {
      let (line, value) = DriverLogLine.read(line)
      switch line {
      case .request(let command, let program): try begin(command, program, body: value)
      case .received where takesReceived:
        program = program ?? .driver
        truncated = nil
        let requester = requester
        try perform(try readValue(from: value, spansLines: true))
        requests[requester] = nil
      case .retry where program == .client: repeating.insert(worker)
      case .value(let program, let isResponse) where program == self.program:
        try take(value, of: program, isResponse: isResponse)
      default: break
      }
    }
    try checkBody()
    guard hasActions else { throw ScriptError(.driverLog(.noActions), at: ScriptPosition(file: file)) }
    for touch in ticks.sorted { statements.append(touch.statement(at: places[touch.offset])) }
  }

  /// Reads the next line.
  ///
  /// - Parameter continues: True if it may belong to the value before.
  /// - Returns: false at the end of the log.
  private mutating func advance(continues: Bool = false) throws(ScriptError) -> Bool {
    guard try lines.advance() else { return false }
    line = DriverLogLine.withoutColors(lines.line)
    if continues {
      shown.text.append(Lexer.newline)
      shown.text += line
    } else {
      shown = (lines.number, Array(line))
    }
    return true
  }

  /// The worker of the line.
  private var worker: [UInt8] { Array(DriverLogLine.worker(line)) }

  /// The worker whose request the line continues. Some servers write requests without a session, and responses with one.
  private var requester: [UInt8] {
    let worker = worker
    return requests[worker] == nil ? [] : worker
  }

  // MARK: Requests

  private mutating func begin(
    _ command: DriverLogLine.Command, _ program: DriverLogLine.Program, body: ArraySlice<UInt8>
  ) throws(ScriptError) {
    if self.program == nil { self.program = program }
    guard program == self.program else { return }
    try checkBody()
    let isRepeated = repeating.remove(worker) != nil
    switch command {
    case .performActions where isRepeated: requests[worker] = nil
    case .performActions(let session):
      try enter(session)
      requests[worker] = .performActions
    case .getRectangle(let element): requests[worker] = .getRectangle(element)
    case .releaseActions(let session):
      requests[worker] = nil
      try enter(session)
      try release()
    case .other: requests[worker] = nil
    }
    try take(body, of: program, isResponse: false)
  }

  /// A session begins with all fingers up. Two sessions at the same time are two devices.
  private mutating func enter(_ session: String) throws(ScriptError) {
    guard session != sessions.last else { return }
    if let last = sessions.last {
      guard !sessions.contains(session) else {
        throw ScriptError(.driverLog(.sessions(last, session)), at: lines.position)
      }
      try release()
    }
    sessions.append(session)
  }

  private mutating func release() throws(ScriptError) {
    places.append(lines.position)
    try ScriptError.placing(at: lines.position, ticks.release(at: places.count - 1))
  }

  /// - Throws: An error if the last request was truncated and not written again.
  private mutating func checkBody() throws(ScriptError) {
    guard let truncated else { return }
    shown = (truncated.position.line, truncated.line)
    throw ScriptError(.driverLog(.truncated), at: truncated.position)
  }

  /// True if actions that a driver has received are not in the log yet.
  private var takesReceived: Bool {
    if truncated != nil || program == nil || program == .driver { return true }
    if program == .server, case .performActions? = requests[requester] { return true }
    return false
  }

  private mutating func take(
    _ text: ArraySlice<UInt8>, of program: DriverLogLine.Program, isResponse: Bool
  ) throws(ScriptError) {
    guard text.first == UInt8(ascii: "{") else { return }
    let requester = requester
    switch requests[requester] {
    case nil: break
    case .performActions:
      guard truncated == nil, !isResponse else { break }
      let value = try readValue(from: text, spansLines: program == .client)
      guard value.isComplete else {
        truncated = (value.start, Array(line))
        break
      }
      try perform(value)
      requests[requester] = nil
    case .getRectangle(let element):
      let value = try readValue(from: text, spansLines: program == .client)
      // A response without a rectangle is the error of a missing element.
      if let json = try? value.parse(limits) { take(json, element: element) }
    }
  }

  private mutating func take(_ json: JSONValue, element: DriverLogLine.Element) {
    guard case .object(let members) = json.kind else { return }
    let object = JSONObject(members: members, offset: 0)
    if let value = object["value"] { return take(value, element: element) }
    func pair(_ one: String, _ other: String) -> (Double, Double)? {
      guard let a = object[one]?.number, let b = object[other]?.number,
        StreamTouch.Range.coordinate.contains(a), StreamTouch.Range.coordinate.contains(b)
      else { return nil }
      return (a, b)
    }
    if let (x, y) = pair("x", "y") { rectangles[element, default: Rectangle()].origin = Point(x: x, y: y) }
    if let (width, height) = pair("width", "height") {
      rectangles[element, default: Rectangle()].size = Size(width: width, height: height)
    }
  }

  // MARK: Actions

  private mutating func perform(_ value: DriverLogValue) throws(ScriptError) {
    let json = try value.parse(limits)
    var context = ActionContext(elements: stated, isLog: true)
    for (element, rectangle) in rectangles where element.session == sessions.last ?? "" {
      if let center = rectangle.center { context.elements[element.name] = center }
    }
    let sources = try ScriptError.placing(by: value.position) { () throws(ScriptError) in
      var list = json
      if case .object(let members) = json.kind {
        list = try JSONObject(members: members, offset: json.offset).required("actions")
      }
      var sources: [ActionSource] = []
      for item in try list.array("an array for 'actions'") {
        let object = try item.object("an object for an input source")
        guard let name = try object.string("id") else { throw object.missing("id") }
        var errors: [ScriptError] = []
        var source = try ActionSource(
          object, touch: fingers[name] ?? fingers.count + 1, context, errors: &errors)
        if let error = errors.first { throw error }
        if let touch = source.touch { fingers[name] = touch }
        for index in source.items.indices {
          places.append(value.position(at: source.items[index].offset))
          source.items[index].offset = places.count - 1
        }
        sources.append(source)
      }
      return sources
    }
    hasActions = true
    let positions = places
    try ScriptError.placing(by: { positions[$0] }) { () throws(ScriptError) in try ticks.play(sources) }
  }

  // MARK: Values

  /// Reads a value that begins on the present line.
  ///
  /// - Parameter spansLines: True if it continues until its brackets are closed.
  private mutating func readValue(
    from text: ArraySlice<UInt8>, spansLines: Bool
  ) throws(ScriptError) -> DriverLogValue {
    var value = DriverLogValue(start: lines.position, isInspected: program == .client)
    value.add(text, of: lines.number, column: text.startIndex - line.startIndex)
    guard spansLines else { return value }
    let worker = self.worker
    while !value.isComplete {
      guard try advance(continues: true) else { throw ScriptError(.driverLog(.unfinished), at: value.start) }
      // Lines of other workers can be between those of the value.
      if !worker.isEmpty, !self.worker.isEmpty, self.worker != worker { continue }
      switch DriverLogLine.read(line).line {
      case .request, .received, .retry, .value(.client, _):
        throw ScriptError(.driverLog(.unfinished), at: value.start)
      case .value, .other: break
      }
      let part = DriverLogLine.withoutPrefix(line)
      value.add(part, of: lines.number, column: part.startIndex - line.startIndex)
    }
    return value
  }
}
