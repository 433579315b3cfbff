import FoundationEssentials
import FrameKit

/// Something that is said to people as text and to programs as an object of JSON.
protocol Record: Encodable {
  /// As lines for people, without their ends.
  var lines: [String] { get }
}

extension Record {
  /// With line ends. Nothing within a line ends it.
  var text: String { lines.map { $0.printable + "\n" }.joined() }
}

extension Console {
  static func report(_ record: some Record, json: Bool) {
    if json { report(json: record) } else { out(record.text) }
  }

  /// One JSON object on a line, its keys in a fixed order.
  static func report(json value: some Encodable, lastly: () -> Void = {}) {
    out(line(json: value), lastly: lastly)
  }

  /// The same of many, which are handed on in larger pieces.
  static func report(jsonLines values: [some Encodable]) {
    var text: [UInt8] = []
    for value in values {
      text += line(json: value)
      if text.count > 1 << 16 {
        out(text)
        text = []
      }
    }
    out(text)
  }

  /// With its end.
  static func line(json value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // JSON has no such numbers, and a script can come to them.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    do {
      return Array(try encoder.encode(value)).withoutTerminalControls + [UInt8(ascii: "\n")]
    } catch {
      // Every field is a string, a number or a list of them.
      preconditionFailure("a report cannot be written as JSON: \(error)")
    }
  }
}

extension [UInt8] {
  /// JSON with DEL and the controls from U+0080 to U+009F spelled by number: JSON allows them as they are, and some
  /// terminals take them for commands. All others are spelled by the encoder.
  fileprivate var withoutTerminalControls: [UInt8] {
    guard contains(where: { $0 == 0x7F || $0 == 0xC2 }) else { return self }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 64)
    var index = startIndex
    while index < endIndex {
      let byte = self[index]
      let next = index + 1 < endIndex ? self[index + 1] : 0
      if byte == 0x7F {
        bytes += "\\u007f".utf8
      } else if byte == 0xC2, (0x80...0x9F).contains(next) {
        // In UTF-8 these are 0xC2 and their own number.
        bytes += "\\u00\(String(next, radix: 16))".utf8
        index += 1
      } else {
        bytes.append(byte)
      }
      index += 1
    }
    return bytes
  }
}
