import Testing

/// The layers that `explain` lists.
@Suite struct ExplainLayersTests {
  private func layers(_ words: String...) throws -> [String] {
    try Folder(["a.png": Images.png(20, 10)]).frameit(words: ["explain"] + words).succeeds().lines
      .filter { $0.hasPrefix("layer ") }.map { String($0.dropFirst(12)) }
  }

  @Test("Thousands of similar layers are summarized in a few lines") func summary() throws {
    let script = """
      canvas 100,100
      group seats { repeat 2000 as i { layer seat$i rect 1,1 2,2 } }
      mark seat7 on ; select seat9 ; hide
      """
    let lines = try layers("-e", script)
    #expect(
      lines == [
        "'seats' group 0,0 100 x 100", "  'seat0' rect 1,1 2 x 2", "  'seat1' rect 1,1 2 x 2",
        "  'seat2' rect 1,1 2 x 2",
        "  ... and 1,997 more, up to 'seat1999': 1 hidden, 1 marked, 'seat9' is current",
      ])
    #expect(try layers("-e", script, "--all").count == 2001)
    let folder = try Folder()
    let text = try folder.frameit("explain", "-e", script).succeeds().text
    #expect(text.contains("draw        ... and 1,996 more like these\n") && text.utf8.count < 2000)
    #expect(
      try folder.frameit("explain", "-e", script, "--all").succeeds().text.contains("'seat1999', a shape"))
    let record = try folder.frameit("explain", "-e", script, "--json").succeeds().records()[0]
    let group = try #require((record["layers"] as? [[String: Any]])?.first)
    #expect((group["layers"] as? [Any])?.count == 2000)
  }

  @Test("Rounding errors are not printed") func roundedNumbers() throws {
    // The text's box begins at 10.000000000000002.
    let out = try Folder().frameit("explain", "-e", "canvas 100,100; layer a text \"Hi\" at 10,10", "--json")
      .succeeds().text
    #expect(out.contains("\"box\":[10,10,"))
  }

  @Test("--json lists all layers as nested objects") func json() throws {
    let script = "canvas 50,40; group g at 10,0 { layer a rect 1,2 3,4 ; rotate 90deg ; mark a on }"
    let record = try Folder().frameit("explain", "-e", script, "--json").succeeds().records()[0]
    let group = try #require((record["layers"] as? [[String: Any]])?.first)
    let layer = try #require((group["layers"] as? [[String: Any]])?.first)
    #expect(
      Set(layer.keys) == [
        "name", "kind", "frame", "box", "transform", "map", "opacity", "blend", "clipped", "hidden",
        "touchable", "marked", "current",
      ])
    #expect(Set(group.keys) == Set(layer.keys).union(["layers"]))
    #expect(layer["kind"] as? String == "rect" && group["kind"] as? String == "group")
    #expect(
      layer["frame"] as? [Double] == [0.5, 2.5, 4, 3] && layer["box"] as? [Double] == [10.5, 2.5, 4, 3])
    #expect(layer["transform"] as? [Double] == [0, 1, -1, 0, 0, 0])
    #expect(layer["map"] as? [Double] == [0, 1, -1, 0, 16.5, 1.5])
    #expect(layer["marked"] as? Bool == true && layer["current"] as? Bool == false)
    #expect(group["current"] as? Bool == true && layer["blend"] as? String == "normal")
  }

  /// Hidden layers are not drawn, so nothing in them is an error.
  @Test("Coordinates that are not finite are reported") func notFinite() throws {
    let script = "canvas 9,9; group g hidden { layer a rect 0,0 1,1; scale 1e300 }; scale 1e300"
    #expect(try layers("-e", script).last == "  'a' rect without finite bounds")
    let record = try Folder().frameit("explain", "-e", script, "--json").succeeds().records()[0]
    let group = try #require((record["layers"] as? [[String: Any]])?.first)
    let layer = try #require((group["layers"] as? [[String: Any]])?.first)
    #expect(layer["box"] == nil && layer["frame"] != nil)
  }

  @Test("A layer that masks several others is shown once") func sharedMask() throws {
    let folder = try Folder([:])
    let script = """
      canvas 90,90
      layer m rect 0,0 50,50 fill white hidden
      layer a rect 0,0 80,80 fill red mask m
      layer b rect 0,0 80,80 fill blue mask m invert
      """
    let text = try folder.frameit("explain", "-e", script).succeeds().text
    #expect(text.contains("by alpha, drawn from:"), "\(text)")
    #expect(text.contains("by inverted alpha of 'm', drawn as above"), "\(text)")
    let json = try folder.frameit("explain", "--json", "-e", script).succeeds().text
    #expect(json.ranges(of: "\"channel\"").count == 2, "\(json)")
    #expect(json.ranges(of: "\"fill\"").count == 3, "\(json)")
  }
}
