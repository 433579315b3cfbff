import FrameGeometry
import FrameImage
import FramePlan
import FrameScript
import TestSupport
import Testing

/// Color edits in scripts.
@Suite struct ColorEditTests {
  private func edits(_ script: String) throws -> [ColorEdit] {
    try run(script).scene.layers[0].state.effects.colors
  }

  static let statements: [(String, ColorEdit)] = [
    ("exposure -1.5", .exposure(stops: -1.5)), ("exposure +0.5", .exposure(stops: 0.5)),
    ("exposure 0.5ev", .exposure(stops: 0.5)), ("exposure -1 EV", .exposure(stops: -1)),
    ("exposure +2stops", .exposure(stops: 2)), ("temperature +20", .temperature(mired: 20)),
    ("brightness 120%", .brightness(1.2)),
    ("contrast 0", .contrast(0)),
    ("saturation 1.5", .saturation(1.5)), ("vibrance -40", .vibrance(-40)),
    ("hue 0.25turn", .hue(.degrees(90))),
    ("temperature -30", .temperature(mired: -30)), ("tint 12.5", .tint(12.5)),
    ("levels 10%..0.9", .levels(.init(black: 0.1, white: 0.9))),
    ("levels 10%..0.9 green", .levels(.init(black: 0.1, white: 0.9, channel: .green))),
    ("grayscale", .grayscale(amount: 1)),
    ("grayscale 40%", .grayscale(amount: 0.4)),
    ("grayscale 0.3, 0.6, 0.1", .weightedGray(red: 0.3, green: 0.6, blue: 0.1)),
    ("sepia", .sepia(amount: 1)), ("sepia 0.5", .sepia(amount: 0.5)), ("invert", .invert(amount: 1)),
    ("threshold 50%", .threshold(0.5)), ("posterize 4", .posterize(levels: 4)),
    ("colorize #ff0000 30%", .colorize(Color(red: 1, green: 0, blue: 0), amount: 0.3)),
    ("colorize #f00", .colorize(Color(red: 1, green: 0, blue: 0), amount: 1)),
    (
      "curve 0,0 50%,0.6 1,1 red",
      .curve([Point(x: 0, y: 0), Point(x: 0.5, y: 0.6), Point(x: 1, y: 1)], in: .red)
    ),
    (
      "color-matrix 0 1 0 0 0.5, 1 0 0 0 0, 0 0 1 0 0, 0 0 0 1 0",
      ColorEdit(.matrix(ColorMatrix(rows: [0, 1, 0, 0, 0.5], [1, 0, 0, 0, 0], [0, 0, 1, 0, 0])))
    ),
  ]

  static let doubtful: [(String, [Double])] = [
    ("contrast 10", [10]), ("saturation 20", [20]), ("brightness 10%", [10]),
    ("contrast 5%", [5]), ("saturation 25%", [25]), ("brightness 100", [100]),
    ("layer a image contrast 12 saturation 15", [12, 15]),
    ("repeat 3 { contrast 10 }; contrast 20", [10]),
    ("contrast 1.2; saturation 0; saturation 0%; brightness 4; brightness 0.1; contrast 40%", []),
    ("temperature 10; tint 20; vibrance 30", []), ("animate photo brightness from 10% to 1 over 1s", []),
  ]

  @Test("A factor that is probably meant as a change in percent is noted", arguments: doubtful)
  func doubts(script: String, changes: [Double]) throws {
    try expectEqual(run(script).record.factorDoubts.map(\.change), changes)
    try expectEqual(
      failure(of: "saturation 130").problem, .habit(.changeOfFactor("saturation", factor: "130%")))
  }

  @Test("A color edit is a statement and an option of a layer", arguments: statements)
  func forms(statement: String, edit: ColorEdit) throws {
    try expectEqual(edits(statement), [edit])
    try expectEqual(edits("layer p image \(statement) at 0,0"), [edit])
    try expectEqual(edits("layer p image at 0,0 \(statement)"), [edit])
    try expectEqual(edits("group g { layer p image }\n\(statement)"), [edit])
  }

