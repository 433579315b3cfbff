/// A value of JSON (RFC 8259). Whole numbers of 64 bits are kept as they are.
enum JSON: Codable, Sendable {
  case null
  case boolean(Bool)
  case whole(Int64)
  case natural(UInt64)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  init(from decoder: any Decoder) throws {
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

  func encode(to encoder: any Encoder) throws {
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
