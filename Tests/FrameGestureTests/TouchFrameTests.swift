import FrameGeometry
import FrameGesture
import TestSupport
import Testing

/// Tests of synthesized touch frames. Frames are computed one at a time and can be iterated repeatedly.
@Suite struct TouchFrameTests {
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

  @Test("Iterating the frames twice gives the same frames")
  func again() {
    let kinds: [FingerMotion.Kind] = [
      .pan(Vector(dx: 40, dy: 3)), .pinch(1.5), .twist(2), .taps(2), .longPress(duration: nil),
      .swipe(.left), .twoFinger(.zero, to: Point(x: 5, y: 5), Point(x: 9, y: 9)),
    ]
    for kind in kinds {
      let frames = frames(kind)
      expectEqual(Array(frames), Array(frames))
      expectTrue(
        Double(frames.reduce(0) { $0 + $1.touches.count }) <= synthesis.touchCount(
          of: FingerMotion(kind, at: .zero)) + 4)
    }
  }

  @Test("The first frames of a gesture with a billion steps are available at once")
  func lazy() {
    let frames = frames(.pan(Vector(dx: 40, dy: 0)), over: 1000, steps: 1_000_000_000)
    expectEqual(frames.prefix(3).map { $0.touches[0].phase }, [.down, .move, .move])
  }
}