  @Test("The ranges and the gamma of levels") func levels() throws {
    var levels = ColorEdit.Levels(black: 0, white: 1)
    (levels.lowest, levels.highest, levels.gamma) = (0.2, 0.8, 2)
    try expectEqual(edits("levels 0..1 20%..80% 2"), [.levels(levels)])
    (levels.lowest, levels.highest) = (0, 1)
    try expectEqual(edits("let g = 2; levels 0..1 $g"), [.levels(levels)])
  }

  @Test("Edits apply in order, and undo takes back the last one") func order() throws {
    try expectEqual(
      edits("invert; contrast 2; exposure 1; undo; brightness 3"),
      [.invert(amount: 1), .contrast(2), .brightness(3)])
    try expectEqual(
      edits("layer p image sepia invert; hue 9deg; undo; redo; undo"),
      [
        .sepia(amount: 1), .invert(amount: 1),
      ])
  }

  static let refused: [(String, String)] = [
    ("exposure 21", "an exposure"), ("brightness (-1)", "a factor"), ("contrast 1000", "a factor"),
    ("temperature 101", "a temperature"), ("tint -101", "a tint"),
    ("levels 0.5..0.5", "the end of the levels"),
    ("levels 0..1 0..2", "a level"), ("levels 0..1 0..1 0", "a gamma"),
    ("curve 0,0 0,1", "a point of a curve"),
    ("curve 0.5,0 0.4,1", "a point of a curve"), ("curve 0,0 1,1.5", "a point of a curve"),
    ("grayscale 2", "a share"), ("grayscale 20,0,0", "a weight"), ("sepia -0.1", "a share"),
    ("posterize 1", "a number of levels"), ("posterize 257", "a number of levels"),
    ("threshold 2", "a threshold"),
    ("colorize red 3", "a share"),
    ("color-matrix 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 2 0", "the row of alpha"),
    ("color-matrix 1e4 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 0", "a number of a color matrix"),
  ]

  @Test(
    "Samples of 8 bits are refused", arguments: ["levels 10..240", "curve 0,0 255,255", "threshold 128"])
  func eightBitSamples(statement: String) throws {
    guard case .eightBitSample = try failure(of: statement).problem else {
      Issue.record("\(statement) is accepted, or refused for another reason")
      return
    }
  }

  @Test("Numbers outside of their range are refused", arguments: refused)
  func refusals(statement: String, what: String) throws {
    guard case .scene(.outOfRange(let found, _, _)) = try failure(of: statement).problem else {
      Issue.record("\(statement) is accepted, or refused for another reason")
      return
    }
    expectEqual(found, what)
  }

  static let overflows = [
    "repeat 200 { exposure 20 }", "repeat 20 { contrast 100 }; hue 40deg", "repeat 400 { saturation 100 }",
    "repeat 20 { brightness 100 }; saturation 2; curve 0,0.2 1,0.9",
  ]

  @Test("Edits whose product is too large are refused", arguments: overflows)
  func overflow(script: String) throws {
    try expectEqual(
      failure(of: script).problem, .scene(.notFinite("the result of the color edits of 'photo'")))
  }

  @Test("Only a layer whose colors change is drawn separately") func plans() throws {
    func group(_ script: String) throws -> RenderPlan.GroupDraw? {
      if case .group(let draw)? = try plan(script).items.first { draw } else { nil }
    }
    try expectTrue(group("canvas 20,20; exposure 1; exposure -1; rotate 3deg") == nil)
    let draw = try #require(try group("canvas 20,20; opacity 0.5; saturation 0"))
    expectTrue(draw.opacity == 0.5 && draw.colors == ColorFunction([.saturation(0)]))
    expectEqual(draw.items.count, 1)
  }

  @Test("A gray image stays gray under edits that treat the channels alike, and an opaque one opaque")
  func formats() throws {
    let gray = image(300, 200, .up, .gray8)
    try expectEqual(plan("contrast 2; saturation 3", [gray]).output, .gray8)
    try expectEqual(plan("sepia", [gray]).output, .rgb8)
    try expectEqual(plan("rotate 90deg; sepia", [image()]).output, .rgb8)
  }
}
