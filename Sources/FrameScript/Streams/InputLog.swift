import FrameGeometry
import FrameGesture
import FrameImage
import FrameScene

/// Where a touchscreen shows what it touches, as `include` states it.
struct TouchscreenFrame: Equatable {
  /// As shown; nil for a pixel for each unit of the axes.
  var screen: Size?
  /// Clockwise, of the picture on the touchscreen: 0, 1, 2 or 3 quarters.
  var quarters = 0
  /// The numbers of the axes; nil for those that the log has.
  var ranges: (x: ClosedRange<Double>, y: ClosedRange<Double>)?

  static func == (a: Self, b: Self) -> Bool {
    a.screen == b.screen && a.quarters == b.quarters && a.ranges?.x == b.ranges?.x
      && a.ranges?.y == b.ranges?.y
  }
}

/// What is wrong with a log of input events.
package enum InputLogProblem: Equatable, Sendable {
  /// Neither the log nor `include` has the ranges of the axes.
  case noRanges
  /// A finger moves or goes up that did not come down in the log.
  case begun
  /// Seconds.
  case timeGoesBack(from: Double, to: Double)
  /// Two touchscreens.
  case devices(String, String)
  /// The kernel lost events.
  case dropped
  /// A line that is none of the log.
  case line(String)
}

/// Reads the touches of Linux input events: Android's `getevent -lt` or `getevent -t`, also after a listing by `getevent -lp`, and
/// recordings of evemu and of `libinput record`. Both multitouch protocols are read (https://docs.kernel.org/input/multi-touch-protocol.html).
struct InputLogReader {
  private(set) var error: ScriptError?
  private(set) var statements: [Statement] = []
  private let lexer: Lexer
  private let frame: TouchscreenFrame
  private let limits: Limits

  private enum Code {
    static let slot = 0x2F, x = 0x35, y = 0x36, tracking = 0x39
    static let report = 0, contactReport = 2, dropped = 3
    static let synchronization = 0, absolute = 3
    /// The names of the few codes that count. A log has a million of them, so no string is made.
    static let names: [(name: [UInt8], code: Int)] = [
      ("ABS_MT_SLOT", slot), ("ABS_MT_POSITION_X", x), ("ABS_MT_POSITION_Y", y),
      ("ABS_MT_TRACKING_ID", tracking),
      ("SYN_REPORT", report), ("SYN_MT_REPORT", contactReport), ("SYN_DROPPED", dropped),
      ("EV_SYN", synchronization), ("EV_ABS", absolute),
    ].map { (Array($0.0.utf8), $0.1) }

    static func named(_ word: ArraySlice<UInt8>) -> Int? {
      names.first { $0.name.count == word.count && $0.name.elementsEqual(word) }?.code
    }
  }

  /// A contact of protocol B, or one of the last report of protocol A.
  private struct Contact {
    var tracking: Int?
    var x: Double?
    var y: Double?
    /// The number of its touches; nil before it comes down.
    var finger: Int?
    var isLifted = false
    var isMoved = false
  }

  /// The path of the touchscreen, if lines have one.
  private var device: [UInt8]?
  /// The ranges of the axes, by the path of the device. The key "" has the ranges of the last listing.
  private var ranges: [String: [Int: ClosedRange<Double>]] = [:]
  private var listed = ""
  /// By slot; by place in the report in protocol A.
  private var contacts: [Int: Contact] = [:]
  private var slot = 0
  /// Contacts are reported one after another, and have no slots.
  private let isProtocolA: Bool
  private var reported: [Contact] = []
  private var pending = Contact()
  private var start: Double?
  private var last = -Double.infinity
  private var usedFingers: Set<Int> = []

  /// The first line of a recording of `libinput record`.
  private static let libinput = "# libinput record"

  /// Returns whether a text is such a log.
  static func reads(_ text: String) -> Bool {
    for line in text.prefix(4096).split(separator: "\n").prefix(40) {
      let line = line.drop { $0 == " " || $0 == "\t" || $0 == "\r" }
      let starts = ["add device ", "# EVEMU", "E: ", libinput]
      if starts.contains(where: { line.hasPrefix($0) }) { return true }
      // `[   76312.284316] /dev/input/event2: EV_ABS ...`; a list of JSON has no second number after its bracket.
      if line.hasPrefix("["), let end = line.firstIndex(of: "]") {
        let inside = line[line.index(after: line.startIndex)..<end].drop { $0 == " " }
        let rest = line[line.index(after: end)...]
        if inside.contains("."), Double(inside) != nil, rest.hasPrefix(" ") { return true }
      }
      if !line.isEmpty, !line.hasPrefix("#"), !line.hasPrefix("could not") { return false }
    }
    return false
  }

