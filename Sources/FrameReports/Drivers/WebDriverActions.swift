import FrameGeometry
import FrameGesture

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
