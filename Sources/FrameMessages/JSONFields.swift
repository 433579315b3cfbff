/// A JSON object, made of names and values. A field whose value is nil is left out.
package struct JSONFields: Encodable, Sendable, ExpressibleByDictionaryLiteral {
  /// An array, because objects have few fields, and most are only written.
  private var fields: [(name: String, value: any Encodable & Sendable)] = []

  package init(dictionaryLiteral elements: (String, (any Encodable & Sendable)?)...) {
    fields.reserveCapacity(elements.count)
    for case (let name, let value?) in elements { fields.append((name, value)) }
  }

  package subscript(name: String) -> (any Encodable & Sendable)? {
    get { fields.first { $0.name == name }?.value }
    set {
      fields.removeAll { $0.name == name }
      if let newValue { fields.append((name, newValue)) }
    }
  }

  /// Adds the fields of another object. They replace fields with the same names.
  package mutating func add(_ other: JSONFields) {
    for (name, value) in other.fields { self[name] = value }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    for (name, value) in fields {
      let key = Name(stringValue: name)
      // The encoder is faster for these types than for `any Encodable`.
      switch value {
      case let number as Double: try container.encode(number, forKey: key)
      case let text as String: try container.encode(text, forKey: key)
      case let number as Int: try container.encode(number, forKey: key)
      case let flag as Bool: try container.encode(flag, forKey: key)
      default: try container.encode(value, forKey: key)
      }
    }
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
  }
}
