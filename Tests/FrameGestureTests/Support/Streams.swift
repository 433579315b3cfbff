import FrameGeometry
import FrameGesture

/// A generator of random touches that are the same in every run.
struct Streams {
  private var numbers: SplitMix64

  init(seed: UInt64) {
    numbers = SplitMix64(seed: seed)
  }

  mutating func number(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * (Double(numbers.next() >> 11) * 0x1p-53)
  }

  mutating func whole(_ count: Int) -> Int { Int(numbers.next() % UInt64(count)) }

  mutating func point() -> Point { Point(x: number(0, 300), y: number(0, 300)) }

  /// Returns frames of up to four fingers that come, go, move a little or jump at random. Some fingers may still be
  /// down at the end.
  mutating func frames(_ count: Int) -> [TouchFrame] {
    var down: [Int: Point] = [:]
    var time = 0.0
    return (0..<count).map { _ in
      time += whole(6) == 0 ? number(0, 0.8) : number(0, 0.1)
      let touches = (0..<4).compactMap { id -> Touch? in
        guard let place = down[id] else {
          guard whole(4) == 0 else { return nil }
          let place = whole(3) == 0 ? point() : Point(x: 150 + 20 * Double(id), y: 150)
          down[id] = place
          return Touch(id: id, .down, at: place)
        }
        switch whole(8) {
        case 0, 1: return nil
        case 2, 3:
          down[id] = nil
          return Touch(id: id, whole(10) == 0 ? .cancel : .up, at: place)
        case let way:
          let reach = way == 7 ? 60.0 : 6
          let next = Point(x: place.x + number(-reach, reach), y: place.y + number(-reach, reach))
          down[id] = next
          return Touch(id: id, .move, at: next)
        }
      }
      return TouchFrame(time: time, touches: touches)
    }
  }
}

extension Player {
  /// Plays frames, cancels the touches that are still down, and lets timers run out.
  mutating func play(_ frames: [TouchFrame]) throws {
    for frame in frames { events += session.process(frame) { _ in [0] } }
    events += session.cancelTouches()
    drain()
  }

  /// Moves two fingers along straight lines in a number of frames.
  mutating func glide(from: [Point], to: [Point], steps: Int) throws {
    try frame(0, [.down(1, from[0].x, from[0].y), .down(2, from[1].x, from[1].y)])
    for step in 1...steps {
      let share = Double(step) / Double(steps)
      let places = zip(from, to).map { a, b in
        Point(x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share)
      }
      try frame(share, [.move(1, places[0].x, places[0].y), .move(2, places[1].x, places[1].y)])
    }
    try frame(1, [.up(1), .up(2)])
    drain()
  }
}
