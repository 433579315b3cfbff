import FrameGesture
import TestSupport
import Testing

@Suite("Presets") struct PresetsTests {
  @Test("A tap is recognized in its preset") func singleTap() throws {
    var player = try Player(preset: .pickview)
    try player.tap(100, 200, at: 0)
    player.drain()
    expectEqual(player.told, ["tap recognized"])
    expectTrue(near(player.last("tap")?.time, 0.05 + 0.35))
  }

  @Test("A double tap is recognized in its preset") func doubleTap() throws {
    var player = try Player(preset: .pickview)
    try player.tap(100, 200, at: 0)
    try player.tap(100, 200, at: 0.15)
    player.drain()
    expectEqual(player.told, ["double-tap recognized"])
    expectEqual(player.state("tap"), .failed)
  }

  @Test("A swipe up is recognized in its preset") func swipeUp() throws {
    var player = try Player(preset: .pickview)
    try player.drag(from: (160, 288), to: (160, 188), at: 0, over: 0.2)
    player.drain()
    expectEqual(player.told, ["swipe-up recognized"])
    expectEqual(player.state("pan"), .failed)
  }

  @Test("A slow drag is a pan") func slowDrag() throws {
    var player = try Player(preset: .pickview)
    try player.drag(from: (50, 150), to: (150, 160), at: 0, over: 1.5, steps: 15)
    player.drain()
    let started = player.events.drop { $0.name != "swipe-up" }.first
    expectEqual(started?.state, .failed)
    expectTrue(near(started?.time, 0.5))
    expectTrue(near(player.first("pan", .began)?.time, 0.5))
    expectTrue(player.told.first == "pan began" && player.told.last == "pan ended")
    expectEqual(Set(player.events.filter(\.isAction).map(\.name)), ["pan"])
  }

  @Test("A held finger is a long press") func longPress() throws {
    var player = try Player(preset: .pickview)
    try player.down(1, 80, 180, at: 0)
    try player.up(1, at: 0.6)
    player.drain()
    expectEqual(player.told, ["long-press began", "long-press ended"])
    expectEqual(player.events.filter(\.isAction).map(\.time), [0.5, 0.6])
  }

  /// The recognizers that begin when two fingers turn, spread and move together.
  @Test(
    "Two fingers begin what the preset allows",
    arguments: [
      (GesturePreset.frameit, ["pinch began", "rotation began"]),
      (.photos, ["pan began", "pinch began", "rotation began"]),
      (.pickview, ["pinch began"]),
      (.uikit, ["pan began"]),
      (.swiftui, ["pan began", "pinch began", "rotation began"]),
      (.android, ["pan began", "pinch began", "rotation began"]),
      (.none, []),
    ])
  func twoFingers(preset: GesturePreset, told: [String]) throws {
    var player = try Player(preset: preset)
    try player.frame(0, [.down(1, 100, 100), .down(2, 200, 100)])
    try player.frame(0.1, [.move(1, 100, 130), .move(2, 260, 200)])
    expectEqual(player.told, told)
  }

  @Test("Presets change the documented settings") func settings() {
    let none = GesturePreset.none.definition
    expectTrue(none.settings == GestureSettings() && none.kinds.isEmpty)
    expectEqual(GesturePreset.uikit.definition.settings, GestureSettings())
    expectEqual(GesturePreset.frameit.definition.settings.panMaxTouches, 1)
    let pickview = GesturePreset.pickview.definition
    expectTrue(pickview.settings.pivot == .center && pickview.settings.panTarget == .position)
    expectEqual(pickview.kinds, [.tap, .doubleTap, .pinch, .rotation, .swipeUp, .pan, .longPress])
    let swiftui = GesturePreset.swiftui.definition.settings
    expectTrue(swiftui.panSlopMode == .include && swiftui.pivot == .center && swiftui.dropsCancelled)
    let android = GesturePreset.android.definition.settings
    expectTrue(android.tapMaxDistance == 8 && android.tapMaxDuration == .infinity && android.tapMaxGap == 0.3)
    expectTrue(android.tapMinGap == 0.04 && android.tapMaxSeparation == 100 && android.panSlop == 8)
    expectTrue(android.longPressDuration == 0.4 && android.longPressMaxDistance == 8)
  }

  @Test("Taps of the Android preset have no maximum duration") func androidTaps() throws {
    var player = Player(.tap) { $0 = GesturePreset.android.definition.settings }
    try player.tap(0, 0, at: 0, lasting: 100)
    expectEqual(player.told, ["tap recognized"])
  }
}
