import FrameGesture
import FrameScene
import FrameScript
import TestSupport
import Testing

/// Blocks that end gestures while events are still to be delivered.
@Suite struct DisablingTests {
  private static let start = "canvas 400,300\nlayer photo rect 0,0 400,300\npreset none\n"

  /// Runs a script whose recognizers must keep the rules, and returns the transitions without changes.
  private func transitions(_ text: String) throws -> [String] {
    let result = try run(Self.start + text, [], context: RunContext(detail: .trace))
    var rules = StateRules()
    return result.record.trace.compactMap { entry in
      guard case .gesture(let event, _) = entry else { return nil }
      expectEqual(rules.check(event), nil, "\(event.name) \(event.state)")
      return event.state == .changed ? nil : "\(event.name) \(event.state)"
    }
  }

  @Test("a gesture that is disabled before its beginning is delivered fails, and does not count")
  func beforeBeginning() throws {
    let text = """
      recognize pinch on photo
      recognize rotation on photo
      simultaneous pinch rotation
      on pinch began { disable rotation }
      let wrong = 0
      on rotation cancelled { let wrong = 1 }
      touch 1 down 100,100 @0ms
      touch 2 down 200,100 @0ms
      touch 2 move 300,150 @10ms
      expect count rotation 0
      expect rotation failed
      expect $wrong 0
      """
    expectEqual(try transitions(text), ["pinch began", "rotation failed", "pinch cancelled"])
  }

  @Test("the end of a gesture has the changes that were not delivered")
  func lostChanges() throws {
    let text = """
      layer other rect 200,0 200,300
      recognize pan on photo
      recognize pan on other as pb
      on pan ended { disable pb }
      let sum = 0
      on pb began { let sum = ($sum + $dx) }
      on pb changed { let sum = ($sum + $dx) }
      on pb cancelled { let sum = ($sum + $dx); expect $sum $total_dx }
      touch 1 down 100,100 @0ms
      touch 2 down 300,100 @0ms
      touch 1 move 150,100 @10ms
      touch 2 move 350,100 @20ms
      touch 1 up @30ms
      touch 2 move 390,100 @30ms
      """
    expectEqual(try transitions(text), ["pan began", "pb began", "pan ended", "pb cancelled"])
  }

  @Test("a gesture that a timer's block ends, ends at the time of the timer")
  func timer() throws {
    let text = """
      layer b rect 200,0 200,300
      recognize long-press on photo as la
      recognize swipe-right on b
      recognize tap on b
      on la began { disable tap }
      touch 1 down 100,100 @0ms
      touch 2 down 300,100 @0ms
      touch 1 up @600ms
      """
    expectEqual(try transitions(text), ["la began", "tap failed", "swipe-right failed", "la ended"])
  }

  @Test("a preset in a block ends all gestures", arguments: ["none", "photos", "uikit"])
  func preset(_ name: String) throws {
    let text = """
      recognize pan on photo
      on pan began { preset \(name) }
      touch 1 down 100,100 @0ms
      touch 1 up 150,100 @10ms
      """
    expectEqual(try transitions(text), ["pan began", "pan ended"])
    let pinch = """
      recognize pinch on photo
      recognize pan on photo
      simultaneous pinch pan
      on pinch began { preset \(name) }
      touch 1 down 100,100 @0ms
      touch 2 down 200,100 @0ms
      touch 1 move 50,100 @10ms
      touch 2 move 250,100 @10ms
      touch 1 up @20ms
      touch 2 up @20ms
      """
    try expectTrue(transitions(pinch).contains("pinch cancelled"))
  }

  @Test("a recognizer that replaces that of the preset ends its gesture")
  func replaced() throws {
    let text = """
      canvas 400,300
      layer photo image placeholder
      on pan began { recognize pan on photo as other }
      touch 1 down 100,100 @0ms
      touch 1 move 150,100 @10ms
      touch 1 up @20ms
      """
    let result = try run(
      text, [],
      context: {
        var context = RunContext(detail: .trace)
        context.usesPlaceholders = true
        return context
      }())
    let states = result.record.trace.compactMap { entry -> GestureState? in
      guard case .gesture(let event, _) = entry, event.name == "pan" else { return nil }
      return event.state
    }
    expectEqual(states, [.began, .cancelled])
  }
}
