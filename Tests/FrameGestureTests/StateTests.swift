import TestSupport
import Testing

@testable import FrameGesture

@Suite("Recognizer states") struct StateTests {
  static let states: [GestureState] = [
    .possible, .began, .changed, .ended, .recognized, .cancelled, .failed,
  ]
  static let legal: [(GestureState, GestureState)] = [
    (.possible, .recognized), (.possible, .failed), (.possible, .began),
    (.began, .changed), (.began, .ended), (.began, .cancelled),
    (.changed, .changed), (.changed, .ended), (.changed, .cancelled),
  ]

  @Test("Exactly nine transitions are possible") func transitions() {
    for from in Self.states {
      for to in Self.states {
        expectEqual(from.canBecome(to), Self.legal.contains { $0 == (from, to) }, "\(from) \(to)")
      }
    }
  }

  @Test("A discrete gesture is recognized and becomes possible again") func discreteGesture() throws {
    var player = Player(.tap)
    try player.tap(10, 10, at: 0)
    expectEqual(player.all, ["tap recognized"])
    expectEqual(player.now("tap"), .possible)
    expectEqual(player.state("tap"), .recognized)
  }

  @Test("A continuous gesture begins, changes and ends") func continuousGesture() throws {
    var player = Player(.pan)
    try player.down(1, 0, 0, at: 0)
    expectEqual(player.now("pan"), .possible)
    try player.move(1, 20, 0, at: 0.1)
    expectEqual(player.now("pan"), .began)
    try player.move(1, 30, 0, at: 0.2)
    expectEqual(player.now("pan"), .changed)
    try player.move(1, 40, 0, at: 0.3)
    try player.up(1, at: 0.4)
    expectEqual(player.all, ["pan began", "pan changed", "pan changed", "pan ended"])
    expectEqual(player.now("pan"), .possible)
    expectEqual(player.state("pan"), .ended)
  }

  /// A fast gesture sends two events, because there is no transition from possible to ended.
  @Test("A fast gesture begins and ends") func fastGesture() throws {
    var player = Player(.pan)
    try player.down(1, 0, 0, at: 0)
    try player.move(1, 20, 0, at: 0)
    try player.up(1, at: 0)
    expectEqual(player.all, ["pan began", "pan ended"])
  }

  @Test("A failure sends no action") func failure() throws {
    var player = Player(.pan)
    try player.tap(0, 0, at: 0)
    expectEqual(player.all, ["pan failed"])
    expectTrue(player.told.isEmpty)
    expectEqual(player.now("pan"), .possible)
    expectEqual(player.state("pan"), .failed)
  }

  @Test("A canceled touch cancels an active gesture") func canceledTouch() throws {
    var begun = Player(.pan)
    try begun.down(1, 0, 0, at: 0)
    try begun.move(1, 20, 0, at: 0.1)
    try begun.cancel(1, at: 0.2)
    expectEqual(begun.all, ["pan began", "pan cancelled"])

    var changed = Player(.pan)
    try changed.down(1, 0, 0, at: 0)
    try changed.move(1, 20, 0, at: 0.1)
    try changed.move(1, 30, 0, at: 0.1)
    changed.events += changed.session.cancelTouches()
    expectEqual(changed.all, ["pan began", "pan changed", "pan cancelled"])
    expectTrue(changed.session.isIdle)

    var possible = Player(.pan)
    try possible.down(1, 0, 0, at: 0)
    try possible.cancel(1, at: 0.2)
    expectEqual(possible.all, ["pan failed"])
  }

  @Test("Disabling cancels an active gesture") func disabledActive() throws {
    var player = Player(.pan)
    try player.down(1, 0, 0, at: 0)
    try player.move(1, 20, 0, at: 0.1)
    player.events += player.session.setEnabled(0, false)
    expectEqual(player.all, ["pan began", "pan cancelled"])
    try player.move(1, 40, 0, at: 0.2)
    try player.up(1, at: 0.3)
    try player.drag(from: (0, 0), to: (50, 0), at: 1, over: 0.1)
    expectEqual(player.events.count, 2)
    expectTrue(player.session.setEnabled(0, true).isEmpty)
    try player.drag(from: (0, 0), to: (50, 0), at: 2, over: 0.1)
    expectEqual(player.events.last?.state, .ended)
  }

  @Test("Disabling fails a possible gesture") func disabledPossible() throws {
    var player = Player(.pan)
    try player.down(1, 0, 0, at: 0)
    player.events += player.session.setEnabled(0, false)
    expectEqual(player.all, ["pan failed"])
    expectTrue(player.session.setEnabled(0, false).isEmpty)
  }

  /// A failed recognizer ignores new fingers until all fingers are up.
  @Test("A recognizer is possible again after all fingers are up") func possibleAgain() throws {
    var player = Player(.pan, change: { $0.panMaxTouches = 1 })
    try player.down(1, 0, 0, at: 0)
    try player.down(2, 50, 0, at: 0)
    expectEqual(player.now("pan"), .failed)
    try player.up(2, at: 0.1)
    try player.move(1, 40, 0, at: 0.2)
    try player.down(3, 0, 0, at: 0.3)
    try player.up(1, at: 0.4)
    expectEqual(player.now("pan"), .failed)
    try player.up(3, at: 0.5)
    expectEqual(player.now("pan"), .possible)
    expectEqual(player.all, ["pan failed"])
  }
}
