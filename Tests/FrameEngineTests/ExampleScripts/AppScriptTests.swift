import FrameGeometry
import FrameEngine
import FrameKit
import TestSupport
import Testing

/// The FrameIT example, a photo that fingers edit: every rule and number.
@Suite struct FrameITTests {
  @Test("A photo in a frame is rotated, scaled, moved and reset")
  func frame() throws {
    _ = try play(
      """
      canvas 300,300
      layer photo image at 50,100 size 200,100
      rotate 30deg ; scale 1.5 ; concat 1 0 0 1 40 20
      expect transform 1.299038 0.75 -0.75 1.299038 40 20 ~1e-6
      expect frame 22.596189,30.048095 334.807621,279.903811 ~1e-6
      reset
      expect transform 1 0 0 1 0 0
      """)
  }

  @Test("Gestures give the same result in any number of steps", arguments: [1, 4, 60])
  func byGestures(steps: Int) throws {
    let played = try play(
      """
      canvas 300,300
      layer photo image at 50,100 size 200,100
      twist 30deg steps \(steps)
      pinch 1.5 steps \(steps)
      pan 40,20 steps \(steps)
      """)
    expectTrue(isClose(try played.transform(), [1.299038, 0.75, -0.75, 1.299038, 40, 20], within: 1e-6))
  }

  @Test(
    "A pan of 40,20 is exact at scale 1.5 and at 90 degrees",
    arguments: ["scale 1.5", "rotate 90deg"], [1, 4])
  func pan(first: String, steps: Int) throws {
    let played = try play("\(first)\npan 40,20 steps \(steps)")
    let transform = try played.transform()
    expectTrue(abs(transform.tx - 40) < 1e-9 && abs(transform.ty - 20) < 1e-9)
  }

  static let together = """
    canvas 300,300
    layer photo image at 50,100 size 200,100
    preset none
    recognize pan ; recognize pinch ; recognize rotation
    simultaneous pan pinch ; simultaneous pan rotation ; simultaneous pinch rotation

    """
  static let jump =
    "touch 1 down 100,100 @0s ; touch 2 down 200,100 @0s\n"
    + "touch 1 move 150,50 @100ms ; touch 2 move 150,250 @100ms\ntouch 1 up @200ms ; touch 2 up @200ms\n"

  @Test("A two-finger jump pans, pinches and rotates at once")
  func jump() throws {
    let about = try play(Self.together + "set pan.slop 0\n" + Self.jump)
    expectTrue(isClose(try about.transform(), [0, 2, -2, 0, -100, 0]))
    let center = try play(Self.together + "set pan.slop 0\nset pivot center\n" + Self.jump)
    expectTrue(isClose(try center.transform(), [0, 2, -2, 0, 0, 50]))
    let slop = try play(Self.together + "set pivot center\n" + Self.jump)
    expectTrue(isClose(try slop.transform(), [0, 2, -2, 0, 0, 40]))
    // Two moves at different times are two touch frames. The slop is consumed along the first move.
    let apart = Self.jump.replacing("touch 2 move 150,250 @100ms", with: "touch 2 move 150,250 @150ms")
    let other = try play(Self.together + "set pivot center\n" + apart)
    let way = 10 / 2.0.squareRoot()
    expectTrue(isClose(try other.transform(), [0, 2, -2, 0, -way, 50 + way]))
  }

  @Test("Rotation and pinch work together without pan, and the script can allow all three")
  func simultaneity() throws {
    let two = try play("two-finger 100,150 200,150 to 150,100 150,220\nexpect pan failed\nexpect pinch ended")
    expectTrue(two.transitions.contains("rotation ended"))
    let all = try play(
      Self.together
        + "two-finger 110,150 190,150 to 130,100 170,220\nexpect pan ended\nexpect pinch ended\nexpect rotation ended"
    )
    expectEqual(all.transitions.filter { $0.hasSuffix("began") }.count, 3)
  }

  @Test("A tap replaces a placeholder with a photo")
  func load() throws {
    let played = try play(
      """
      canvas 300,300
      layer photo image placeholder
      recognize tap
      on tap { source $1 }
      tap 150,150
      """)
    try expectTrue(played.layer().shown != played.layer().content)
  }
}

@Suite struct PickViewTests {
  static let view = """
    canvas 320,480
    border 1 black
    layer photo image at 0,25% size 200,200
    preset pickview

    """

  @Test("A tap fires 350 ms after the finger lifts, and a double tap fires alone")
  func taps() throws {
    let tap = try play(Self.view + "tap 100,200\nexpect tap recognized\nexpect double-tap failed")
    expectTrue(tap.trace.contains { $0.hasPrefix("0.400 tap recognized") })
    let double = try play(Self.view + "double-tap 100,200\nexpect double-tap recognized\nexpect tap failed")
    expectEqual(double.transitions.filter { $0.hasSuffix("recognized") }, ["double-tap recognized"])
  }

