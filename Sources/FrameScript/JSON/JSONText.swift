extension JSONValue {
  /// Reads a line that is one JSON value.
  ///
  /// - Parameters:
  ///   - line: The line, without its end.
  ///   - nesting: The maximum depth of arrays and objects.
  /// - Throws: the first error. A key that occurs twice in an object is one, because either value could be meant.
  package init(line: String, nesting: Int) throws(ScriptError) {
    var reader = JSONReader(line, file: 0, nesting: nesting)
    reader.isLineByLine = true
    do throws(StreamError) {
      reader.skipBlanks()
      self = try reader.readValue()
      try reader.endLine()
      try checkKeys()
    } catch {
      throw ScriptError(error.problem, at: reader.lexer.position(at: error.offset))
    }
  }

  /// Refuses repeated keys at any depth.
  private func checkKeys() throws(StreamError) {
    switch kind {
    case .array(let values):
      for value in values { try value.checkKeys() }
    case .object(let members):
      var keys: Set<String> = []
      for member in members {
        guard keys.insert(member.key).inserted else {
          throw StreamError(.repeatedKey(member.key), at: member.offset)
        }
        try member.value.checkKeys()
      }
    default: break
    }
  }
}
