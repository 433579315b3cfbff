import FrameModel

/// Text to `Script`.
///
///     let script = try ScriptParser().parse("rotate 30deg", name: "turn.txt")
///
/// A text that begins with a bracket is a recorded stream of touches instead: a `touch` a line, or the
/// pointer actions of W3C WebDriver. It becomes a script of `touch` statements; so does one that is included.
///
/// Reading is all that happens here: no name is looked up and no formula is worked out. All errors of
/// all files are found in one pass, in the order of the text.
public struct ScriptParser {
  /// Finds the text that an `include` names.
  ///
  /// - Parameters: the path as written, and the name of the file that includes it.
  /// - Returns: the file to parse, under the name that errors shall show.
  public typealias Loader = (_ path: String, _ includer: String) throws(IncludeFailure) -> ScriptFile

  public struct IncludeFailure: Error {
    public var problem: ScriptProblem
    public init(_ problem: ScriptProblem) { self.problem = problem }
  }

  /// Every problem of a script, and the texts to show their lines from.
  public struct Failure: Error {
    public var files: [ScriptFile]
    public var errors: [ScriptError]
  }

  /// So many errors are told.
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

  /// - Throws: `Failure`, with the errors of the text and of what it includes: all of them, or the first 1,000 and one
  ///   that says that there are more.
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
