import FrameImage
import FrameScript

/// Parses a script that may include other files, which are given by name.
func parse(
  _ text: String, including files: [String: String] = [:], limits: Limits = Limits()
) throws(ScriptError) -> Script {
  let parser = ScriptParser(limits: limits) { path, _ throws(ScriptError) in
    guard let text = files[path] else {
      throw ScriptError(.includeFailed(path, reason: "there is no such file"))
    }
    return .text(ScriptFile(name: path, text: text))
  }
  return try parser.parse(text, name: "script.txt")
}

/// Returns the errors of a script; empty if it parses.
func errors(
  in text: String, including files: [String: String] = [:], limits: Limits = Limits()
) -> [ScriptError] {
  do throws(ScriptError) {
    _ = try parse(text, including: files, limits: limits)
    return []
  } catch {
    return error.errors
  }
}

func problems(
  in text: String, including files: [String: String] = [:], limits: Limits = Limits()
) -> [ScriptProblem] {
  errors(in: text, including: files, limits: limits).map(\.problem)
}

/// Returns the shape of each statement of a script, which must parse.
func shapes(_ text: String) throws -> [String] {
  try parse(text).statements.map { shape($0) }
}

/// Returns the shape of an expression.
func formula(_ text: String) throws -> String {
  guard case .flow(.assign(_, let expression))? = try parse("let x = " + text).statements.first?.kind
  else { return "" }
  return shape(expression)
}
