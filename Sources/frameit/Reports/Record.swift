import FoundationEssentials

/// Something that is said to people as text and to programs as an object of JSON.
protocol Record: Encodable {
  /// With line ends.
  var text: String { get }
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
    do {
      return Array(try encoder.encode(value)) + [UInt8(ascii: "\n")]
    } catch {
      // Every field is a string, a finite number or a list of them.
      preconditionFailure("a report cannot be written as JSON: \(error)")
    }
  }
}
