import FrameGeometry
import Foundation
import FrameImage
import TestSupport
import Testing

@testable import FrameStudio

@Suite("The script of a studio")
struct DocumentTests {
  @Test("Typing is one step, and a gesture another one")
  func steps() throws {
    let studio = try StudioHarness(script: "set pan.slop 0\n")
    for text in ["set pan.slop 0\nr", "set pan.slop 0\nro", "set pan.slop 0\nrotate 3deg\n"] {
      studio.send(
        #"{"do":"write","text":\#(Self.json(text)),"version":\#(studio.state.script.document.version)}"#)
    }
    studio.drag([((300, 200), (340, 220))])
    expectEqual(studio.lines.last, "pan 40,20")
    studio.send(#"{"do":"undo"}"#)
    expectEqual(studio.text, "set pan.slop 0\nrotate 3deg\n")
    studio.send(#"{"do":"undo"}"#)
    expectEqual(studio.text, "set pan.slop 0\n")
    for _ in 0..<2 { studio.send(#"{"do":"redo"}"#) }
    expectEqual(studio.lines.last, "pan 40,20")
  }

  @Test("An error has its place and a hint, and the last good picture stays")
  func errors() throws {
    let studio = try StudioHarness(script: "rotate 3deg\n")
    studio.send(#"{"do":"write","text":"rotate 3deg\n  rotate 30\n","version":1}"#)
    let problem = try #require(studio.state.script.problems.first)
    expectTrue((problem.line, problem.column) == (2, 10))
    expectTrue(problem.hint != nil || !problem.usages.isEmpty)
    expectEqual(studio.state.script.run?.text, "rotate 3deg\n")
    _ = try studio.takeMessages()
    studio.touch([(1, "down", 300, 200)])
    try expectTrue(studio.takeMessages().contains { $0["is"] as? String == "refused" })
  }

  @Test("Statements that fingers add while a page types are kept")
  func merge() throws {
    let studio = try StudioHarness(script: "set pan.slop 0\n")
    let version = studio.state.script.document.version
    studio.drag([((300, 200), (340, 220))])
    studio.send(#"{"do":"write","text":"set pan.slop 0 # none\n","version":\#(version)}"#)
    expectEqual(studio.lines, ["set pan.slop 0 # none", "pan 40,20"])
  }

  @Test("A page that types on before it has the answer to its last text loses nothing")
  func typingAhead() throws {
    let studio = try StudioHarness(script: "set pan.slop 0\n")
    let version = studio.state.script.document.version
    for text in ["set pan.slop 0\nr", "set pan.slop 0\nro", "set pan.slop 0\nrotate 3deg"] {
      studio.send(#"{"do":"write","text":\#(Self.json(text)),"version":\#(version)}"#)
    }
    expectEqual(studio.text, "set pan.slop 0\nrotate 3deg")
  }

  @Test("Two pages that type at different places keep both changes")
  func twoWriters() throws {
    let studio = try StudioHarness(script: "background red\nrotate 3deg\nopacity 50%\n")
    let other = FrameStudio.Studio.Page(number: 2)
    studio.open(other)
    let version = studio.state.script.document.version
    studio.send(#"{"do":"write","text":"background blue\nrotate 3deg\nopacity 50%\n","version":\#(version)}"#)
    studio.send(
      #"{"do":"write","text":"background red\nrotate 3deg\nopacity 60%\n","version":\#(version)}"#,
      from: other)
    expectEqual(studio.text, "background blue\nrotate 3deg\nopacity 60%\n")
  }

  @Test("The line ends of a file stay as they are")
  func lineEnds() throws {
    let studio = try StudioHarness(script: "background red\r\nset pan.slop 0\r\n")
    expectEqual(studio.text, "background red\nset pan.slop 0\n")
    studio.drag([((300, 200), (340, 220))])
    studio.send(#"{"do":"save"}"#)
    try expectEqual(
      String(contentsOf: studio.url("script.txt"), encoding: .utf8),
      "background red\r\nset pan.slop 0\r\npan 40,20\r\n")
  }

  @Test("A file that appears after the start is not replaced without asking")
  func appearingFile() throws {
    let studio = try StudioHarness(script: "rotate 3deg\n")
    try FileManager.default.removeItem(at: studio.url("script.txt"))
    expectTrue(!studio.state.script.document.isSaved)
    studio.send(#"{"do":"write","text":"rotate 4deg\n","version":1}"#)
    studio.send(#"{"do":"save"}"#)
    try expectEqual(String(contentsOf: studio.url("script.txt"), encoding: .utf8), "rotate 4deg\n")
  }

  @Test("Saving writes the file, and never over another program's change")
  func save() throws {
    let studio = try StudioHarness(script: "rotate 3deg\n")
    let file = studio.url("script.txt")
    studio.send(#"{"do":"write","text":"rotate 4deg\n","version":1}"#)
    expectTrue(!studio.state.script.document.isSaved)
    studio.send(#"{"do":"save"}"#)
    try expectEqual(String(contentsOf: file, encoding: .utf8), "rotate 4deg\n")
    expectTrue(studio.state.script.document.isSaved)
    try Data("rotate 90deg # by an editor\n".utf8).write(to: file)
    studio.send(#"{"do":"write","text":"rotate 5deg\n","version":2}"#)
    studio.send(#"{"do":"save"}"#)
    try expectEqual(String(contentsOf: file, encoding: .utf8), "rotate 90deg # by an editor\n")
    let message = try #require(studio.takeMessages().last)
    expectEqual(message["conflict"] as? Bool, true)
    studio.send(#"{"do":"save","overwrite":true}"#)
    try expectEqual(String(contentsOf: file, encoding: .utf8), "rotate 5deg\n")
  }

  @Test("A read-only script stays as it is")
  func readOnly() throws {
    let studio = try StudioHarness(script: "rotate 3deg\n")
    let file = studio.url("script.txt")
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: file.path)
    studio.send(#"{"do":"write","text":"rotate 4deg\n","version":1}"#)
    _ = try studio.takeMessages()
    studio.send(#"{"do":"save"}"#)
    try expectTrue(
      studio.takeMessages().contains { ($0["message"] as? String)?.contains("read-only") == true })
    try expectEqual(String(contentsOf: file, encoding: .utf8), "rotate 3deg\n")
    studio.send(#"{"do":"save","name":"other.txt"}"#)
    try expectEqual(String(contentsOf: studio.url("other.txt"), encoding: .utf8), "rotate 4deg\n")
  }

  @Test("A changed file is taken at once, unless there are edits to lose")
  func reload() throws {
    let studio = try StudioHarness(script: "rotate 3deg\n")
    let file = studio.url("script.txt")
    try Data("rotate 90deg\n".utf8).write(to: file)
    studio.change([file.path])
    expectEqual(studio.text, "rotate 90deg\n")
    studio.send(#"{"do":"write","text":"rotate 5deg\n","version":2}"#)
    try Data("rotate 180deg\n".utf8).write(to: file)
    studio.change([file.path])
    expectEqual(studio.text, "rotate 5deg\n")
    studio.send(#"{"do":"reload"}"#)
    expectEqual(studio.text, "rotate 180deg\n")
    studio.send(#"{"do":"undo"}"#)
    expectEqual(studio.text, "rotate 5deg\n")
  }

  @Test("No script is saved in place of an image")
  func images() throws {
    let studio = try StudioHarness(script: "rotate 3deg\n")
    let photo = try Data(contentsOf: studio.url("photo1.png"))
    _ = try studio.takeMessages()
    for name in ["photo1.png", "new.jpg"] {
      studio.send(#"{"do":"save","name":"\#(name)","overwrite":true}"#)
      try expectTrue(studio.takeMessages().contains { $0["is"] as? String == "refused" })
    }
    try expectEqual(Data(contentsOf: studio.url("photo1.png")), photo)
  }

  @Test("A new script gets a name once, in the folder of the studio")
  func names() throws {
    let studio = try StudioHarness { $0.script = nil }
    for name in ["", "..", "a/b.txt", "/etc/x"] {
      _ = try studio.takeMessages()
      studio.send(#"{"do":"save","name":"\#(name)"}"#)
      try expectTrue(studio.takeMessages().contains { $0["is"] as? String == "refused" })
    }
    studio.send(#"{"do":"save"}"#)
    expectTrue(studio.state.script.document.path == nil)
  }

  @Test("A script that does not exist yet is a new one")
  func newScript() throws {
    let studio = try StudioHarness()
    expectTrue(studio.text.isEmpty)
  }

  @Test("Messages that no page sends change nothing")
  func malformed() throws {
    let studio = try StudioHarness(script: "rotate 3deg\n")
    for message in [
      "", "null", "[]", "{}", #"{"do":5}"#, #"{"do":"touch","t":1,"touches":[[1]]}"#,
      #"{"do":"touch","t":1e400,"touches":[]}"#, #"{"do":"touch","t":1,"touches":[[-1,"down",0,0]]}"#,
      #"{"do":"touch","t":1,"touches":[[1,"hover",0,0]]}"#,
      #"{"do":"touch","t":1e300,"touches":[[1,"down",0,0]]}"#,
      #"{"do":"touch","t":1,"touches":[[1,"down",1e300,0]]}"#, #"{"do":"scrub","time":1e300}"#,
      #"{"do":"view","width":1e300,"height":9,"zoom":1,"center":[1e300,0]}"#,
      #"{"do":"nudge","what":"pan","value":[1e300,0]}"#, #"{"do":"set","what":"select","value":"x\nreset"}"#,
      #"{"do":"view","width":-5,"height":1e9}"#,
      #"{"do":"strip","from":5,"to":1,"height":9}"#, #"{"do":"strip","from":1,"to":99999999,"height":9}"#,
      #"{"do":"set","what":"crop","value":[1,2,3]}"#,
      #"{"do":"set","what":"corners","value":[0,0,9,0,9,9,0]}"#,
      #"{"do":"set","what":"mode","value":"upside"}"#,
      #"{"do":"nudge","what":"pinch","value":0}"#, #"{"do":"input","number":99}"#, "\u{0}\u{FFFF}",
    ] { studio.send(message) }
    expectEqual(studio.text, "rotate 3deg\n")
    expectTrue(studio.state.script.problems.isEmpty)
  }

  static func json(_ text: String) -> String {
    String(decoding: try! JSONEncoder().encode(text), as: UTF8.self)
  }
}

@Suite("Statements that menus and keys write")
struct WritingTests {
  @Test("Steps of the keyboard become one statement of each kind")
  func nudges() throws {
    let studio = try StudioHarness(script: "canvas 600,400\n")
    for _ in 0..<3 { studio.send(#"{"do":"nudge","what":"pan","value":[1,0]}"#) }
    studio.send(#"{"do":"nudge","what":"pan","value":[0,10]}"#)
    expectEqual(studio.lines, ["canvas 600,400", "pan 3,10"])
    studio.send(#"{"do":"nudge","what":"twist","value":-2}"#)
    expectEqual(studio.lines.dropFirst(), ["twist -2deg", "pan 3,10"])
    studio.send(#"{"do":"nudge","what":"twist","value":2}"#)
    studio.send(#"{"do":"nudge","what":"pinch","value":1.1}"#)
    expectEqual(studio.lines.dropFirst(), ["pinch 1.1", "pan 3,10"])
    studio.send(#"{"do":"undo"}"#)
    expectEqual(studio.lines.dropFirst(), ["pan 3,10"])
    studio.send(#"{"do":"undo"}"#)
    expectEqual(studio.lines, ["canvas 600,400"])
  }

  @Test("After a pause, a step of the keyboard can be undone on its own")
  func pause() throws {
    let studio = try StudioHarness(script: "canvas 600,400\n")
    studio.send(#"{"do":"nudge","what":"pan","value":[1,0]}"#)
    studio.wait(2000)
    for _ in 0..<2 { studio.send(#"{"do":"nudge","what":"pan","value":[1,0]}"#) }
    expectEqual(studio.lines.dropFirst(), ["pan 3,0"])
    studio.send(#"{"do":"undo"}"#)
    expectEqual(studio.lines.dropFirst(), ["pan 1,0"])
  }

  @Test("A crop written in percent reads back as the same pixels", arguments: [600, 601, 4032])
  func percent(width: Int) throws {
    let studio = try StudioHarness(script: "canvas \(width),400\n")
    studio.send(#"{"do":"style","as":"words","relative":true}"#)
    for box in [
      [0, 0, width, 400], [1, 7, 333, 211], [width - 1, 399, 1, 1], [width / 3, 0, width / 3, 299],
    ] {
      studio.send(#"{"do":"set","what":"crop","value":\#(box)}"#)
      expectEqual(studio.lines.last?.contains("%"), true)
      expectEqual(studio.report("crop"), box.map(Double.init), "\(studio.lines)")
    }
  }

  @Test("Menus, handles and keys write nothing while the script has an error")
  func refusals() throws {
    let studio = try StudioHarness(script: "preset none\n")
    _ = try studio.takeMessages()
    studio.send(#"{"do":"write","text":"rotate 3\n","version":1}"#)
    for message in [
      #"{"do":"set","what":"straighten","value":3}"#, #"{"do":"reset"}"#,
      #"{"do":"nudge","what":"twist","value":3}"#,
    ] { studio.send(message) }
    expectEqual(studio.text, "rotate 3\n")
    try expectEqual(studio.takeMessages().count { $0["is"] as? String == "refused" }, 3)
  }

  @Test("A text without a version replaces the script, as one step")
  func replaces() throws {
    let studio = try StudioHarness(script: "rotate 90deg\n")
    for text in ["rotate 90deg\nflip x\n", "rotate 90deg\nflip x\nscale 2\n"] {
      studio.send(
        #"{"do":"write","text":\#(DocumentTests.json(text)),"version":\#(studio.state.script.document.version)}"#
      )
    }
    studio.send(#"{"do":"write","text":"rotate 90deg\n"}"#)
    expectEqual(studio.lines, ["rotate 90deg"])
    studio.send(#"{"do":"undo"}"#)
    expectEqual(studio.lines.count, 3)
  }

  @Test("Keys move a layer that has no recognizers by exact edits")
  func withoutRecognizers() throws {
    let studio = try StudioHarness(script: "canvas 600,400\nlayer badge rect 20,20 50,50\n")
    studio.send(#"{"do":"nudge","what":"pan","value":[1,0]}"#)
    studio.send(#"{"do":"nudge","what":"pan","value":[10,0]}"#)
    expectEqual(studio.lines.suffix(2), ["layer badge rect 20,20 50,50", "translate 11,0"])
  }

  @Test("Steps of a script without a canvas keep its canvas")
  func keptCanvas() throws {
    let studio = try StudioHarness()
    studio.send(#"{"do":"style","as":"edits"}"#)
    studio.send(#"{"do":"nudge","what":"twist","value":5}"#)
    expectEqual(studio.lines, ["canvas 100%,100%", "rotate 5deg"])
    studio.send(#"{"do":"nudge","what":"twist","value":5}"#)
    expectEqual(studio.lines, ["canvas 100%,100%", "rotate 10deg"])
  }

  @Test("Steps in the layer's own axes, as edits")
  func edits() throws {
    let studio = try StudioHarness(script: "canvas 600,400\nlayer photo image\nrotate 90deg\n")
    studio.send(#"{"do":"style","as":"edits"}"#)
    studio.send(#"{"do":"nudge","what":"pan","value":[10,0]}"#)
    expectEqual(studio.lines.last, "translate 0,-10")
  }

  @Test("Corners are placed where a handle is, in the coordinates of the layer's parent before its edits")
  func corners() throws {
    for (start, place) in [
      ("canvas 600,400\nlayer photo image at 30,20 size 300,200\n", [40, 30, 330, 20, 330, 220, 30, 220]),
      (
        "canvas 600,400\nlayer photo image at 30,20 size 300,200\nrotate 30deg; scale 1.5,0.7; move 9,5\n",
        [90, 30, 400, 90, 380, 300, 30, 220]
      ),
      (
        "canvas 600,400\ngroup g at 100,50 size 300,200 { layer photo image at 10,10; rotate 20deg }\nselect g; tilt 0deg,30deg\nselect photo\n",
        [120, 60, 300, 90, 280, 250, 110, 240]
      ),
    ] {
      let studio = try StudioHarness(script: start)
      studio.send(#"{"do":"set","what":"corners","value":\#(place)}"#)
      studio.send(#"{"do":"set","what":"corners","value":\#(place)}"#)
      expectEqual(studio.lines.count { $0.hasPrefix("corners") }, 1)
      let found = try #require(studio.report("corners") as [[Double]]?).flatMap(\.self)
      expectTrue(zip(found, place).allSatisfy { abs($0 - Double($1)) < 0.05 }, "\(found) \(studio.lines)")
    }
  }

  @Test("A quadrilateral on the canvas is one of the photo, wherever the layer lies")
  func unwarp() throws {
    for start in [
      "canvas 600,400\nlayer photo image at 0,0 size 600,400\n",
      "canvas 600,400\nlayer photo image at 30,20 size 300,200; rotate 20deg\n", "",
      "layer photo image; unwarp 5%,5% 95%,0% 90%,90% 0%,100%\n",
    ] {
      let studio = try StudioHarness(script: start)
      let before = try #require(studio.state.script.run)
      let photo = Size(width: 600, height: 400)
      let wanted = [(0.2, 0.1), (0.8, 0.2), (0.7, 0.9), (0.1, 0.8)].map {
        Point(x: $0 * photo.width, y: $1 * photo.height)
      }
      let toOutput = try #require(try before.edit.mapping(of: nil))
      let onCanvas = wanted.flatMap { point -> [Double] in
        let place = point.applying(toOutput)!
        return [place.x, place.y]
      }
      studio.send(#"{"do":"set","what":"unwarp","value":\#(onCanvas)}"#)
      expectEqual(studio.lines.last?.hasSuffix("unwarp 120,40 480,80 420,360 60,320"), true)
      expectTrue(studio.report("isUnwarped") == true)
      studio.send(#"{"do":"set","what":"unwarp","value":null}"#)
      expectEqual(studio.lines.last?.hasSuffix("unwarp none"), true)
    }
  }

  @Test("Corners that cross are refused, and not written") func crossedCorners() throws {
    let studio = try StudioHarness(script: "canvas 600,400\nlayer photo image\n")
    _ = try studio.takeMessages()
    studio.send(#"{"do":"set","what":"corners","value":[0,0,300,0,0,200,300,200]}"#)
    expectEqual(studio.lines.count, 2)
    try expectEqual(studio.takeMessages().map { $0["is"] as? String }, ["refused"])
  }

  @Test("A handle replaces the statement that it has written")
  func handles() throws {
    let studio = try StudioHarness(script: "canvas 600,400\nlayer photo image # the photo\n")
    studio.send(#"{"do":"set","what":"straighten","value":1.5}"#)
    studio.send(#"{"do":"set","what":"straighten","value":2.25}"#)
    expectEqual(studio.lines.last, "straighten 2.25deg")
    studio.send(#"{"do":"set","what":"crop","value":[10,20,300,200]}"#)
    studio.send(#"{"do":"set","what":"crop","value":[0,0,300,200]}"#)
    expectEqual(studio.lines.suffix(2), ["straighten 2.25deg", "crop 0,0 300,200"])
    expectEqual(studio.report("crop"), [0.0, 0, 300, 200])
    expectEqual(studio.report("straighten"), 2.25)
    studio.send(#"{"do":"set","what":"crop","value":null}"#)
    studio.send(#"{"do":"set","what":"straighten","value":null}"#)
    expectEqual(studio.lines.count, 2)
    studio.send(#"{"do":"set","what":"straighten","value":2.25}"#)
    studio.send(#"{"do":"set","what":"mode","value":"scaleAspectFill"}"#)
    studio.send(#"{"do":"set","what":"mode","value":"center"}"#)
    expectEqual(studio.lines.suffix(2), ["straighten 2.25deg", "mode center"])
    studio.send(#"{"do":"set","what":"cover","value":true}"#)
    studio.send(#"{"do":"set","what":"scale","value":[1,4]}"#)
    expectEqual(studio.lines.suffix(2), ["limit cover 0,0 100%,100%", "limit scale 1..4"])
    expectEqual(studio.report("cover"), true)
    expectEqual(studio.report("scale"), [1.0, 4])
    studio.send(#"{"do":"set","what":"cover","value":false}"#)
    expectEqual(studio.lines.last, "limit scale 1..4")
    studio.send(#"{"do":"set","what":"preset","value":"uikit"}"#)
    studio.send(#"{"do":"set","what":"preset","value":"pickview"}"#)
    expectEqual(studio.lines.last, "preset pickview")
    expectEqual(studio.state.script.run?.outline.preset, .pickview)
    expectTrue(studio.state.script.problems.isEmpty)
  }

  @Test("A menu adds its statement after an included file, which may have one as well")
  func include() throws {
    let studio = try StudioHarness(script: "preset uikit\n")
    try Data("preset pickview\n".utf8).write(to: studio.url("other.txt"))
    studio.send(#"{"do":"write","text":"preset uikit\ninclude \"other.txt\"\n","version":1}"#)
    studio.send(#"{"do":"set","what":"preset","value":"frameit"}"#)
    expectEqual(studio.lines, ["preset uikit", #"include "other.txt""#, "preset frameit"])
  }

  @Test("A handle replaces the statement that it has written, whatever else is on its line")
  func sharedLine() throws {
    let studio = try StudioHarness(
      script: "canvas 600,400; background #fff # white\nif 1 { straighten 9deg }\n  straighten 3deg # a; b\n")
    studio.send(#"{"do":"set","what":"straighten","value":1.5}"#)
    expectEqual(studio.lines.suffix(2), ["if 1 { straighten 9deg }", "  straighten 1.5deg # a; b"])
    expectEqual(
      studio.state.script.run?.outline.entries.map(\.words.first),
      [
        "canvas", "background", "if", "straighten",
      ])
  }

  @Test(
    "Removing a statement leaves the rest of its line",
    arguments: [
      ("a 1\ncrop 1,2 3,4\nb 2\n", "a 1\nb 2\n"), ("crop 1,2 3,4; b 2\n", "b 2\n"),
      ("a 1\ncrop 1,2 3,4", "a 1\n"),
    ])
  func removal(text: String, expected: String) throws {
    var script = ScriptText(text)
    let start = Array(text.utf8).firstRange(of: Array("crop".utf8))!.lowerBound
    script.remove(start..<start + 12)
    expectEqual(script.text, expected)
  }
}
