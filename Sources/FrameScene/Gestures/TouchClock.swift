import FrameGeometry
import FrameGesture

/// The clocks of touches in seconds, and the touch frame that is still open.
struct TouchClock {
  private var gestureEnd = 0.0
  private var lastTouch = 0.0
  /// The touches of one instant, until the next one is known.
  private(set) var frame: OpenTouchFrame?

  /// Returns the time of a touch, in seconds.
  func time(of delay: TouchDelay) -> Double {
    switch delay {
    case .sinceGesture(let seconds): gestureEnd + seconds
    case .sinceTouch(let seconds): lastTouch + seconds
    }
  }

  mutating func endGesture(at time: Double) {
    gestureEnd = time
    lastTouch = time
  }

  mutating func add(
    _ touch: Touch, at time: Double, actingOn path: [Int]?, origin: Origin
  ) {
    if frame == nil { frame = OpenTouchFrame(time: time, origin: origin) }
    frame!.append(touch)
    frame!.paths[touch.id] = path
    frame!.origins[touch.id] = origin
    lastTouch = time
  }

  mutating func takeFrame() -> OpenTouchFrame? {
    defer { frame = nil }
    return frame
  }
}

struct OpenTouchFrame {
  let time: Double
  let origin: Origin
  private(set) var touches: [Touch] = []
  /// The location of each finger's last touch.
  private var locations: [Int: Point] = [:]
  /// For fingers that act on a given layer.
  var paths: [Int: [Int]] = [:]
  /// The origin of each finger's last touch.
  var origins: [Int: Origin] = [:]

  init(time: Double, origin: Origin) {
    self.time = time
    self.origin = origin
  }

  mutating func append(_ touch: Touch) {
    touches.append(touch)
    locations[touch.id] = touch.location
  }

  func location(of touch: Int) -> Point? { locations[touch] }
}
