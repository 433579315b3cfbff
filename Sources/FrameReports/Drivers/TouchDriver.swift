import FrameGeometry
import FrameGesture
import FrameScene

/// A program or a test library that plays touches on a device or in a browser.
package enum TouchDriver: String, CaseIterable, Sendable {
  case webdriver, appium, playwright, cdp, compose, espresso, flutter, sendevent, xcuitest, detox

  /// Returns the touches of a run in the driver's form. Positions have two decimals.
  ///
  /// - Throws: the first gesture that the driver has no public call for.
  package func text(_ record: RunRecord) throws(UnplayableGesture) -> String {
    let frames = TouchInstant.all(of: record.touches)
    switch self {
    case .playwright, .cdp, .compose, .espresso: try frames.checkCancels()
    case .webdriver, .appium, .flutter, .sendevent, .xcuitest, .detox: break
    }
    return switch self {
    case .webdriver, .appium: frames.webDriverActions
    case .playwright: frames.playwrightModule
    case .cdp: frames.chromeCommands
    case .compose: frames.composeFunction
    case .espresso: frames.espressoAction
    case .flutter: frames.flutterFunction
    case .sendevent: frames.shellScript
    case .xcuitest: try XCUITestWriter(record).text
    case .detox: try DetoxWriter(record).text
    }
  }
}

/// A gesture that a driver has no public call for.
package struct UnplayableGesture: Error, Equatable, Sendable {
  /// The first word of the statement.
  package let word: String
  package let reason: String
  package let origin: Origin
}

/// The touches of one instant, in the order in which recognizers take them: moves, then fingers that come down, then those that go up.
struct TouchInstant {
  /// In milliseconds since the first touch, rounded.
  let milliseconds: Int
  let touches: [Touch]
  /// The fingers that were down before, in the order in which they came down.
  let before: [Touch]
  /// The origin of the first touch.
  let origin: Origin
  /// The lowest free number from 0 that each finger had when it came down, by its id.
  let slots: [Int: Int]

  /// Returns the touches with a phase.
  func touches(_ phase: TouchPhase) -> [Touch] { touches.filter { $0.phase == phase } }

  static func all(of recorded: [RecordedTouch]) -> [TouchInstant] {
    guard let start = recorded.first?.time else { return [] }
    var instants: [TouchInstant] = []
    var down: [Touch] = []
    var slots: [Int: Int] = [:]
    var place = 0
    while place < recorded.count {
      let time = recorded[place].time
      let end = recorded[place...].firstIndex { $0.time != time } ?? recorded.count
      let order: [TouchPhase] = [.move, .down, .up, .cancel]
      let touches = order.flatMap { phase in recorded[place..<end].map(\.touch).filter { $0.phase == phase } }
      let before = down
      for touch in touches where touch.phase == .down {
        slots[touch.id] = (0...).first { slot in !slots.values.contains(slot) }!
        down.append(touch)
      }
      instants.append(
        TouchInstant(
          milliseconds: Int(((time - start) * 1000).rounded()), touches: touches, before: before,
          origin: recorded[place].origin, slots: slots))
      for touch in touches {
        guard let known = down.firstIndex(where: { $0.id == touch.id }) else { continue }
        switch touch.phase {
        case .down: break
        case .move: down[known].location = touch.location
        case .up, .cancel:
          down.remove(at: known)
          slots[touch.id] = nil
        }
      }
      place = end
    }
    return instants
  }
}

extension [TouchInstant] {
  /// The ids of all fingers, in the order in which they first come down.
  var fingers: [Int] {
    var ids: [Int] = []
    for touch in flatMap(\.touches) where touch.phase == .down && !ids.contains(touch.id) {
      ids.append(touch.id)
    }
    return ids
  }

  /// Throws if some fingers are canceled and others are not: Chrome and Android cancel all at once.
  fileprivate func checkCancels() throws(UnplayableGesture) {
    for instant in self {
      let canceled = instant.touches(.cancel).map(\.id)
      let down = Set((instant.before + instant.touches(.down)).map(\.id))
        .subtracting(instant.touches(.up).map(\.id))
      guard canceled.isEmpty || down == Set(canceled) else {
        throw UnplayableGesture(
          word: "touch", reason: "it cancels all fingers at once, and this cancels some of them",
          origin: instant.origin)
      }
    }
  }

  /// Each instant with the milliseconds since the one before.
  var withPauses: [(pause: Int, instant: TouchInstant)] {
    enumerated().map { index, instant in
      (instant.milliseconds - (index > 0 ? self[index - 1].milliseconds : 0), instant)
    }
  }
}

extension Double {
  /// A position for a driver.
  var place: String { trimmed(2) }
}

extension Point {
  /// `12.5, 40`
  var places: String { "\(x.place), \(y.place)" }
}
