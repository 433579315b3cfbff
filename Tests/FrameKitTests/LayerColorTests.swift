import Foundation
import FrameKit
import TestSupport
import Testing

/// The color edits of layers are those of scripts.
@Suite struct LayerColorTests {
  private static let corners = (0..<8).map { "\(1 - $0 % 2) \($0 / 2 % 2) 0.\($0 / 4 + 2)\n" }.joined()
  private static let cube = "LUT_3D_SIZE 2\n" + corners

  private static func table() throws -> LookupTable { try LookupTable(cube: cube) }

  /// Edits, and the statements that do the same.
  static let edits: [(edit: ColorEdit, statement: String)] = [
    (.exposure(stops: -0.7), "exposure -0.7"), (.brightness(1.3), "brightness 1.3"),
    (.contrast(0.6), "contrast 0.6"), (.saturation(1.8), "saturation 1.8"), (.hue(.degrees(40)), "hue 40deg"),
    (.temperature(mired: 30), "temperature 30"), (.tint(-20), "tint -20"),
    (.levels(.init(black: 0.1, white: 0.9)), "levels 0.1..0.9"),
    (
      .levels(.init(black: 0.1, white: 0.8, lowest: 0.9, highest: 0.2, gamma: 1.5, channel: .green)),
      "levels 0.1..0.8 0.9..0.2 1.5 green"
    ),
    (.autoLevels(), "auto-levels"), (.autoLevels(.perChannel, clipping: 0.1), "auto-levels channels 10%"),
    (
      .curve([Point(x: 0, y: 0.1), Point(x: 0.3, y: 0.5), Point(x: 1, y: 0.9)]), "curve 0,0.1 0.3,0.5 1,0.9"
    ),
    (.curve([Point(x: 0, y: 1), Point(x: 1, y: 0)], in: .blue), "curve 0,1 1,0 blue"),
    (.grayscale(), "grayscale"), (.grayscale(amount: 0.4), "grayscale 0.4"),
    (.weightedGray(red: 0.3, green: 0.6, blue: 0.1), "grayscale 0.3,0.6,0.1"),
    (.sepia(), "sepia"), (.sepia(amount: 0.5), "sepia 0.5"), (.invert(), "invert"),
    (.invert(amount: 0.8), "invert 0.8"), (.threshold(0.4), "threshold 0.4"),
    (.posterize(levels: 4), "posterize 4"),
    (.colorize(Color(name: "gold")!), "colorize gold"),
    (.colorize(Color(name: "navy")!.withAlpha(0.5), amount: 0.6), "colorize rgb(0 0 128 / 0.5) 0.6"),
    (
      .matrix(
        red: .init(green: 1), green: .init(red: 0.5, alpha: 0.2, constant: 0.1),
        blue: .init(blue: -1, constant: 1)),
      "color-matrix 0 1 0 0 0, 0.5 0 0 0.2 0.1, 0 0 -1 0 1, 0 0 0 1 0"
    ),
  ]

  private func pixels(_ edits: [ColorEdit], _ photo: Bitmap) throws -> Bitmap {
    var layer = Layer.image(.bitmap(photo))
    layer.effects = edits.map { .color($0) }
    return try Canvas(width: 60, height: 40, layers: [layer]).render().pixels
  }

  private func write(_ text: String, to path: String) throws {
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }

  private func expectError(_ part: String, _ body: () throws -> Void) {
    let error = #expect(throws: EditError.self) { try body() }
    expectEqual(error?.description.contains(part), true, "\(String(describing: error))")
  }

  @Test("Each edit gives the pixels of its statement, bit for bit", arguments: edits)
  func same(edit: ColorEdit, statement: String) throws {
    let photo = try Bitmap.pattern(60, 40)
    let expected = try Edit(script: "canvas 60,40; layer a image \(statement)").apply(to: .bitmap(photo))
      .render().pixels
    try expectEqual(pixels([edit], photo), expected)
    try expectTrue(pixels([], photo) != expected)
  }

  @Test("Edits apply in their order, on groups, shapes and texts, too") func order() throws {
    var group = Layer(
      .group([
        Layer(
          .shape(Shape(Path(Rect(x: 5, y: 5, width: 40, height: 30)), fill: .color(Color(name: "teal")!))))
      ]))
    group.effects = [.color(.invert()), .color(.exposure(stops: 1)), .color(.contrast(0.5))]
    group.opacity = 0.8
    let canvas = Canvas(width: 60, height: 40, layers: [group])
    let script =
      """
      canvas 60,40
      group g invert exposure 1 contrast 0.5 opacity 0.8 { layer s path "M5,5 h40 v30 h-40 Z" fill teal }
      """
    let expected = try Edit(script: script).apply(to: []).render().pixels
    try expectEqual(canvas.render().pixels, expected)
    group.effects.reverse()
    try expectTrue(Canvas(width: 60, height: 40, layers: [group]).render().pixels != expected)
  }

  @Test("A lookup table comes from a text or a file") func lookup() throws {
    let folder = try TemporaryFolder()
    try write(Self.cube, to: folder["film.cube"])
    try write("canvas 60,40; layer a image lut \"film.cube\"", to: folder["s.txt"])
    let photo = try Bitmap.pattern(60, 40)
    let expected = try Edit(contentsOf: folder["s.txt"]).apply(to: .bitmap(photo)).render().pixels
    let table = try LookupTable(contentsOf: folder["film.cube"])
    try expectEqual(pixels([.lookup(table)], photo), expected)
    try expectEqual(pixels([.lookup(Self.table())], photo), expected)
  }

  @Test("Errors of a table have its line, and those of its file their cause") func tableErrors() throws {
    let error = #expect(throws: EditError.self) { try LookupTable(cube: "LUT_3D_SIZE 2\n0 0 x\n", name: "t") }
    guard case .issues(let issues)? = error?.details else {
      Issue.record("\(String(describing: error))")
      return
    }
    expectEqual(error?.stage, .parse)
    expectEqual(issues.map { [$0.name, "\($0.line)", "\($0.column)"] }, [["t", "2", "5"]])
    expectError("no such file") { _ = try LookupTable(contentsOf: "/missing.cube") }
    var limits = Limits()
    limits.scriptBytes = 20
    let folder = try TemporaryFolder()
    try write(Self.cube, to: folder["film.cube"])
    #expect(throws: EditError.self) { try LookupTable(contentsOf: folder["film.cube"], limits: limits) }
  }

  static let refused: [ColorEdit] = [
    .exposure(stops: 21), .exposure(stops: .nan), .brightness(-1), .levels(.init(black: 0.5, white: 0.5)),
    .levels(.init(gamma: 0)), .autoLevels(clipping: 0.5), .curve([Point(x: 0, y: 0)]),
    .curve([Point(x: 0.5, y: 0), Point(x: 0.4, y: 1)]), .grayscale(amount: 2), .posterize(levels: 1),
    .posterize(levels: .max), .tint(.infinity),
    .matrix(red: .init(red: 1e9), green: .init(), blue: .init()),
  ]

  @Test("A number outside of its range is an error", arguments: refused) func range(edit: ColorEdit) throws {
    let photo = try Bitmap.pattern(60, 40)
    #expect(throws: EditError.self) { try pixels([edit], photo) }
  }

  @Test("Only images have levels to find") func noImage() throws {
    var layer = Layer.text("a", at: .zero, name: "title")
    layer.effects = [.color(.autoLevels())]
    let canvas = Canvas(width: 60, height: 40, layers: [layer])
    expectError("'auto-levels' reads the pixels of an image, but 'title' is not an image") {
      _ = try canvas.render()
    }
  }
}
