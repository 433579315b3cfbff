import FrameGeometry
import FrameGesture
import TestSupport
import Testing

@Suite("Pinches and rotations") struct TwoFingerTests {
  /// Returns a player with two fingers down, 50 points to either side of (150, 100).
  static func player(
    _ kinds: RecognizerKind..., change: (inout GestureSettings) -> Void = { _ in }
  ) throws -> Player {
    var player = Player(kinds.map { RecognizerDescription($0, on: 0) }, change)
    try player.frame(0, [.down(1, 100, 100), .down(2, 200, 100)])
    return player
  }

  /// Distances between two fingers that start 100 points apart, and whether a pinch begins.
  @Test(
    "A pinch begins at its threshold",
    arguments: [
      (100.999, false), (101, true), (101.001, true), (99.001, false), (99, true), (98.999, true),
    ])
  func pinchThreshold(distance: Double, begins: Bool) throws {
    var player = try Self.player(.pinch)
    try player.move(2, 100 + distance, 100, at: 0.1)
    expectEqual(player.told, (begins ? ["pinch began"] : []))
    if begins { expectTrue(near(player.events.last?.value.scale, distance / 100)) }
  }

  @Test(
    "A rotation begins at its threshold",
    arguments: [(0.999, false), (1, true), (1.001, true), (-0.999, false), (-1, true), (-1.001, true)])
  func rotationThreshold(degrees: Double, begins: Bool) throws {
    var player = try Self.player(.rotation)
    let (s, c) = Trigonometry.sineAndCosine(Angle(degrees: degrees))
    try player.move(2, 100 + 100 * c, 100 + 100 * s, at: 0.1)
    expectEqual(player.told, (begins ? ["rotation began"] : []))
    if begins { expectTrue(near(player.events.last?.value.rotation, degrees * .pi / 180)) }
  }

  /// If the threshold is zero, fingers that go down begin nothing, but any move does, even one to the same point.
  @Test(
    "Only a movement begins a gesture of two fingers", arguments: [RecognizerKind.pinch, .rotation])
  func onlyMoves(kind: RecognizerKind) throws {
    var player = try Self.player(kind) {
      $0.pinchMinDelta = 0
      $0.rotateMinDelta = 0
    }
    expectTrue(player.events.isEmpty)
    try player.move(1, 100, 100, at: 0.1)
    expectEqual(player.told, ["\(kind.rawValue) began"])
  }

  @Test(
    "One finger does not pinch or rotate", arguments: [RecognizerKind.pinch, .rotation])
  func oneFinger(
    kind: RecognizerKind
  ) throws {
    var player = Player(kind)
    try player.drag(from: (0, 0), to: (90, 0), at: 0, over: 0.1)
    expectEqual(player.all, ["\(kind.rawValue) failed"])
  }

  /// Lifting one of two fingers pauses the gesture. No event is sent, and values continue from where they were.
  @Test("Lifting one finger pauses the gesture") func pause() throws {
    var player = Player(.pinch, .rotation)
    player.session.allowSimultaneous(0, 1)
    try player.frame(0, [.down(1, 100, 100), .down(2, 200, 100)])
    try player.move(2, 100, 300, at: 0.1)  // twice the distance, a quarter turn
    expectEqual(player.told, ["pinch began", "rotation began"])
    try player.up(1, at: 0.2)
    try player.move(2, 500, 500, at: 0.3)
    expectEqual(player.events.count, 2)
    expectEqual(player.now("pinch"), .began)
    try player.down(3, 500, 400, at: 0.4)
    expectEqual(player.events.count, 2)
    try player.move(3, 500, 300, at: 0.5)
    expectEqual(player.last("pinch")?.state, .changed)
    expectTrue(near(player.last("pinch")?.value.scale, 4))
    expectTrue(near(player.last("pinch")?.value.scaleChange, 2))
    expectTrue(near(player.last("rotation")?.value.rotationChange, 0))
    try player.frame(0.6, [.move(2, 450, 400), .move(3, 550, 400)])  // a quarter turn more, half the distance
    expectTrue(near(player.last("pinch")?.value.scale, 2))
    expectTrue(near(player.last("rotation")?.value.rotation, .pi))
    try player.up(3, at: 0.7)
    try player.up(2, at: 0.8)
    expectEqual(player.last("pinch")?.state, .ended)
    expectEqual(player.last("pinch")?.value.scaleChange, 1)
    expectEqual(player.last("pinch")?.value.location, Point(x: 500, y: 400))
    expectEqual(player.last("rotation")?.state, .ended)
  }

