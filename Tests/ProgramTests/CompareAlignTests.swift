import FrameImage
import Testing

@Suite struct CompareAlignTests {
  /// A folder with a page, and with the same page with ten rows more.
  private func folder() throws -> Folder {
    let folder = try Folder([:])
    for (name, top) in [("short", 50), ("long", 60)] {
      let script = """
        canvas 120,\(top + 40)
        background white
        layer head rect 10,10 60,20 fill navy
        layer foot rect 10,\(top) 100,30 fill teal
        """
      try folder.frameit("apply", "-e", script, "-o", "\(name).png").succeeds()
    }
    return folder
  }

  @Test("--json has named changes, and the difference image has the rows of both images") func json() throws {
    let folder = try folder()
    let record = try folder.frameit(
      "compare", "long.png", "short.png", "--align", "rows", "--json", "--diff", "diff.png"
    ).records()[0]
    let changes = try #require(record["changes"] as? [[String: Any]])
    #expect(changes.count == 1)
    #expect(changes[0]["name"] as? String == "removed")
    #expect(changes[0]["expected"] as? [Int] == [0, 50, 120, 10])
    #expect(changes[0]["actual"] == nil)
    #expect((record["regions"] as? [[String: Any]])?.first?["name"] as? String == "removed")
    #expect(try folder.frameit("info", "diff.png", "--json").records()[0]["height"] as? Int == 100)
  }

  @Test("Folders are aligned by default, and a setting can switch that off") func folders() throws {
    let folder = try folder()
    for (name, page) in [("base", "short"), ("new", "long")] {
      folder["\(name)/page.png"] = folder["\(page).png"]
    }
    #expect(try folder.frameit("compare", "base", "new").text.contains("10 rows added at 50"))
    folder["settings.txt"] = Array("[page.png]\nalign off\n".utf8)
    let out = try folder.frameit("compare", "base", "new", "--settings", "settings.txt").text
    #expect(out.hasPrefix("differs page.png: the sizes are 120 x 90 and 120 x 100\n"))
  }
}
