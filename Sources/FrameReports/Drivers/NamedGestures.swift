import FrameGeometry
import FrameGesture
import FrameScene

/// A gesture by name, with the touches that it made.
private struct PlayedGesture {
  let word: String
  let fingers: FingerMotion
  let origin: Origin
  let touches: [RecordedTouch]

  /// The gestures of a run.
  ///
  /// - Throws: the first touches of their own.
  static func all(
    _ record: RunRecord, driver: String
  ) throws(UnplayableGesture) -> [PlayedGesture] {
    var gestures: [PlayedGesture] = []
    // In the order of the motions.
    var rest = record.touches[...]
    for (index, motion) in record.motions.enumerated() {
      let touches = rest.prefix { $0.motion == index }
      rest = rest.dropFirst(touches.count)
      guard let fingers = motion.fingers else {
        throw UnplayableGesture(
          word: motion.word, reason: "\(driver) has no public call for single touches",
          origin: touches.first?.origin ?? motion.origin)
      }
      gestures.append(
        PlayedGesture(
          word: motion.word, fingers: fingers, origin: motion.origin,
          touches: Array(touches)))
    }
    return gestures
  }

  var start: Point { touches[0].touch.location }
  var end: Point { touches[touches.count - 1].touch.location }
  /// In seconds.
  var duration: Double { touches[touches.count - 1].time - touches[0].time }
  var place: String { fingers.place.places.replacing(", ", with: ",") }

  func unplayable(_ reason: String) -> UnplayableGesture {
    UnplayableGesture(word: word, reason: reason, origin: origin)
  }

  /// True for one finger that moves on a straight line.
  var isStraight: Bool {
    guard touches.allSatisfy({ $0.touch.id == touches[0].touch.id }) else { return false }
    let way = Vector(from: start, to: end)
    return touches.allSatisfy {
      abs(way.cross(Vector(from: start, to: $0.touch.location))) <= 0.5 * max(way.length, 1)
    }
  }
}

/// Public calls of XCUITest.
struct XCUITestWriter {
  let text: String

  init(_ record: RunRecord) throws(UnplayableGesture) {
    var lines: [String] = []
    for gesture in try PlayedGesture.all(record, driver: "XCUITest") { lines += try Self.lines(gesture) }
    text = """
      import XCTest

      /// Plays the gestures. Positions are points of the element.
      func replay(on element: XCUIElement) {
        func place(_ x: Double, _ y: Double) -> XCUICoordinate {
          element.coordinate(withNormalizedOffset: .zero).withOffset(CGVector(dx: x, dy: y))
        }

      \(lines.indented(2))}

      """
  }

  private static func lines(_ gesture: PlayedGesture) throws(UnplayableGesture) -> [String] {
    func at(_ point: Point) -> String { "place(\(point.places))" }
    switch gesture.fingers.kind {
    case .taps(1): return [at(gesture.fingers.place) + ".tap()"]
    case .taps(2): return [at(gesture.fingers.place) + ".doubleTap()"]
    case .taps: throw gesture.unplayable("XCUITest has taps and double taps at a place, and no others")
    case .longPress: return [at(gesture.start) + ".press(forDuration: \(gesture.duration.trimmed(3)))"]
    case .pan, .swipe, .drag:
      guard gesture.isStraight, gesture.duration > 0 else {
        throw gesture.unplayable("XCUITest drags one finger on a straight line")
      }
      let speed = Vector(from: gesture.start, to: gesture.end).length / gesture.duration
      return [
        "\(at(gesture.start)).press(",
        "  forDuration: 0, thenDragTo: \(at(gesture.end)),",
        "  withVelocity: XCUIGestureVelocity(rawValue: \(speed.trimmed(2))), thenHoldForDuration: 0)",
      ]
    case .pinch(let scale):
      let speed = (scale - 1) / max(gesture.duration, 0.001)
      return [
        "// About the middle of the element; the script has \(gesture.place).",
        "element.pinch(withScale: \(scale.trimmed(4)), velocity: \(speed.trimmed(4)))",
      ]
    case .twist(let angle):
      let speed = angle / max(gesture.duration, 0.001)
      return [
        "// About the middle of the element; the script has \(gesture.place).",
        "element.rotate(\(angle.trimmed(6)), withVelocity: \(speed.trimmed(4)))",
      ]
    case .twoFinger, .together:
      throw gesture.unplayable("XCUITest has no public call for two fingers on their own ways")
    }
  }
}

/// Public calls of Detox.
struct DetoxWriter {
  let text: String

  init(_ record: RunRecord) throws(UnplayableGesture) {
    var lines: [String] = []
    for gesture in try PlayedGesture.all(record, driver: "Detox") { lines += try Self.lines(gesture) }
    text = """
      /** Plays the gestures. Positions are points of the element. */
      export async function replay(element) {
      \(lines.indented(2))}

      """
  }

  private static func lines(_ gesture: PlayedGesture) throws(UnplayableGesture) -> [String] {
    func at(_ point: Point) -> String { "{ x: \(point.x.place), y: \(point.y.place) }" }
    switch gesture.fingers.kind {
    case .taps(1): return ["await element.tap(\(at(gesture.fingers.place)));"]
    case .taps: throw gesture.unplayable("Detox taps several times only in the middle of an element")
    case .longPress:
      return ["await element.longPress(\(at(gesture.start)), \(Int((gesture.duration * 1000).rounded())));"]
    case .swipe(let direction):
      return [
        "// Detox chooses the way; the script has \(gesture.start.places) to \(gesture.end.places).",
        "await element.swipe('\(direction.rawValue)', 'fast');",
      ]
    case .pinch(let scale):
      return [
        "// Only on iOS, about the middle of the element; the script has \(gesture.place).",
        "await element.pinch(\(scale.trimmed(4)));",
      ]
    case .pan, .drag: throw gesture.unplayable("Detox drags only from one element to another")
    case .twist, .together, .twoFinger: throw gesture.unplayable("Detox has no public call for it")
    }
  }
}