  init(_ text: String, file: Int, _ frame: TouchscreenFrame, limits: Limits) {
    let lexer = Lexer(text, file: file)
    self.lexer = lexer
    (self.frame, self.limits) = (frame, limits)
    // A recording of libinput lists the names of all events.
    isProtocolA =
      !text.hasPrefix(Self.libinput)
      && ["SYN_MT_REPORT", "0000 0002 0000"].contains { lexer.bytes.contains(Array($0.utf8)) }
  }

  mutating func read() {
    let bytes = lexer.bytes
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: Lexer.newline) ?? bytes.count
      do throws(ScriptError) {
        if limits.cancellation?.isCancelled == true { throw ScriptError(LimitExceeded.cancelled, at: start) }
        try take(bytes[start..<end], at: start)
      } catch {
        self.error = ScriptError(error.problem, at: lexer.position(at: start))
        return
      }
      start = end + 1
    }
  }

  // MARK: Lines

  private mutating func take(_ line: ArraySlice<UInt8>, at offset: Int) throws(ScriptError) {
    var words = line.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    guard let first = words.first else { return }
    if first.first == UInt8(ascii: "[") {
      // The time may touch the bracket or not.
      let inside = line.drop { $0 != UInt8(ascii: "[") }.dropFirst()
      guard let close = inside.firstIndex(of: UInt8(ascii: "]")),
        let time = Self.decimal(inside[..<close])
      else { throw wrong(line) }
      words = inside[(close + 1)...].split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
      var device: ArraySlice<UInt8> = []
      if let name = words.first, name.last == UInt8(ascii: ":") {
        device = name.dropLast()
        words.removeFirst()
      }
      guard words.count >= 3 else { throw wrong(line) }
      guard let type = Self.code(words[0]), let code = Self.code(words[1]) else { return }
      // Labels of keys, such as DOWN, are no numbers.
      let value = Self.hexadecimal(words[2]).map { Int(Int32(truncatingIfNeeded: $0)) } ?? 0
      try take(time, device, type, code, value, at: offset)
    } else if first.elementsEqual("E:".utf8) {
      guard words.count >= 5, let time = Self.decimal(words[1]), let type = Self.hexadecimal(words[2]),
        let code = Self.hexadecimal(words[3]),
        let value = Self.decimal(words[4]).flatMap({ Int(exactly: $0) })
      else { throw wrong(line) }
      try take(time, [], type, code, value, at: offset)
    } else if first.elementsEqual("-".utf8), words.count > 1 {
      try takeItem(words, line, at: offset)
    } else if first.elementsEqual("53:".utf8) || first.elementsEqual("54:".utf8) {
      // Of `absinfo`: the least and the greatest number, and three others.
      guard let numbers = Self.numbers(line, 5), numbers[0] < numbers[1] else { throw wrong(line) }
      let code = first.elementsEqual("53:".utf8) ? Code.x : Code.y
      ranges[listed, default: [:]][code] = numbers[0]...numbers[1]
    } else if first.elementsEqual("A:".utf8) {
      guard words.count >= 4, let code = Self.hexadecimal(words[1]), let low = Self.decimal(words[2]),
        let high = Self.decimal(words[3]), low < high
      else { throw wrong(line) }
      ranges["", default: [:]][code] = low...high
    } else {
      readListing(words)
    }
  }

  /// Reads an item of a list of `libinput record`: `- node: /dev/input/event9`, the device of what follows, or an event
  /// `- [SECONDS, MICROSECONDS, TYPE, CODE, VALUE]`.
  private mutating func takeItem(
    _ words: [ArraySlice<UInt8>], _ line: ArraySlice<UInt8>, at offset: Int
  ) throws(ScriptError) {
    if words[1].elementsEqual("node:".utf8), words.count > 2 {
      listed = Self.text(words[2])
    } else if words[1].first == UInt8(ascii: "[") {
      guard let numbers = Self.numbers(line, 5), let type = Int(exactly: numbers[2]),
        let code = Int(exactly: numbers[3]), let value = Int(exactly: numbers[4])
      else { throw wrong(line) }
      try take(
        numbers[0] + numbers[1] / 1e6, ArraySlice(listed.utf8), type, code, value, at: offset)
    }
  }

  /// Returns the numbers of `[A, B, C]`; nil if they are not as many.
  private static func numbers(_ line: ArraySlice<UInt8>, _ count: Int) -> [Double]? {
    let inside = line.drop { $0 != UInt8(ascii: "[") }.dropFirst()
    guard let close = inside.firstIndex(of: UInt8(ascii: "]")) else { return nil }
    let numbers = inside[..<close].split(separator: UInt8(ascii: ",")).compactMap(decimal)
    return numbers.count == count ? numbers : nil
  }

  /// Reads a line of `getevent -p`: the path of a device, or the range of an axis.
  private mutating func readListing(_ words: [ArraySlice<UInt8>]) {
    let words = words.map { String(decoding: $0, as: UTF8.self) }
    if words.count >= 4, words[0] == "add", words[1] == "device" {
      listed = words[3]
      return
    }
    guard let low = words.firstIndex(of: "min"), let high = words.firstIndex(of: "max"), low > 0,
      high + 1 < words.count,
      let least = Self.decimal(ArraySlice(words[low + 1].filter { $0 != "," }.utf8)),
      let most = Self.decimal(ArraySlice(words[high + 1].filter { $0 != "," }.utf8)),
      least < most, let colon = words.firstIndex(of: ":"), colon > 0
    else { return }
    let name = words[colon - 1]
    guard let code = Code.named(ArraySlice(name.utf8)) ?? Int(name, radix: 16) else { return }
    ranges[listed, default: [:]][code] = least...most
    ranges["", default: [:]][code] = least...most
  }

  private func wrong(_ line: ArraySlice<UInt8>) -> ScriptError {
    ScriptError(.inputLog(.line(String(decoding: line.prefix(60), as: UTF8.self))), at: 0)
  }

  private static func code(_ word: ArraySlice<UInt8>) -> Int? {
    // Numbers have no capital letters.
    guard let first = word.first, first >= UInt8(ascii: "A"), first <= UInt8(ascii: "Z") else {
      return hexadecimal(word)
    }
    return Code.named(word)
  }

  private static func hexadecimal(_ word: ArraySlice<UInt8>) -> Int? {
    guard !word.isEmpty, word.count <= 8 else { return nil }
    var value = 0
    for byte in word {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | Int(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | Int(byte - UInt8(ascii: "a") + 10)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): value = value << 4 | Int(byte - UInt8(ascii: "A") + 10)
      default: return nil
      }
    }
    return value
  }

  /// Returns a finite number.
  private static func decimal(_ word: ArraySlice<UInt8>) -> Double? {
    let digits = word.drop { $0 == 0x20 }
    guard digits.count <= 32, let number = Double(String(decoding: digits, as: UTF8.self)), number.isFinite
    else { return nil }
    return number
  }

  // MARK: Events

  private mutating func take(
    _ time: Double, _ path: ArraySlice<UInt8>, _ type: Int, _ code: Int, _ value: Int, at offset: Int
  ) throws(ScriptError) {
    if type == Code.absolute, code == Code.slot || code == Code.x || code == Code.y || code == Code.tracking {
      if let device, !device.elementsEqual(path) {
        throw problem(.devices(Self.text(device[...]), Self.text(path)))
      }
      if device == nil { device = Array(path) }
    }
    guard let device, device.elementsEqual(path) else { return }
    guard time >= last else { throw problem(.timeGoesBack(from: last, to: time)) }
    last = time
    switch (type, code) {
    case (Code.absolute, Code.slot): slot = value
    case (Code.absolute, Code.x): try change(at: offset) { $0.x = Double(value) }
    case (Code.absolute, Code.y): try change(at: offset) { $0.y = Double(value) }
    case (Code.absolute, Code.tracking): try track(value, time, at: offset)
    case (Code.synchronization, Code.contactReport):
      if pending.x != nil, pending.y != nil { reported.append(pending) }
      pending = Contact()
    case (Code.synchronization, Code.report): try report(time, at: offset)
    case (Code.synchronization, Code.dropped): throw problem(.dropped)
    default: break
    }
  }

  private func problem(_ problem: InputLogProblem) -> ScriptError { ScriptError(.inputLog(problem), at: 0) }

  /// Protocol A has no slots: what is known of a contact comes before its report.
  private mutating func change(at offset: Int, _ body: (inout Contact) -> Void) throws(ScriptError) {
    body(&pending)
    guard !isProtocolA, contacts[slot] != nil else { return }
    body(&contacts[slot]!)
    contacts[slot]!.isMoved = true
    pending = Contact()
  }

  private mutating func track(_ value: Int, _ time: Double, at offset: Int) throws(ScriptError) {
    pending.tracking = value
    guard !isProtocolA else { return }
    if value < 0 {
      guard contacts[slot] != nil else { throw problem(.begun) }
      contacts[slot]!.isLifted = true
    } else if contacts[slot]?.tracking != value {
      // Another contact in the slot: the one before is up.
      if let old = contacts[slot], old.finger != nil { try lift(old, time, at: offset) }
      if contacts[slot] == nil { try check(contacts.count + 1) }
      contacts[slot] = Contact(tracking: value, x: contacts[slot]?.x, y: contacts[slot]?.y)
    }
    pending = Contact()
  }

  private mutating func report(_ time: Double, at offset: Int) throws(ScriptError) {
    if isProtocolA {
      try reportA(time, at: offset)
    } else if pending.x != nil || pending.y != nil {
      throw problem(.begun)
    }
    for key in contacts.keys.sorted() {
      guard var contact = contacts[key] else { continue }
      if contact.isLifted {
        if contact.finger != nil { try lift(contact, time, at: offset) }
        contacts[key] = nil
        continue
      }
      guard let x = contact.x, let y = contact.y else { continue }
      if contact.finger == nil {
        contact.finger = (1...).first { !usedFingers.contains($0) }!
        usedFingers.insert(contact.finger!)
        try add(.down, contact.finger!, x, y, time, at: offset)
      } else if contact.isMoved {
        try add(.move, contact.finger!, x, y, time, at: offset)
      }
      contact.isMoved = false
      contacts[key] = contact
    }
  }

  /// Contacts keep their tracking ids, or else their order.
  private mutating func reportA(_ time: Double, at offset: Int) throws(ScriptError) {
    try check(reported.count)
    var next: [Int: Contact] = [:]
    for (place, contact) in reported.enumerated() {
      let key = contact.tracking ?? place
      var known = contacts[key] ?? Contact()
      known.isMoved = known.x != contact.x || known.y != contact.y
      (known.tracking, known.x, known.y) = (contact.tracking, contact.x, contact.y)
      next[key] = known
    }
    for (key, contact) in contacts where next[key] == nil {
      var lifted = contact
      lifted.isLifted = true
      next[key] = lifted
    }
    (contacts, reported) = (next, [])
  }

  /// Every report looks at all contacts, so their number has the limit of fingers.
  private func check(_ contacts: Int) throws(ScriptError) {
    guard contacts <= limits.fingers else {
      throw ScriptError(LimitExceeded(.fingers, needed: contacts, allowed: limits.fingers), at: 0)
    }
  }

  // MARK: Touches

  private mutating func lift(_ contact: Contact, _ time: Double, at offset: Int) throws(ScriptError) {
    guard let finger = contact.finger, let x = contact.x, let y = contact.y else { return }
    usedFingers.remove(finger)
    try add(.up, finger, x, y, time, at: offset)
  }

  private mutating func add(
    _ phase: TouchPhase, _ finger: Int, _ x: Double, _ y: Double, _ time: Double, at offset: Int
  ) throws(ScriptError) {
    let needed = statements.count + 1
    guard needed <= limits.touches else {
      throw ScriptError(LimitExceeded(.touches, needed: needed, allowed: limits.touches), at: offset)
    }
    let begin = start ?? time
    start = begin
    let touch = StreamTouch(
      time: ((time - begin) * 1e6).rounded() / 1e6, id: finger, phase: phase, point: try place(x, y),
      offset: offset)
    statements.append(touch.statement(at: lexer.position(at: offset)))
  }

  private var knownRanges: [Int: ClosedRange<Double>]? {
    ranges[Self.text((device ?? [])[...])] ?? ranges[""]
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  /// From the touchscreen's numbers to pixels of the screen, as Android's InputReader.
  private func place(_ x: Double, _ y: Double) throws(ScriptError) -> Point {
    let known = knownRanges
    guard let across = frame.ranges?.x ?? known?[Code.x], let down = frame.ranges?.y ?? known?[Code.y] else {
      throw problem(.noRanges)
    }
    func units(_ range: ClosedRange<Double>) -> Double { range.upperBound - range.lowerBound + 1 }
    let (width, height) = (units(across), units(down))
    let (u, v) = (x - across.lowerBound, y - down.lowerBound)
    // In units of the axes, and how many of them there are.
    let (right, below, size): (Double, Double, Size) =
      switch frame.quarters {
      case 1: (v, width - u, Size(width: height, height: width))
      case 2: (width - u, height - v, Size(width: width, height: height))
      case 3: (height - v, u, Size(width: height, height: width))
      default: (u, v, Size(width: width, height: height))
      }
    let screen = frame.screen ?? size
    return Point(x: right * screen.width / size.width, y: below * screen.height / size.height)
  }
}

extension [UInt8] {
  /// Returns whether these bytes contain others.
  fileprivate func contains(_ part: [UInt8]) -> Bool {
    var start = startIndex
    while let first = self[start...].firstIndex(of: part[0]) {
      if self[first...].starts(with: part) { return true }
      start = first + 1
    }
    return false
  }
}
