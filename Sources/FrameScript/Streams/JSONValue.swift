/// A JSON value and its position in the text.
struct JSONValue {
  enum Kind {
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([JSONMember])
  }

  var kind: Kind
  /// The offset of its first byte. Lines and columns are computed only for what is kept or wrong.
  var offset: Int

  /// The kind of value, for errors.
  var found: String {
    switch kind {
    case .null: "null"
    case .boolean(let value): "\(value)"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

struct JSONMember {
  var key: String
  /// The offset of the key.
  var offset: Int
  var value: JSONValue
}

/// An error in a stream, at a byte of its text.
struct StreamError: Error {
  var problem: ScriptProblem
  var offset: Int

  init(_ problem: ScriptProblem, at offset: Int) {
    self.problem = problem
    self.offset = offset
  }
}

extension JSONValue {
  /// - Parameter meaning: what the value represents: "an object for a source".
  func wrong(_ meaning: String) -> StreamError {
    StreamError(.expected(meaning, found: found), at: offset)
  }

  func array(_ meaning: String) throws(StreamError) -> [JSONValue] {
    guard case .array(let values) = kind else { throw wrong(meaning) }
    return values
  }

  func object(_ meaning: String) throws(StreamError) -> JSONObject {
    guard case .object(let members) = kind else { throw wrong(meaning) }
    return JSONObject(members: members, offset: offset)
  }
}