  @Test("A third finger changes nothing while the pair is down") func thirdFinger() throws {
    var player = try Self.player(.pinch)
    try player.move(2, 300, 100, at: 0.1)
    try player.down(3, 0, 0, at: 0.2)
    try player.move(3, 900, 0, at: 0.3)
    expectEqual(player.told, ["pinch began"])
    expectEqual(player.session.touchesDown.count, 3)
  }

  /// The free finger's own moves before that do not count, so the values do not jump.
  @Test("A free finger takes the place of one that goes up", arguments: [1, 2]) func replacement(lifted: Int)
    throws
  {
    var player = Player(.pinch, .rotation)
    player.session.allowSimultaneous(0, 1)
    try player.frame(0, [.down(1, 100, 100), .down(2, 200, 100)])
    try player.move(2, 300, 100, at: 0.1)
    try player.down(3, 200, 0, at: 0.2)
    try player.move(3, 200, 300, at: 0.3)
    try player.up(lifted, at: 0.4)
    expectEqual(player.now("pinch"), .began)
    let other = lifted == 1 ? (x: 300.0, y: 100.0) : (x: 100.0, y: 100.0)
    // The pair is now the other finger and 3. Their distance is doubled, along their line.
    try player.move(3, 2 * 200 - other.x, 2 * 300 - other.y, at: 0.5)
    expectTrue(near(player.last("pinch")?.value.scale, 4))
    expectTrue(near(player.last("pinch")?.value.scaleChange, 2))
    expectTrue(player.last("rotation") == nil || near(player.last("rotation")?.value.rotation, 0))
    try player.up(3, at: 0.6)
    expectEqual(player.now("pinch"), .changed)
    try player.up(lifted == 1 ? 2 : 1, at: 0.7)
    expectEqual(player.last("pinch")?.state, .ended)
    expectTrue(near(player.last("pinch")?.value.scale, 4))
  }

  @Test("The free finger that has been down for the longest time comes first") func earliestFinger() throws {
    var player = try Self.player(.pinch)
    try player.move(2, 300, 100, at: 0.1)
    try player.frame(0.2, [.down(3, 100, 300), .down(4, 100, 900)])
    try player.up(2, at: 0.3)
    try player.move(4, 700, 900, at: 0.4)
    expectEqual(player.told, ["pinch began"])
    try player.move(3, 100, 500, at: 0.5)
    expectTrue(near(player.last("pinch")?.value.scale, 4))
  }

  @Test("A gesture ends when no finger is down") func lastFinger() throws {
    var player = try Self.player(.pinch)
    try player.move(2, 300, 100, at: 0.1)
    try player.down(3, 100, 300, at: 0.2)
    for (index, finger) in [1, 3, 2].enumerated() {
      expectEqual(player.told, ["pinch began"])
      try player.up(finger, at: 0.3 + Double(index) / 10)
    }
    expectEqual(player.told, ["pinch began", "pinch ended"])
    expectEqual(player.now("pinch"), .possible)
  }

  @Test("A rotation continues over full turns") func fullTurns() throws {
    var player = try Self.player(.rotation)
    for step in 1...45 {
      let (s, c) = Trigonometry.sineAndCosine(Angle(degrees: Double(step) * 20))
      try player.move(2, 100 + 80 * c, 100 + 80 * s, at: Double(step) * 0.01)
    }
    expectTrue(near(player.events.last?.value.rotation, 5 * .pi))
    for step in (0...44).reversed() {
      let (s, c) = Trigonometry.sineAndCosine(Angle(degrees: Double(step) * 20))
      try player.move(2, 100 + 80 * c, 100 + 80 * s, at: 1 - Double(step) * 0.01)
    }
    expectTrue(near(player.events.last?.value.rotation, 0))
  }

  /// A half turn in one frame has no direction, and counts as clockwise.
  @Test("Half a turn in one frame is clockwise") func halfTurn() throws {
    for (x, y) in [(0.0, 100.0), (200, 100), (100, 0), (100, 200)] {
      var player = Player(.rotation)
      try player.frame(0, [.down(1, 100, 100), .down(2, x, y)])
      try player.move(2, 200 - x, 200 - y, at: 0.1)
      expectTrue(near(player.events.last?.value.rotation, .pi), "\(x) \(y)")
    }
  }

