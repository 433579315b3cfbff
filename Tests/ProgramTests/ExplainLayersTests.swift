import Testing

/// The layers that `explain` lists.
@Suite struct ExplainLayersTests {
  private func layers(_ words: String...) throws -> [String] {
    try Folder(["a.png": Images.png(20, 10)]).frameit(words: ["explain"] + words).succeeds().lines
      .filter { $0.hasPrefix("layer ") }.map { String($0.dropFirst(12)) }
  }

  @Test("Layers are listed as a tree with their frames") func tree() throws {
    let script = """
      canvas 100,80
      layer card rect 10,20 30,40 radius 4 opacity 0.5
      group all at 5,6 clip blend multiply {
        layer dot ellipse 0,0 10,10 hidden
        rotate 90deg
        layer word text "To be\\nor not" at 3,4 untouchable
        group inner { layer hand line 0,0 8,0 }
      }
      layer photo image at 0,0 size 20,10
      layer empty image placeholder at 1,2 size 3,4
      mark card on ; select dot
      """
    let lines = try layers("-e", script, "a.png")
    #expect(lines.count == 8)
    #expect(lines[0] == "'card' rect 10,20 30 x 40, opacity 0.5, marked")
    #expect(lines[1] == "'all' group 5,6 100 x 80, blend multiply, clipped")
    #expect(lines[2] == "  'dot' ellipse 5,6 10 x 10, transform 0 1 -1 0 0 0, hidden, current")
    #expect(lines[3].hasPrefix("  'word' text \"To be\\nor not\" 8,10 "))
    #expect(lines[3].hasSuffix(", untouchable"))
    #expect(lines[4] == "  'inner' group 5,6 100 x 80")
    #expect(lines[5] == "    'hand' line 5,6 8 x 0")
    #expect(lines[6] == "'photo' image a.png 0,0 20 x 10")
    #expect(lines[7] == "'empty' placeholder 1,2 3 x 4")
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
