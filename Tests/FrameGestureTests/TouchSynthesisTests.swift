import FrameGeometry
import FrameGesture
import TestSupport
import Testing

/// Tests of synthesized touch frames. Frames are computed one at a time and can be iterated repeatedly.
@Suite struct TouchSynthesisTests {
  private let synthesis = TouchSynthesis(settings: GestureSettings())

  private func frames(_ kind: FingerMotion.Kind, over duration: Double? = nil, steps: Int? = nil)
    -> TouchFrames
  {
    synthesis.frames(
      of: FingerMotion(kind, at: Point(x: 10, y: 20), over: duration, steps: steps), from: 2)
  }

  @Test("A drag visits every corner once, between even steps, and ends at its last point")
  func corners() {
    let corner = Point(x: 40, y: 20)
    let frames = Array(frames(.drag([corner, Point(x: 40, y: 23)]), over: 1, steps: 4))
    expectEqual(frames.map { $0.touches[0].phase }, [.down, .move, .move, .move, .move, .move, .up])
    expectEqual(frames.filter { $0.touches[0].location == corner }.count, 1)
    expectTrue(frames[5].touches[0].location == Point(x: 40, y: 23) && frames[5].time == 3)
    expectTrue(zip(frames, frames.dropFirst()).allSatisfy { $0.time < $1.time })
    // A corner that coincides with an even step adds no frame.
    let even = Array(self.frames(.drag([Point(x: 20, y: 20), Point(x: 30, y: 20)]), over: 1, steps: 4))
    expectEqual(even.count, 6)
  }

  @Test("A drag has even speed, also if points are repeated or very far away")
  func repeatedPoints() {
    let start = Point(x: 10, y: 20)
    let ends = [
      start, start, Point(x: 40, y: 20), Point(x: 40, y: 20), Point(x: 40, y: 30), Point(x: 40, y: 30),
    ]
    let ways = frames(.drag(ends), over: 1, steps: 8).map { frame in
      (frame.time - 2, frame.touches[0].location.x - start.x + frame.touches[0].location.y - start.y)
    }
    // Down, eight even steps, the corner, which is one of them, and up.
    expectEqual(ways.count, 10)
    for (time, way) in ways { expectTrue(abs(way - 40 * min(1, time)) < 1e-9, "\(way) at \(time)") }
    for ends in [[start], [Point(x: 1e308, y: 1e308), Point(x: -1e308, y: 1e308)]] {
      expectEqual(Array(frames(.drag(ends), over: 1, steps: 8)).last?.touches[0].location, ends.last)
    }
  }

  @Test("Moves that are left out of a movement do not change its last one, and no other movement")
  func leftOut() {
    for kind in [.drag([Point(x: 20, y: 20), Point(x: 30, y: 20)]), .pan(Vector(dx: 2, dy: 0))]
      as [FingerMotion.Kind]
    {
      let all = Array(frames(kind, steps: 20))
      for count in 0...all.count {
        var rest = frames(kind, steps: 20).makeIterator()
        var some = (0..<count).compactMap { _ in rest.next() }
        rest.skipToLastMove()
        while let frame = rest.next() { some.append(frame) }
        let isMoving =
          count < all.count - 2
          && count > all.firstIndex { $0.touches[0].location != all[0].touches[0].location }!
        expectEqual(some, isMoving ? Array(all[..<count] + all[(all.count - 2)...]) : all)
      }
    }
  }

  @Test("Iterating the frames twice gives the same frames")
  func again() {
    let kinds: [FingerMotion.Kind] = [
      .pan(Vector(dx: 40, dy: 3)), .pinch(1.5), .twist(2), .taps(2), .longPress(duration: nil),
      .swipe(.left), .twoFinger(.zero, to: Point(x: 5, y: 5), Point(x: 9, y: 9)),
      .together(FingerChange(pan: Vector(dx: 1, dy: 2), twist: 1)),
    ]
    for kind in kinds {
      expectEqual(Array(frames(kind)), Array(frames(kind)))
    }
  }

  @Test(
    "The estimate of the touches is at least their number, and at most 12 more",
    arguments: [
      .pan(Vector(dx: 40, dy: 3)), .pan(Vector(dx: 2, dy: 0)), .pinch(1.5), .pinch(1.001), .twist(2),
      .twist(0.001), .twist(-0.01), .taps(3), .longPress(duration: nil), .swipe(.left),
      .drag([Point(x: 40, y: 20)]), .twoFinger(.zero, to: Point(x: 5, y: 5), Point(x: 9, y: 9)),
      .together(FingerChange(pan: Vector(dx: 40, dy: 3), pinch: 1.001, twist: -0.01)),
      .together(FingerChange(pinch: 2, twist: 9)),
    ] as [FingerMotion.Kind])
  func estimate(kind: FingerMotion.Kind) {
    for steps in [nil, 1, 50] {
      let count = Double(frames(kind, steps: steps).reduce(0) { $0 + $1.touches.count })
      let estimate = synthesis.touchCount(of: FingerMotion(kind, at: .zero, steps: steps))
      expectTrue((count...count + 12).contains(estimate), "\(kind), \(steps ?? 0): \(count), \(estimate)")
    }
  }

  @Test("A long press without a duration ends a tenth of a second after it is recognized")
  func longPress() {
    let frames = Array(frames(.longPress(duration: nil)))
    expectEqual(frames.map(\.time), [2, 2 + synthesis.settings.longPressDuration + 0.1])
  }

  @Test("The first frames of a gesture with a billion steps are available at once")
  func lazy() {
    let frames = frames(.pan(Vector(dx: 40, dy: 0)), over: 1000, steps: 1_000_000_000)
    expectEqual(frames.prefix(3).map { $0.touches[0].phase }, [.down, .move, .move])
  }
}
