import FrameGeometry
import TestSupport
import Testing

@testable import FrameStudio

@Suite("What fingers write")
struct RecordingTests {
  @Test("A pan of one finger becomes one statement")
  func pan() throws {
    let studio = try StudioHarness(script: "set pan.slop 0\n")
    studio.drag([((300, 200), (340, 220))])
    expectEqual(studio.lines, ["set pan.slop 0", "pan 40,20"])
  }

  @Test("The distance before a pan begins does not count, as in the shell")
  func slop() throws {
    let studio = try StudioHarness()
    studio.drag([((300, 200), (350, 200))])
    expectEqual(studio.lines, ["pan 40,0"])
  }

  @Test("Two fingers write a twist, a pinch, or both")
  func twoFingers() throws {
    let studio = try StudioHarness()
    studio.drag([((250, 200), (300, 150)), ((350, 200), (300, 250))])
    expectEqual(studio.lines.first?.hasPrefix("twist 90"), true)
    let other = try StudioHarness()
    other.drag([((250, 200), (200, 200)), ((350, 200), (400, 200))])
    expectEqual(other.lines, ["pinch 2"])
    let both = try StudioHarness(script: "preset photos\n")
    both.drag([((250, 200), (350, 100)), ((350, 200), (350, 300))])
    let written = try #require(both.lines.last?.wholeMatch(of: /together { twist (.+)deg; pinch 2; pan .+ }/))
    expectTrue(abs(Double(written.1)! - 90) < 0.1, "\(both.text)")
  }

