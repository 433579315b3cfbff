/// A line of the log of a WebDriver server or client: of Appium, or of WebdriverIO.
///
/// Appium writes these lines, after a time, the level and names in brackets. In some versions, the body is on the line after its
/// request:
///
///     [HTTP] --> POST /session/61f1/actions {"actions":[{"type":"pointer", ...}]}
///     [AndroidUiautomator2Driver@3ebe] Received the following W3C actions: [
///     [AndroidUiautomator2Driver@3ebe] Got response with status 200: {"value":{"x":357,"y":185,"width":883,"height":704}}
///     [XCUITestDriver@1c2d] Responding to client with driver.getElementRect() result: {"x":357, ...}
///     [HTTP] <-- GET /session/61f1/element/DA99/rect 200 97 ms - 103
///
/// WebdriverIO writes values as `util.inspect` of Node.js does:
///
///     [0-0] 2024-05-01T10:00:00.000Z INFO webdriver: [POST] http://localhost:4723/session/61f1/actions
///     [0-0] 2024-05-01T10:00:00.000Z INFO webdriver: DATA {
///     [0-0]   actions: [ { type: 'pointer', id: 'finger1', ... } ]
///     [0-0] 2024-05-01T10:00:00.100Z INFO webdriver: RESULT { x: 357, y: 185, width: 883, height: 704 }
enum DriverLogLine {
  /// The program whose requests a line has. A log can have those of several, for the same requests.
  enum Program {
    case client, server
    /// The driver that a server has started.
    case driver
  }

  enum Command {
    case performActions(session: String)
    case releaseActions(session: String)
    /// Asks for the place or the size of an element.
    case getRectangle(Element)
    case other
  }

  /// An element of a session.
  struct Element: Hashable {
    var session: String
    var name: String
  }

  case request(Command, Program)
  /// The actions as the driver has received them, on this line and those that follow.
  case received
  /// The body of the present request, or a value of its response.
  case value(Program, isResponse: Bool)
  /// The client sends its last request again.
  case retry
  case other

  /// Returns whether the log of a driver begins with these lines. No statement begins with a time or a name in brackets.
  static func begins(_ lines: [ArraySlice<UInt8>]) -> Bool {
    let words = ["-->", "<--", "webdriver", "wdio", "Appium", "HTTP", "W3C"].map { Array($0.utf8) }
    return lines.contains { line in
      let line = withoutColors(line)
      let start = line.drop { $0 == 0x20 || $0 == 0x09 }
      let rest = withoutPrefix(line)
      return rest.startIndex > start.startIndex && words.contains { start.range(of: $0) != nil }
    }
  }

  /// Reads a line.
  ///
  /// - Returns: The line, and the text of its value.
  static func read(_ line: ArraySlice<UInt8>) -> (line: Self, value: ArraySlice<UInt8>) {
    let rest = withoutPrefix(line)
    if rest.first == UInt8(ascii: "{") { return (.value(.server, isResponse: false), rest) }
    if let end = line.range(of: marks.request)?.upperBound {
      let words = line[end...].split(separator: 0x20, maxSplits: 2)
      guard words.count > 1, methods.contains(where: words[0].elementsEqual) else { return (.other, []) }
      return (.request(command(words[0], words[1]), .server), words.count > 2 ? words[2] : [])
    }
    if let end = line.range(of: marks.client)?.upperBound {
      let rest = line[end...]
      if rest.starts(with: marks.data) {
        return (.value(.client, isResponse: false), rest.dropFirst(marks.data.count))
      }
      if rest.starts(with: marks.result) {
        return (.value(.client, isResponse: true), rest.dropFirst(marks.result.count))
      }
      if rest.starts(with: marks.retry) { return (.retry, []) }
      // `[POST] http://localhost:4723/session/61f1/actions`
      let words = rest.split(separator: 0x20, maxSplits: 2)
      guard words.count > 1, words[0].first == UInt8(ascii: "["), words[0].last == UInt8(ascii: "]") else {
        return (.other, [])
      }
      return (.request(command(words[0].dropFirst().dropLast(), words[1]), .client), [])
    }
    if let end = line.range(of: marks.received)?.upperBound { return (.received, line[end...]) }
    for mark in [marks.status, marks.returned] {
      if let end = line.range(of: mark)?.upperBound,
        let brace = line[end...].firstIndex(of: UInt8(ascii: "{"))
      {
        return (.value(.server, isResponse: true), line[brace...])
      }
    }
    return (.other, [])
  }

