import FrameGeometry

import TestSupport
import Testing

@testable import FrameScene

/// Commands on a scene, without a script.
@Suite struct SceneEditorTests {
  private let double = LayerEdit.transform(.scale, [2, 2], about: nil)

  @Test("The photo is declared when the first layer is needed, and fixes the canvas")
  func photo() throws {
    let editor = SceneEditor.forTests()
    editor.photo = .image(image())
    #expect(throws: SceneError(.canvasRequired, at: Origin())) {
      try editor.start(at: Origin())
    }
    try editor.change(.size(Size(width: 300, height: 200), .size), at: Origin())
    expectTrue(!editor.hasStarted)
    try editor.start(at: Origin())
    try editor.start(at: Origin())
    expectEqual(editor.scene.layers.map(\.name), ["photo"])
  }

  @Test("An edit applies before the transform, about a point after it")
  func order() throws {
    let editor = try SceneEditor.withPhoto()
    try editor.edit(0, .setTransform(AffineTransform(translationX: 10, y: 0)))
    try editor.edit(0, double)
    expectEqual(editor.transform, AffineTransform(2, 0, 0, 2, 10, 0))
    // The photo's position is the center of the canvas.
    try editor.edit(0, .transform(.scale, [2, 2], about: Point(x: 150, y: 100)))
    expectEqual(editor.transform, AffineTransform(4, 0, 0, 4, 20, 0))
  }

  @Test("Changes of one gesture are undone together, others one by one")
  func undo() throws {
    let editor = try SceneEditor.withPhoto()
    try editor.edit(0, double)
    editor.gesture = 7
    try editor.edit(0, .move(Vector(dx: 1, dy: 0)))
    try editor.edit(0, .move(Vector(dx: 1, dy: 0)))
    editor.gesture = nil
    try editor.edit(0, .undo)
    expectEqual(editor.scene.layers[0].state.position, Point(x: 150, y: 100))
    expectEqual(editor.transform, AffineTransform(scaleX: 2, y: 2))
    try editor.edit(0, .redo)
    expectEqual(editor.scene.layers[0].state.position, Point(x: 152, y: 100))
    try editor.edit(0, .undo)
    try editor.edit(0, .undo)
    expectEqual(editor.transform, .identity)
    #expect(throws: SceneError.self) { try editor.edit(0, .undo) }
  }

  @Test("Layers belong to the group that is open")
  func groups() throws {
    let editor = try SceneEditor.withPhoto()
    try editor.declare("g", .group, .size(Size(width: 50, height: 40)))
    try editor.declare("a", .image(nil))
    editor.endGroup()
    try editor.declare("b", .image(nil))
    expectEqual(editor.scene.layers.map(\.parent), [nil, nil, 1, nil])
    // Without a size it fills its parent.
    expectEqual(editor.scene.layers[2].size, Size(width: 50, height: 40))
  }

  @Test("A bound layer follows its declaration, and keeps its edits")
  func bound() throws {
    let editor = try SceneEditor.withPhoto()
    func at(_ x: Double) -> NewLayer {
      NewLayer(name: "a", content: .layer(.image(nil)), options: [(.origin(Point(x: x, y: 0)), Origin())])
    }
    try editor.declare(at(0), isBound: true, at: Origin())
    try editor.edit(1, .move(Vector(dx: 5, dy: 5)))
    let before = editor.scene.layers[1].state.position
    try editor.update(1, with: at(20), at: Origin())
    expectEqual(editor.scene.layers[1].state.position, Point(x: before.x + 20, y: before.y))
  }

  @Test("Changes that only shapes or images have are errors for other layers")
  func kinds() throws {
    let editor = try SceneEditor.withPhoto()
    let rect = Rect(x: 0, y: 0, width: 9, height: 9)
    try editor.declare("box", .shape(Shape(Path(rect), .rect(rect, cornerRadii: .zero))))
    let place = Origin()
    #expect(throws: SceneError(.wrongTrim(layer: "photo", ofPath: true), at: place)) {
      try editor.change(0, .trim(.all), at: place)
    }
    #expect(throws: SceneError(.notAnImage(layer: "box"), at: place)) {
      try editor.change(1, .mode(.center), at: place)
    }
    #expect(throws: SceneError(.notAText("text", layer: "box"), at: place)) {
      try editor.change(1, .text("a"), at: place)
    }
  }
}
