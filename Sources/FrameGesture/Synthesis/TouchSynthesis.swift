import FrameGeometry

/// Makes touches that perform named gestures.
///
///     let synthesis = TouchSynthesis(settings: session.settings)
///     for frame in synthesis.frames(of: FingerMotion(.pan(Vector(dx: 40, dy: 20)), at: center), from: session.now) {
///       events += try session.process(frame) { _ in [layer] }
///     }
///
/// `pan`, `pinch` and `twist` end exactly at their value: the synthesis adds the consumed slop, and if a
/// value is below its threshold, fingers first move past the threshold and then come back. The other motions
/// are performed literally.
package struct TouchSynthesis: Sendable {
  /// A way to make recognizers accept a gesture.
  package enum RecognitionStrategy: Equatable, Sendable, CaseIterable {
    case straight
    /// Lets a finger that has begun to move rest until recognizers of quick gestures have failed. A pan that
    /// waits for a swipe to fail needs this.
    case patient
  }

  package var settings: GestureSettings

  package init(settings: GestureSettings) {
    self.settings = settings
  }

  /// The distance between the two fingers of a pinch or a twist, in pixels.
  static let span = 100.0
  /// The distance between neighboring fingers of a pan, in pixels.
  private static let gap = 40.0
  /// The distance by which a finger exceeds a threshold that its value does not reach, in pixels.
  private static let margin = 1.0
  private static let movesPerSecond = 60.0

  /// The distance that a finger moves before its pan moves the layer.
  package var consumed: Double { settings.panSlopMode == .consume ? settings.panSlop : 0 }

  /// Returns the touch frames of a motion.
  ///
  /// - Parameter start: The time of the first frame, in seconds.
  /// - Returns: Frames in order of time. All fingers are up after the last one.
  package func frames(
    of motion: FingerMotion, from start: Double, strategy: RecognitionStrategy = .straight
  ) -> TouchFrames {
    var fingers = Fingers(time: start)
    switch motion.kind {
    case .pan(let vector): pan(vector, motion, strategy, &fingers)
    case .pinch(let factor): together(FingerChange(pinch: factor), motion, strategy, &fingers)
    case .twist(let angle): together(FingerChange(twist: angle), motion, strategy, &fingers)
    case .together(let change): together(change, motion, strategy, &fingers)
    case .taps(let count): taps(count, motion, &fingers)
    case .longPress(let duration):
      fingers.touchDown(at: [motion.place])
      fingers.lift(after: duration ?? motion.duration ?? settings.longPressDuration + 0.1)
    case .swipe(let direction): swipe(direction, motion, &fingers)
    case .drag(let points):
      fingers.touchDown(at: [motion.place])
      fingers.move(
        through: [motion.place] + points, over: motion.duration ?? 0.3, steps: steps(motion, 0.3))
      fingers.lift()
    case .twoFinger(let second, let firstEnd, let secondEnd):
      let starts = [motion.place, second]
      let ends = [firstEnd, secondEnd]
      fingers.touchDown(at: starts)
      fingers.move(over: motion.duration ?? 0.3, steps: steps(motion, 0.3)) { share in
        zip(starts, ends).map { $0.interpolated(to: $1, share) }
      }
      fingers.lift()
    }
    return fingers.frames
  }

  /// Estimates the number of touches of a motion without making them.
  package func touchCount(of motion: FingerMotion) -> Double {
    let steps = motion.steps.map(Double.init)
    func moves(_ defaultDuration: Double) -> Double {
      steps ?? (motion.duration ?? defaultDuration) * Self.movesPerSecond
    }
    switch motion.kind {
    case .pan: return Double(max(1, settings.panMinTouches)) * (moves(0.3) + 4)
    case .drag, .swipe: return moves(0.3) + 4
    case .pinch, .twoFinger: return 2 * moves(0.3) + 6
    case .together(let change):
      var twist = motion
      twist.kind = .twist(change.twist ?? 0)
      return touchCount(of: twist) + 4
    case .twist(let angle):
      let lead = abs(angle) < 2 * settings.rotateMinDelta ? 2 * settings.rotateMinDelta : 0
      return 2 * (lead + max(moves(0.3) * Double.pi / 2, lead + abs(angle))) / (Double.pi / 2) + 6
    case .taps(let count): return 2 * Double(count)
    case .longPress: return 2
    }
  }

  private func steps(_ motion: FingerMotion, _ defaultDuration: Double) -> Int {
    motion.steps ?? max(1, Int(((motion.duration ?? defaultDuration) * Self.movesPerSecond).rounded()))
  }

  // MARK: Motions that end exactly at their value

  private func pan(
    _ vector: Vector, _ motion: FingerMotion, _ strategy: RecognitionStrategy, _ fingers: inout Fingers
  ) {
    let direction = vector.unit ?? SwipeDirection.right.axis
    let end = vector + direction * consumed
    let count = max(1, settings.panMinTouches)
    /// Places the fingers side by side about their midpoint.
    @Sendable func locations(_ way: Vector) -> [Point] {
      (0..<count).map { finger in
        let side = (Double(finger) - Double(count - 1) / 2) * Self.gap
        return motion.place + Vector(dx: way.dx + side, dy: way.dy)
      }
    }
    let least = leastMovement(strategy)
    var from = Vector.zero
    fingers.touchDown(at: locations(from))
    // A finger that moves far enough anyway moves in a straight line; the slop is consumed along the same
    // line.
    if strategy == .patient || vector.length + consumed < least {
      from = direction * least
      fingers.move(to: locations(from), after: 1 / Self.movesPerSecond)
    }
    if strategy == .patient { fingers.hold(until: settings.swipeMaxTime + 1 / Self.movesPerSecond) }
    let first = from
    fingers.move(over: motion.duration ?? 0.3, steps: steps(motion, 0.3)) { share in
      share < 1 ? locations(first + (end - first) * share) : locations(end)
    }
    fingers.lift()
  }

  /// Returns the distance that a finger moves until a pan begins.
  private func leastMovement(_ strategy: RecognitionStrategy) -> Double {
    let least = settings.panSlop + Self.margin
    return strategy == .patient ? max(least, settings.longPressMaxDistance + Self.margin) : least
  }

  /// Moves two fingers along, apart and about their midpoint. The midpoint begins beside the motion's place, so that it
  /// is at the place when the slop is consumed and the pan begins to move the layer: the layer then scales and turns
  /// about its own point under the midpoint.
  private func together(
    _ change: FingerChange, _ motion: FingerMotion, _ strategy: RecognitionStrategy, _ fingers: inout Fingers
  ) {
    let way = change.pan ?? .zero
    let direction = way.unit ?? SwipeDirection.right.axis
    let consumed = change.pan == nil ? 0 : consumed
    @Sendable func locations(_ way: Vector, _ scale: Double, _ angle: Double) -> [Point] {
      let (s, c) = Trigonometry.sineAndCosine(Angle(radians: angle))
      let arm = Vector(dx: Self.span / 2 * scale * c, dy: Self.span / 2 * scale * s)
      return [motion.place + (way - arm), motion.place + (way + arm)]
    }
    var from = -direction * consumed
    fingers.touchDown(at: locations(from, 1, 0))
    if change.pan != nil {
      from = direction * (leastMovement(strategy) - consumed)
      fingers.move(to: locations(from, 1, 0), after: 1 / Self.movesPerSecond)
      if strategy == .patient { fingers.hold(until: settings.swipeMaxTime + 1 / Self.movesPerSecond) }
    }
    let (scale, angle) = (change.pinch ?? 1, change.twist ?? 0)
    var (firstScale, firstAngle) = (1.0, 0.0)
    if change.pinch != nil, abs(scale - 1) < 2 * settings.pinchMinDelta {
      firstScale += 2 * settings.pinchMinDelta
    }
    if change.twist != nil, abs(angle) < 2 * settings.rotateMinDelta {
      firstAngle = (angle < 0 ? -2 : 2) * settings.rotateMinDelta
    }
    let (start, leadScale, leadAngle) = (from, firstScale, firstAngle)
    if leadScale != 1 || leadAngle != 0 {
      let count = Self.quarterTurns(in: leadAngle)
      fingers.move(over: Double(count) / Self.movesPerSecond, steps: count) { share in
        locations(start, share == 1 ? leadScale : 1 + (leadScale - 1) * share, leadAngle * share)
      }
    }
    let count = max(Self.quarterTurns(in: angle - leadAngle), steps(motion, 0.3))
    fingers.move(over: motion.duration ?? 0.3, steps: count) { share in
      guard share < 1 else { return locations(way, scale, angle) }
      return locations(
        Vector(dx: start.dx + (way.dx - start.dx) * share, dy: start.dy + (way.dy - start.dy) * share),
        leadScale + (scale - leadScale) * share, leadAngle + (angle - leadAngle) * share)
    }
    fingers.lift()
  }

  /// Returns the least number of moves for an angle. A recognizer sees only the two ends of a move, so no move may be
  /// half a turn or more.
  private static func quarterTurns(in angle: Double) -> Int {
    max(1, Int((abs(angle) / (Double.pi / 2)).rounded(.up)))
  }

  // MARK: Literal motions

  /// Performs taps. The pause after each tap is as long as the tap.
  private func taps(_ count: Int, _ motion: FingerMotion, _ fingers: inout Fingers) {
    let parts = Double(2 * count - 1)
    let part = motion.duration.map { $0 / parts } ?? 0.05
    for tap in 0..<count {
      if tap > 0 { fingers.wait(max(part, settings.tapMinGap)) }
      fingers.touchDown(at: [motion.place])
      fingers.lift(after: part)
    }
  }

  private func swipe(_ direction: SwipeDirection, _ motion: FingerMotion, _ fingers: inout Fingers) {
    let length = max(2 * settings.swipeMinDistance, 1)
    fingers.touchDown(at: [motion.place])
    fingers.move(over: motion.duration ?? 0.2, steps: steps(motion, 0.2)) { share in
      [motion.place.interpolated(to: motion.place + direction.axis * length, share)]
    }
    fingers.lift()
  }
}
