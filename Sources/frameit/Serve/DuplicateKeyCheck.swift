import FoundationEssentials

/// Looks for keys that stand twice in an object: whoever reads it takes one of the values, and the other is lost.
struct DuplicateKeyCheck {
  private struct Level {
    var isObject: Bool
    /// Whether the next string is a key.
    var awaitsKey: Bool
    var keys: Set<String> = []
  }

  private let bytes: [UInt8]
  private var at = 0
  private var levels: [Level] = []

  /// - Parameter bytes: of a value of JSON, which is known to be one.
  /// - Returns: the first key that its object has already.
  static func repeated(in bytes: [UInt8]) -> String? {
    var keys = DuplicateKeyCheck(bytes: bytes)
    return keys.repeated()
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func repeated() -> String? {
    while at < bytes.count {
      let byte = bytes[at]
      at += 1
      switch byte {
      case UInt8(ascii: "{"): levels.append(Level(isObject: true, awaitsKey: true))
      case UInt8(ascii: "["): levels.append(Level(isObject: false, awaitsKey: false))
      case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = levels.popLast()
      case UInt8(ascii: ","):
        if let level = levels.last, level.isObject { levels[levels.count - 1].awaitsKey = true }
      case UInt8(ascii: "\""):
        let text = string()
        guard levels.last?.awaitsKey == true else { continue }
        levels[levels.count - 1].awaitsKey = false
        let key = Self.decoded(text)
        guard levels[levels.count - 1].keys.insert(key).inserted else { return key }
      default: break
      }
    }
    return nil
  }

  /// What stands up to the quote that ends it, as it is spelled.
  private mutating func string() -> ArraySlice<UInt8> {
    let start = at
    while at < bytes.count, bytes[at] != UInt8(ascii: "\"") { at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1 }
    defer { at += 1 }
    return bytes[start..<min(at, bytes.count)]
  }

  private static func decoded(_ text: ArraySlice<UInt8>) -> String {
    let quote = [UInt8(ascii: "\"")]
    guard text.contains(UInt8(ascii: "\\")),
      let key = try? JSONDecoder().decode(String.self, from: Data(quote + text + quote))
    else { return String(decoding: text, as: UTF8.self) }
    return key
  }
}
