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

// An error in a text of data is at a byte, until `placing(by:)` gives it the line and column.
extension ScriptError {
  init(_ problem: ScriptProblem, at offset: Int) { self.init(problem, at: ScriptPosition(offset: offset)) }

  init(_ limit: LimitExceeded, at offset: Int) { self.init(.scene(.limit(limit)), at: offset) }
}

extension ScriptPosition {
  /// Creates the position of a byte, on line 0.
  init(offset: Int) { self.init(line: 0, column: offset) }

  /// The number of the byte on line 0.
  var offset: Int { column }
}

extension JSONValue {
  /// Reads a line that is one JSON value.
  ///
  /// - Parameters:
  ///   - line: The line, without its end.
  ///   - nesting: The maximum depth of arrays and objects.
  /// - Throws: the first error. A key that occurs twice in an object is one, because either value could be meant.
  package init(line: String, nesting: Int) throws(ScriptError) {
    let lexer = Lexer(line, file: 0)
    self = try ScriptError.placing(by: lexer.position) { () throws(ScriptError) in
      var reader = JSONReader(lexer, nesting: nesting)
      reader.isLineByLine = true
      reader.skipBlanks()
      let value = try reader.readValue()
      try reader.endLine()
      try value.checkKeys()
      return value
    }
  }

  /// Refuses repeated keys at any depth.
  private func checkKeys() throws(ScriptError) {
    switch kind {
    case .array(let values):
      for value in values { try value.checkKeys() }
    case .object(let members):
      try members.forEachUnique { member throws(ScriptError) in try member.value.checkKeys() }
    default: break
    }
  }

  /// - Parameter meaning: what the value represents: "an object for a source".
  func wrong(_ meaning: String) -> ScriptError {
    ScriptError(.expected(meaning, found: found), at: offset)
  }

  func array(_ meaning: String) throws(ScriptError) -> [JSONValue] {
    guard case .array(let values) = kind else { throw wrong(meaning) }
    return values
  }

  func object(_ meaning: String) throws(ScriptError) -> JSONObject {
    guard case .object(let members) = kind else { throw wrong(meaning) }
    return JSONObject(members: members, offset: offset)
  }
}

extension [JSONMember] {
  /// Calls `body` for each member.
  ///
  /// - Throws: an error for a key that occurs twice, because either value could be meant, and what `body` throws.
  func forEachUnique(_ body: (JSONMember) throws(ScriptError) -> Void) throws(ScriptError) {
    var keys: Set<String> = []
    for member in self {
      guard keys.insert(member.key).inserted else {
        throw ScriptError(.repeatedKey(member.key), at: member.offset)
      }
      try body(member)
    }
  }
}
