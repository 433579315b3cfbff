/// A JSON object whose fields are given by their names. A field of nil is left out.
package struct JSONFields: Encodable, Sendable, ExpressibleByDictionaryLiteral {
  private var fields: [String: any Encodable & Sendable] = [:]

  package init(dictionaryLiteral elements: (String, (any Encodable & Sendable)?)...) {
    for (name, value) in elements { self[name] = value }
  }

  package subscript(name: String) -> (any Encodable & Sendable)? {
    get { fields[name] }
    set { fields[name] = newValue }
  }

  /// Adds the fields of another object, which replace those of the same names.
  package mutating func add(_ other: JSONFields) { fields.merge(other.fields) { $1 } }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    for (name, value) in fields { try container.encode(value, forKey: Name(stringValue: name)) }
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
  }
}
