import FoundationEssentials

/// The form of records that are printed for other programs.
package enum JSONLine {
  /// Returns a value as one line of JSON, with its newline.
  package static func bytes(of value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // JSON has no such numbers, but scripts can compute them.
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
  /// JSON text with DEL and the control characters U+0080 to U+009F escaped. JSON allows them unescaped, but some
  /// terminals interpret them. The encoder escapes all other control characters.
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
        // In UTF-8 these characters are 0xC2 followed by their number.
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
