import FrameScript

extension JSONValue: Encodable {
  package func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch kind {
    case .null: try value.encodeNil()
    case .boolean(let boolean): try value.encode(boolean)
    case .whole(let whole): try value.encode(whole)
    case .natural(let natural): try value.encode(natural)
    case .number(let number): try value.encode(number)
    case .string(let text): try value.encode(text)
    case .array(let array): try value.encode(array)
    case .object(let members):
      try value.encode(Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first })
    }
  }
}
