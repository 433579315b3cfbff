import FrameGeometry
@testable import FrameGesture
import TestSupport
import Testing

/// Random fingers, the rules of recognizers, and the search for the fewest touches.
@Suite struct CheckingTests {
  // MARK: Random fingers

  private static func frames(_ seed: UInt64, _ acts: [RandomFingers.Act] = RandomFingers.Act.allCases)
    -> [TouchFrame]
  {
    var fingers = RandomFingers(seed: seed, reach: 400, from: 0.1234, acts: acts)
    var frames: [TouchFrame] = []
    while let frame = fingers.next({ Point(x: Double($0.below(400)), y: Double($0.below(300))) }) {
      frames.append(frame)
    }
    return frames
  }

  @Test(
    "every frame can follow the one before, in whole milliseconds and pixels, and all fingers lift at the end"
  )
  func legal() throws {
    for seed in UInt64(0)..<500 {
      var session = GestureSession()
      for frame in Self.frames(seed) {
        expectTrue(session.problem(of: frame) == nil, "seed \(seed): \(frame)")
        expectTrue(frame.time >= 0.1234 && (frame.time * 1000).rounded() / 1000 == frame.time)
        expectTrue(
          frame.touches.allSatisfy {
            $0.location.x.rounded() == $0.location.x && $0.location.y.rounded() == $0.location.y
          })
        session.process(frame) { _ in [] }
      }
      expectTrue(session.touchesDown.isEmpty)
    }
  }

  @Test("a seed always makes the same fingers")
  func sameSeed() throws {
    expectEqual(Self.frames(7), Self.frames(7))
    expectTrue(Self.frames(7) != Self.frames(8))
  }

  @Test("hands use up to five fingers, cancel, lift in frames in which others move, and rest")
  func variety() throws {
    let all = (UInt64(0)..<300).flatMap { Self.frames($0) }
    expectTrue(all.contains { $0.touches.count { $0.phase == .down } > 1 })
    expectTrue(all.contains { $0.touches.contains { $0.phase == .cancel } })
    expectTrue(
      all.contains { frame in
        Set(frame.touches.map(\.phase)).isSuperset(of: [.move, .up])
      })
    expectTrue(all.flatMap(\.touches).contains { $0.id == 5 })
    expectTrue(all.contains(where: \.touches.isEmpty))
  }

  // MARK: Rules

  @Test("random fingers break no rule of any preset", arguments: GesturePreset.allCases)
  func presets(_ preset: GesturePreset) throws {
    for seed in UInt64(0)..<200 {
      var player = try Player(preset: preset)
      var rules = StateRules()
      var checked = 0
      for frame in Self.frames(seed) {
        player.events += player.session.process(frame) { _ in [0] }
        for event in player.events[checked...] { expectEqual(rules.check(event), nil) }
        checked = player.events.count
        expectEqual(rules.check(player.session), nil)
      }
    }
  }

  private static func event(
    _ state: GestureState, at time: Double = 0, _ change: (inout GestureValue) -> Void = { _ in }
  ) -> GestureEvent {
    var value = GestureValue(location: .zero, touches: 1)
    change(&value)
    return GestureEvent(
      time: time, recognizer: 0, name: "pan", kind: .pan, target: 0, state: state, value: value, failure: nil)
  }

  private static func violation(_ events: [GestureEvent]) -> StateRules.Violation.Rule? {
    var rules = StateRules()
    for event in events { if let violation = rules.check(event) { return violation.rule } }
    return nil
  }

  @Test("events that break a rule are found")
  func broken() throws {
    typealias Case = (events: [GestureEvent], rule: StateRules.Violation.Rule?)
    let cases: [Case] = [
      ([Self.event(.began), Self.event(.changed), Self.event(.ended), Self.event(.began)], nil),
      ([Self.event(.failed), Self.event(.recognized)], nil),
      ([Self.event(.changed)], .transition(from: .possible, to: .changed)),
      ([Self.event(.began), Self.event(.began)], .transition(from: .began, to: .began)),
      ([Self.event(.began), Self.event(.failed)], .transition(from: .began, to: .failed)),
      (
        [Self.event(.began), Self.event(.ended), Self.event(.ended)], .transition(from: .possible, to: .ended)
      ),
      ([Self.event(.began, at: 1), Self.event(.changed, at: 0.5)], .timeGoesBack),
      ([Self.event(.began) { $0.scale = .nan }], .notFinite),
      ([Self.event(.began) { $0.translation = Vector(dx: 3, dy: 0) }], .unequalChanges),
      (
        [
          Self.event(.began) {
            $0.translation = Vector(dx: 3, dy: 0)
            $0.translationChange = Vector(dx: 3, dy: 0)
          }, Self.event(.changed) { $0.translation = Vector(dx: 5, dy: 0) },
        ], .unequalChanges
      ),
    ]
    for (events, rule) in cases { expectEqual(Self.violation(events), rule) }
  }

  @Test("a gesture in progress without fingers is found")
  func unfinished() throws {
    var rules = StateRules()
    var session = GestureSession()
    session.attach(RecognizerDescription(.pan, on: 0))
    expectEqual(rules.check(Self.event(.began)), nil)
    expectEqual(rules.check(session)?.rule, .unfinished)
    expectEqual(rules.check(Self.event(.ended)), nil)
    expectEqual(rules.check(session), nil)
  }

  // MARK: Fewest touches

  /// Fails once a finger has moved beyond 100 while another is down.
  private static func check(_ frames: [TouchFrame]) throws(Never) -> Int? {
    var down: Set<Int> = []
    for (index, frame) in frames.enumerated() {
      for touch in frame.touches {
        switch touch.phase {
        case .down: down.insert(touch.id)
        case .up, .cancel: down.remove(touch.id)
        case .move: if touch.location.x > 100, down.count > 1 { return index + 1 }
        }
      }
    }
    return nil
  }

  @Test("the fewest touches fail as well, and are legal and round")
  func fewest() throws {
    var shrunken = 0
    for seed in UInt64(0)..<300 {
      let frames = Self.frames(seed)
      guard Self.check(frames) != nil else { continue }
      shrunken += 1
      var shrinker = TouchShrinker(Self.check)
      let fewest = shrinker.shrink(frames)
      expectEqual(Self.check(fewest), fewest.count, "seed \(seed)")
      var session = GestureSession()
      for frame in fewest {
        expectTrue(session.problem(of: frame) == nil)
        session.process(frame) { _ in [] }
      }
      let touches = fewest.flatMap(\.touches)
      expectEqual(touches.map(\.phase).sorted { $0.rawValue < $1.rawValue }, [.down, .down, .move])
      expectEqual(touches.last?.location.x.truncatingRemainder(dividingBy: 10), 0)
    }
    expectTrue(shrunken > 50)
  }
}
