import FrameGeometry
import FrameScript
import TestSupport
import Testing

/// `save` and `restore`, `undo` and `redo`.
@Suite struct HistoryTests {
  private static let turned = AffineTransform(0, 1, -1, 0, 0, 0)

  static let transforms: [(String, AffineTransform)] = [
    ("rotate 90deg; save; scale 2; restore", turned),
    ("save; rotate 90deg; save; scale 2; restore; restore", .identity),
    ("rotate 90deg; undo", .identity),
    ("rotate 90deg; undo; redo", turned),
    ("rotate 90deg; scale 2; undo; undo; redo", turned),
    ("rotate 90deg; save; scale 2; restore; undo", turned.scaledBy(x: 2, y: 2)),
    ("rotate 90deg; reset; undo", turned),
    ("rotate 90deg; save; undo; restore", turned),
    ("rotate 90deg; scale 2; undo; translate 1,0; undo", turned),
  ]

  @Test(
    "undo and redo restore transforms", arguments: transforms)
  func transform(
    script: String, expected: AffineTransform
  ) throws {
    try expectEqual(run(script).transform, expected)
  }

  @Test(
    "Every kind of change can be undone and redone",
    arguments: [
      "move 5,6", "anchor 0,0", "mode center", "opacity 0.5", "hide", "source placeholder", "rotate 1deg",
      "reset",
      "transform 1 2 3 4 5 6", "concat 1 2 3 4 5 6",
    ])
  func everyChange(change: String) throws {
    let before = try run("rotate 5deg").current.state
    let after = try run("rotate 5deg; \(change)").current.state
    expectTrue(after != before)
    try expectEqual(run("rotate 5deg; \(change); undo").current.state, before)
    try expectEqual(run("rotate 5deg; \(change); undo; redo").current.state, after)
    try expectEqual(run("rotate 5deg; \(change); undo; redo; undo").current.state, before)
  }

  @Test("Every layer has its own history") func layerHistories() throws {
    let result = try run(
      "layer a image $1\nlayer b image $1\nselect a; scale 2; select b; scale 3; select a; undo")
    try expectEqual(result.layer("a").state.transform, .identity)
    try expectEqual(result.layer("b").state.transform, AffineTransform(scaleX: 3, y: 3))
    let saved = try failure(of: "layer a image $1; save\nlayer b image $1\nrestore")
    expectEqual(saved.problem, .scene(.nothingToRestore(layer: "b")))
  }

  @Test("A new change discards what can be redone") func newChange() throws {
    let error = try failure(of: "rotate 1deg; undo; scale 2\nredo")
    expectEqual(error.problem, .scene(.nothingToRedo(layer: "photo")))
    expectEqual(error.position, ScriptPosition(line: 2, column: 1))
  }

  /// Leaves selecting and marking out of the undo history: they do not change the layer.
  @Test("Selecting a layer is not undone") func selection() throws {
    try expectEqual(run("rotate 90deg; select photo; mark photo on; undo").transform, .identity)
  }

  @Test("The undone layer counts as edited last") func lastEdited() throws {
    let error = try failure(of: "scale 0\nreset\nrotate 1deg\nundo\nundo")
    expectEqual(error, ScriptError(.singular(layer: "photo"), at: ScriptPosition(line: 5)))
    let redone = try failure(of: "scale 0\nundo\nredo")
    expectEqual(redone.position.line, 3)
  }
}
