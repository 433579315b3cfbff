import FrameModel

/// A value of JSON, and where it begins in the text.
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
  /// Of its first byte. Lines and columns are worked out only for what is kept or wrong.
  var offset: Int

  /// What it is, for errors.
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
  /// Where the key begins.
  var offset: Int
  var value: JSONValue
}

/// What is wrong with a stream, at a byte of its text.
struct StreamError: Error {
  var problem: ScriptProblem
  var offset: Int

  init(_ problem: ScriptProblem, at offset: Int) {
    self.problem = problem
    self.offset = offset
  }
}

extension JSONValue {
  /// - Parameter meaning: what the value stands for: "an object for a source".
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
