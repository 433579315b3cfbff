import Foundation
import Testing

/// `test`: golden cases, and how new goldens are taken.
@Suite struct TestCommandTests {
  private func folder() throws -> Folder {
    let folder = try Folder(["a.png": Pictures.png(40, 30)])
    folder["g/one/a.png"] = folder["a.png"]
    folder.write("a.png\n", to: "g/one/inputs.txt")
    folder.write("rotate 30deg\n", to: "g/one/script.txt")
    folder.write("canvas 9,9\nlayer p image placeholder\n", to: "g/deep/two/script.txt")
    return folder
  }

  @Test func aMissingGoldenFailsAndIsTakenAsItWasShown() throws {
    let folder = try folder()
    let first = try folder.frameit("test", "g")
    #expect(first.ending == .exit(1))
    #expect(first.lines.last == "2 cases, 2 failed")
    #expect(first.text.contains("FAIL g/deep/two: there is no expected.png"))
    let shown = folder["g/one/actual.png"]
    try folder.frameit("test", "g", "--accept").succeeds(printing: "accepted g/deep/two\naccepted g/one\n")
    #expect(folder["g/one/expected.png"] == shown && folder["g/one/actual.png"] == nil)
    try folder.expectChanges([]) {
      try folder.frameit("test", "g").succeeds(printing: "ok   g/deep/two\nok   g/one\n2 cases, all passed\n")
    }
    try folder.frameit("test", "g", "--accept").succeeds(
      printing: "nothing to accept: no case has an actual.png\n")
  }

  @Test func whatDiffersLeavesItsPicturesAndPassingTakesThemAway() throws {
    let folder = try folder()
    _ = try folder.frameit("test", "g")
    try folder.frameit("test", "g", "--accept").succeeds()
    folder.write("rotate 31deg\n", to: "g/one/script.txt")
    let failed = try folder.frameit("test", "g/one", "--junit", "j.xml", "--html", "p.html")
    #expect(failed.ending == .exit(1) && failed.text.contains("FAIL g/one: differs: "))
    #expect(folder["g/one/actual.png"] != nil && folder["g/one/difference.png"] != nil)
    let page = String(decoding: try #require(folder["p.html"]), as: UTF8.self)
    #expect(page.contains("1 of 1 cases failed"))
    // Three side by side, two over each other.
    #expect(page.components(separatedBy: "data:image/png;base64,").count == 6)
    let xml = String(decoding: try #require(folder["j.xml"]), as: UTF8.self)
    #expect(
      xml.contains("tests=\"1\" failures=\"1\" errors=\"0\"") && xml.contains("<failure message=\"differs: "))
    folder.write("max-diff 100%\n", to: "g/one/tolerance.txt")
    try folder.frameit("test", "g/one").succeeds()
    #expect(folder["g/one/actual.png"] == nil && folder["g/one/difference.png"] == nil)
  }

  @Test func whatCannotBeRunIsBroken() throws {
    let folder = try folder()
    folder.write("rotate 3\n", to: "g/one/script.txt")
    folder.write("thresold 0.1\n", to: "g/deep/two/tolerance.txt")
    folder["g/deep/two/expected.png"] = folder["a.png"]
    let records = try folder.frameit("test", "g", "--json", "--jobs", "1").records()
    #expect(records.map { $0["status"] as? String } == ["broken", "broken"])
    #expect(
      (records[0]["message"] as? String)?.contains("tolerance.txt: line 1: unknown word 'thresold'") == true)
    #expect((records[1]["message"] as? String)?.contains("g/one/script.txt:1:8") == true)
  }

  @Test func picturesThatTheScriptDoesNotTakeBreakACase() throws {
    let folder = try folder()
    folder.write("a.png\na.png\n", to: "g/one/inputs.txt")
    let failed = try folder.frameit("test", "g/one")
    #expect(failed.text.contains("FAIL g/one: g/one/inputs.txt: the script takes 1 of its 2 pictures"))
    #expect(failed.ending == .exit(1) && folder["g/one/actual.png"] == nil)
  }

  @Test func withoutCasesItIsWrongUse() throws {
    let folder = try folder()
    try folder.frameit("test", "nowhere").fails(2, saying: "nowhere")
    folder.write("no case", to: "empty/readme.txt")
    try folder.frameit("test", "empty").fails(2, saying: "there is no case")
    try folder.frameit("test").fails(2)
  }

  @Test func inputsMayLieElsewhere() throws {
    let folder = try folder()
    folder["g/one/a.png"] = nil
    #expect(try folder.frameit("test", "g/one", "--inputs", ".").text.contains("no expected.png"))
    #expect(try folder.frameit("test", "g/one").text.contains("a.png: no such file"))
  }
}
