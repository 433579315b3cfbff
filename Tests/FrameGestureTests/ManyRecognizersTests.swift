import FrameGesture
import TestSupport
import Testing

/// Tests with many recognizers. Decisions examine only those that have changed, and must not miss any.
@Suite("Many recognizers") struct ManyRecognizersTests {
  private func descriptions(_ kind: RecognizerKind, _ count: Int, on target: Int = 0)
    -> [RecognizerDescription]
  {
    (0..<count).map { RecognizerDescription(kind, name: "\(kind.rawValue) \($0)", on: target) }
  }

  @Test("All of many taps on one layer are recognized, in the order of attachment")
  func taps() throws {
    var player = Player(descriptions(.tap, 200))
    for round in 0..<2 {
      player.events = []
      try player.tap(50, 50, at: Double(round))
      expectEqual(player.events.map(\.recognizer), Array(0..<200))
      expectTrue(player.events.allSatisfy { $0.state == .recognized })
    }
    expectTrue(player.session.isIdle)
  }

  @Test("When the first of many pans begins, the failures of all others are sent first")
  func pans() throws {
    var player = Player(descriptions(.pan, 50))
    try player.down(1, 10, 10, at: 0)
    try player.move(1, 60, 10, at: 0.1)
    expectEqual(player.events.map(\.recognizer), Array(1..<50) + [0])
    expectEqual(player.events.map(\.state), Array(repeating: .failed, count: 49) + [.began])
    try player.up(1, at: 0.2)
    expectEqual(player.events.last?.state, .ended)
    expectTrue(player.session.isIdle)
  }

  @Test("Taps that wait for one double tap are all recognized when it fails")
  func waiting() throws {
    var player = Player([RecognizerDescription(.doubleTap, on: 0)] + descriptions(.tap, 40))
    for tap in 1...40 { player.session.require(tap, toFail: 0) }
    try player.tap(50, 50, at: 0)
    expectTrue(player.events.isEmpty)
    try player.advance(to: 1)
    expectEqual(player.events.map(\.recognizer), Array(0...40))
    expectTrue(player.events.dropFirst().allSatisfy { $0.state == .recognized })
    expectTrue(player.session.isIdle)
    // When the double tap is recognized, the taps fail.
    player.events = []
    try player.tap(50, 50, at: 2)
    try player.tap(50, 50, at: 2.1)
    expectEqual(player.events.filter { $0.state == .recognized }.map(\.recognizer), [0])
    expectEqual(player.events.count { $0.state == .failed }, 40)
    expectTrue(player.session.isIdle)
  }

  @Test("A tap can wait for several double taps")
  func chains() throws {
    var player = Player([RecognizerDescription(.tap, on: 0)] + descriptions(.doubleTap, 5))
    for other in 1...5 { player.session.require(0, toFail: other) }
    try player.tap(50, 50, at: 0)
    player.drain()
    expectEqual(player.events.map(\.recognizer), [1, 2, 3, 4, 5, 0])
    expectEqual(player.events.last?.state, .recognized)
  }

  @Test("Timers with the same deadline fire in the order of attachment")
  func timers() throws {
    var player = Player(descriptions(.tap, 30))
    try player.down(1, 50, 50, at: 0)
    try player.advance(to: 5)
    expectEqual(player.events.map(\.recognizer), Array(0..<30))
    expectTrue(player.events.allSatisfy { $0.state == .failed && $0.time == 0.75 })
  }

  @Test("A timer that a setting removes and restores still fires")
  func timersComeBack() throws {
    var player = Player(.tap)
    try player.down(1, 50, 50, at: 0)
    let duration = player.session.settings.tapMaxDuration
    player.session.settings.tapMaxDuration = .infinity
    try player.advance(to: 0.2)
    player.session.settings.tapMaxDuration = duration
    try player.advance(to: 2)
    expectEqual(player.events.map(\.state), [.failed])
    expectEqual(player.events.map(\.time), [duration])
  }

  @Test("Fingers on many layers each begin their own gesture")
  func layers() throws {
    var player = Player((0..<60).map { RecognizerDescription(.pan, name: "pan", on: $0) })
    for finger in 0..<60 {
      try player.down(finger, Double(finger) * 10, 0, at: 0, on: [finger])
    }
    try player.frame(0.1, (0..<60).map { .move($0, Double($0) * 10, 50) })
    expectEqual(player.events.map(\.recognizer), Array(0..<60))
    expectTrue(player.events.allSatisfy { $0.state == .began })
    // Detaching an active recognizer does not affect the others.
    player.session.detach(30)
    player.events = []
    try player.frame(0.2, (0..<60).map { .up($0) })
    expectEqual(player.events.map(\.recognizer), (0..<60).filter { $0 != 30 })
    expectTrue(player.events.allSatisfy { $0.state == .ended })
    expectTrue(player.session.isIdle)
  }
}
