import Testing

/// `explain` and `check`: everything that is known before pixels are decoded.
@Suite struct ExplainTests {
  private func folder() throws -> Folder {
    let folder = try Folder(["a.png": Images.png(20, 10), "b.jpg": Images.jpeg(16, 12)])
    folder.write("canvas 40,40\nrotate 30deg\n", to: "s.txt")
    return folder
  }

  @Test("explain --json prints the plan as one object") func jsonReport() throws {
    let records = try folder().frameit("explain", "s.txt", "a.png", "--json").succeeds().records()
    #expect(records.count == 1)
    #expect(records[0]["schema"] as? Int == 1)
  }

  @Test("explain reports clips and shadows in pixels of the output")
  func looks() throws {
    let folder = try folder()
    let script = """
      canvas 40,40
      group g { layer a rect 5,5 9,9 clip ellipse 5,5 9,9 shadow 1,2 3 #00000080 opacity 0.5 }
      scale 2
      """
    let text = try folder.frameit("explain", "-e", script).succeeds().text
    #expect(
      text.contains("'a', a group, opacity 0.5, clipped, shadow #00000080 at 2,4 with blur 6\n"), "\(text)")
    let record = try folder.frameit("explain", "-e", script, "--json").succeeds().records()[0]
    let item = try #require((record["items"] as? [[String: Any]])?.first)
    let shadow = try #require(item["shadow"] as? [String: Any])
    #expect(shadow["offset"] as? [Double] == [2, 4])
    #expect(shadow["blur"] as? Double == 6)
    #expect(shadow["color"] as? String == "#00000080")
    #expect(item["clipped"] as? Bool == true)
  }

  @Test("explain reports the reduction on load") func reduction() throws {
    let folder = try Folder(["a.jpg": Images.jpeg(800, 600)])
    let script = "canvas 100,100; light srgb; rotate 5deg"
    #expect(
      try folder.frameit("explain", "-e", script, "a.jpg").succeeds().text.contains(
        "decoded at 1/8 as 100 x 75"))
    let record = try folder.frameit("explain", "-e", script, "a.jpg", "--json").succeeds().records()[0]
    let source = try #require((record["sources"] as? [[String: Any]])?.first)
    #expect(source["width"] as? Int == 800 && source["reduction"] as? Int == 8)
    #expect(source["decoded"] as? [Int] == [100, 75])
    let linear = try folder.frameit("explain", "-e", "canvas 9,9", "a.jpg", "--json").succeeds().records()[0]
    #expect((linear["sources"] as? [[String: Any]])?.first?["reduction"] as? Int == 1)
    #expect(try folder.frameit("info", "a.jpg", "--json").succeeds().records()[0]["reduction"] == nil)
  }

  /// These files contain only headers.
  @Test("explain reads only headers") func headersOnly() throws {
    let folder = try folder()
    for name in ["a.png", "b.jpg"] {
      let whole = try #require(folder[name])
      let planned = try folder.frameit("explain", "s.txt", name).succeeds().text
      folder[name] = Array(whole.prefix(name == "a.png" ? 45 : whole.count - 200))
      #expect(try folder.frameit("explain", "s.txt", name).succeeds().text == planned)
      try folder.frameit("apply", "s.txt", name).fails(4)
    }
  }
}
