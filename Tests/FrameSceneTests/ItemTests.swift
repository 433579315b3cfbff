import FrameGeometry
import FrameImage
import FramePlan
import FrameScene
import FrameScript
import TestSupport
import Testing

/// The items of a render plan: their order, and the layers that are left out.
@Suite struct ItemTests {
  private func drawn(_ script: String) throws -> [String] {
    func names(_ items: [RenderPlan.Item]) -> [String] {
      items.map { item -> String in
        switch item {
        case .image(let draw): draw.layer
        case .shape(let shape): "shape " + shape.layer
        case .group(let group): "\(group.layer)(" + names(group.items).joined(separator: " ") + ")"
        case .neighborhood(let draw): "near \(draw.layer)(" + names(draw.items).joined(separator: " ") + ")"
        }
      }
    }
    return names(try plan(script).items)
  }

  static let scripts: [(String, [String])] = [
    ("", ["photo"]), ("hide", []), ("hide; show", ["photo"]), ("opacity 0", []), ("opacity 0.001", ["photo"]),
    ("layer b image $1; layer a image $1", ["b", "a"]),
    ("layer a image $1; layer b image $1 hidden; layer c image $1", ["a", "c"]),
    ("layer a image placeholder", ["shape a"]), ("layer a image; source placeholder", ["shape a"]),
    ("blur 0; sharpen 0 5; sharpen 2 0; pixelate 1", ["photo"]), ("blur 3", ["near photo(photo)"]),
    ("blur 3; invert; exposure 1", ["photo(near photo(photo))"]),
    ("invert; blur 3; sharpen 1 1", ["near photo(near photo(photo(photo)))"]),
    // A turned image is cut along its edge after it is blurred.
    ("rotate 5deg; blur 3", ["photo(near photo(photo))"]),
    // A blurred image outside the canvas may be seen in it, but ends at its edge.
    ("translate 302,0; blur 3", ["photo(near photo(photo))"]), ("translate 400,0; blur 3", []),
    ("hide; layer a rect 302,10 9,9; blur 3", ["near a(shape a)"]),
    ("hide; layer a rect 400,10 9,9; blur 3", []),
    // An image outside the canvas is not read.
    ("translate 300,0", []), ("translate 299,0", ["photo"]), ("translate 0,-200", []), ("move -301,0", []),
    ("layer a image placeholder at 300,0", []),
    ("crop 0,0 10,10; translate 10,0", []), ("crop 0,0 10,10; translate 9,0", ["photo"]),
    ("layer a image at 0,0 size 9,9 mode bottomRight clip", ["a"]),
    ("layer a image at 0,0 size 9,9 clip; move -9,0", []),
    // A group that neither fades nor clips is replaced by its items.
    ("group g { layer a image; layer b image $1 }; layer c image $1", ["a", "b", "c"]),
    ("group g opacity 0.5 { layer a image }", ["g(a)"]), ("group g clip { layer a image }", ["g(a)"]),
    ("group g opacity 0.5 { group h clip { layer a image }; layer b image $1 }", ["g(h(a) b)"]),
    ("group g opacity 0.5 { layer a image hidden }", []), ("group g hidden { layer a image }", []),
    ("group g opacity 0 { layer a image }", []), ("group g { }; layer a image", ["a"]),
    ("group g at 300,0 { layer a image }", []),
  ]

  @Test(
    "Layers become plan items in drawing order", arguments: scripts)
  func items(
    script: String, expected: [String]
  ) throws {
    try expectEqual(drawn(script), expected)
  }

  @Test("An image used twice is read once") func sharedImages() throws {
    let two = [image(id: 5), image(id: 6)]
    let found = try plan(
      "layer a image $2; layer b image $1; layer c image $2; layer d image $1 hidden", two)
    expectEqual(found.images.map(\.id), [6, 5])
    expectEqual(found.draws.map(\.image), [0, 1, 0])
    try expectEqual(plan("layer a image $2", two).images.map(\.id), [6])
    try expectEqual(plan("layer a image $1; layer b image $2; hide", two).images.map(\.id), [5])
  }

  @Test("Placeholders have their documented gray") func placeholderColor() throws {
    let found = try plan("layer a image placeholder at 5,6 size 7,8 opacity 0.5; rotate 90deg")
    let card = RenderPlan.ShapeDraw(
      layer: "a", path: Path(Rect(x: 0, y: 0, width: 7, height: 8)),
      fill: .init(.color(Color(hex: "777777")!)), matrix: AffineTransform(0, 1, -1, 0, 12.5, 6.5),
      opacity: 0.5)
    expectEqual(found.items, [.shape(card)])
    expectEqual(found.images, [])
  }

  @Test("Groups keep their opacity and clip") func groups() throws {
    let found = try plan(
      "group g at 10,20 size 30,40 clip opacity 0.25 { layer a image at 0,0 opacity 0.5 }; scale 2")
    guard case .group(let group)? = found.items.first else {
      Issue.record("no group")
      return
    }
    expectTrue(group.opacity == 0.25 && group.layer == "g")
    expectEqual(group.clip?.boundingBox, Rect(x: -5, y: 0, width: 60, height: 80))
    expectEqual(found.draws.map(\.matrix), [AffineTransform(2, 0, 0, 2, -5, 0)])
    expectEqual(found.draws.map(\.opacity), [0.5])
    let fading = try plan("group g opacity 0.25 { layer a image }")
    guard case .group(let plain)? = fading.items.first else { return }
    expectTrue(plain.clip == nil)
  }

  static let failing: [(String, ScriptProblem, line: Int)] = [
    ("scale 0", .scene(.singular(layer: "photo")), 1),
    ("rotate 3deg\nscale 0,1\nopacity 0.5", .scene(.singular(layer: "photo")), 3),
    ("transform 1 2 2 4 0 0\nselect photo\n", .scene(.singular(layer: "photo")), 1),
    ("layer a image $1\n\nscale 0\nlayer b image $1\nrotate 1deg", .scene(.singular(layer: "a")), 3),
    ("group g {\nlayer a image\n}\nscale 0", .scene(.singular(layer: "g")), 4),
    ("layer a image placeholder\nscale 0", .scene(.singular(layer: "a")), 2),
    ("scale 2e6", .scene(.excessiveScale(layer: "photo")), 1),
    ("\ntranslate 2e11,0", .scene(.tooFar(layer: "photo")), 2),
    ("scale 1e-200", .scene(.singular(layer: "photo")), 1),
  ]

  @Test(
    "An item that cannot be drawn is an error at its last edit", arguments: failing)
  func errorPosition(
    script: String, problem: ScriptProblem, line: Int
  )
    throws
  {
    try expectEqual(failure(of: script), ScriptError(problem, at: ScriptPosition(line: line)))
  }

  @Test(
    "A hidden layer may have a singular matrix",
    arguments: [
      "scale 0; hide", "scale 0; opacity 0", "scale 0; reset", "scale 0; undo",
      "scale 0; transform 1 0 0 1 0 0",
    ])
  func hiddenSingular(script: String) throws {
    #expect(throws: Never.self) { try plan(script) }
  }
}
