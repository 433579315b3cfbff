import FoundationEssentials

/// A JSON value (RFC 8259). Whole numbers of 64 bits keep their exact value.
package enum JSON: Codable, Sendable {
  case null
  case boolean(Bool)
  case whole(Int64)
  case natural(UInt64)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  package init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let text = try? value.decode(String.self) {
      self = .string(text)
    } else if let boolean = try? value.decode(Bool.self) {
      self = .boolean(boolean)
    } else if let whole = try? value.decode(Int64.self) {
      self = .whole(whole)
    } else if let natural = try? value.decode(UInt64.self) {
      self = .natural(natural)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let array = try? value.decode([JSON].self) {
      self = .array(array)
    } else {
      self = .object(try value.decode([String: JSON].self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .null: try value.encodeNil()
    case .boolean(let boolean): try value.encode(boolean)
    case .whole(let whole): try value.encode(whole)
    case .natural(let natural): try value.encode(natural)
    case .number(let number): try value.encode(number)
    case .string(let text): try value.encode(text)
    case .array(let array): try value.encode(array)
    case .object(let object): try value.encode(object)
    }
  }
}

/// Finds keys that occur twice in an object. The JSON decoder keeps one of the values and drops the other.
package struct DuplicateKeyCheck {
  private struct Level {
    var isObject: Bool
    /// True if the next string is a key.
    var awaitsKey: Bool
    package var keys: Set<String> = []
  }

  private let bytes: [UInt8]
  private var at = 0
  private var levels: [Level] = []

  /// Returns the first key that its object already has; nil if there is none.
  ///
  /// - Parameter bytes: Valid JSON.
  package static func firstDuplicate(in bytes: [UInt8]) -> String? {
    var keys = DuplicateKeyCheck(bytes: bytes)
    return keys.firstDuplicate()
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func firstDuplicate() -> String? {
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

  /// Reads a string up to its closing quote, without decoding escapes.
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
