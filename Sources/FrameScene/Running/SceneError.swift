import FrameGeometry
import FrameGesture
import FrameImage
import FrameText

/// Where a command comes from, as its issuer numbers it: a place in the text of a script, or a layer of a canvas. Errors
/// and records carry the origin back to the issuer; nothing in this module reads it.
package struct Origin: Hashable, Sendable {
  package let major: Int
  package let minor: Int

  package init(_ major: Int = 0, _ minor: Int = 0) { (self.major, self.minor) = (major, minor) }
}

/// A command that cannot be performed, or a scene that cannot be drawn.
package struct SceneError: Error, Equatable, Sendable {
  package let problem: SceneProblem
  package let origin: Origin

  /// - Parameter origin: The origin, unless a caller gives the error its place with `placed`.
  package init(_ problem: SceneProblem, at origin: Origin = Origin()) {
    (self.problem, self.origin) = (problem, origin)
  }
}

/// The place of an error: the origin of a command, or a position in the text from which the command comes.
package protocol ErrorPlace {
  associatedtype Failure: Error

  func error(_ problem: SceneProblem) -> Failure
}

extension Origin: ErrorPlace {
  package func error(_ problem: SceneProblem) -> SceneError { SceneError(problem, at: self) }
}

extension ErrorPlace {
  /// Throws an error for a value that is not in its range.
  ///
  /// - Parameter meaning: What messages call the value.
  package func require(
    _ isInRange: Bool, _ meaning: String, _ value: Double, wanted: @autoclosure () -> String
  ) throws(Failure) {
    guard isInRange else { throw error(.outOfRange(meaning, value: value, wanted: wanted())) }
  }

  /// Returns a value, or throws an error if the value is not in a range.
  package func checked(
    _ value: Double, _ meaning: String, in range: ClosedRange<Double>
  ) throws(Failure) -> Double {
    try require(range.contains(value), meaning, value, wanted: range.boundsText)
    return value
  }

  /// Throws an error if more is needed than allowed.
  package func check(_ kind: LimitExceeded.Kind, _ needed: Int, atMost allowed: Int) throws(Failure) {
    guard needed <= allowed else {
      throw error(.limit(LimitExceeded(kind, needed: needed, allowed: allowed)))
    }
  }
}

/// Returns the result of `body`, or throws the limit that it exceeds as an error at a place.
package func limited<Result, Place: ErrorPlace>(
  _ body: @autoclosure () throws(LimitExceeded) -> Result, at place: Place
) throws(Place.Failure) -> Result {
  try converting(body()) { (error: LimitExceeded) in place.error(.limit(error)) }
}

/// Returns the result of `body`, or throws its error at a place.
package func placed<Result, Place: ErrorPlace>(
  _ body: @autoclosure () throws(SceneError) -> Result, at place: Place
) throws(Place.Failure) -> Result {
  try converting(body()) { (error: SceneError) in place.error(error.problem) }
}

extension ClosedRange<Double> {
  /// The range in messages: "from 0 to 1".
  package var boundsText: String { "from \(lowerBound.scriptText) to \(upperBound.scriptText)" }
}

/// Everything that can be wrong with a scene and its commands, as data. Messages are made elsewhere.
package indirect enum SceneProblem: Equatable, Sendable {
  // Canvas
  case canvasRequired
  case emptyCanvas
  case nothingDrawn
  case cropOutside(canvas: PixelSize)
  /// `canvas inscribed` is for one image, and this many are visible.
  case inscribedImages(Int)
  /// The requested width of the output is too large, which no command causes.
  case widthLimit(Int, LimitExceeded)

  // Layers
  /// A number, as messages name it, is too large or none.
  case notFinite(String)
  case outOfRange(String, value: Double, wanted: String)
  /// Fewer than two parts, with the name of the whole.
  case tooFew(String, of: String, count: Int)
  case unknownLayer(String, nearest: String?)
  /// - Parameter instead: a name with a variable that differs in each round of a loop.
  case repeatedLayer(String, instead: String?)
  /// - Parameter effects: the effects of the plugins that were found.
  case unknownEffect(String, nearest: String?, effects: [String])
  case unknownEffectParameter(String, effect: String, nearest: String?, parameters: [String])
  case singular(layer: String)
  case excessiveScale(layer: String)
  /// A part of what a layer shows, or a point that a script asks for, lies on the horizon of the layer's perspective or
  /// behind it.
  case horizon(layer: String, point: Point? = nil)
  /// `unwarp` of an image of which the layer shows only a part.
  case unwarpOfPart(layer: String)
  /// A box without an area has no corners.
  case flat(layer: String)
  /// A statement that looks at the pixels of an image in which a quadrilateral becomes a rectangle.
  case unwarped(String, layer: String)
  /// The corners of a layer do not form a convex quadrilateral.
  case corners(Quad.Fault, layer: String)
  /// A problem of a layer after a share of the way that its animation takes.
  case onTheWay(SceneProblem, share: Double)
  case tooFar(layer: String)
  /// The layer cannot be enlarged until it covers the canvas.
  case centerNotCovered(layer: String)
  /// The canvas has to lie inside a clip that is not a convex polygon.
  case curvedClip(layer: String)
  /// An image with an edge mode is too small.
  case edgeTooSmall(layer: String)
  /// Layers whose order cannot be set, because they are in different groups.
  case notInOneGroup(String, String)
  case nothingToRestore(layer: String)
  case nothingToUndo(layer: String)
  case nothingToRedo(layer: String)
  case notAnImage(layer: String)
  /// A statement or option only for shapes.
  case notAShape(String, layer: String)
  /// A statement or option only for texts.
  case notAText(String, layer: String)
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
  /// What a layer shows of an image, as messages name it, is not inside the image.
  case outside(String, image: PixelSize)
  /// Layers that are masks of each other, or of themselves.
  case maskCycle([String])
  /// An image with another aspect ratio than the layer that it is to mask.
  case maskAspect(image: PixelSize, layer: String, Size)
  case text(TextError)
  case outline(OutlineError)
  /// The colors of a layer's "fill" or "stroke" cannot change from something that is not a color.
  case gradientAnimated(String, layer: String)
  /// The reason is known to the object that was asked for it.
  case noImage(ImageRequest)

  // Touches and gestures
  case touch(TouchProblem)
  case touchWithoutPlace(Int)
  case withoutMeaning(String, of: String)
  /// A statement that needs all fingers up, while these are down.
  case fingersDown([Int], statement: String)
  /// No recognizer of this kind on the layer took the gesture.
  case notRecognized(String, kind: RecognizerKind, layer: String, GestureObstacle)
  case unknownRecognizer(String, known: [String])
  /// No recognizer of this name can reach this state.
  case neverReached(GestureState, String)
  /// a -> b -> a
  case requireCycle([String])
  case recognizerDisabled(String, layer: String)

  // Menus and dialogs
  case unknownMenu(String, known: [String])
  case repeatedMenu(String)
  case nothingOpen
  case unknownItem(String, menu: String, items: [String])

  /// A limit, with the number that would exceed it.
  case limit(LimitExceeded)
}

/// An image that a command requests.
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
