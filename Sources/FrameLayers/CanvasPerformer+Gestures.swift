import FrameGeometry
import FrameGesture
import FrameScene

// Gestures of virtual fingers.
extension CanvasPerformer {
  mutating func perform(_ gesture: Gesture) throws(SceneError) {
    let word = gesture.word
    try perform(.beginGesture(word: word))
    let motion = try motion(gesture)
    try perform(.gesture(NewGesture(word: word, motion: motion.fingers, path: motion.path)))
  }

  /// - Returns: the motion of the fingers, and the layer that they act on with its ancestors; nil if they act on what lies
  ///   under them.
  private func motion(_ gesture: Gesture) throws(SceneError) -> (fingers: FingerMotion, path: [Int]?) {
    let scene = run.editor.scene
    let layer = try gesture.layer.map { name throws(SceneError) in try self.layer(named: name) }
    var path = layer.map(scene.path)
    var place = layer.map(scene.center)
    let kind: FingerMotion.Kind
    switch gesture.motion {
    case .pan(let distance):
      kind = .pan(try vector(distance, "a pan's distance"))
    case .pinch(let scale):
      try origin.require(scale > 0 && scale.isFinite, "a pinch's factor", scale, wanted: "more than 0")
      kind = .pinch(scale)
    case .rotate(let angle):
      guard angle.radians.isFinite else { throw SceneError(.notFinite("an angle"), at: origin) }
      kind = .twist(angle.radians)
    case .tap(let point): (kind, place) = (.taps(1), point)
    case .doubleTap(let point): (kind, place) = (.taps(2), point)
    case .longPress(let point): (kind, place) = (.longPress(duration: nil), point)
    case .swipe(let direction): (kind, path) = (.swipe(direction), nil)
    case .drag(let points):
      guard points.count > 1 else {
        throw SceneError(.tooFew("points", of: "a drag", count: points.count), at: origin)
      }
      for end in points { _ = try point(end, "a point of a drag") }
      (kind, place) = (.drag(Array(points.dropFirst())), points[0])
    case .twoFingers(let first, let second, let firstEnd, let secondEnd):
      for end in [first, second, firstEnd, secondEnd] { _ = try point(end, "a finger's position") }
      (kind, place) = (.twoFinger(second, to: firstEnd, secondEnd), first)
    }
    if let location = gesture.location {
      // The others say where their fingers are.
      guard gesture.layer != nil else {
        throw SceneError(.withoutMeaning("at", of: gesture.word), at: origin)
      }
      place = location
    }
    let start = try point(place!, "a finger's position")
    let duration = try gesture.duration.map { time throws(SceneError) in
      try length(time.inSeconds, "a duration")
    }
    return (FingerMotion(kind, at: start, over: duration), path)
  }
}

extension Gesture {
  /// The word of its statement, which records name.
  fileprivate var word: String {
    switch motion {
    case .pan: "pan"
    case .pinch: "pinch"
    case .rotate: "twist"
    case .tap: "tap"
    case .doubleTap: "double-tap"
    case .longPress: "long-press"
    case .swipe: "swipe"
    case .drag: "drag"
    case .twoFingers: "two-finger"
    }
  }
}
