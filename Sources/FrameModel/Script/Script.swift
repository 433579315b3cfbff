/// A parsed script: its syntax tree and its source texts.
public struct Script: Hashable, Sendable {
  /// The script's own text first, then the included ones.
  public var files: [ScriptFile]
  public var statements: [Statement]

  public init(files: [ScriptFile], statements: [Statement]) {
    self.files = files
    self.statements = statements
  }
}

/// A source text of a script, kept so that an error can show its line.
public struct ScriptFile: Hashable, Sendable {
  /// As the user named it.
  public var name: String
  public var text: String

  public init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}

/// A position in a script. Lines and columns count from 1, columns in characters.
public struct ScriptPosition: Hashable, Sendable, Comparable {
  /// The index in `Script.files`.
  public var file: Int
  public var line: Int
  public var column: Int

  public init(file: Int = 0, line: Int = 1, column: Int = 1) {
    self.file = file
    self.line = line
    self.column = column
  }

  public static func < (l: ScriptPosition, r: ScriptPosition) -> Bool {
    (l.file, l.line, l.column) < (r.file, r.line, r.column)
  }
}

/// An error in a script, with its position.
public struct ScriptError: Error, Hashable, Sendable {
  public var problem: ScriptProblem
  public var position: ScriptPosition

  public init(_ problem: ScriptProblem, at position: ScriptPosition) {
    self.problem = problem
    self.position = position
  }
}
