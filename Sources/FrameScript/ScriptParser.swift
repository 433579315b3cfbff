import FrameModel

/// Parses text to a `Script`.
///
///     let script = try ScriptParser().parse("rotate 30deg", name: "turn.txt")
///
/// A text that begins with a bracket or brace is a recorded stream of touches: one touch per line, or the pointer
/// actions of W3C WebDriver. It becomes a script of `touch` statements, also if it is included.
///
/// This only parses: no name is resolved and no expression is evaluated. All errors of all files are found in one
/// pass, in the order of the text.
public struct ScriptParser {
  /// Finds the text of an `include`.
  ///
  /// - Parameters: the path as written, and the name of the including file.
  /// - Returns: the file to parse, with the name for error messages.
  public typealias Loader = (_ path: String, _ includer: String) throws(IncludeFailure) -> ScriptFile

  public struct IncludeFailure: Error {
    public var problem: ScriptProblem
    public init(_ problem: ScriptProblem) { self.problem = problem }
  }

  /// All errors of a script, and the texts to show their lines from.
  public struct Failure: Error {
    public var files: [ScriptFile]
    public var errors: [ScriptError]
  }

  /// The maximum number of reported errors.
  static let mostErrors = 1000

  private let limits: Limits
  private let load: Loader

  /// - Parameter load: without it, every `include` is an error.
  public init(
    limits: Limits = Limits(),
    load: @escaping Loader = { path, _ throws(IncludeFailure) in
      throw IncludeFailure(.includeFailed(path, reason: "there are no files here"))
    }
  ) {
    self.limits = limits
    self.load = load
  }

  /// - Throws: `Failure`, with the errors of the text and its includes: all of them, or the first 1,000 and one that
  ///   says that there are more.
  public func parse(_ text: String, name: String) throws(Failure) -> Script {
    var parser = Parser(limits: limits, load: load)
    let statements = parser.parseFile(ScriptFile(name: name, text: text), includedAt: nil)
    parser.checkCalls()
    guard parser.errors.isEmpty else {
      var errors = parser.errors.sorted { $0.position < $1.position }
      if parser.hasMoreErrors, let last = errors.last {
        errors.append(ScriptError(.moreErrors(than: Self.mostErrors), at: last.position))
      }
      throw Failure(files: parser.files, errors: errors)
    }
    return Script(files: parser.files, statements: statements)
  }
}
