/// Where the parts of a script's own text are, for those who change the text. Ranges are of UTF-8 bytes.
///
/// A `Script` has only the beginnings of its statements, as lines and columns for errors: there may be millions of them.
package struct ScriptLayout {
  /// The comments and strings, in the order in which the parser has found them.
  var literals: [Range<Int>] = []
  /// The statements outside of blocks, with their blocks, and without the comments after them.
  package internal(set) var statements: [Range<Int>] = []

  /// Creates the layout of a text without statements.
  package init() {}
}

extension ScriptParser {
  /// Parses a script without its includes.
  ///
  /// - Returns: The layout of its text; that of recorded touches is empty.
  /// - Throws: `ScriptError` with the errors of the script. Unknown words are none if an included file may define them.
  package func layout(of file: ScriptFile) throws(ScriptError) -> ScriptLayout {
    var includes = false
    var parser = Parser(limits: limits) { path, _ in
      if !DataFile.isNamed(path) { includes = true }
      return .text(ScriptFile(name: path, text: ""))
    }
    parser.lexer.layout = ScriptLayout()
    _ = parser.parseFile(.text(file), includedAt: nil)
    parser.checkCalls(allowsUnknown: includes)
    // The other files are the empty ones of includes and data.
    let errors = parser.errors.all.filter { $0.position.file == 0 }
    guard errors.isEmpty else { throw ScriptError(errors, in: parser.files) }
    return parser.lexer.layout ?? ScriptLayout()
  }
}
