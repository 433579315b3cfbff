/// An event of a touchscreen (https://docs.kernel.org/input/event-codes.html).
struct InputEvent {
  static let synchronization = 0, absolute = 3
  static let report = 0, contactReport = 2, dropped = 3
  static let slot = 0x2F, x = 0x35, y = 0x36, tracking = 0x39

  /// In seconds.
  var time: Double
  var type: Int
  var code: Int
  var value: Int
}

/// A line of a log of input events: of Android's `getevent -lt` or `getevent -t`, of a listing by `getevent -lp`, or of a
/// recording of evemu or of `libinput record`.
enum InputLogLine {
  /// - Parameter device: The path of the device; empty without one, and nil for the device that was named last.
  case event(InputEvent, device: ArraySlice<UInt8>?)
  /// The device of the lines that follow.
  case device(String)
  /// The least and greatest numbers of an axis.
  case range(ClosedRange<Double>, code: Int)
  /// A line that does not matter.
  case other

  /// Returns whether a log of input events begins with these lines.
  static func begins(_ lines: [ArraySlice<UInt8>]) -> Bool {
    for line in lines.prefix(40) {
      let line = String(decoding: line.drop(while: isBlank), as: UTF8.self)
      if ["add device ", "# EVEMU", "E: ", "# libinput record"].contains(where: { line.hasPrefix($0) }) {
        return true
      }
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

  /// Reads a line.
  ///
  /// - Returns: nil for a line that has the form of an event or a range, but not its numbers.
  init?(_ line: ArraySlice<UInt8>) {
    var words = Words(rest: line)
    guard let first = words.next() else {
      self = .other
      return
    }
    if first.first == UInt8(ascii: "[") {
      guard let event = Self.getevent(line) else { return nil }
      self = event
    } else if first.elementsEqual("E:".utf8) {
      guard let time = words.next().flatMap(Self.decimal), let type = words.next().flatMap(Self.hexadecimal),
        let code = words.next().flatMap(Self.hexadecimal),
        let value = words.next().flatMap(Self.decimal).flatMap({ Int(exactly: $0) })
      else { return nil }
      self = .event(InputEvent(time: time, type: type, code: code, value: value), device: [])
    } else if first.elementsEqual("-".utf8), let second = words.next() {
      guard let item = Self.libinput(second, words, line) else { return nil }
      self = item
    } else if first.elementsEqual("53:".utf8) || first.elementsEqual("54:".utf8) {
      // Of `absinfo` of libinput: the least and the greatest number, and three others.
      guard let numbers = Self.numbers(line, 5), numbers[0] < numbers[1] else { return nil }
      self = .range(
        numbers[0]...numbers[1],
        code: first.first == UInt8(ascii: "5") && first.dropFirst().first == UInt8(ascii: "3")
          ? InputEvent.x : InputEvent.y)
    } else if first.elementsEqual("A:".utf8) {
      guard let code = words.next().flatMap(Self.hexadecimal), let low = words.next().flatMap(Self.decimal),
        let high = words.next().flatMap(Self.decimal), low < high
      else { return nil }
      self = .range(low...high, code: code)
    } else {
      self = Self.listing(line)
    }
  }

  // MARK: Formats

  /// `[   76312.284316] /dev/input/event2: EV_ABS ABS_MT_POSITION_X 000001e8`, with names or numbers. The device is missing if
  /// only one is recorded.
  private static func getevent(_ line: ArraySlice<UInt8>) -> Self? {
    // The time may touch the bracket or not.
    let inside = line.drop { $0 != UInt8(ascii: "[") }.dropFirst()
    guard let close = inside.firstIndex(of: UInt8(ascii: "]")), let time = decimal(inside[..<close]) else {
      return nil
    }
    var words = Words(rest: inside[(close + 1)...])
    guard var typeName = words.next() else { return nil }
    var device: ArraySlice<UInt8> = []
    if typeName.last == UInt8(ascii: ":") {
      device = typeName.dropLast()
      guard let word = words.next() else { return nil }
      typeName = word
    }
    guard let codeName = words.next(), let number = words.next() else { return nil }
    guard let type = code(typeName), let code = code(codeName) else { return .other }
    // Labels of keys, such as DOWN, are no numbers. Numbers have eight digits; fewer are what a cut line has left.
    let value = hexadecimal(number)
    if type == InputEvent.absolute, value == nil || number.count != 8 { return nil }
    return .event(
      InputEvent(
        time: time, type: type, code: code, value: value.map { Int(Int32(truncatingIfNeeded: $0)) } ?? 0),
      device: device)
  }

  /// An item of a list of `libinput record`: `- node: /dev/input/event9`, the device of what follows, or an event
  /// `- [SECONDS, MICROSECONDS, TYPE, CODE, VALUE]`.
  private static func libinput(
    _ second: ArraySlice<UInt8>, _ words: Words, _ line: ArraySlice<UInt8>
  ) -> Self? {
    var words = words
    if second.elementsEqual("node:".utf8), let path = words.next() { return .device(text(path)) }
    guard second.first == UInt8(ascii: "[") else { return .other }
    guard let numbers = numbers(line, 5), let type = Int(exactly: numbers[2]),
      let code = Int(exactly: numbers[3]), let value = Int(exactly: numbers[4])
    else { return nil }
    return .event(
      InputEvent(time: numbers[0] + numbers[1] / 1e6, type: type, code: code, value: value), device: nil)
  }

  /// A line of `getevent -p`: the path of a device, or the range of an axis.
  private static func listing(_ line: ArraySlice<UInt8>) -> Self {
    let words = line.split(whereSeparator: isBlank).map(text)
    if words.count >= 4, words[0] == "add", words[1] == "device" { return .device(words[3]) }
    guard let low = words.firstIndex(of: "min"), let high = words.firstIndex(of: "max"), low > 0,
      high + 1 < words.count,
      let least = decimal(ArraySlice(words[low + 1].filter { $0 != "," }.utf8)),
      let most = decimal(ArraySlice(words[high + 1].filter { $0 != "," }.utf8)),
      least < most, let colon = words.firstIndex(of: ":"), colon > 0
    else { return .other }
    let name = words[colon - 1]
    guard let code = named(ArraySlice(name.utf8)) ?? Int(name, radix: 16) else { return .other }
    return .range(least...most, code: code)
  }

  // MARK: Words and numbers

  /// The words of a line. A log has a million lines, so no array is made.
  private struct Words {
    var rest: ArraySlice<UInt8>

    mutating func next() -> ArraySlice<UInt8>? {
      rest = rest.drop(while: isBlank)
      let word = rest.prefix { !isBlank($0) }
      rest = rest[word.endIndex...]
      return word.isEmpty ? nil : word
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  /// The names of the few codes that count.
  private static let names: [(name: [UInt8], code: Int)] = [
    ("ABS_MT_POSITION_X", InputEvent.x), ("ABS_MT_POSITION_Y", InputEvent.y),
    ("ABS_MT_SLOT", InputEvent.slot), ("ABS_MT_TRACKING_ID", InputEvent.tracking),
    ("SYN_REPORT", InputEvent.report), ("SYN_MT_REPORT", InputEvent.contactReport),
    ("SYN_DROPPED", InputEvent.dropped), ("EV_SYN", InputEvent.synchronization),
    ("EV_ABS", InputEvent.absolute),
  ].map { (Array($0.0.utf8), $0.1) }

  private static func named(_ word: ArraySlice<UInt8>) -> Int? {
    names.first { $0.name.count == word.count && $0.name.elementsEqual(word) }?.code
  }

  private static func code(_ word: ArraySlice<UInt8>) -> Int? {
    // Numbers have no capital letters.
    guard let first = word.first, first >= UInt8(ascii: "A"), first <= UInt8(ascii: "Z") else {
      return hexadecimal(word)
    }
    return named(word)
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
    guard digits.count <= 32, let number = Double(text(digits)), number.isFinite else { return nil }
    return number
  }

  /// Returns the numbers of `[A, B, C]`; nil if they are not as many.
  private static func numbers(_ line: ArraySlice<UInt8>, _ count: Int) -> [Double]? {
    let inside = line.drop { $0 != UInt8(ascii: "[") }.dropFirst()
    guard let close = inside.firstIndex(of: UInt8(ascii: "]")) else { return nil }
    let numbers = inside[..<close].split(separator: UInt8(ascii: ",")).compactMap(decimal)
    return numbers.count == count ? numbers : nil
  }
}