  @Test("A quick swipe up moves nothing, and a slow drag moves the center")
  func swipeOrPan() throws {
    let swipe = try play(
      Self.view
        + "swipe up from 50%,60%\nexpect swipe-up recognized\nexpect pan failed\nexpect frame 0,120 200,200")
    expectTrue(swipe.transitions.contains("swipe-up recognized"))
    let drag = try play(
      Self.view
        + "drag 50,150 to 150,160 over 1500ms\nexpect swipe-up failed\nexpect pan ended\nexpect transform 1 0 0 1 0 0"
    )
    let failed = try #require(drag.transitions.firstIndex(of: "swipe-up failed"))
    let began = try #require(drag.transitions.firstIndex(of: "pan began"))
    expectTrue(failed < began)
    // The slop consumes ten points, along the same line.
    let length = Trigonometry.hypot(100, 10)
    let position = try drag.layer().state.position
    expectTrue(abs(position.x - (100 + 100 - 10 * 100 / length)) < 1e-9)
    expectTrue(abs(position.y - (220 + 10 - 10 * 10 / length)) < 1e-9)
  }

  @Test("A long press begins at 500 ms, ends at 600 ms, and opens the menu once")
  func longPress() throws {
    let played = try play(
      Self.view + """
        menu options "Edit Options" {
          cancel "Cancel"
          destructive "Show Details" { }
          item "Delete" { hide }
          item "Modify" { }
          item "Send" { }
        }
        on long-press began { open options }
        long-press 80,180 for 600ms
        expect long-press ended
        choose "Delete"
        """)
    expectTrue(played.trace.contains { $0.hasPrefix("0.500 long-press began") })
    expectTrue(played.trace.contains { $0.hasPrefix("0.600 long-press ended") })
    expectEqual(played.trace.filter { $0.contains("menu") }.count, 1)
    try expectTrue(played.layer().state.isHidden)
  }

  static let doubleTap = """
    on double-tap {
      let fit = (min($parent_width / $frame_width, $parent_height / $frame_height))
      if (abs($fit - 1) < 1e-9) { let fit = 0.5 }
      scale $fit
      let w = ($frame_width * $fit) ; let h = ($frame_height * $fit)
      move ($w / 2 - $frame_x - $frame_width / 2),($h / 2 + $parent_height / 4 - $frame_y - $frame_height / 2)
    }

    """

  @Test("Double taps alternate between the largest size that fits and half of it")
  func doubleTap() throws {
    let view = Self.view + Self.doubleTap
    _ = try play(
      view + """
        double-tap 100,200
        expect frame 0,120 320,320
        double-tap 100,200
        expect frame 0,120 160,160
        double-tap 100,200
        expect frame 0,120 320,320
        """)
    // On a canvas that is wider than high, a rule that compares only the widths would stay at 320 forever.
    let wide = view.replacing("canvas 320,480", with: "canvas 480,320")
    _ = try play(
      wide + "double-tap 100,200\nexpect frame 0,80 320,320\ndouble-tap 100,200\nexpect frame 0,80 160,160")
  }

  @Test("A swipe up sets a background color whose channels sum to one")
  func background() throws {
    let played = try play(
      Self.view + """
        on swipe-up { let r = random(1,50) ; let g = random(1,50) ; background rgb($r% $g% (100-$r-$g)%) }
        swipe up from 50%,60%
        """, seed: 3)
    let color = try #require(played.result.scene.canvas.style.background.colors.first)
    expectTrue(abs(color.red + color.green + color.blue - 1) < 1e-12)
    expectTrue((0.01...0.5).contains(color.red) && (0.01...0.5).contains(color.green))
  }

  @Test("A drag soon after a tap is a drag")
  func tapThenDrag() throws {
    let played = try play(
      Self.view + """
        touch 1 down 100,200 @0ms ; touch 1 up @50ms
        touch 1 down 50,150 @250ms
        repeat 10 as i { touch 1 move (50 + ($i + 1) * 10),150 +100ms }
        touch 1 up +10ms
        """)
    expectTrue(played.transitions.contains("pan began"))
    let position = try played.layer().state.position
    expectTrue(abs(position.x - 190) < 1e-9 && abs(position.y - 220) < 1e-9)
  }

  @Test("A touch outside all layers is reported")
  func missed() throws {
    try expectEqual(play(Self.view + "tap 10,10").trace, ["0.000 touch 1 missed at 10,10"])
  }

  @Test("The complete script of the PickView example recognizes each gesture")
  func whole() throws {
    let played = try play(
      """
      canvas 320,480
      layer photo image at 0,25% size 200,200
      preset pickview
      menu options "Edit Options" { cancel "Cancel" ; item "Delete" { hide } }
      on long-press began { open options }
      tap 100,200
      double-tap 100,200
      swipe up from 50%,60%
      drag 50,150 to 150,160 over 1500ms
      long-press 180,230 for 600ms
      choose "Delete"
      """)
    let recognized = played.transitions.filter { $0.hasSuffix("recognized") || $0.hasSuffix("began") }
    expectEqual(
      recognized,
      [
        "tap recognized", "double-tap recognized", "swipe-up recognized", "pan began", "long-press began",
      ])
  }
}
