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
      let moves = instant.touches.filter { $0.phase == .move }
      if !moves.isEmpty { add("touchMove", moves) }
      for touch in instant.touches where touch.phase == .down { add("touchStart", [touch]) }
      let lifted = instant.touches.filter { $0.phase == .up }
      if !lifted.isEmpty { add("touchEnd", lifted) }
      if instant.touches.contains(where: { $0.phase == .cancel }) { add("touchCancel", []) }
    }
    return events
  }
}
