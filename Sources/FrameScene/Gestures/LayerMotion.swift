import FrameGeometry

/// How a layer moves on after fingers have left it: to the end of its momentum, or back to its elastic limits.
struct LayerMotion {
  private let start: LayerPlace
  private let end: LayerPlace
  /// In seconds.
  private let begin: Double
  private let duration: Double
  private let easing: Easing
  /// The gesture that it belongs to.
  let gesture: Int?
  let origin: Origin
  /// Where the layer was put last. A layer that is elsewhere was moved by something else, which ends the motion.
  var shown: LayerPlace

  /// - Parameters:
  ///   - begin: in seconds.
  ///   - duration: in seconds.
  init(
    from start: LayerPlace, to end: LayerPlace, begin: Double, duration: Double, _ easing: Easing,
    gesture: Int?, at origin: Origin
  ) {
    (self.start, self.end, shown) = (start, end, start)
    (self.begin, self.duration, self.easing) = (begin, duration, easing)
    (self.gesture, self.origin) = (gesture, origin)
  }

  /// The time at which the layer rests, in seconds.
  var rest: Double { begin + duration }

  func place(at time: Double) -> LayerPlace {
    time < rest ? start.moved(by: easing((time - begin) / duration), from: start, to: end) : end
  }
}
