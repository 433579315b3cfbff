import TestSupport
import Testing

@testable import FrameStudio

@Suite("Menus, dialogs and animations of a script")
struct DialogTests {
  private static let start = """
    canvas 600,400
    layer photo image
    preset none
    recognize tap on photo
    recognize double-tap on photo
    require tap fails double-tap
    menu options "Edit" { cancel "No"; item "Say \\"it\\"" { rotate 90deg }; item "Break" { scale 0 } }

    """

  /// Returns the run of the last state that the page was told.
  private static func run(_ studio: StudioHarness) throws -> [String: Any] {
    let state = try #require(studio.takeMessages().last { $0["is"] as? String == "state" })
    return try #require(state["run"] as? [String: Any])
  }

  @Test("A menu that is left open is told, and its answer is a statement")
  func menu() throws {
    let studio = try StudioHarness(script: Self.start + "open options\n")
    let dialog = try #require(Self.run(studio)["dialog"] as? [String: Any])
    expectEqual(dialog["title"] as? String, "Edit")
    expectEqual(dialog["isMenu"] as? Bool, true)
    let items = try #require(dialog["items"] as? [[String: Any]])
    expectEqual(items.map { $0["title"] as? String }, ["No", "Say \"it\"", "Break"])
    expectEqual(items.map { $0["cancels"] as? Bool }, [true, false, false])
    studio.send(#"{"do":"choose","text":"Say \"it\""}"#)
    expectEqual(studio.lines.last, #"choose "Say \"it\"""#)
    expectTrue(try Self.run(studio)["dialog"] == nil)
    studio.send(#"{"do":"undo"}"#)
    expectEqual(studio.lines.last, "open options")
  }

  @Test("A menu that opens only after a pause is answered after it")
  func afterPause() throws {
    let studio = try StudioHarness(
      script: Self.start + "on tap { open options }\ntouch 1 down 9,9 @0ms\ntouch 1 up @50ms\n")
    expectTrue(try Self.run(studio)["dialog"] != nil)
    studio.send(#"{"do":"choose","text":"No"}"#)
    expectEqual(studio.lines.suffix(2), ["wait 1s", #"choose "No""#])
    expectTrue(try Self.run(studio)["dialog"] == nil)
  }

  @Test("An answer that fails, or that no menu has, changes nothing and is refused")
  func refused() throws {
    let studio = try StudioHarness(script: Self.start + "open options\n")
    for title in ["Break", "Other"] {
      _ = try studio.takeMessages()
      studio.send(#"{"do":"choose","text":"\#(title)"}"#)
      expectEqual(studio.lines.last, "open options")
      expectEqual(try studio.takeMessages().last?["is"] as? String, "refused", title)
    }
  }

  @Test("What a menu says is a notice; a menu is none")
  func notices() throws {
    let studio = try StudioHarness(script: Self.start + "open options\nsay \"hello\"\n")
    let state = try #require(studio.takeMessages().last { $0["is"] as? String == "state" })
    expectEqual(state["notices"] as? [String], ["hello"])
  }

  @Test(
    "Time goes on to the end of the last animation; an endless one counts once",
    arguments: [
      ("animate photo rotate to 20deg over 2s", 2.0), ("animate photo rotate to 20deg over 2s after 1s", 3),
      ("animate photo rotate to 20deg over 500ms repeat 3", 1.5),
      ("animate photo rotate to 20deg over 500ms repeat forever", 0.5), ("rotate 3deg", 0),
    ])
  func duration(_ line: String, _ seconds: Double) throws {
    let studio = try StudioHarness(script: "canvas 600,400\nlayer photo image\n\(line)\n")
    expectEqual(try Self.run(studio)["duration"] as? Double, seconds)
  }
}
