import FrameGeometry
import FrameScene
import FrameScript
import TestSupport
import Testing

/// The images that a script shows, and the number of inputs that it uses.
@Suite struct InputTests {
  private static let four = (1...4).map { image(10 * $0, 10 * $0, id: $0) }

  private func shown(_ result: Interpreter.Result) -> [Int?] {
    result.scene.layers.map { layer in
      if case .image(let image) = layer.shown { image?.id } else { nil }
    }
  }

  static let orders: [(String, [Int?], Int)] = [
    ("", [1], 1), ("rotate 1deg", [1], 1), ("layer a image", [1], 1),
    ("layer a image; layer b image", [1, 2], 2),
    ("layer a image $2", [2], 2), ("layer a image $3; layer b image $1", [3, 1], 3),
    ("layer a image $1; layer b image $1", [1, 1], 1), ("layer a image placeholder", [nil], 1),
    ("layer a image placeholder; source $1", [1], 1), ("layer a image; source $2", [2], 2),
    ("repeat 3 as i { layer a$i image }", [1, 2, 3], 3),
    // A layer without an input number takes the first input that no layer uses.
    ("layer a image $2; layer b image", [2, 1], 2), ("layer a image $1; layer b image", [1, 2], 2),
    ("layer a image $2; layer b image; layer c image", [2, 1, 3], 3),
    ("layer a image; layer b image $3; layer c image; layer d image", [1, 3, 2, 4], 4),
  ]

  @Test(
    "Layers take the next free input", arguments: orders)
  func nextInput(
    script: String, expected: [Int?], used: Int
  ) throws {
    let result = try run(script, Self.four)
    expectEqual(shown(result), expected)
    expectEqual(result.inputsUsed, used)
  }

  static let counts: [(String, Int)] = [
    ("canvas 5,5", 1), ("layer a image $1; layer b image $2", 2),
    ("layer a image; layer b image; layer c image $1", 2),
    ("layer a image placeholder; source $2", 2), ("group g { layer a image; layer b image }", 2),
    ("group g { group h { layer a image }; layer b image }; layer c image", 3),
    ("if 1 { layer a image }", 1), ("define f { layer a image }; f", 1),
    ("repeat 2 as i { layer a$i image $2 }", 2), ("if 1 { layer a image $1 }; layer b image", 2),
    // Inputs that the script names in statements that do not run count too.
    ("layer a image; if 0 { source $3 }", 3),
  ]

  @Test(
    "A script takes as many inputs as its layers need", arguments: counts)
  func inputCount(
    script: String, expected: Int
  ) throws {
    try expectEqual(run(script, Self.four).inputsUsed, expected)
  }

  @Test("The implicit photo layer is below the others") func implicitLayer() throws {
    let result = try run("group g { }; group h { }")
    expectEqual(result.scene.layers.map(\.name), ["photo", "g", "h"])
    expectEqual(result.scene.layers[0].content, .image(image()))
    try expectTrue(run("layer a image $1").scene.index(of: "photo") == nil)
    try expectTrue(run("group g { layer a image }").scene.index(of: "photo") == nil)
    try expectEqual(run("canvas 5,5; group g { }", []).scene.layers.map(\.name), ["g"])
    try expectEqual(run("canvas 5,5", []).inputsUsed, 0)
  }

  @Test("A missing input is an error with the number of inputs") func missingInput() throws {
    let error = try failure(of: "layer a image\n layer b image")
    expectEqual(error, ScriptError(.inputMissing(2, given: 1), at: ScriptPosition(line: 2, column: 2)))
    try expectEqual(failure(of: "source $3").problem, .inputMissing(3, given: 1))
    try expectEqual(failure(of: "canvas 5,5; layer a image", []).problem, .inputMissing(1, given: 0))
    try expectEqual(failure(of: "canvas 5,5; rotate 3deg", []).problem, .noCurrentLayer("rotate"))
  }

  @Test("Placeholders replace missing inputs") func placeholders() throws {
    let context = RunContext(usesPlaceholders: true)
    let result = try run(
      "canvas 80,60; layer a image; layer b image at 1,1; rotate 90deg", [], context: context)
    expectEqual(shown(result), [nil, nil])
    try expectEqual(result.layer("b").bounds, Rect(x: 0, y: 0, width: 80, height: 60))
    expectEqual(result.inputsUsed, 2)
    let photo = try run("canvas 80,60; expect $width 80; scale 2", [], context: context)
    expectTrue(photo.current.name == "photo" && photo.failedExpectations == [])
    expectEqual(shown(try run("layer a image $2", context: context)), [nil])
  }

  @Test("Files and folders are requested by their path") func filesAndFolders() throws {
    let files = ["a.png": image(5, 6, id: 7), "d/x.png": image(id: 8), "d/y.png": image(id: 9)]
    let folders = ["d": ["d/x.png", "d/y.png"], "empty": []]
    let named = try run(
      "let n = \"a\"; layer a image \"$n.png\"; layer b image at 0,0; source \"a.png\"", files: files)
    expectEqual(shown(named), [7, 7])
    expectEqual(named.inputsUsed, 1)
    let drawn = try (0..<20).map { seed in
      try run("layer a image random \"d\"", context: RunContext(seed: seed), files: files, folders: folders)
        .scene.layers[0].shown
    }
    let possible: [SceneLayer.Content] = [.image(files["d/x.png"]), .image(files["d/y.png"])]
    expectTrue(drawn.allSatisfy(possible.contains) && possible.allSatisfy(drawn.contains))
    let again = try run("layer a image random \"d\"", files: files, folders: folders).scene.layers[0].shown
    expectEqual(again, drawn[0])
    let error = try failure(of: "layer a image random \"empty\"", folders: folders)
    expectEqual(error, ScriptError(.emptyFolder("empty"), at: ScriptPosition(column: 22)))
  }

  @Test("A missing image is an error at its position") func missingImage() throws {
    let error = try failure(of: "\nlayer a image \"no.png\"")
    expectEqual(error, ScriptError(.noImage(.file("no.png")), at: ScriptPosition(line: 2, column: 15)))
  }
}