  @Test("Edits in place of gestures", arguments: ["", "scale 0.7,0.5\n", "rotate 20deg\nscale -1,1\n"])
  func edits(start: String) throws {
    let studio = try StudioHarness(script: "canvas 600,400\nlayer photo image\n" + start)
    studio.send(#"{"do":"style","as":"edits"}"#)
    studio.drag([((250, 180), (210, 170)), ((350, 220), (380, 250))])
    let words = Set(
      studio.lines.dropFirst(2 + start.split(separator: "\n").count).compactMap {
        $0.split(separator: " ").first
      })
    expectTrue(
      words.isSubset(of: ["rotate", "scale", "translate", "concat"]) && !words.isEmpty, "\(studio.text)")
  }

  @Test("Raw touches lead to exactly the picture under the fingers")
  func touches() throws {
    let studio = try StudioHarness()
    studio.send(#"{"do":"style","as":"touches"}"#)
    studio.drag([((250, 180), (211.11, 171.13)), ((350, 220), (382.77, 251.2))])
    expectTrue(studio.lines.allSatisfy { $0.hasPrefix("touch ") })
    expectTrue(studio.lines.count > 10)
  }

  #if !THOROUGH
    private static let rounds = 2
  #else
    private static let rounds = 8
  #endif

  @Test("Any gesture, in any style, leads to the scene of its touches", arguments: WritingStyle.allCases)
  func laws(style: WritingStyle) throws {
    var random = SplitMix64(seed: 7)
    func number(_ range: ClosedRange<Double>) -> Double {
      range.lowerBound + (range.upperBound - range.lowerBound) * Double(random.next() >> 11) * 0x1p-53
    }
    for preset in ["frameit", "photos", "uikit", "swiftui", "android", "pickview"] {
      let studio = try StudioHarness(
        script: "canvas 600,400\nlayer photo image at 100,50 size 400,300\npreset \(preset)\n")
      studio.send(#"{"do":"style","as":"\#(style.rawValue)"}"#)
      for _ in 0..<Self.rounds {
        let count = 1 + Int(random.next() % 3)
        let paths = (0..<count).map { _ in
          (
            from: (number(200...400), number(120...280)), to: (number(150...450), number(80...320))
          )
        }
        // The scene of the touches, from a studio that writes them.
        let copy = try StudioHarness(script: studio.text) { $0.inputs = studio.state.settings.inputs }
        copy.send(#"{"do":"style","as":"touches"}"#)
        copy.drag(paths)
        studio.drag(paths)
        let (expected, found) = (try #require(copy.state.script.run), try #require(studio.state.script.run))
        expectEqual(found.text, studio.text)
        let isLike = found.edit.isLike(expected.edit)
        expectTrue(isLike, "\(preset): \(studio.text)")
        expectTrue(studio.state.script.problems.isEmpty)
        studio.wait(1000)
      }
    }
  }

  @Test("Taps, long presses and swipes are written by name")
  func discrete() throws {
    let studio = try StudioHarness(script: "canvas 600,400\nlayer photo image\npreset pickview\n")
    studio.touch([(1, "down", 300, 200)])
    studio.wait(50)
    studio.touch([(1, "up", 300, 200)])
    // It might become a double tap.
    expectEqual(studio.lines.count, 3)
    studio.wait(500)
    expectEqual(studio.lines.last, "tap 300,200")
    for _ in 0..<2 {
      studio.touch([(1, "down", 310, 200)])
      studio.wait(50)
      studio.touch([(1, "up", 310, 200)])
      studio.wait(60)
    }
    studio.wait(500)
    expectEqual(studio.lines.last, "double-tap 310,200")
    studio.touch([(1, "down", 320, 200)])
    studio.wait(700)
    studio.touch([(1, "up", 320, 200)])
    studio.wait(500)
    expectEqual(studio.lines.last, "long-press 320,200")
  }

  @Test("A gesture beside all layers writes nothing, and the page says so")
  func nothing() throws {
    let studio = try StudioHarness(script: "canvas 600,400\nlayer photo image at 0,0 size 100,100\n")
    let script = studio.text
    studio.drag([((400, 50), (450, 70))])
    expectEqual(studio.text, script)
    try expectTrue(studio.takeMessages().contains { $0["what"] as? String == "gesture" })
  }

  private static let shapes = """
    canvas 600,400
    layer photo image
    layer back rect 0,0 300,400 fill white
    layer badge ellipse 100,100 100,100 fill red

    """

  @Test("A tap selects a layer, unless the script does something with it")
  func tap() throws {
    let studio = try StudioHarness(script: Self.shapes)
    func tap(_ x: Double, _ y: Double) {
      studio.touch([(1, "down", x, y)])
      studio.wait(50)
      studio.touch([(1, "up", x, y)])
    }
    tap(10, 10)
    expectEqual(studio.lines.last, "select back")
    tap(150, 150)
    expectEqual(studio.lines.suffix(2), ["layer badge ellipse 100,100 100,100 fill red", "select badge"])
    // It is current.
    tap(150, 150)
    expectEqual(studio.lines.count, 5)
    tap(500, 300)
    expectEqual(studio.lines.last, "select photo")
    studio.send(
      #"{"do":"write","text":\#(DocumentTests.json(Self.shapes + "recognize tap on back\n")),"version":99}"#)
    tap(10, 10)
    studio.wait(500)
    expectEqual(studio.lines.last, "tap 10,10")
  }

  @Test("A hand moves, turns and scales the selected layer, although no recognizer takes it")
  func shape() throws {
    let studio = try StudioHarness(script: Self.shapes)
    studio.drag([((150, 150), (190, 150))])
    expectEqual(studio.lines.count, 5)
    expectEqual(studio.lines.last, "translate 30,0")
    studio.drag([((150, 150), (140, 140)), ((210, 150), (220, 160))])
    expectTrue(studio.lines.suffix(2).map { $0.prefix(6) } == ["rotate", "scale "], studio.text)
    // Another one has to be selected first.
    let script = studio.text
    _ = try studio.takeMessages()
    studio.drag([((20, 20), (60, 20))])
    expectEqual(studio.text, script)
    try expectTrue(
      studio.takeMessages().contains { ($0["message"] as? String)?.contains("tap the layer") == true })
    // Touches are written as they are.
    studio.send(#"{"do":"style","as":"touches"}"#)
    studio.drag([((200, 150), (240, 150))])
    expectTrue(studio.lines.last?.hasPrefix("touch") == true, studio.text)
  }

  @Test("A gesture on another layer selects it")
  func select() throws {
    let studio = try StudioHarness(
      script:
        "canvas 600,400\nlayer my-photo image $1 at 0,0 size 200,200\nlayer b image $1 at 300,100 size 200,200\nset pan.slop 0\n"
    )
    studio.drag([((100, 100), (110, 120))])
    expectEqual(studio.lines.suffix(2), ["select my-photo", "pan 10,20"])
    studio.drag([((100, 100), (110, 120))])
    expectEqual(studio.lines.suffix(3), ["select my-photo", "pan 10,20", "pan 10,20"])
    studio.drag([((400, 200), (405, 200))])
    expectEqual(studio.lines.suffix(2), ["select b", "pan 5,0"])
  }

  @Test("Distances in percent of the canvas")
  func relative() throws {
    let studio = try StudioHarness(script: "set pan.slop 0\n")
    studio.send(#"{"do":"style","as":"words","relative":true}"#)
    studio.drag([((300, 200), (330, 220))])
    expectEqual(studio.lines.last, "pan 5%,5%")
  }

  @Test("A canvas that would change under the fingers gets its size first")
  func canvas() throws {
    let studio = try StudioHarness(script: "rotate 30deg\n")
    studio.drag([((300, 200), (350, 200))])
    expectEqual(studio.lines, ["canvas 100%,100%", "rotate 30deg", "pan 40,0"])
  }

  @Test("Edits of a script without a canvas keep the canvas of the gesture")
  func editsWithoutCanvas() throws {
    let studio = try StudioHarness()
    studio.send(#"{"do":"style","as":"edits"}"#)
    studio.drag([((250, 200), (270, 150)), ((350, 200), (330, 250))])
    expectEqual(studio.lines.first, "canvas 100%,100%")
    expectEqual(studio.lines.dropFirst().first?.hasPrefix("rotate "), true)
  }

  @Test("A click that moves nothing changes nothing, whatever the canvas is")
  func click() throws {
    let studio = try StudioHarness(script: "frameit 1; rotate 30deg\n")
    studio.touch([(1, "down", 300, 200)])
    studio.wait(50)
    studio.touch([(1, "up", 300, 200)])
    studio.wait(1000)
    expectEqual(studio.text, "frameit 1; rotate 30deg\n")
    studio.drag([((300, 200), (350, 200))])
    expectEqual(studio.text, "frameit 1; canvas 100%,100%; rotate 30deg\npan 40,0\n")
  }

  @Test("Fingers of a page that is closed are lifted")
  func closedPage() throws {
    let studio = try StudioHarness(script: "set pan.slop 0\n")
    let other = FrameStudio.Studio.Page(number: 2)
    studio.open(other)
    studio.touch([(1, "down", 300, 200)], from: other)
    studio.wait(20)
    studio.touch([(1, "move", 350, 200)], from: other)
    studio.close(other)
    expectTrue(studio.state.hands == nil)
    studio.drag([((300, 200), (340, 220))])
    expectEqual(studio.lines.last, "pan 40,20")
  }

  @Test("Only one page at a time has its fingers on the picture")
  func twoPages() throws {
    let studio = try StudioHarness(script: "set pan.slop 0\n")
    let other = FrameStudio.Studio.Page(number: 2)
    studio.open(other)
    studio.touch([(1, "down", 300, 200)])
    _ = try studio.takeMessages()
    studio.touch([(1, "down", 100, 100)], from: other)
    try expectTrue(studio.takeMessages().contains { $0["is"] as? String == "refused" })
    studio.wait(20)
    studio.touch([(1, "move", 350, 200)])
    studio.touch([(1, "up", 350, 200)])
    expectEqual(studio.lines.count, 2)
  }

  @Test("A gesture that a limit stops becomes exact edits, not touches")
  func limited() throws {
    let studio = try StudioHarness(script: "canvas 600,400\nlimit scale 1..2\nlimit cover 0,0 100%,100%\n")
    studio.drag([(from: (280, 200), to: (80, 180)), (from: (320, 200), to: (560, 230))])
    studio.wait(1000)
    let written = studio.lines.dropFirst(3)
    expectTrue(!written.isEmpty && written.count <= 3, "\(written)")
    expectTrue(written.allSatisfy { !$0.hasPrefix("touch") }, "\(written)")
  }
}
