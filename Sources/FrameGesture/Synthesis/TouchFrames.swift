import FrameGeometry

/// The touch frames of a gesture in order of time. They are made one by one, not stored.
package struct TouchFrames: Sequence, Sendable {
  enum Part: Sendable {
    case frame(time: Double, TouchPhase, [Point])
    case moves(from: Double, over: Double, EvenSteps, at: @Sendable (Double) -> [Point])
  }

  var parts: [Part] = []

  package func makeIterator() -> Iterator { Iterator(self) }

  package struct Iterator: IteratorProtocol {
    private let frames: TouchFrames
    private var index = 0
    /// The rest of the movement that is in progress.
    private var steps: EvenSteps?

    fileprivate init(_ frames: TouchFrames) { self.frames = frames }

    package mutating func next() -> TouchFrame? {
      while index < frames.parts.count {
        switch frames.parts[index] {
        case .frame(let time, let phase, let locations):
          index += 1
          return frame(time, phase, locations)
        case .moves(let start, let duration, let all, let at):
          if steps == nil { steps = all }
          if let share = steps?.next() { return frame(start + duration * share, .move, at(share)) }
          (index, steps) = (index + 1, nil)
        }
      }
      return nil
    }

    /// Leaves out the frames of the movement in progress, except its last one.
    package mutating func skipToLastMove() { steps?.skipToLast() }

    private func frame(_ time: Double, _ phase: TouchPhase, _ locations: [Point]) -> TouchFrame {
      var touches: [Touch] = []
      touches.reserveCapacity(locations.count)
      for location in locations {
        touches.append(Touch(id: 1 + touches.count, phase, at: location))
      }
      return TouchFrame(time: time, touches: touches)
    }
  }
}

/// Ascending shares of a movement in (0, 1]: even steps and extra shares between them, each once.
struct EvenSteps: IteratorProtocol, Sendable {
  private let steps: Int
  private let extra: [Double]
  private var step = 1
  private var extraIndex = 0

  /// - Parameter extra: Shares between 0 and 1, in any order.
  init(steps: Int, extra: [Double] = []) {
    self.steps = max(1, steps)
    self.extra = extra.sorted()
  }

  mutating func next() -> Double? {
    let even = step <= steps ? Double(step) / Double(steps) : .infinity
    let share = min(even, extraIndex < extra.count ? extra[extraIndex] : .infinity)
    guard share.isFinite else { return nil }
    if even == share { step += 1 }
    while extraIndex < extra.count, extra[extraIndex] == share { extraIndex += 1 }
    return share
  }

  /// Leaves out all shares that are left, except 1.
  mutating func skipToLast() {
    guard step <= steps else { return }
    (step, extraIndex) = (steps, extra.count)
  }
}
