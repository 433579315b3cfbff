/// Everything that can be wrong with a script, as data; sentences are made in one place elsewhere.
public enum ScriptProblem: Error, Hashable, Sendable {
  // Reading
  case notUTF8
  case nulByte
  case unknownStatement(String, nearest: String?)
  case unknownWord(String, meaning: String, nearest: String?, choices: [String])
  case expected(String, found: String)
  case unexpected(String)
  case unterminatedString
  case unknownEscape(String)
  case unclosedBlock
  case strayBrace
  case strayElse
  case badNumber(String)
  case bareAngle(String)
  case bareTime(String)
  case wrongUnit(String, wanted: String)
  case unknownFunction(String, nearest: String?)
  case wrongArgumentCount(function: String, wanted: String, found: Int)
  case unknownVersion(String)
  case versionNotFirst
  case repeatedDefine(String)
  case includeNotLiteral
  case includeFailed(String, reason: String)
  case outsideFolder(String)
  case missingKey(String)
  case unknownKey(String, nearest: String?)
  case repeatedKey(String)
  case repeatedSource(String)
  /// A source of actions that has no finger, by its type.
  case notAFinger(String)
  case originIsElement

  // Running
  case unknownVariable(String, nearest: String?)
  case unknownLayer(String, nearest: String?)
  case unknownParameter(String, nearest: String?)
  case repeatedLayer(String)
  case noCurrentLayer(String)
  case canvasAfterLayers(String)
  case canvasRequired
  case notANumber(String, found: String)
  case notAList(found: String)
  case badIndex(String, count: Int)
  case outOfRange(String, value: Double, wanted: String)
  case notFinite(String)
  case divisionByZero
  case emptyRange(Double, Double)
  case callArity(String, wanted: Int, found: Int)
  case singular(layer: String)
  case excessiveScale(layer: String)
  case tooFar(layer: String)
  case nothingDrawn
  case cropOutside(canvas: PixelSize)
  case emptyCanvas
  case nothingToRestore(layer: String)
  case nothingToUndo(layer: String)
  case nothingToRedo(layer: String)
  case notAnImage(layer: String)
  /// A statement or an option that is a shape's alone.
  case notAShape(String, layer: String)
  /// A statement or an option that is a text's alone.
  case notAText(String, layer: String)
  case text(TextError)
  /// An option that this kind of layer has no use for.
  case uselessOption(String, kind: String, instead: String)
  /// With the data itself.
  case pathData(PathDataError, in: String)
  case dashes(DashError)
  case inputMissing(Int, given: Int)
  case emptyFolder(String)
  /// Why not is known to whoever was asked for it.
  case noImage(ImageRequest)

  // Time
  /// A control point's place, as it was found.
  case badEasing(Double)
  /// What the colors of a layer's "fill" or "stroke" change from is no color.
  case gradientAnimated(String, layer: String)

  // Fingers
  case touch(TouchProblem)
  case touchWithoutPlace(Int)
  /// A statement that begins anew while these fingers are down.
  case fingersDown([Int], statement: String)
  /// Gestures and touches within a reaction.
  case insideReaction(String)
  case withoutMeaning(String, of: String)
  /// No recognizer of this kind on the layer took the gesture: whether there is one, and what did take it.
  case notRecognized(String, kind: RecognizerKind, layer: String, exists: Bool, instead: String?)
  case unknownRecognizer(String, nearest: String?)
  /// No recognizer of this name can be in this state.
  case neverReached(GestureState, String)
  /// a -> b -> a
  case requireCycle([String])
  case unknownSetting(String, nearest: String?)
  case badSetting(String, wanted: String)
  case unknownMenu(String, nearest: String?)
  case repeatedMenu(String)
  case nothingOpen
  case unknownItem(String, menu: String, items: [String])

  /// A limit, with the number that would pass it.
  case limit(LimitExceeded)
  /// Behind the last error that is told.
  case moreErrors(than: Int)
  /// The result at a width that was asked for, which is no fault of the script's.
  case widthLimit(Int, LimitExceeded)

  /// Claims that do not hold; the answer is then "no" rather than an error.
  case claimFailed(String, expected: String, found: String)
}

/// An image that a script asks for.
public enum ImageRequest: Hashable, Sendable {
  /// The n-th input, from 1.
  case input(Int)
  case file(String)
  case folder(String)
}
