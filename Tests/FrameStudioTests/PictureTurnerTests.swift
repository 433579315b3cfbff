import FrameImage
import TestSupport
import Testing

@testable import FrameStudio

/// Photos are 600 x 400.
@Suite("Turns of the whole picture")
struct PictureTurnTests {
  private static let left = #"{"do":"turn","what":"left"}"#
  private static let right = #"{"do":"turn","what":"right"}"#
  private static let mirror = #"{"do":"turn","what":"mirror"}"#

  static let cases: [(String, [String], [String])] = [
    ("", [left], ["rotate left"]),
    ("", [left, left], ["rotate 180deg"]),
    ("", [left, left, left], ["rotate right"]),
    ("", [left, right], []),
    ("", [mirror], ["flip x"]),
    ("", [mirror, mirror], []),
    // In a mirrored photo, left is right.
    ("", [mirror, left], ["flip x", "rotate right"]),
    ("", [left, mirror], ["flip x", "rotate left"]),
    ("straighten 3deg", [left], ["rotate left", "straighten 3deg"]),
    ("straighten 3deg", [mirror], ["flip x", "straighten -3deg"]),
    ("straighten 3deg", [mirror, mirror], ["straighten 3deg"]),
    ("straighten 3deg", [left, right], ["straighten 3deg"]),
    ("crop 10,20 300,200", [left], ["crop 20,290 200,300", "rotate left"]),
    ("crop 10,20 300,200", [right], ["crop 180,10 200,300", "rotate right"]),
    ("crop 10,20 300,200", [mirror], ["crop 290,20 300,200", "flip x"]),
    ("crop 10%,10% 50%,50%", [left], ["crop 10%,40% 50%,50%", "rotate left"]),
    ("crop 3:2", [left], ["crop 2:3", "rotate left"]),
    ("exposure 1", [right], ["exposure 1", "rotate right"]),
    // What fingers have done needs a canvas of a stated size.
    (
      "pan 30,0", [left],
      [
        "canvas $height,$width", "pan 30,0", "rotate -90deg about 230,300", "scale 1.5 about 230,300",
        "concat 1 0 0 1 -30 -30",
      ]
    ),
    ("canvas 100%,100%", [left, left], ["canvas 100%,100%", "rotate 180deg about 300,200"]),
  ]

  @Test("A turn is written as its statement, and takes crop and straightening with it", arguments: cases)
  func turns(script: String, messages: [String], expected: [String]) throws {
    let studio = try StudioHarness(script: script)
    for message in messages { studio.send(message) }
    expectEqual(studio.lines, expected)
  }

  static let scripts = [
    "canvas 500,300", "canvas 100%,100%\nstraighten 2deg", "pan 40,20", "pinch 1.5 at 300,200", "twist 20deg",
    "crop 10%,10% 33.3%,40%", "pan 40,20\ncrop 5%,10% 30%,40%",
    "limit cover 0,0 100%,100%\nscale 1.3\npan 40,20",
    "canvas 600,400\npan 10,10\nstraighten 1deg\ncrop 30,40 200,100", "rotate 10deg",
    "canvas 300,300\nmode cover",
  ]

  @Test("Four quarter turns, and two mirrors, lead back to the picture", arguments: scripts)
  func leadsBack(script: String) throws {
    let studio = try StudioHarness(script: script)
    let start = try #require(studio.state.script.run?.edit)
    for (messages, name) in [
      (Array(repeating: Self.left, count: 4), "turns"), ([Self.mirror, Self.mirror], "mirrors"),
    ] {
      for message in messages { studio.send(message) }
      try expectEqual(studio.takeMessages().filter { $0["is"] as? String == "refused" }.count, 0)
      let end = try #require(studio.state.script.run?.edit)
      expectEqual(end.plan.canvas, start.plan.canvas)
      expectEqual(end.plan.window, start.plan.window)
      expectTrue(zip(start.layers.all, end.layers.all).allSatisfy { !$0.differs(from: $1, by: 1) }, name)
      expectTrue(studio.lines.count <= script.split(separator: "\n").count + 4, name)
    }
  }

  @Test("A quarter turn swaps the sides of the canvas and of the crop", arguments: scripts)
  func swapsSides(script: String) throws {
    let studio = try StudioHarness(script: script)
    let start = try #require(studio.state.script.run?.edit.plan)
    studio.send(Self.right)
    let end = try #require(studio.state.script.run?.edit.plan)
    expectEqual(end.canvas, start.canvas.transposed)
    expectEqual(end.window.size, start.window.size.transposed)
  }

  @Test("In percent, a turned photo is in the same place on photos of other sizes")
  func relative() throws {
    let studio = try StudioHarness(
      script: "pan 5%,5%",
      photos: [PixelSize(width: 600, height: 400)!, PixelSize(width: 1200, height: 800)!])
    studio.send(Self.left)
    let first = try #require(studio.state.script.run?.edit)
    studio.send(#"{"do":"input","number":2}"#)
    let second = try #require(studio.state.script.run?.edit)
    expectEqual(second.plan.canvas, PixelSize(width: 800, height: 1200)!)
    let corners = zip(first.layers[0].cornersOnCanvas, second.layers[0].cornersOnCanvas)
    expectTrue(corners.allSatisfy { zip($0, $1).allSatisfy { abs(2 * $0 - $1) < 0.1 } }, studio.text)
  }

  @Test("A picture of several layers is not turned")
  func severalLayers() throws {
    let script = "canvas 600,400\nlayer a image\nlayer b rect 20,20 100,50"
    let studio = try StudioHarness(script: script)
    studio.send(Self.left)
    studio.send(Self.mirror)
    expectEqual(studio.text, script)
    try expectEqual(studio.takeMessages().filter { $0["what"] as? String == "turn" }.count, 2)
  }

  @Test("Reset keeps a person's own movement on a turned canvas")
  func ownMove() throws {
    let studio = try StudioHarness(script: "canvas $height,$width\nmove 5,0\n")
    studio.send(#"{"do":"set","what":"frame","value":null}"#)
    expectEqual(studio.lines, ["canvas 100%,100%", "move 5,0"])
  }

  @Test("Reset removes all that frames the photo, and nothing else")
  func unframed() throws {
    let studio = try StudioHarness(
      script:
        "canvas 600,400\nlayer back rect 0,0 600,400\nrotate left\nlayer photo image\nexposure 1\nflip x\nrotate left\nstraighten 2deg # level\ncrop 10,10 200,300\ncontrast 1.1\n"
    )
    studio.send(#"{"do":"set","what":"frame","value":null}"#)
    expectEqual(studio.lines.suffix(4), ["layer photo image", "exposure 1", " # level", "contrast 1.1"])
    expectTrue(studio.lines.contains("rotate left"))
    studio.send(#"{"do":"undo"}"#)
    expectEqual(studio.lines.count, 10)
  }
}
