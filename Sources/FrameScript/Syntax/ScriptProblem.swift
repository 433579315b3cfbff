import FrameGeometry
import FrameGesture
import FrameImage
import FrameText

/// Everything that can be wrong with a script, as data. Messages are made elsewhere.
package indirect enum ScriptProblem: Error, Equatable, Sendable {
  // Parsing
  case notUTF8
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
  /// Layers that are masks of each other, or of themselves.
  case maskCycle([String])
  /// An image with another aspect ratio than the layer that it is to mask.
  case maskAspect(image: PixelSize, layer: String, Size)
  case includeNotLiteral
  case includeFailed(String, reason: String)
  case outsideFolder(String)
  case missingKey(String)
  case unknownKey(String, nearest: String?)
  case repeatedKey(String)
  case repeatedSource(String)
  /// An action of a WebDriver source of this type, which is not a finger.
  case notAFinger(String)
  case originIsElement

  /// A content mode that means different things in other programs.
  case ambiguousMode(String)

  // Running
  case unknownVariable(String, nearest: String?)
  /// A variable of the first image, if there is none.
  case variableWithoutImage(String)
  case unknownLayer(String, nearest: String?)
  case unknownParameter(String, nearest: String?)
  /// - Parameter instead: a name with a variable that differs in each round of a loop.
  case repeatedLayer(String, instead: String?)
  case noCurrentLayer(String)
  case canvasAfterLayers(String)
  case canvasRequired
  /// - Parameter effects: those of the plugins that were found.
  case unknownEffect(String, nearest: String?, effects: [String])
  case unknownEffectParameter(String, effect: String, nearest: String?, parameters: [String])
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
  case outOfRange(String, value: Double, wanted: String)
  case notFinite(String)
  case divisionByZero
  case emptyRange(Double, Double)
  /// - Parameter parameters: as written in the definition: "x", "w=100".
  case callArity(String, parameters: [String], found: Int)
  case singular(layer: String)
  /// The layer cannot be enlarged until it covers the canvas.
  case centerNotCovered(layer: String)
  case excessiveScale(layer: String)
  /// An image with an edge mode is too small.
  case edgeTooSmall(layer: String)
  case tooFar(layer: String)
  case nothingDrawn
  /// A variable with the size of a canvas whose size follows from what is drawn.
  case canvasSizeFollows(String)
  /// Layers whose order cannot be set, because they are in different groups.
  case notInOneGroup(String, String)
  case cropOutside(canvas: PixelSize)
  /// The part of an image that a layer shows is not inside the image.
  case partOutside(image: PixelSize)
  case emptyCanvas
  /// `canvas inscribed` is for one image, and this many are visible.
  case inscribedImages(Int)
  case nothingToRestore(layer: String)
  case nothingToUndo(layer: String)
  case nothingToRedo(layer: String)
  case notAnImage(layer: String)
  /// An image is aligned by a side and a height.
  case imageAlignment
  /// A statement or option only for shapes.
  case notAShape(String, layer: String)
  /// A statement or option only for texts.
  case notAText(String, layer: String)
  case text(TextError)
  /// An option that this kind of layer does not have.
  case uselessOption(String, kind: String, instead: String)
  /// `trim A..B` of a layer that is no shape, or `trim [COLOR]` of one that is no image.
  case wrongTrim(layer: String, ofPath: Bool)
  /// `auto-levels` of a layer that shows no image.
  case levelsWithoutImage(layer: String, isGroup: Bool)
  /// A focus without effect, because the layer's content mode shows the whole image.
  case uselessFocus(layer: String, mode: ContentMode)
  /// A focus outside its image, which has this size.
  case focusOutside(Point, image: PixelSize)
  /// A file of boxes that has none for this image.
  case noBoxes(String, image: String)
  /// With the data itself.
  case pathData(PathDataError, in: String)
  case dashes(DashError)
  case inputMissing(Int, given: Int)
  case emptyFolder(String)
  /// The reason is known to the object that was asked for it.
  case noImage(ImageRequest)

  // Time
  /// A control point's coordinate.
  case badEasing(Double)
  /// The colors of a layer's "fill" or "stroke" cannot change from something that is not a color.
  case gradientAnimated(String, layer: String)

  // Touches
  case touch(TouchProblem)
  case touchWithoutPlace(Int)
  /// A statement that needs all fingers up, while these are down.
  case fingersDown([Int], statement: String)
  /// Gestures and touches inside a reaction.
  case insideReaction(String)
  case withoutMeaning(String, of: String)
  /// No recognizer of this kind on the layer took the gesture; tells whether there is one, and what took it instead.
  case notRecognized(String, kind: RecognizerKind, layer: String, exists: Bool, instead: String?)
  case unknownRecognizer(String, nearest: String?)
  /// No recognizer of this name can reach this state.
  case neverReached(GestureState, String)
  /// a -> b -> a
  case requireCycle([String])
  case recognizerDisabled(String, layer: String)
  /// A `let` in an `on` block that would not reach the variable of this name outside.
  case hiddenVariable(String)
  case unknownSetting(String, nearest: String?)
  case badSetting(String, wanted: String)
  case unknownMenu(String, nearest: String?)
  case repeatedMenu(String)
  case nothingOpen
  case unknownItem(String, menu: String, items: [String])

  /// A limit, with the number that would exceed it.
  case limit(LimitExceeded)
  /// The number of errors that are not reported. Follows the last one that is.
  case moreErrors(Int)
  /// The requested width of the output is too large, which is not an error of the script.
  case widthLimit(Int, LimitExceeded)

  /// Failed expectations: the answer is "no" rather than an error.
  case expectationFailed(String, expected: String, found: String)
}

/// An image that a script requests.
package enum ImageRequest: Equatable, Sendable {
  /// The n-th input, from 1.
  case input(Int)
  case file(String)
  case folder(String)
  /// A JSON file with boxes.
  case boxes(String)
  /// The pixels of an image that was found before, by its number.
  case pixels(Int)
}
