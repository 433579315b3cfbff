import FrameImage
import FrameScene

/// A JSON value and its position in the text.
package struct JSONValue: Sendable {
  package enum Kind: Sendable {
    case null
    case boolean(Bool)
    /// A number without fraction and exponent, which keeps its exact value.
    case whole(Int64)
    /// One that is larger than an `Int64`.
    case natural(UInt64)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([JSONMember])
  }

  package var kind: Kind
  /// The offset of its first byte. Lines and columns are computed only for what is kept or wrong.
  var offset: Int

  /// The value of a number of any kind, rounded to the nearest Double.
  package var number: Double? {
    switch kind {
    case .whole(let whole): Double(whole)
    case .natural(let natural): Double(natural)
    case .number(let number): number
    default: nil
    }
  }

  /// The kind of value, for errors.
  var found: String {
    switch kind {
    case .null: "null"
    case .boolean(let value): "\(value)"
    case .whole, .natural, .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

package struct JSONMember: Sendable {
  package var key: String
  /// The offset of the key.
  var offset: Int
  package var value: JSONValue
}

/// An error in a text of JSON values, at a byte of it.
struct StreamError: Error {
  var problem: ScriptProblem
  var offset: Int

  init(_ problem: ScriptProblem, at offset: Int) {
    self.problem = problem
    self.offset = offset
  }

  init(_ limit: LimitExceeded, at offset: Int) { self.init(.limit(limit), at: offset) }

  init(_ problem: SceneProblem, at offset: Int) { self.init(.scene(problem), at: offset) }
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
