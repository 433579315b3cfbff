import FrameScript
import TestSupport
import Testing

/// Scripts that read the list of all inputs, and take all of them at once.
@Suite struct InputListTests {
  private static let four = (1...4).map { image(10 * $0, 20, id: $0) }
  private let context = RunContext(
    inputs: ["a", "b", "c", "d"].map { InputName(name: "dir/\($0).png", stem: $0) })

  private func shown(_ script: String) throws -> [Int?] {
    let result = try run(script, Self.four, context: context)
    expectEqual(result.failedExpectations, [])
    // Also the inputs that it does not draw.
    expectEqual(result.inputsUsed, 4)
    return result.scene.layers.map { layer in
      if case .image(let image) = layer.shown { image?.id } else { nil }
    }
  }

  @Test("A layer shows the input that an item of the list is") func layers() throws {
    try expectEqual(shown("repeat $count as i { layer p$i image $inputs[$i] }"), [1, 2, 3, 4])
    try expectEqual(shown("repeat $count as i { layer p$i image $inputs[$count-1-$i] }"), [4, 3, 2, 1])
    try expectEqual(shown("let f = $inputs[2]; layer a image $f; layer b image"), [3, 1])
    try expectEqual(shown("define card F { layer a image $F }; card $inputs[1]"), [2])
    try expectEqual(shown("layer a image $inputs[3]; source $inputs[1]"), [2])
    try expectEqual(shown("let n = $count; layer p image"), [1])
  }

  @Test("A script that takes all inputs and shows only some of them says so") func unusedInputs() throws {
    func unused(_ script: String) throws -> Int? {
      try run(script, Self.four, context: context).record.unusedInputs?.count
    }
    try expectTrue(unused("repeat $count as i { layer p$i image $inputs[$i] }") == nil)
    try expectEqual(unused("layer p image; say \"$inputs[0]\""), 3)
    try expectEqual(unused("layer a image $inputs[3]; source $inputs[1]"), 2)
    // The photo is shown without a layer, also below shapes.
    try expectEqual(unused("say \"$stem[0]\""), 3)
    try expectEqual(unused("canvas 90,90; layer a rect 0,0 $width[0],$height[2]"), 3)
    try expectTrue(unused("say \"$stem\"; layer a image") == nil)
  }

  static let values: [(String, String)] = [
    ("$count", "4"), ("count($inputs)", "4"), ("$inputs", "dir/a.png, dir/b.png, dir/c.png, dir/d.png"),
    ("$inputs[1]", "dir/b.png"), ("$inputs[1] == \"dir/b.png\"", "1"), ("$stem[2]", "c"), ("$stem", "a"),
    ("$width[2]", "30"), ("$width", "10"), ("$height[3]", "20"), ("$orientation[0]", "1"), ("$depth[0]", "8"),
    // A property that is unknown is an empty text.
    ("$date[0]", ""), ("$camera[3]", ""), ("\"$stem[0]-${stem[1]}\"", "a-b"),
  ]

  @Test("Properties of an input have its number as index", arguments: values)
  func properties(formula: String, expected: String) throws {
    try expectEqual(value(formula, after: "let _n = $count", Self.four, context: context), expected)
  }

  @Test("There is no input beyond the last one") func bounds() throws {
    func problem(_ formula: String) throws -> ScriptProblem {
      try failure(of: "let x = \(formula)", Self.four, context: context).problem
    }
    try expectEqual(problem("$inputs[4]"), .badIndex("4", count: 4))
    try expectEqual(problem("$width[-1]"), .badIndex("-1", count: 4))
    try expectEqual(problem("$date[0.5]"), .badIndex("0.5", count: 4))
    try expectEqual(problem("$inputs + 1"), .notANumber("a number", found: "a list"))
    try expectEqual(value("$count", after: "canvas 5,5", []), "0")
    try expectEqual(failure(of: "let x = $width", []).problem, .variableWithoutImage("width"))
  }

  static let readers: [(String, Bool)] = [
    ("repeat $count { }", true), ("let n = count($inputs)", true), ("say \"${stem[0]}\"", true),
    ("say \"$date[0]\"", true), ("define f { expect ($width[1]) 3 }", true), ("let s = $stem", false),
    // Names that the script declares itself are its own.
    ("let count = 3; repeat $count { }", false), ("param inputs = 3; say \"$inputs\"", false),
    ("define f count { repeat $count { } }", false), ("let stem = [1]; let s = $stem[0]", false),
    ("repeat 3 as count { say \"$count\" }", false),
  ]

  @Test("A script that reads the list takes all inputs", arguments: readers)
  func takingAll(text: String, takesAll: Bool) throws {
    try expectEqual(ScriptParser().parse(text, name: "t").inputs.takesAll, takesAll)
  }

  @Test("Without inputs, a placeholder is the only one") func placeholder() throws {
    let script = "canvas 80,60; repeat $count as i { layer p$i image $inputs[$i]; expect $width[$i] 80 }"
    let result = try run(script, [], context: RunContext(usesPlaceholders: true))
    expectTrue(result.scene.layers.count == 1 && result.failedExpectations == [])
  }
}
