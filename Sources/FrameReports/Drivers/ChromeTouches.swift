import FrameGeometry
import FrameGesture

/// Chrome's `Input.dispatchTouchEvent` (https://chromedevtools.github.io/devtools-protocol/tot/Input/). Each event has the fingers that
/// change; Chrome knows which others are down.
extension [TouchInstant] {
  /// One command on each line, with timestamps in seconds from 0.
  var chromeCommands: String {
    chromeEvents.map { milliseconds, type, fingers in
      let points = fingers.map {
        #"{"id":\#($0.id),"x":\#($0.location.x.place),"y":\#($0.location.y.place)}"#
      }
      return #"{"method":"Input.dispatchTouchEvent","params":{"type":"\#(type)","timestamp":"#
        + (Double(milliseconds) / 1000).trimmed(3) + ",\"touchPoints\":[" + points.joined(separator: ",")
        + "]}}\n"
    }.joined()
  }

  /// A module for Playwright, whose own touchscreen has one finger: it talks to Chromium itself.
  var playwrightModule: String {
    let events = chromeEvents.map { milliseconds, type, fingers in
      let points = fingers.map { "[\($0.id), \($0.location.places)]" }.joined(separator: ", ")
      return "  [\(milliseconds), \"\(type)\", [\(points)]],\n"
    }
    return """
      // Milliseconds, type, and the fingers that change: number, x, y in CSS pixels of the viewport.
      const events = [
      \(events.joined())];

      /** Plays the touches in a page of Chromium. */
      export async function replay(page) {
        const client = await page.context().newCDPSession(page);
        const start = Date.now() / 1000;
        for (const [time, type, fingers] of events) {
          const touchPoints = fingers.map(([id, x, y]) => ({ id, x, y }));
          await client.send("Input.dispatchTouchEvent", { type, touchPoints, timestamp: start + time / 1000 });
        }
        await client.detach();
      }

      """
  }

  private var chromeEvents: [(milliseconds: Int, type: String, fingers: [Touch])] {
    var events: [(milliseconds: Int, type: String, fingers: [Touch])] = []
    for instant in self {
      func add(_ type: String, _ fingers: [Touch]) { events.append((instant.milliseconds, type, fingers)) }
      let (moves, lifted) = (instant.touches(.move), instant.touches(.up))
      if !moves.isEmpty { add("touchMove", moves) }
      for touch in instant.touches(.down) { add("touchStart", [touch]) }
      if !lifted.isEmpty { add("touchEnd", lifted) }
      if !instant.touches(.cancel).isEmpty { add("touchCancel", []) }
    }
    return events
  }
}

/// W3C WebDriver (https://www.w3.org/TR/webdriver2/#actions): one source of actions for each finger. All sources have equally many
/// actions, because the n-th actions of all are one tick.
extension [TouchInstant] {
  /// `{"actions":[...]}`, one source on each line.
  var webDriverActions: String {
    let fingers = fingers
    var sources = fingers.map { _ in [String]() }
    /// Adds a tick: the given actions, and pauses for all other fingers.
    func tick(_ actions: [Int: String], duration: Int = 0) {
      for (place, finger) in fingers.enumerated() {
        sources[place].append(actions[finger] ?? #"{"type":"pause","duration":\#(duration)}"#)
      }
    }
    for (pause, instant) in withPauses {
      if pause > 0 { tick([:], duration: pause) }
      let places = Dictionary(
        instant.touches.filter { $0.phase != .cancel }.map {
          (
            $0.id,
            #"{"type":"pointerMove","duration":0,"x":\#($0.location.x.place),"y":\#($0.location.y.place)}"#
          )
        }, uniquingKeysWith: { $1 })
      // A finger that goes up where it is needs no move.
      let moved = instant.moved
      if !moved.isEmpty { tick(places.filter { moved.contains($0.key) }) }
      let presses = Dictionary(
        instant.touches.filter { $0.phase != .move }.map { ($0.id, Self.press($0.phase)) },
        uniquingKeysWith: { $1 })
      if !presses.isEmpty { tick(presses) }
    }
    let lines = zip(fingers, sources).map { finger, actions in
      #"{"type":"pointer","id":"finger\#(finger)","parameters":{"pointerType":"touch"},"actions":["#
        + actions.joined(separator: ",") + "]}"
    }
    return "{\"actions\":[\n" + lines.joined(separator: ",\n") + "\n]}\n"
  }

  private static func press(_ phase: TouchPhase) -> String {
    switch phase {
    case .down: #"{"type":"pointerDown","button":0}"#
    case .up: #"{"type":"pointerUp","button":0}"#
    case .move, .cancel: #"{"type":"pointerCancel"}"#
    }
  }
}

extension TouchInstant {
  /// The fingers that are elsewhere than before.
  fileprivate var moved: Set<Int> {
    Set(touches.filter { $0.phase == .move || $0.phase == .down }.map(\.id))
  }
}
