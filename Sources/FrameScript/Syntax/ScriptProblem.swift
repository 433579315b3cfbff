import FrameGeometry
import FrameScene

/// Everything that can be wrong with a script, as data. Messages are made elsewhere.
package indirect enum ScriptProblem: Equatable, Sendable {
  /// A command of the scene cannot be performed.
  case scene(SceneProblem)

  // Parsing
  case notUTF8
  /// A line of a log.
  case logLineNotUTF8
  case nulByte
  case unknownStatement(String, nearest: String?)
  case unknownWord(String, meaning: WordMeaning, nearest: String?, choices: [String])
  case expected(String, found: String)
  case unexpected(String)
  case unterminatedString
  case unknownEscape(String)
  case unclosedBlock
  case strayBrace
  case strayElse
  case badNumber(String)
  /// - Parameter text: the number, or the variable that holds it: "${a}".
  case bareAngle(String)
  case bareTime(String)
  case wrongUnit(String, wanted: String)
  case unknownFunction(String, nearest: String?)
  case foreignLanguage(ForeignLanguage)
  case habit(Habit)
  /// Two numbers of a pair without a comma between them.
  case missingComma(String, String)
  case unknownColorFunction(String)
  case wrongArgumentCount(function: String, wanted: String, found: Int)
  /// A '%' that is neither surely a percent sign nor surely the remainder. The operands are empty if they are long.
  case ambiguousPercent(left: String, right: String)
  case unknownVersion(String)
  case versionNotFirst
  case repeatedDefine(String)
  /// A definition that returns a value, with the name of a function or one that formulas cannot contain.
  case badFunctionName(String)
  /// A layer with the name that stands for no layer.
  case reservedName(String)
  case strayReturn
  /// A statement that a definition with `return` cannot contain.
  case insideFunction(String)
  /// A definition without `return` in a formula.
  case noResult(String)
  /// A definition with `return` as a statement.
  case unusedResult(String)
  /// A function that ended without `return`.
  case nothingReturned(String)
  /// A required parameter after one with a default.
  case requiredAfterDefault(String)
  case data(DataProblem)
  case cube(CubeProblem)
  case includeNotLiteral
  case inputLog(InputLogProblem)
  case driverLog(DriverLogProblem)
  case includeFailed(String, reason: String)
  case outsideFolder(String)
  case missingKey(String)
  case unknownKey(String, nearest: String?)
  case repeatedKey(String)
  /// An option, a parameter or an item that can be there once.
  case repeatedWord(String)
  case repeatedSource(String)
  /// A WebDriver action of a keyboard.
  case keystroke
  /// An element whose center neither a log nor `include` states.
  case unplacedElement(String)

  /// A content mode that means different things in other programs.
  case ambiguousMode(String)

  // Running
  case unknownVariable(String, nearest: String?)
  /// A variable of the first image, if there is none.
  case variableWithoutImage(String)
  case unknownParameter(String, nearest: String?)
  case noCurrentLayer(String)
  case canvasAfterLayers(String)
  case notANumber(String, found: String)
  /// A length where a number, an angle or a time is needed.
  case lengthFound(Length, wanted: String)
  /// An operation on lengths whose result depends on what their percentages refer to.
  case undecidedLengths(String, [String])
  /// An operator that takes no lengths, or no two of them.
  case lengthsCombined(String)
  case notAList(found: String)
  case badIndex(String, count: Int)
  case notARecord(found: String)
  case unknownField(String, nearest: String?, fields: [String])
  /// A record in a text. - Parameter field: one of its fields, as the text could contain it.
  case recordInText(field: String)
  /// Components of `rgb()` that seem to be from 0 to 1.
  case fractionalColor([Double])
  /// A sample that seems to be from 0 to 255.
  case eightBitSample(String, value: Double)
  case divisionByZero
  case emptyRange(Double, Double)
  /// - Parameter parameters: as written in the definition: "x", "w=100".
  case callArity(String, parameters: [String], found: Int)
  /// A variable with the size of a canvas whose size follows from what is drawn.
  case canvasSizeFollows(String)
  /// An image is aligned by a side and a height.
  case imageAlignment
  /// With the data itself.
  case pathData(PathDataError, in: String)
  case inputMissing(Int, given: Int)
  case emptyFolder(String)

  // Time
  /// A control point's coordinate.
  case badEasing(Double)

  // Touches
  /// Gestures and touches inside a reaction.
  case insideReaction(String)
  /// An option of `include`, by its word, has no effect on the file.
  case optionOfOtherRecording(String)
  /// A script that fails has no touches of its own to leave out.
  case noTouches
  /// A statement, by its word, is between the touches of a recording.
  case betweenTouches(String)
  /// A `let` in an `on` block that would not reach the variable of this name outside.
  case hiddenVariable(String)
  case unknownSetting(String, nearest: String?)
  case badSetting(String, wanted: String)

  /// All errors of a text and the texts that it includes, at least one, and the files of their positions.
  case several([ScriptError], in: [ScriptFile])
  /// The number of errors that are not reported. Follows the last one that is.
  case moreErrors(Int)

  /// Failed expectations: the answer is "no" rather than an error.
  case expectationFailed(String, expected: String, found: String)

  /// The problem of a word that is none of the possible ones.
  static func unknown(_ word: String, _ meaning: WordMeaning, among words: [String]) -> ScriptProblem {
    .unknownWord(word, meaning: meaning, nearest: word.nearest(in: words), choices: words)
  }
}
