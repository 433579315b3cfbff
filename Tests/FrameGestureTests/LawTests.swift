import FrameGeometry
@testable import FrameGesture
import TestSupport
import Testing

@Suite("Gesture invariants") struct LawTests {
  static let presets: [GesturePreset] = [.frameit, .photos, .pickview, .uikit, .swiftui, .android]

  /// After any touches, all recognizers end up in the possible state. The events of each recognizer form a valid
  /// sequence.
  @Test("Random touches leave all recognizers possible") func randomTouches() throws {
    var actions = 0
    var names: Set<String> = []
    for seed in 0..<500 {
      var streams = Streams(seed: UInt64(seed))
      var player = try Player(preset: .pickview)
      try player.play(streams.frames(40))
      expectTrue(player.session.isIdle && player.session.touchesDown.isEmpty)
      for recognizer in player.session.recognizers {
        expectEqual(player.session.state(of: recognizer.number), .possible)
      }
      expectOrder(player.events)
      actions += player.told.count
      names.formUnion(player.events.filter(\.isAction).map(\.name))
    }
    expectTrue(actions > 1000)
    expectEqual(names, ["tap", "double-tap", "pinch", "rotation", "swipe-up", "pan", "long-press"])
  }

  private func expectOrder(_ events: [GestureEvent]) {
    expectTrue(zip(events, events.dropFirst()).allSatisfy { $0.time <= $1.time })
    var states: [Int: GestureState] = [:]
    for event in events {
      let before = states[event.recognizer] ?? .possible
      let isUnderWay = before == .began || before == .changed
      switch event.state {
      case .began, .recognized, .failed: expectTrue(!isUnderWay)
      case .changed, .ended, .cancelled: expectTrue(isUnderWay)
      case .possible: Issue.record("an event of becoming possible")
      }
      states[event.recognizer] = event.state
    }
    for state in states.values { expectTrue(state != .began && state != .changed) }
  }

  /// Without simultaneous recognition, only one of the recognizers that share a touch is active at a time.
  @Test("Of recognizers that share a touch, one is active at a time") func exclusive() throws {
    for seed in 0..<100 {
      var streams = Streams(seed: UInt64(1000 + seed))
      var player = try Player(preset: .uikit)
      for frame in streams.frames(40) {
        player.session.process(frame) { _ in [0] }
        let active = player.session.recognizers.filter {
          [.began, .changed].contains(player.session.state(of: $0.number))
        }
        expectTrue(active.count <= 1)
      }
    }
  }

  @Test(
    "The changes of a gesture add up to its total", arguments: presets)
  func changesAddUp(
    preset: GesturePreset
  ) throws {
    for seed in 0..<100 {
      var streams = Streams(seed: UInt64(2000 + seed))
      var player = try Player(preset: preset)
      try player.play(streams.frames(40))
      var sums: [Int: GestureValue] = [:]
      for event in player.events where event.state != .failed {
        if event.state == .began { sums[event.recognizer] = GestureValue(location: .zero) }
        guard var sum = sums[event.recognizer] else { continue }
        sum.translation.dx += event.value.translationChange.dx
        sum.translation.dy += event.value.translationChange.dy
        sum.scale *= event.value.scaleChange
        sum.rotation += event.value.rotationChange
        sums[event.recognizer] = sum
        expectTrue(near(sum.translation, (event.value.translation.dx, event.value.translation.dy)))
        expectTrue(near(sum.scale / event.value.scale, 1))
        expectTrue(near(sum.rotation, event.value.rotation))
      }
    }
  }

  /// A gesture that is divided into more frames along the same lines has the same result, provided that the same
  /// recognizers begin.
  @Test(
    "More frames along the same lines give the same gesture", arguments: presets)
  func moreFrames(
    preset: GesturePreset
  ) throws {
    var compared = 0
    for seed in 0..<400 {
      var streams = Streams(seed: UInt64(3000 + seed))
      let from = [streams.point(), streams.point()]
      let to = [streams.point(), streams.point()]
      var coarse = try Player(preset: preset)
      var fine = coarse
      try coarse.glide(from: from, to: to, steps: 2)
      try fine.glide(from: from, to: to, steps: 23)
      guard Set(coarse.told) == Set(fine.told) else { continue }
      for name in Set(coarse.events.map(\.name)) {
        guard let one = coarse.last(name)?.value, let other = fine.last(name)?.value else { continue }
        compared += 1
        expectTrue(near(one.translation, (other.translation.dx, other.translation.dy)))
        expectTrue(near(one.scale, other.scale))
        expectTrue(near(one.rotation, other.rotation))
      }
    }
    expectTrue(compared >= 25)
  }

  @Test(
    "Mirrored touches give mirrored gestures", arguments: presets)
  func mirrored(preset: GesturePreset) throws {
    for seed in 0..<100 {
      var streams = Streams(seed: UInt64(4000 + seed))
      let frames = streams.frames(30)
      let mirrored = frames.map { frame in
        TouchFrame(
          time: frame.time,
          touches: frame.touches.map {
            Touch(id: $0.id, $0.phase, at: Point(x: -$0.location.x, y: $0.location.y))
          })
      }
      var player = try Player(preset: preset)
      var mirror = player
      try player.play(frames)
      try mirror.play(mirrored)
      expectEqual(player.all, mirror.all)
      for (a, b) in zip(player.events, mirror.events) {
        expectTrue(near(b.value.translation, (-a.value.translation.dx, a.value.translation.dy)))
        expectTrue(near(b.value.panVelocity, (-a.value.panVelocity.dx, a.value.panVelocity.dy), 1e-6))
        expectTrue(near(b.value.rotation, -a.value.rotation))
        expectTrue(near(b.value.scale / a.value.scale, 1))
        expectTrue(near(b.value.location.x, -a.value.location.x))
      }
    }
  }

  /// Errors do not accumulate over many moves. Two fingers turn by 100 radians about a moving midpoint and spread to
  /// three times their distance.
  @Test("Ten thousand moves accumulate no error") func manyMoves() throws {
    let count = 10_000
    var player = try Player(preset: .swiftui)
    try player.frame(0, [.down(1, 100, 300), .down(2, 300, 300)])
    for step in 1...count {
      let share = Double(step) / Double(count)
      let (s, c) = Trigonometry.sineAndCosine(Angle(radians: 100 * share))
      let half = 100 * (1 + 2 * share)
      let (x, y) = (200 + 500 * share, 300 - 250 * share)
      try player.frame(share, [.move(1, x - half * c, y - half * s), .move(2, x + half * c, y + half * s)])
    }
    try player.frame(2, [.up(1), .up(2)])
    expectTrue(near(player.last("pan")?.value.translation, (500, -250)))
    expectTrue(near(player.last("pinch")?.value.scale, 3))
    expectTrue(near(player.last("rotation")?.value.rotation, 100))
    expectTrue(player.events.filter { $0.state == .changed }.count > 29_000)
  }
}