  /// Two fingers at the same point have no distance and no angle, but all values stay finite.
  @Test("Two fingers at one point give finite values") func samePoint() throws {
    var player = Player(.pinch, .rotation)
    player.session.allowSimultaneous(0, 1)
    try player.frame(0, [.down(1, 100, 100), .down(2, 100, 100)])
    try player.move(2, 100, 200, at: 0.1)
    try player.move(2, 0, 100, at: 0.2)
    try player.move(2, 100, 100, at: 0.3)
    try player.move(2, 200, 100, at: 0.4)
    // A quarter turn from the first defined direction, then a half turn through the common point.
    expectTrue(near(player.last("rotation")?.value.rotation, 1.5 * .pi))
    expectTrue(player.events.count >= 7)
    for event in player.events {
      expectTrue(event.value.scale.isFinite && event.value.scale > 0)
      expectTrue(event.value.scaleChange.isFinite && event.value.scaleVelocity.isFinite)
      expectTrue(event.value.rotation.isFinite && event.value.rotationVelocity.isFinite)
    }
  }

  /// Jumps of two fingers. Each is a similarity transform about their midpoint.
  static let jumps:
    [(from: [Double], to: [Double], pivot: Point, way: (Double, Double), scale: Double, turn: Double)] = [
      (
        [100, 500, 200, 600], [10, 50, 20, 40], Point(x: 150, y: 550), (-135, -505), 0.1, -Double.pi / 2
      ),
      ([100, 100, 200, 100], [150, 50, 150, 250], Point(x: 150, y: 100), (0, 50), 2, Double.pi / 2),
    ]

  @Test(
    "A jump of two fingers is a similarity about their midpoint", arguments: jumps.indices)
  func similarity(
    index: Int
  ) throws {
    let jump = Self.jumps[index]
    var player = try Player(preset: .swiftui) { $0.panSlop = 0 }
    try player.frame(0, [.down(1, jump.from[0], jump.from[1]), .down(2, jump.from[2], jump.from[3])])
    try player.frame(0.1, [.move(1, jump.to[0], jump.to[1]), .move(2, jump.to[2], jump.to[3])])
    expectEqual(player.told, ["pan began", "pinch began", "rotation began"])
    let pan = player.events[0].value
    expectTrue(near(pan.translation, jump.way))
    expectTrue(near(player.events[1].value.scale, jump.scale))
    expectTrue(near(player.events[2].value.rotation, jump.turn))
    expectEqual(pan.location.x - pan.translation.dx, jump.pivot.x)
    expectEqual(pan.location.y - pan.translation.dy, jump.pivot.y)
    expectEqual(player.events[1].value.location, pan.location)
  }

  @Test("The same jump with slop has the same pinch and rotation") func jumpWithSlop() throws {
    var player = try Player(preset: .swiftui) { $0.panSlopMode = .consume }
    try player.frame(0, [.down(1, 100, 100), .down(2, 200, 100)])
    try player.frame(0.1, [.move(1, 150, 50), .move(2, 150, 250)])
    expectTrue(near(player.first("pan", .began)?.value.translation, (0, 40)))
  }

  /// Four frames turn by 30 degrees and grow by 1.5 in total. Applying the change of each frame gives the whole.
  @Test("Changes multiply to the whole gesture") func changesMultiply() throws {
    var player = try Self.player(.pinch, .rotation)
    player.session.allowSimultaneous(0, 1)
    for step in 1...4 {
      let share = Double(step) / 4
      let (s, c) = Trigonometry.sineAndCosine(Angle(degrees: 30 * share))
      let distance = 100 * (1 + 0.5 * share)
      try player.move(2, 100 + distance * c, 100 + distance * s, at: share)
    }
    try player.frame(2, [.up(1), .up(2)])
    var transform = AffineTransform.identity
    var summed = 0.0
    for event in player.events {
      transform = transform.rotated(by: Angle(radians: event.value.rotationChange))
        .scaledBy(x: event.value.scaleChange, y: event.value.scaleChange)
      summed += event.value.rotation
    }
    expectTrue(near(transform.a, 1.299_038_105_676_658) && near(transform.b, 0.75))
    expectTrue(near(transform.c, -0.75) && near(transform.d, 1.299_038_105_676_658))
    // Adding up totals instead of changes is wrong: 7.5, 15, 22.5 and 30 degrees, and 30 again at the end.
    expectTrue(near(summed * 180 / .pi, 75 + 30))
  }

  @Test("Velocities are per second") func velocities() throws {
    var player = try Self.player(.pinch)
    try player.move(2, 300, 100, at: 0.5)
    expectTrue(near(player.events.last?.value.scaleVelocity, 1.5))
    var turning = try Self.player(.rotation)
    try turning.move(2, 100, 200, at: 0.5)
    expectTrue(near(turning.events.last?.value.rotationVelocity, 0.75 * .pi))
  }
}