  private static let marks = (
    request: Array("--> ".utf8), client: Array(" webdriver: ".utf8), data: Array("DATA ".utf8),
    result: Array("RESULT ".utf8), retry: Array("Retrying ".utf8),
    received: Array("Received the following W3C actions: ".utf8),
    status: Array("Got response with status ".utf8), returned: Array("() result: ".utf8)
  )

  private static let methods = ["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS"].map { Array($0.utf8) }

  private static func command(_ method: ArraySlice<UInt8>, _ url: ArraySlice<UInt8>) -> Command {
    let parts = url.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
    switch (String(decoding: method, as: UTF8.self), parts.last) {
    case ("POST", "actions"): return .performActions(session: parts.dropLast().last ?? "")
    case ("DELETE", "actions"): return .releaseActions(session: parts.dropLast().last ?? "")
    case ("GET", "rect"), ("GET", "location"), ("GET", "location_in_view"), ("GET", "size"):
      // `session/61f1/element/DA99/rect`
      let last = parts.suffix(4)
      guard last.count == 4, last[last.endIndex - 3] == "element" else { return .other }
      return .getRectangle(Element(session: last[last.startIndex], name: last[last.endIndex - 2]))
    default: return .other
    }
  }

  // MARK: Parts of lines

  /// Returns a line without the sequences that set the colors of a terminal.
  static func withoutColors(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let escape: UInt8 = 0x1B
    guard line.contains(escape) else { return line }
    var plain: [UInt8] = []
    var rest = line
    while let start = rest.firstIndex(of: escape) {
      plain += rest[..<start]
      rest = rest[(start + 1)...]
      guard rest.first == UInt8(ascii: "[") else { continue }
      rest = rest.dropFirst().drop { Lexer.isDigit($0) || ";-".utf8.contains($0) }.dropFirst()
    }
    return plain[...] + rest
  }

  /// Returns the name in brackets at the start of a line: the number of a test worker, `[0-1]`, or the start of a session's ID.
  static func worker(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard line.first == UInt8(ascii: "["), let end = line.firstIndex(of: UInt8(ascii: "]")) else { return [] }
    let name = line[line.index(after: line.startIndex)..<end]
    let isWorker = name.allSatisfy {
      Lexer.isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) || $0 == UInt8(ascii: "-")
    }
    return isWorker && name.contains(where: { Lexer.isDigit($0) }) ? name : []
  }

  /// Returns a line without its time, level and names in brackets, and without blanks before the rest.
  static func withoutPrefix(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = line
    while true {
      rest = rest.drop { $0 == 0x20 || $0 == 0x09 }
      if rest.first == UInt8(ascii: "[") {
        guard let end = rest.firstIndex(of: UInt8(ascii: "]")) else { return rest }
        let name = rest[rest.index(after: rest.startIndex)..<end]
        let isName = name.allSatisfy { Lexer.isWordByte($0) || " @().:".utf8.contains($0) }
        guard isName, !name.isEmpty, !Self.inspected.contains(where: name.elementsEqual) else { return rest }
        rest = rest[(end + 1)...]
      } else if Lexer.isDigit(rest.first) {
        // `2024-05-01T10:00:00.000Z`, or two words, `2024-05-01 10:00:00:000`
        let word = rest.prefix { $0 != 0x20 }
        let separators = word.count { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ":") }
        guard separators >= 2, word.allSatisfy({ Lexer.isDigit($0) || "-:.TZ".utf8.contains($0) }) else {
          return rest
        }
        rest = rest[word.endIndex...]
      } else if rest.starts(with: "- ".utf8) {
        rest = rest.dropFirst(2)
      } else if let level = levels.first(where: rest.starts(with:)) {
        rest = rest.dropFirst(level.count)
      } else {
        return rest
      }
    }
  }

  private static let levels = ["info: ", "debug: ", "warn: ", "error: "].map { Array($0.utf8) }
  /// What stands for deep values.
  private static let inspected = ["Object", "Array"].map { Array($0.utf8) }
}

extension ArraySlice<UInt8> {
  /// Returns the first range of these bytes.
  fileprivate func range(of part: [UInt8]) -> Range<Int>? {
    var start = startIndex
    while let first = self[start...].firstIndex(of: part[0]) {
      if self[first...].starts(with: part) { return first..<first + part.count }
      start = first + 1
    }
    return nil
  }
}
