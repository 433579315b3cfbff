import TestSupport
import Testing

@testable import FrameScript

/// Scripts accept American and British spellings.
@Suite struct SpellingTests {
  @Test(
    "A keyword has the same meaning in both spellings",
    arguments: [
      ("layer a image mode center", "layer a image mode centre"), ("mode center", "mode centre"),
      ("layer t text \"x\" at 0,0 align center", "layer t text \"x\" at 0,0 align centre"),
      ("blend color-dodge", "blend colour-dodge"), ("background darkgray", "background darkgrey"),
      ("blend color-burn", "blend colour-burn"),
      ("recognize tap", "recognise tap"), ("on tap recognized { hide }", "on tap recognised { hide }"),
      ("on pan cancelled { hide }", "on pan canceled { hide }"),
      ("expect tap recognized", "expect tap recognised"), ("background gray", "background grey"),
    ])
  func bothSpellings(american: String, british: String) throws {
    try expectEqual(shapes(american), shapes(british))
  }

  @Test("A definition cannot replace a statement in either spelling", arguments: ["recognize", "recognise"])
  func reserved(name: String) {
    expectEqual(problems(in: "define \(name) x { hide }").count, 1)
  }
}
