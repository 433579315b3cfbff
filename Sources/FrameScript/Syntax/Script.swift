import FrameGeometry
import FrameImage
import FrameScene

/// A parsed script: its syntax tree and its source texts.
package struct Script: Equatable, Sendable {
  /// The script's own text first, then the included ones.
  package var files: [ScriptFile]
  package let statements: [Statement]
  package let inputs: InputUse

  /// The name of the script's own text.
  package var name: String { files.first?.name ?? "script" }

  /// - Parameter takesAllInputs: True if it reads the list of all inputs.
  package init(files: [ScriptFile], statements: [Statement], takesAllInputs: Bool = false) {
    self.files = files
    self.statements = statements
    inputs = InputUse(statements, takesAll: takesAllInputs)
  }
}

/// A source text of a script, kept so that an error can show its line.
package struct ScriptFile: Equatable, Sendable {
  /// As the user named it.
  package var name: String
  /// The text. A log has only the lines of its error.
  package var text: String
  /// The number of the first line of `text`.
  package var firstLine = 1
  /// A hash of all bytes of a log; 0 for other texts.
  package var digest: UInt64 = 0
  /// The statement that includes it; nil for the script itself, and for data.
  package internal(set) var includedAt: ScriptPosition?

  package init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}

extension String {
  /// The text as a string of a script: in quotes, with escapes.
  package var scriptString: String {
    "\"" + replacing(scalars: ["\"": "\\\"", "\\": "\\\\", "$": "\\$", "\n": "\\n", "\t": "\\t"]) + "\""
  }
}

extension ScriptFile {
  /// The lines, without their ends and without a byte order mark.
  private var lines: [String] {
    let bytes = Array(text.utf8)
    let start = bytes.starts(with: Lexer.byteOrderMark) ? 3 : 0
    return bytes[start...].split(separator: Lexer.newline, omittingEmptySubsequences: false).map { line in
      String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }
  }

  /// Returns the text before a position.
  package func text(before end: ScriptPosition) -> String {
    let lines = lines
    let rest = lines.indices.contains(end.line - 1) ? lines[end.line - 1].prefix(end.column - 1) : ""
    return (lines.prefix(end.line - 1) + [String(rest)]).joined(separator: "\n")
  }

  /// Returns the text from a position to the end of a line.
  package func text(from start: ScriptPosition, toEndOf line: Int) -> String {
    let shown = Array(lines.dropFirst(start.line - 1).prefix(line - start.line + 1))
    guard let first = shown.first else { return "" }
    return ([String(first.dropFirst(start.column - 1))] + shown.dropFirst()).joined(separator: "\n")
  }
}

/// A position in a script. Lines and columns count from 1, columns in characters.
package struct ScriptPosition: Hashable, Sendable, Comparable {
  /// The index in `Script.files`.
  package var file: Int
  package var line: Int
  package var column: Int

  package init(file: Int = 0, line: Int = 1, column: Int = 1) {
    self.file = file
    self.line = line
    self.column = column
  }

  package static func < (l: ScriptPosition, r: ScriptPosition) -> Bool {
    (l.file, l.line, l.column) < (r.file, r.line, r.column)
  }
}

/// An error in a script, with its position.
package struct ScriptError: Error, Equatable, Sendable {
  package var problem: ScriptProblem
  package var position: ScriptPosition
  /// How the statement can be written, such as `rotate ANGLE [about P]`. Empty if this does not help.
  package var usages: [String]

  /// - Parameter position: The position, unless a caller gives the error its place with `placing`.
  package init(
    _ problem: ScriptProblem, at position: ScriptPosition = ScriptPosition(), usages: [String] = []
  ) {
    self.problem = problem
    self.position = position
    self.usages = usages
  }

  /// Creates an error of a text.
  ///
  /// - Parameters:
  ///   - errors: All errors of the text, at least one.
  ///   - files: The files of their positions.
  package init(_ errors: [ScriptError], in files: [ScriptFile]) {
    self.init(.several(errors, in: files), at: errors[0].position)
  }

  /// All errors of the text, if there are several.
  package var errors: [ScriptError] { if case .several(let errors, _) = problem { errors } else { [self] } }
  /// The files of the text, if they are known.
  package var files: [ScriptFile] { if case .several(_, let files) = problem { files } else { [] } }

  package init(_ problem: SceneProblem, at position: ScriptPosition) {
    self.init(.scene(problem), at: position)
  }

  /// Returns the result of `body`, or throws its error at a position.
  static func placing<R>(
    at position: ScriptPosition, _ body: @autoclosure () throws(ScriptError) -> R
  ) throws(ScriptError) -> R {
    try converting(body()) { (error: ScriptError) in ScriptError(error.problem, at: position) }
  }

  /// Runs `body`, and gives its error, which is at a byte, a position in the text.
  static func placing<R>(
    by position: (Int) -> ScriptPosition, _ body: () throws(ScriptError) -> R
  ) throws(ScriptError) -> R {
    try converting(body()) { (error: ScriptError) in
      ScriptError(error.problem, at: position(error.position.offset))
    }
  }
}

extension Script {
  /// Returns the first of these names that is no parameter, and the parameter that was probably meant; nil if all are parameters.
  package func unknownParameter(among names: [String]) -> (name: String, nearest: String?)? {
    guard !names.isEmpty else { return nil }
    let known = statements.parameterNames
    return names.first { !known.contains($0) }.map { ($0, $0.nearest(in: known)) }
  }
}
