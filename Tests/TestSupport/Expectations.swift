import Testing

// Functions in place of `#expect`. The macro costs the compiler a third of the time of a test target. Parameters such as
// `#line` are literals, which cost nothing, while `#_sourceLocation` is another macro.

/// Fails the current test unless a condition is true.
package func expectTrue(
  _ condition: Bool, _ comment: @autoclosure () -> String = "", fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
  if condition { return }
  record(
    "the condition is false", comment(),
    at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Fails the current test, at the given location, unless a condition is true.
package func expectTrue(
  _ condition: Bool, _ comment: @autoclosure () -> String = "", sourceLocation: SourceLocation
) {
  if !condition { record("the condition is false", comment(), at: sourceLocation) }
}

/// Fails the current test unless two values are equal, and prints both.
package func expectEqual<Value: Equatable>(
  _ actual: Value, _ expected: Value, _ comment: @autoclosure () -> String = "", fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
  if actual == expected { return }
  record(
    "\(actual) is not \(expected)", comment(),
    at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Fails the current test, at the given location, unless two values are equal, and prints both.
package func expectEqual<Value: Equatable>(
  _ actual: Value, _ expected: Value, _ comment: @autoclosure () -> String = "",
  sourceLocation: SourceLocation
) {
  if actual != expected { record("\(actual) is not \(expected)", comment(), at: sourceLocation) }
}

private func record(_ failure: String, _ comment: String, at location: SourceLocation) {
  Issue.record(
    Comment(rawValue: comment.isEmpty ? failure : "\(failure): \(comment)"), sourceLocation: location)
}
