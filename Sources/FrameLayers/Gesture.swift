import FrameGeometry
import FrameGesture

/// A gesture of virtual fingers, as on a phone: recognizers see touches and change layers.
///
///     canvas.gestures = [.pinch(1.5, on: "photo"), .rotate(by: .degrees(20), on: "photo"), .tap(at: Point(x: 10, y: 10))]
///
/// Points are on the canvas. An image layer recognizes pans, pinches and rotations.
public struct Gesture: Hashable, Sendable {
  enum Motion: Hashable, Sendable {
    case pan(Vector)
    case pinch(Double)
    case rotate(Angle)
    case tap(Point)
    case doubleTap(Point)
    case longPress(Point)
    case swipe(SwipeDirection)
    case drag([Point])
    case twoFingers(Point, Point, to: Point, Point)
  }

  let motion: Motion
  /// The name of the layer that the fingers act on; nil for what lies under them.
  let layer: String?
  /// The midpoint of the fingers, or where one finger goes down; nil for the layer's center.
  public var location: Point?
  /// The time from the first finger down to the last one up; nil for the default.
  public var duration: Duration?

  private init(_ motion: Motion, on layer: String? = nil) { (self.motion, self.layer) = (motion, layer) }

  /// One finger moves a layer by a distance in the layer's parent.
  public static func pan(by distance: Vector, on layer: String) -> Gesture {
    Gesture(.pan(distance), on: layer)
  }

  /// Two fingers scale a layer.
  public static func pinch(_ scale: Double, on layer: String) -> Gesture { Gesture(.pinch(scale), on: layer) }

  /// Two fingers turn a layer; positive angles are clockwise.
  public static func rotate(by angle: Angle, on layer: String) -> Gesture {
    Gesture(.rotate(angle), on: layer)
  }

  /// One finger taps a point.
  public static func tap(at point: Point) -> Gesture { Gesture(.tap(point)) }
  /// One finger taps a point twice.
  public static func doubleTap(at point: Point) -> Gesture { Gesture(.doubleTap(point)) }
  /// One finger rests on a point until the long press begins.
  public static func longPress(at point: Point) -> Gesture { Gesture(.longPress(point)) }

  /// One finger swipes over a layer.
  public static func swipe(_ direction: SwipeDirection, on layer: String) -> Gesture {
    Gesture(.swipe(direction), on: layer)
  }

  /// One finger moves through points, at least two, with constant speed.
  public static func drag(through points: [Point]) -> Gesture { Gesture(.drag(points)) }

  /// Two fingers move from their starts to their ends.
  public static func twoFingers(
    from starts: (Point, Point), to ends: (Point, Point)
  ) -> Gesture {
    Gesture(.twoFingers(starts.0, starts.1, to: ends.0, ends.1))
  }

  /// Returns the gesture with another location of its fingers.
  public func at(_ location: Point) -> Gesture {
    var gesture = self
    gesture.location = location
    return gesture
  }

  /// Returns the gesture with another duration.
  public func lasting(_ duration: Duration) -> Gesture {
    var gesture = self
    gesture.duration = duration
    return gesture
  }
}
